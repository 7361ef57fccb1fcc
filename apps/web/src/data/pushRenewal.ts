/**
 * Renews the notifications of this browser after a sign-in; the code is loaded only where notifications were turned on.
 */
import { readLocal } from './localStorage.ts'
import { onSession } from './session.ts'

/** The customer who turned notifications on, and the chosen topics. */
export const PUSH_KEPT = 'veritick.push'

export function startPushRenewal(): void {
  onSession(({ token, user }, before) => {
    if (token === undefined || token === before.token || user === undefined) return
    if (readLocal(PUSH_KEPT) === undefined) return
    void import('./push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
  })
}
