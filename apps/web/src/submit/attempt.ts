/**
 * One tap, one order. An attempt to send carries a key; the same intent sent again before its answer came (a double
 * tap, a lost network) carries the same key and the same body, so the server makes it happen once. An answer, or
 * another intent, ends it.
 */

/** What the customer sees of sending: at rest, on its way, refused (why, in the server's words), or of unknown fate. */
export type Attempt<Body> =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; readonly key: string; readonly intent: string; readonly body: Body }
  /** The server said no: nothing happened, the next attempt is a new one. */
  | { readonly state: 'refused'; readonly reason: string; readonly message: string }
  /** No answer came: it may have happened. Sending the same intent again asks with the same key and body. */
  | { readonly state: 'unanswered'; readonly key: string; readonly intent: string; readonly body: Body }

export type SendingAttempt<Body> = Extract<Attempt<Body>, { state: 'sending' }>

export const attemptIdle = { state: 'idle' } as const

/**
 * The attempt that a tap starts, or `undefined` while one is on its way. `intent` names what is wanted, without what
 * only moves along (the price seen): it decides whether a body is the same intent.
 */
export function attemptStarted<Body>(
  before: Attempt<Body>,
  request: { readonly intent: string; readonly body: Body; readonly freshKey: string },
): SendingAttempt<Body> | undefined {
  const { intent, body, freshKey } = request
  if (before.state === 'sending') return undefined
  if (before.state === 'unanswered' && before.intent === intent) return { ...before, state: 'sending' }
  return { state: 'sending', key: freshKey, intent, body }
}

/** What was asked and has no answer yet, if this is the same intent; another intent is another order. */
export function bodyAsked<Body>(attempt: Attempt<Body>, intent: string | undefined): Body | undefined {
  return (attempt.state === 'sending' || attempt.state === 'unanswered') && attempt.intent === intent
    ? attempt.body
    : undefined
}

export type Answer =
  | { readonly kind: 'done' | 'lost' }
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string }

/** What an answer to the attempt with `key` makes of it; a late answer to an older one changes nothing. */
export function attemptAnswered<Body>(before: Attempt<Body>, key: string, answer: Answer): Attempt<Body> {
  if (before.state !== 'sending' || before.key !== key) return before
  switch (answer.kind) {
    case 'done':
      return attemptIdle
    case 'lost':
      return { ...before, state: 'unanswered' }
    case 'refused':
      return { state: 'refused', reason: answer.reason, message: answer.message }
  }
}

/**
 * A change of the form takes a shown refusal away; an attempt of unknown fate stays until it is answered or replaced.
 */
export function attemptFormChanged<Body>(before: Attempt<Body>): Attempt<Body> {
  return before.state === 'refused' ? attemptIdle : before
}
