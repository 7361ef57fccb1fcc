/**
 * The secret of a two-step verification that was begun, for a reload while the customer is in the authenticator app.
 * It stays in the session storage of the tab for a few minutes. Until its first code confirms it, the secret opens
 * nothing, and a new beginning voids it. The server does not answer it a second time: a thief of the session could then
 * read it without a code. The storage holds no secret of an active second step: it is emptied before a code is sent,
 * and filled again only after a refusal that leaves the secret unconfirmed.
 */
import { type CallData, isFateUnknown, type Reason } from '@veritick/contract'
import { CallFailed, call } from '../../data/api.ts'
import { onSession, type Session, sessionNow } from '../../data/session.ts'
import { sessionStore } from '../../data/sessionStorage.ts'

export type Begun = CallData<'twoFactorBegin'>
export type Pending = Begun & { readonly at: number }

const KEY = 'veritick.two-factor'
/** Enough for the installation of an authenticator app. */
export const PENDING_MILLIS = 10 * 60_000
/** The server has no secret that waits for its first code. */
const VOID: ReadonlySet<Reason | undefined> = new Set<Reason>(['two_factor_on', 'two_factor_off'])

export function keepPending(pending: Pending, store = sessionStore()): void {
  store.setItem(KEY, JSON.stringify(pending))
  removeLater(pending, Date.now())
}

export const forgetPending = (): void => sessionStore().removeItem(KEY)

/** `undefined`: none was begun in this tab by this customer, or too long ago. */
export function readPending(now: number): Pending | undefined {
  const kept = parsed(sessionStore().getItem(KEY))
  const age = kept === undefined ? Number.NaN : now - kept.at
  if (kept !== undefined && age >= 0 && age < PENDING_MILLIS) {
    removeLater(kept, now)
    return kept
  }
  forgetPending()
  return undefined
}

let timer: ReturnType<typeof setTimeout> | undefined

function removeLater({ at }: Pending, now: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => readPending(Date.now()), at + PENDING_MILLIS - now)
}

/** Started once, at the first sign-in: a secret is forgotten on any screen, in time or once the second step is on. */
export function startPendingCleanup(): void {
  const look = ({ user }: Session) => {
    if (user?.two_factor === 1) forgetPending()
  }
  onSession(look)
  readPending(Date.now())
  look(sessionNow())
}

/** Sends the first code; answers the recovery codes. */
export async function confirmPending(pending: Pending, code: string): Promise<readonly string[]> {
  const store = sessionStore()
  store.removeItem(KEY)
  try {
    return (await call('twoFactorConfirm', { totp_code: code }, { quiet: true })).recovery_codes
  } catch (error) {
    if (isRefused(error) && !isVoid(error)) keepPending(pending, store)
    throw error
  }
}

/** The server has answered that this code has not turned it on. */
export const isRefused = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.kind === 'refused' && !isFateUnknown(error.reason)

export const isVoid = (error: unknown): error is CallFailed => isRefused(error) && VOID.has(error.reason)

function parsed(text: string | null): Pending | undefined {
  if (text === null) return undefined
  try {
    const { secret, url, at }: { readonly [name: string]: unknown } = JSON.parse(text)
    const isOurs = typeof secret === 'string' && typeof url === 'string' && typeof at === 'number'
    return isOurs ? { secret, url, at } : undefined
  } catch {
    return undefined
  }
}
