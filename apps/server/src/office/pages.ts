/**
 * The built office: its files by name, and its one page with a fresh nonce for the styles that its kit writes into the page. Nothing
 * is kept by a browser except files whose name carries a hash.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../http/calls.ts'
import { sendRefusal } from '../http/errors.ts'

const NOT_BUILT = 'The office is not built yet. Run: npm run build\n'
const YEAR_SECONDS = 31_536_000
/** Stands in the built page where the nonce goes; apps/office/vite.config.ts writes it. */
const NONCE_PLACE = '__CSP_NONCE__'

export async function registerOfficePages(app: FastifyInstance, folder: string): Promise<void> {
  const path = join(folder, 'index.html')
  const page = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (page !== undefined)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      index: false,
      setHeaders: (reply, file) => {
        reply.setHeader('cache-control', file.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      },
    })
  app.get('/', (_request, reply) => {
    if (page === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const filled = page.replaceAll(NONCE_PLACE, reply.cspNonce.style)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(filled)
  })
  // The page as it was built has no nonce in it.
  app.get('/index.html', (_request, reply) => reply.redirect('/', 308))
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, 'path_unknown', languageOf(request)))
}
