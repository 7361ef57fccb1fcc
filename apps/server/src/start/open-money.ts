/**
 * Opens deposits, withdrawals, corrections, freezes and closures together. A decision that a crash left between the
 * store and the engine is finished here, at the start and every half minute, before a customer or staff member can take
 * the next step.
 */
import { type Closures, openClosures } from '../features/closures/index.ts'
import { type Corrections, openCorrections } from '../features/corrections/index.ts'
import { type Deposits, openDeposits } from '../features/deposits/index.ts'
import { type Freezes, openFreezes } from '../features/freezes/index.ts'
import {
  type CaseworkParts,
  compareCasework,
  compareOwners,
  lookAtKnown as lookAtKnownRecords,
  RecordsLeft,
  runAll,
} from '../features/money/index.ts'
import { openWithdrawals, type Withdrawals } from '../features/withdrawals/index.ts'
import { DAY_MS } from '../services/clock/index.ts'
import type { Jobs } from '../services/jobs/index.ts'
import { proveRecords } from '../services/seals/index.ts'
import type { Query } from '../store/index.ts'

export type Money = {
  readonly deposits: Deposits
  readonly withdrawals: Withdrawals
  readonly corrections: Corrections
  readonly freezes: Freezes
  readonly closures: Closures
  stop(): Promise<void>
}

export const RESUME_MS = 30_000

/** Before the market starts. Throws CaseworkDiffers, or RowChanged with the first record that was changed. */
export async function proveMoney(
  parts: Pick<CaseworkParts, 'core' | 'encryption' | 'newestSeals' | 'knownAccounts' | 'runtime' | 'log'> & {
    readonly query: Query
  },
): Promise<void> {
  await compareOwners(parts)
  await compareCasework(parts)
  const now = parts.runtime.now()
  await proveRecords({ ...parts, now, since: now - DAY_MS })
}

export async function openMoney(parts: CaseworkParts & { readonly jobs: Jobs }): Promise<Money> {
  const deposits = openDeposits(parts)
  const withdrawals = openWithdrawals(parts)
  const corrections = openCorrections(parts)
  const freezes = openFreezes(parts)
  const closures = openClosures(parts)
  // Freezes first: money must not leave a frozen account.
  const inOrder = [freezes, closures, deposits, withdrawals, corrections]
  const lookAtKnown = () => lookAtKnownRecords(parts)
  const resume = () =>
    runAll([...inOrder.map((each) => () => each.resumeIntents()), withdrawals.lookAtOpen, lookAtKnown])
  // A record that fails is in the log and tried again by the job; trading starts without it.
  await resume().catch((error: unknown) => {
    if (!(error instanceof RecordsLeft)) throw error
  })
  const job = parts.jobs.add({ name: 'casework_resume', everyMs: RESUME_MS, run: resume })
  return {
    deposits,
    withdrawals,
    corrections,
    freezes,
    closures,
    stop: async () => {
      await job.stop()
      await closures.stop()
    },
  }
}
