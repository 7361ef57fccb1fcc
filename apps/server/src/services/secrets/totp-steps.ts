/** Steps of used app codes, remembered outside the store, where the step that a row names may be changed. */
import type { Transaction } from '../../store/index.ts'
import type { Encryption } from '../encryption/index.ts'
import { PERIOD_SECONDS } from './totp.ts'

const STEP_MS = PERIOD_SECONDS * 1000
const nameOf = (owner: string): string => `app codes of ${owner}`

type Remembering = { readonly encryption: Pick<Encryption, 'usedCredentials'> }

/** The newest step whose code was used; 0: none within the last hour. `now`: wall time, ms. */
export function spentStep({ encryption }: Remembering, owner: string, now: number): number {
  return Math.max(0, Math.floor(encryption.usedCredentials.usedUpTo(nameOf(owner), now) / STEP_MS) - 1)
}

/** The transaction uses the code of the step, which expires where the next step begins. */
export function spendStep(
  { encryption }: Remembering,
  tx: Pick<Transaction, 'onEnd'>,
  used: { readonly owner: string; readonly step: number },
): void {
  encryption.usedCredentials.use(tx, nameOf(used.owner), (used.step + 1) * STEP_MS)
}
