/**
 * One intent, one idempotency key. A repeat after a lost network has the same key and body, so the server executes the
 * intent once; a second tap while the request is on its way sends nothing. An answer, or another intent, ends the
 * attempt.
 */

/** The state of a submission: idle, sending, refused (with the sentence of the server), or without an answer. */
export type Attempt<Body> =
  | { readonly state: 'idle' }
  /** `isRepeat`: the same request was sent before and has no answer. */
  | {
      readonly state: 'sending'
      readonly key: string
      readonly intent: string
      readonly body: Body
      readonly isRepeat: boolean
    }
  /** The server refused: nothing happened, and the next attempt is new. */
  | { readonly state: 'refused'; readonly reason: string; readonly message: string }
  /** No answer came: the server may have executed the request. A repeat of the intent has the same key and body. */
  | { readonly state: 'unanswered'; readonly key: string; readonly intent: string; readonly body: Body }

export type SendingAttempt<Body> = Extract<Attempt<Body>, { state: 'sending' }>

export const attemptIdle = { state: 'idle' } as const

/**
 * The attempt of a tap; `undefined` while an attempt is being sent. `intent` identifies the action without values that
 * only follow the market (the seen price): two bodies with the same intent are the same action.
 */
export function attemptStarted<Body>(
  before: Attempt<Body>,
  request: { readonly intent: string; readonly body: Body; readonly freshKey: string },
): SendingAttempt<Body> | undefined {
  const { intent, body, freshKey } = request
  if (before.state === 'sending') return undefined
  if (before.state === 'unanswered' && before.intent === intent) return { ...before, state: 'sending', isRepeat: true }
  return { state: 'sending', key: freshKey, intent, body, isRepeat: false }
}

/** Whether a request was sent and has no answer; only such a request may be sent again. */
export function isOnItsWay<Body>(attempt: Attempt<Body>): attempt is Extract<Attempt<Body>, { body: Body }> {
  return attempt.state === 'sending' || attempt.state === 'unanswered'
}

/** The body of a request without an answer, if the intent is the same; otherwise `undefined`. */
export function bodySent<Body>(attempt: Attempt<Body>, intent: string | undefined): Body | undefined {
  return isOnItsWay(attempt) && attempt.intent === intent ? attempt.body : undefined
}

/** Whether a request has no answer while the form contains another request, or none: sending then makes a second. */
export function isEdited<Body>(attempt: Attempt<Body>, intent: string | undefined): boolean {
  return attempt.state === 'unanswered' && attempt.intent !== intent
}

export type Answer =
  | { readonly kind: 'done' | 'lost' }
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string }

/**
 * Refusals that the server decides before it looks for the key: after a repeat they do not say whether the first
 * request was executed.
 */
const BEFORE_KEY: readonly string[] = ['too_many_requests', 'session_missing', 'session_ended']

/** The state after an answer to the attempt with `key`. A late answer to an older attempt changes nothing. */
export function attemptAnswered<Body>(before: Attempt<Body>, key: string, answer: Answer): Attempt<Body> {
  if (before.state !== 'sending' || before.key !== key) return before
  const { intent, body, isRepeat } = before
  const unanswered = { state: 'unanswered', key, intent, body } as const
  switch (answer.kind) {
    case 'done':
      return attemptIdle
    case 'lost':
      return unanswered
    case 'refused':
      if (isRepeat && BEFORE_KEY.includes(answer.reason)) return unanswered
      return { state: 'refused', reason: answer.reason, message: answer.message }
  }
}

/**
 * A change of the form clears a shown refusal. An attempt without an answer stays until an answer or another intent.
 */
export function attemptFormChanged<Body>(before: Attempt<Body>): Attempt<Body> {
  return before.state === 'refused' ? attemptIdle : before
}
