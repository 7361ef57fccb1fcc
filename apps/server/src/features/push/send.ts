/**
 * One request to a push service: encrypted for the browser (RFC 8291, RFC 8188) and signed with the server's key (RFC
 * 8292) by the library `web-push`. Redirects are not followed, the answer's body is not read, and a service that does
 * not answer within the deadline counts as one that failed.
 */
import webPush from 'web-push'
import { HOUR_MS, SECOND_MS } from '../../services/clock/index.ts'
import type { VapidKeys } from './vapid-keys.ts'

export const SEND_DEADLINE_MS = 10_000
/** How long the push service keeps a message for a browser that is off: six hours. */
const PUSH_TTL_SECONDS = 21_600
const RETRY_AFTER_MAX_MS = HOUR_MS

export type Target = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } }

/**
 * `gone`: the browser's subscription has ended. `refused`: the same message would be refused again. `failed`: a later
 * try may be taken, not before `waitMs` if the service said so.
 */
export type Sent =
  | { readonly kind: 'taken' | 'gone' }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed'; readonly cause: string; readonly waitMs: number }

export async function send(
  target: Target,
  message: {
    readonly text: string
    readonly urgent: boolean
    readonly vapid: VapidKeys & { readonly subject: string }
    readonly deadlineMs: number
  },
): Promise<Sent> {
  const { text, urgent, vapid: vapidDetails, deadlineMs } = message
  const request = webPush.generateRequestDetails(target, text, {
    vapidDetails,
    TTL: PUSH_TTL_SECONDS,
    urgency: urgent ? 'high' : 'normal',
  })
  try {
    const answer = await fetch(target.endpoint, {
      method: 'POST',
      headers: Object.entries(request.headers)
        .filter(([name]) => name !== 'Content-Length')
        .map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
    await answer.body?.cancel()
    return outcomeOf(answer.status, answer.headers.get('retry-after'))
  } catch (error) {
    // The message of the error may name the endpoint.
    return { kind: 'failed', cause: error instanceof Error ? error.name : 'unknown', waitMs: 0 }
  }
}

const GONE: readonly number[] = [404, 410]
const LATER: readonly number[] = [408, 425, 429]

/** `retryAfter`: seconds; a date counts as not said. */
export function outcomeOf(status: number, retryAfter: string | null): Sent {
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (GONE.includes(status)) return { kind: 'gone' }
  if (status < 500 && !LATER.includes(status)) return { kind: 'refused', status }
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return { kind: 'failed', cause: `HTTP ${status}`, waitMs: Math.min(seconds * SECOND_MS, RETRY_AFTER_MAX_MS) }
}
