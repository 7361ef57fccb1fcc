/**
 * What stands before a state-changing call: it must come from an app that meant it, not from a page elsewhere, a prefetch or
 * an address bar; and it must happen once, however often it is sent.
 */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { HEADER_IDEMPOTENCY, IDEMPOTENCY_KEY_LENGTH_MAX } from '@veritick/contract'
import type { RequestId } from '@veritick/engine'
import type { Parameters } from './parameters.ts'

/**
 * True when a browser says that nobody meant this call: another site or page, a prefetch, a typed address, an image or frame. A page's
 * `Origin` must be our own host or one the operator trusts; programs send none.
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

/** Names a request and what it asks for: same key and content is the same request again. */
export type Once = { readonly key: RequestId; readonly content: string }

/** A customer's requests. */
export const userCaller = (user: number): string => String(user)
/** A colleague's: never taken for those of the customer with the same number. */
export const staffCaller = (staff: number): string => `staff:${staff}`

/**
 * `undefined`: the key that was sent is not 1 to 255 characters. With a key it is the caller's own, whichever of their sessions
 * sends it; without one the whole address and body, `t` included, are the key.
 */
export function onceOf(call: {
  readonly headers: IncomingHttpHeaders
  /** Customers and colleagues have numbers of their own: `userCaller`, `staffCaller` keep them apart. */
  readonly caller: string
  readonly tokenHash: string
  readonly path: string
  readonly query: string
  readonly body: Parameters
  readonly name: string
  readonly parameters: unknown
}): Once | undefined {
  const content = shorten([call.name, canonical(call.parameters)])
  const sent = call.headers[HEADER_IDEMPOTENCY]
  if (sent === undefined) return { key: shorten(['address', call.tokenHash, call.path, call.query, canonical(call.body)]), content }
  const key = text(sent)
  if (key.length < 1 || key.length > IDEMPOTENCY_KEY_LENGTH_MAX) return undefined
  return { key: shorten(['key', call.caller, key]), content }
}

/**
 * A visitor has no account that a key could belong to, so whoever sends the same key is taken for the same device: only one that
 * nobody can guess will do. Another call or other parameters are another request. `undefined`: none was sent.
 */
export function visitorKeyOf(call: {
  readonly headers: IncomingHttpHeaders
  readonly name: string
  readonly parameters: unknown
}): RequestId | 'invalid' | undefined {
  const sent = call.headers[HEADER_IDEMPOTENCY]
  if (sent === undefined) return undefined
  const key = text(sent)
  if (key.length < VISITOR_KEY_LENGTH_MIN || key.length > IDEMPOTENCY_KEY_LENGTH_MAX) return 'invalid'
  return shorten(['visitor', call.name, canonical(call.parameters), key])
}

/** As long as the shortest secret of a device: a UUID is longer. */
const VISITOR_KEY_LENGTH_MIN = 16

/** 128 bits of SHA-256 as 32 hex digits. The parts are kept apart, so that no two lists read the same. */
function shorten(parts: readonly string[]): RequestId {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** The same text for the same values in any order. */
function canonical(values: unknown): string {
  if (typeof values !== 'object' || values === null) return JSON.stringify(values) ?? ''
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function text(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}

function word(header: string | string[] | undefined): string {
  return text(header).trim().toLowerCase()
}
