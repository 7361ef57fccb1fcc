/**
 * Takes a review lock and renews it while the staff member is active. An unattended page sends nothing, so that the
 * lock ends and the session expires by the rules (decision 32).
 */
import { REVIEW_TAKEN_MINUTES } from '@veritick/contract/office'
import { isUserActive, onReturn } from '../data/userActivity.ts'

const RENEW_EVERY_MS = 5 * 60_000
const LASTS_MS = REVIEW_TAKEN_MINUTES * 60_000
/** Time for the reads that follow a return: they tell whether another staff member holds a lock that has ended. */
const READ_FIRST_MS = 10_000

/** Returns the end, which releases the lock. */
export function keepTaken(say: (name: 'reviewTake' | 'reviewDrop') => void): () => void {
  let takenAt = 0
  const take = () => {
    if (!isUserActive()) return
    takenAt = Date.now()
    say('reviewTake')
  }
  take()
  const renewing = setInterval(take, RENEW_EVERY_MS)
  let returned: ReturnType<typeof setTimeout> | undefined
  const endReturns = onReturn(() => {
    clearTimeout(returned)
    returned = setTimeout(take, Date.now() - takenAt < LASTS_MS ? 0 : READ_FIRST_MS)
  })
  return () => {
    clearInterval(renewing)
    clearTimeout(returned)
    endReturns()
    say('reviewDrop')
  }
}
