/**
 * Opens deposits, withdrawals, corrections and freezes with their common parts. A decision that a crash left without
 * its engine command is completed here, at the start and every half minute, before the next request is possible.
 */

import { type Corrections, openCorrections } from '../features/corrections/index.ts'
import { type Deposits, openDeposits } from '../features/deposits/index.ts'
import { type Freezes, openFreezes } from '../features/freezes/index.ts'
import type { CaseworkParts } from '../features/money/index.ts'
import { openWithdrawals, type Withdrawals } from '../features/withdrawals/index.ts'

export type Money = {
  readonly deposits: Deposits
  readonly withdrawals: Withdrawals
  readonly corrections: Corrections
  readonly freezes: Freezes
  stop(): Promise<void>
}

export const RESUME_MS = 30_000

export async function openMoney(parts: CaseworkParts): Promise<Money> {
  const deposits = openDeposits(parts)
  const withdrawals = openWithdrawals(parts)
  const corrections = openCorrections(parts)
  const freezes = openFreezes(parts)
  const resume = async () => {
    // Freezes come first: a frozen account must not pay out.
    await freezes.resumeIntents()
    await deposits.resumeIntents()
    await withdrawals.resumeIntents()
    await corrections.resumeIntents()
  }
  await resume()
  let resuming: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    resuming = resume().catch((error: unknown) =>
      parts.log.error({ err: error }, 'money on its way could not be looked at'),
    )
  }, RESUME_MS)
  timer.unref()
  return {
    deposits,
    withdrawals,
    corrections,
    freezes,
    stop: async () => {
      clearInterval(timer)
      await resuming
    },
  }
}
