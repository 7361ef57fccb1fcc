/**
 * The headers that tell a browser what a page of ours may do, computed once for each of the two servers. Only two
 * depend on a request: HSTS is promised where the request came over TLS, and the office's page has a nonce for its
 * styles.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export type Directives = { readonly [name: string]: readonly string[] }

/** A year. This name only: what stands on names below it is not ours to know. */
const HSTS = `max-age=${365 * 24 * 3600}`

/** `{ 'style-src': ["'self'"] }` -> `style-src 'self'`. */
export const policyOf = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')

/** The policy of a page that is one file: its only style, and pictures and forms of this server. */
export const onePagePolicy = (style: string): string =>
  policyOf({
    'default-src': ["'none'"],
    'style-src': [`'sha256-${createHash('sha256').update(style).digest('base64')}'`],
    'img-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })

export function registerSecurityHeaders(
  app: FastifyInstance,
  options: { readonly directives: Directives; readonly referrerPolicy: string },
): void {
  const headers = {
    'content-security-policy': policyOf(options.directives),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': options.referrerPolicy,
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  }
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers)
    if (request.protocol === 'https') void reply.header('strict-transport-security', HSTS)
    done()
  })
}
