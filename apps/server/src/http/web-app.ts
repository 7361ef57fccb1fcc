/**
 * The built web app: its files (built-files.ts) are compressed beforehand. A browser keeps those with a hash in their
 * name for a year and asks again for others. Any other address is a screen of the app, so it gets
 * the page; an unknown address of the API gets the envelope.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../services/clock/index.ts'
import { networkOf } from '../services/network/index.ts'
import { LIMITS, networkCeilingOf } from '../services/rate-limits/index.ts'
import { type BuiltFiles, registerBuiltFiles } from './built-files.ts'
import { sendRefusal, TransportFault } from './errors.ts'
import type { FirstPages } from './first-page.ts'
import { languageOf } from './language.ts'
import type { PageBytes, PageShell, ShellBrand } from './page-shell.ts'

const API = /^\/(?:v1|api|healthz|metrics)(?:[/?]|$)/
const NOT_BUILT = 'The web app is not built yet. Run: npm run build\n'

export type WebApp = {
  /** Milliseconds. */
  readonly monotonicClock: () => number
  /** Of the built app. */
  readonly folder: string
  readonly pages: Pick<FirstPages, 'page'>
  readonly shell: PageShell
  /** Of the company that this request is shown. */
  readonly brandOf: (request: FastifyRequest) => ShellBrand
}

export async function registerWebApp(root: FastifyInstance, web: WebApp): Promise<void> {
  const { folder } = web
  const built = existsSync(join(folder, 'index.html'))
  const countPage = pageCounter(web.monotonicClock)
  // Apart, so that the ceiling counts files and pages and no call.
  await root.register(async (app) => {
    const limit = app.rateLimit({ max: LIMITS.network.files, timeWindow: '1 minute' })
    app.addHook('onRequest', limit)
    const files = built ? await registerBuiltFiles(app, { folder, now: web.monotonicClock }) : undefined
    if (files !== undefined) registerFirstPage(app, { ...web, files, countPage })
    app.setNotFoundHandler({ preHandler: limit }, (request, reply) => {
      if (API.test(request.url) || !isPage(request)) return sendRefusal(reply, 'path_unknown', languageOf(request))
      if (files === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
      countPage(request)
      return sendShell(
        { ...web, files },
        request,
        reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding, cookie'),
      )
    })
  })
}

/** Pages have a ceiling by network of their own: each is far longer than most files. */
function pageCounter(now: () => number): (request: FastifyRequest) => void {
  const ceiling = networkCeilingOf({ now, max: LIMITS.network.pages, millis: MINUTE_MS })
  return ({ ip }) => {
    if (!ceiling.take(networkOf(ip))) throw new TransportFault('too_many_requests')
  }
}

/** The address without a category: a screen that the address changes is rendered by the app alone. */
function registerFirstPage(
  app: FastifyInstance,
  web: Built & { readonly countPage: (request: FastifyRequest) => void },
): void {
  app.get('/', async (request, reply) => {
    web.countPage(request)
    const page = request.url === '/' ? await web.pages.page(request) : undefined
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding, accept-language, cookie')
    return page === undefined ? sendShell(web, request, reply) : sendPage(page, request, reply)
  })
}

type Built = WebApp & { readonly files: BuiltFiles }

/** The page of any screen, without prices, under the brand of the shown company. */
function sendShell({ shell, brandOf, files }: Built, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const page = shell.page(brandOf(request))
  return page === undefined ? files(request, reply, '/index.html') : sendPage(page, request, reply)
}

function sendPage(page: PageBytes, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.type('text/html; charset=utf-8')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page.plain)
  return reply.header('content-encoding', 'gzip').send(page.gzip)
}

/** A person's address: no file ending in its last part, asked for by GET. */
function isPage(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?')
  return (request.method === 'GET' || request.method === 'HEAD') && !/\.[a-z0-9]+$/i.test(path)
}
