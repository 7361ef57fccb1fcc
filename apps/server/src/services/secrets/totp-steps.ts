/** Steps of used app codes, remembered outside the store, where the step that a row names may be changed. */
import type { Transaction } from '../../store/index.ts'
import type { Encryption } from '../encryption/index.ts'
import { PERIOD_SECONDS } from './totp.ts'

const STEP_MS = PERIOD_SECONDS * 1000
const nameOf = (owner: string): string => `app codes of ${owner}`

type Remembering = { readonly encryption: Pick<Encryption, 'spent'> }

/** The newest step whose code was used; 0: none within the last hour. `now`: wall time, ms. */
export function spentStep({ encryption }: Remembering, owner: string, now: number): number {
  return Math.floor(encryption.spent.until(nameOf(owner), now) / STEP_MS)
}

/** The transaction uses the code of the step. */
export function spendStep(
  { encryption }: Remembering,
  tx: Pick<Transaction, 'onEnd'>,
  used: { readonly owner: string; readonly step: number; readonly now: number },
): void {
  encryption.spent.spend(tx, nameOf(used.owner), { until: used.step * STEP_MS, now: used.now })
}
