/**
 * Files of companies at both ports, and the manifest of the installed app under the company's name. A file is sent as
 * the kind that its bytes were found to be, in a sandbox; a PDF is saved, because a page of ours never shows one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPANY_FILE_PATH, OFFICE_COMPANY_FILE_PATH } from '@veritick/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CompanyFile, type CompanyFiles, companyName } from '../features/company/index.ts'
import type { Settings } from '../features/settings/index.ts'
import type { StaffSessions } from '../features/staff/index.ts'
import { LIMITS, type NetworkTurns } from '../services/rate-limits/index.ts'
import { companyAsked } from './browser.ts'
import { sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'
import { cookieOf } from './office-cookie.ts'
import { sendPublicFile, visitorOf } from './public-file.ts'

const HOUR_SECONDS = 3_600

type Parts = {
  readonly companyFiles: CompanyFiles
  readonly settings: Pick<Settings, 'get'>
  /** Folder of the built web app. */
  readonly webDir: string
}
type Manifest = { readonly name: string; readonly screenshots?: unknown }
type Named = { Params: { file: string } }

export function registerCompanyFiles(
  app: FastifyInstance,
  { companyFiles, settings, webDir }: Parts,
  turns: NetworkTurns,
): void {
  const manifest = join(webDir, 'manifest.json')
  const built: Manifest | undefined = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : undefined
  const config = { rateLimit: { max: LIMITS.network.pictures, timeWindow: '1 minute' } }
  app.get<Named>(`${COMPANY_FILE_PATH}:file`, { config }, async (request, reply) => {
    const { file: name } = request.params
    const find = () => companyFiles.findPublic(name)
    const file = companyFiles.knownPublic(name) ?? (await turns.run(visitorOf(request), find))
    return send(request, reply, file && { name, ...file })
  })
  app.get('/manifest.json', { config }, (request, reply) => {
    if (built === undefined) return sendRefusal(reply, 'path_unknown', languageOf(request))
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(manifestOf(built, companyName(settings, companyAsked(request))))
  })
}

/** Staff see files that no setting names yet. */
export function registerOfficeCompanyFiles(
  app: FastifyInstance,
  { companyFiles, sessions }: { readonly companyFiles: CompanyFiles; readonly sessions: StaffSessions },
): void {
  app.get<Named>(`${OFFICE_COMPANY_FILE_PATH}:file`, { exposeHeadRoute: false }, async (request, reply) => {
    const token = cookieOf(request)
    const session = token === undefined ? undefined : await sessions.find(token)
    const { file: name } = request.params
    const file = session && (await companyFiles.find(name))
    return send(request, reply, file && { name, ...file })
  })
}

type Sent = CompanyFile & { readonly name: string }

function send(request: FastifyRequest, reply: FastifyReply, file: Sent | undefined): FastifyReply {
  if (file === undefined) return sendRefusal(reply, 'path_unknown', languageOf(request))
  const disposition = file.media === 'application/pdf' ? 'attachment; filename="document.pdf"' : 'inline'
  return sendPublicFile(request, reply, { ...file, disposition, caching: `private, max-age=${HOUR_SECONDS}` })
}

/** The built manifest under the name of a company. Its pictures show our own name, so another company has none. */
export function manifestOf(built: Manifest, name: string): string {
  const { screenshots, ...rest } = built
  const own = name === built.name && screenshots !== undefined ? { screenshots } : {}
  return JSON.stringify({ ...rest, ...own, name, short_name: name })
}
