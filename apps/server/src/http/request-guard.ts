/**
 * The checks before a state-changing call: an app must have sent it on purpose, not a page elsewhere, a prefetch or an
 * address bar. Repeated calls are the subject of `calls/request-key.ts`.
 */
import type { IncomingHttpHeaders } from 'node:http'

/**
 * True when a browser says that its user did not mean this call: another site or page, a prefetch, a typed address, an
 * image or frame. A page's `Origin` must be our own host or one the operator trusts; programs send none.
 */
export function isForeign(headers: IncomingHttpHeaders, trusted: readonly string[]): boolean {
  const purpose = `${text(headers['sec-purpose'])} ${text(headers.purpose)} ${text(headers['x-moz'])}`
  if (/prefetch|prerender|preview/i.test(purpose)) return true
  const { origin } = headers
  const trustedOrigin = origin !== undefined && trusted.includes(origin)
  if (origin !== undefined && !trustedOrigin && !isOwnOrigin(origin, headers.host)) return true
  const site = word(headers['sec-fetch-site'])
  if (!SITES_OF_OURS.has(site) && !trustedOrigin) return true
  const mode = word(headers['sec-fetch-mode'])
  // A page elsewhere may send these without asking; ours never does.
  if (mode === 'navigate' || (mode === 'no-cors' && site !== 'same-origin')) return true
  const destination = word(headers['sec-fetch-dest'])
  return destination !== '' && destination !== 'empty'
}

/** No header: not a browser. */
const SITES_OF_OURS: ReadonlySet<string> = new Set(['', 'same-origin', 'none'])

/** True when a page's origin is the very host it calls. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}

function text(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}

function word(header: string | string[] | undefined): string {
  return text(header).trim().toLowerCase()
}
