/**
 * The idempotency key of a request: the caller's own key, or the whole request where the caller sends none. Together
 * with a fingerprint of the content it decides whether two requests are the same one.
 */

import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { HEADER_IDEMPOTENCY, IDEMPOTENCY_KEY_LENGTH_MAX } from '@veritick/contract'
import { type AccountId, type Millis, millis, type UserId } from '@veritick/domain'
import type { RequestId } from '@veritick/engine'

/**
 * The name and the content of a request: an equal key with equal content is a repeat. `namedAt`: the moment that the
 * client's key names, which only a UUID of version 7 does.
 */
export type Once = { readonly key: RequestId; readonly content: string; readonly namedAt?: Millis | undefined }

/** A customer's requests. */
export const userCaller = (user: UserId): string => String(user)
/** A key of a staff member differs from every key of the customer with the same number. */
export const staffCaller = (staff: number): string => `staff:${staff}`

/** The parts of a caller's request from which its key is made. */
export type SentRequest = {
  readonly headers: IncomingHttpHeaders
  /** Customers and staff have separate numbers: `userCaller` and `staffCaller` keep them apart. */
  readonly caller: string
  readonly tokenHash: string
  readonly path: string
  readonly query: string
  readonly body: Readonly<Record<string, unknown>>
  readonly name: string
  readonly parameters: unknown
  /**
   * A keyed hash, for requests whose key and content stand in the store beside what is encrypted there: without it,
   * short texts in them could be guessed. Left out for orders, whose keys stand in the journal.
   */
  readonly fingerprint?: ((text: string) => string) | undefined
  /** The account that a customer's session trades on, part of the content: the key is refused on another account. */
  readonly account?: AccountId | undefined
}

/**
 * `undefined`: the key is not 1 to 255 characters. A sent key belongs to the user, in each session. Without a key,
 * the session, the whole address and the body, with the parameter `t` that clients change, are the key.
 */
export function onceOf(call: SentRequest): Once | undefined {
  const { fingerprint } = call
  const content = shorten([call.name, canonical(call.parameters), String(call.account ?? '')], fingerprint)
  const sent = call.headers[HEADER_IDEMPOTENCY]
  if (sent === undefined)
    return {
      key: shorten(['address', call.tokenHash, call.path, call.query, canonical(call.body)], fingerprint),
      content,
    }
  const key = textOf(sent)
  if (key.length < 1 || key.length > IDEMPOTENCY_KEY_LENGTH_MAX) return undefined
  return { ...sentKeyOf(call.caller, key), content }
}

/** The name of a request that the caller sent with this key, in either case of a UUID. */
export function sentKeyOf(caller: string, sent: string): Omit<Once, 'content'> {
  const key = inOneCase(sent)
  return { key: shorten(['key', caller, key]), namedAt: momentNamed(key) }
}

/** RFC 9562, section 5.7: the first 48 bits of a UUID of version 7 are milliseconds since 1970. */
function momentNamed(key: string): Millis | undefined {
  const digits = UUID_7.exec(key)
  return digits === null ? undefined : millis(Number.parseInt(`${digits[1]}${digits[2]}`, 16))
}

const UUID_7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** The parts of a visitor's request from which its key is made. */
export type SentVisit = Pick<SentRequest, 'headers' | 'name' | 'parameters'>

/**
 * A visitor has no account to which a key could belong, so two requests with the same key count as one device: the key
 * must be unguessable. Another call or other parameters are another request. `undefined`: no key was sent.
 */
export function visitorKeyOf(call: SentVisit): RequestId | 'invalid' | undefined {
  const sent = call.headers[HEADER_IDEMPOTENCY]
  if (sent === undefined) return undefined
  const key = inOneCase(textOf(sent))
  if (key.length < VISITOR_KEY_LENGTH_MIN || key.length > IDEMPOTENCY_KEY_LENGTH_MAX) return 'invalid'
  return shorten(['visitor', call.name, canonical(call.parameters), key])
}

/** As long as the shortest secret of a device: a UUID is longer. */
const VISITOR_KEY_LENGTH_MIN = 16

/** 128 bits of SHA-256, or of the keyed hash, as 32 hex digits. Two different lists never give the same text. */
function shorten(parts: readonly string[], fingerprint = sha256): RequestId {
  return fingerprint(JSON.stringify(parts)).slice(0, 32)
}

const sha256 = (text: string): string => hash('sha256', text, 'hex')

/**
 * The same text for the same values in any order: JSON of the pairs of name and value. Keys in the journal are made
 * from it, so the text of a request never changes. Exported for its test.
 */
export function canonical(values: unknown): string {
  if (typeof values !== 'object' || values === null) return JSON.stringify(values) ?? ''
  const given = values as Readonly<Record<string, unknown>>
  let pairs = ''
  for (const name of Object.keys(given).sort())
    pairs += `${pairs === '' ? '' : ','}[${quoted(name)},${json(given[name])}]`
  return `[${pairs}]`
}

const json = (value: unknown): string => (typeof value === 'string' ? quoted(value) : (JSON.stringify(value) ?? 'null'))

/** As JSON.stringify; a text of these characters needs no escape. */
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

const PLAIN = /^[ !#-[\]-~]*$/

const textOf = (header: string | string[]): string => (Array.isArray(header) ? header.join(',') : header)

/** A UUID is the same in either case (RFC 9562, section 4); any other key is its characters. */
const inOneCase = (key: string): string => (UUID.test(key) ? key.toLowerCase() : key)

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
