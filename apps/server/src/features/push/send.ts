/**
 * One request to a push service: encrypted for the browser (RFC 8291, RFC 8188) and signed with the server's key (RFC
 * 8292) by the library `web-push`. Redirects are not followed, the answer's body is not read, and a service that does
 * not answer within the deadline counts as one that failed, and so does one whose name is not found by then.
 */
import webPush from 'web-push'
import { HOUR_MS, SECOND_MS } from '../../services/clock/index.ts'
import { type HttpClient, openHttpClient, openLookup } from '../../services/network/index.ts'
import type { VapidKeys } from './vapid-keys.ts'

export const SEND_DEADLINE_MS = 10_000
/** How long the push service keeps a message for a browser that is off: six hours. */
const PUSH_TTL_SECONDS = 21_600
const RETRY_AFTER_MAX_MS = HOUR_MS

export type Target = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } }

/**
 * `gone`: the browser's subscription has ended. `refused`: the same message would be refused again, by the service or
 * already by the library. `failed`: a later try may be taken, not before `waitMs` if the service said so.
 */
export type Sent =
  | { readonly kind: 'taken' | 'gone' }
  | { readonly kind: 'refused'; readonly cause: string }
  | { readonly kind: 'failed'; readonly cause: string; readonly waitMs: number }

/** A customer chooses the name, so getaddrinfo is not asked for it. */
export const PUSH_CLIENT = openHttpClient(openLookup())

type Message = {
  readonly text: string
  readonly urgent: boolean
  readonly vapid: VapidKeys & { readonly subject: string }
  readonly deadlineMs: number
  readonly client: HttpClient
}

export async function send(target: Target, message: Message): Promise<Sent> {
  const request = requestFor(target, message)
  if (request instanceof Error) return { kind: 'refused', cause: request.name }
  try {
    const { status, headers } = await message.client({
      url: target.endpoint,
      method: 'POST',
      headers: headersOf(request.headers),
      body: request.body,
      deadlineMs: message.deadlineMs,
      bytesMax: 0,
    })
    return outcomeOf(status, headers['retry-after'] ?? null)
  } catch (error) {
    return { kind: 'failed', cause: errorOf(error).name, waitMs: 0 }
  }
}

const headersOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))

/** Encrypted and signed; the error of the library where it does not accept endpoint or keys. */
function requestFor(target: Target, { text, urgent, vapid: vapidDetails }: Message) {
  try {
    const urgency = urgent ? 'high' : 'normal'
    return webPush.generateRequestDetails(target, text, { vapidDetails, TTL: PUSH_TTL_SECONDS, urgency })
  } catch (error) {
    return errorOf(error)
  }
}

/** Only its name is logged: the message of an error may name the endpoint. */
const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error('unknown'))

const GONE: readonly number[] = [404, 410]
const LATER: readonly number[] = [408, 425, 429]

/** `retryAfter`: seconds; a date counts as not said. */
export function outcomeOf(status: number, retryAfter: string | null): Sent {
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (GONE.includes(status)) return { kind: 'gone' }
  if (status < 500 && !LATER.includes(status)) return { kind: 'refused', cause: `HTTP ${status}` }
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return { kind: 'failed', cause: `HTTP ${status}`, waitMs: Math.min(seconds * SECOND_MS, RETRY_AFTER_MAX_MS) }
}
