/** Deposits as the rest of the server sees them: what customers report, what providers say, what the office decides. */
import { type CaseworkParts, runAll } from '../money/index.ts'
import { type Cards, cardsOf } from './cards.ts'
import { creditsOf } from './credits.ts'
import { RefusedReports } from './refused-reports.ts'
import { type Report, type Reported, reportSent } from './report.ts'
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
  const refusedReports = new RefusedReports()
  const credits = creditsOf(parts)
  const cards = cardsOf(parts, credits)
  return {
    report: (report) => reportSent({ ...parts, refusedReports }, report),
    cards,
    review: depositReview({ ...parts, refusedReports }, credits),
    resumeIntents: () => runAll([credits.resume, cards.expireOld]),
  }
}
