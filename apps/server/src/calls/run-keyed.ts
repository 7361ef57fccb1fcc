/**
 * The way of a state-changing call into its feature: its request gets a key, and the handler gets the request with the
 * key. A repeated request has the same key, so a feature can tell it from a new one.
 */
import { HEADER_IDEMPOTENCY } from '@veritick/contract'
import type { RequestId } from '@veritick/engine'
import { type Refusal, refuse } from './answer.ts'
import { type Once, onceOf, type SentRequest, type SentVisit, visitorKeyOf } from './request-key.ts'

/**
 * Runs the handler of a caller with a session. `request` must belong to this call alone: the key is added to it, not to
 * a copy. Refuses with `idempotency_key_invalid`.
 */
export async function runKeyed<Request extends object, Answer>(
  handler: (keyed: Request & { readonly once: Once }) => Promise<Answer>,
  request: Request,
  sent: SentRequest,
): Promise<Answer | Refusal> {
  const once = onceOf(sent)
  if (once === undefined) return refuse('idempotency_key_invalid', HEADER_IDEMPOTENCY)
  return handler(Object.assign(request, { once }))
}

/** The same for a visitor, who may send no key. */
export async function runVisitor<Request extends object, Answer>(
  handler: (keyed: Request & { readonly visitorKey: RequestId | undefined }) => Promise<Answer>,
  request: Request,
  sent: SentVisit,
): Promise<Answer | Refusal> {
  const visitorKey = visitorKeyOf(sent)
  if (visitorKey === 'invalid')
    return { ...refuse('idempotency_key_invalid', HEADER_IDEMPOTENCY), sentence: 'messages.visitor_key_invalid' }
  return handler(Object.assign(request, { visitorKey }))
}
