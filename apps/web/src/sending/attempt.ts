/**
 * One tap, one order. An attempt to send carries a key; the same wish sent again before its answer came (a double tap, a lost
 * network) carries the same key and the same body, so the server makes it happen once. An answer, or another wish, ends it.
 */

/** What the customer sees of sending: at rest, on its way, refused (why, in the server's words), or of unknown fate. */
export type Attempt<Body> =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; readonly key: string; readonly wish: string; readonly body: Body }
  /** The server said no: nothing happened, the next attempt is a new one. */
  | { readonly state: 'refused'; readonly reason: string; readonly message: string }
  /** No answer came: it may have happened. Wishing the same again asks with the same key and body. */
  | { readonly state: 'unanswered'; readonly key: string; readonly wish: string; readonly body: Body }

export type Sending<Body> = Extract<Attempt<Body>, { state: 'sending' }>

export const attemptIdle = { state: 'idle' } as const

/**
 * The attempt that a tap starts, or `undefined` while one is on its way. `wish` names what is wanted, without what only moves
 * along (the price seen): it decides whether a body is the same wish.
 */
export function attemptStarted<Body>(
  before: Attempt<Body>,
  request: { readonly wish: string; readonly body: Body; readonly freshKey: string },
): Sending<Body> | undefined {
  const { wish, body, freshKey } = request
  if (before.state === 'sending') return undefined
  if (before.state === 'unanswered' && before.wish === wish) return { ...before, state: 'sending' }
  return { state: 'sending', key: freshKey, wish, body }
}

/** What was asked and has no answer yet, if this is the same wish; another wish is another order. */
export function bodyAsked<Body>(attempt: Attempt<Body>, wish: string | undefined): Body | undefined {
  return (attempt.state === 'sending' || attempt.state === 'unanswered') && attempt.wish === wish ? attempt.body : undefined
}

export type Answer = { readonly kind: 'done' | 'lost' } | { readonly kind: 'refused'; readonly reason: string; readonly message: string }

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

/** A change of the form takes a shown refusal away; an attempt of unknown fate stays until it is answered or replaced. */
export function attemptFormChanged<Body>(before: Attempt<Body>): Attempt<Body> {
  return before.state === 'refused' ? attemptIdle : before
}
