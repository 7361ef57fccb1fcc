/** Deposits as the rest of the server sees them: what customers report, what providers say, what the office decides. */
import { type CaseworkParts, runAll } from '../money/index.ts'
import { type Cards, cardsOf } from './cards.ts'
import { creditsOf } from './credits.ts'
import { type Report, type Reported, reportDeposit } from './report.ts'
import { type DepositReview, depositReview } from './review.ts'

export type Deposits = {
  report(report: Report): Promise<Reported>
  readonly cards: Cards
  readonly review: DepositReview
  /**
   * Finishes every credit that was decided and is not booked and marked yet; ends what was begun and not paid in its
   * time.
   */
  resumeIntents(): Promise<void>
}

export function openDeposits(parts: CaseworkParts): Deposits {
  const credits = creditsOf(parts)
  const cards = cardsOf(parts, credits)
  return {
    report: (report) => reportDeposit(parts, report),
    cards,
    review: depositReview(parts, credits),
    resumeIntents: () => runAll([credits.resume, cards.expireOld]),
  }
}
