/**
 * The built office: its files by name, and its one page with a fresh nonce for the styles that its kit writes into the
 * page. Nothing is kept by a browser except files whose name carries a hash.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { registerBuiltFiles } from './built-files.ts'
import { sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'
import { policyOf } from './security-headers.ts'

const NOT_BUILT = 'The office is not built yet. Run: npm run build\n'
/** Stands in the built page where the nonce goes; apps/office/vite.config.ts writes it. */
const NONCE_PLACE = '__CSP_NONCE__'

const NONCE_BYTES = 16

/** The content policy of the office's answers: nothing from elsewhere, and no style outside a file. */
export const OFFICE_DIRECTIVES = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
} as const

/** The page's own: the kit writes its styles as it runs, and only those that carry this page's nonce are read. */
const pagePolicy = (nonce: string): string =>
  policyOf({ ...OFFICE_DIRECTIVES, 'style-src': ["'self'", `'nonce-${nonce}'`] })

/** `folder`: of the built office. `now` only grows, in milliseconds. */
export async function registerOfficePages(
  app: FastifyInstance,
  { folder, now }: { readonly folder: string; readonly now: () => number },
): Promise<void> {
  const path = join(folder, 'index.html')
  const page = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (page !== undefined) await registerBuiltFiles(app, { folder, now })
  app.get('/', (_request, reply) => {
    if (page === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const filled = page.replaceAll(NONCE_PLACE, nonce)
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(filled)
  })
  // The page as it was built has no nonce in it.
  app.get('/index.html', (_request, reply) => reply.redirect('/', 308))
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, 'path_unknown', languageOf(request)))
}
