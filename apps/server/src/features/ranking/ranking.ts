/**
 * The background work of the ranking: once a day the equity of every account is measured, every few minutes the list is
 * computed anew. Requests read the computed list only, so a visitor costs the server no computation.
 */
import { isCoreBusy } from '../../journal/index.ts'
import { MINUTE_MS } from '../../services/clock/index.ts'
import type { RankingParts } from './context.ts'
import { measureDay } from './equity-days.ts'
import { computeList } from './list.ts'

/** Age that the list reaches; the screen names the moment at which it was computed. */
export const REFRESH_MS = 5 * MINUTE_MS

export type Ranking = {
  /** Measures the day if that is due, and computes the list; also runs by itself. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

export function openRanking(parts: RankingParts): Ranking {
  const job = parts.jobs.add({
    name: 'ranking',
    everyMs: REFRESH_MS,
    atStart: true,
    // The read tables are being filled from the journal, or the store is late: the list stays as it is.
    isTooEarly: isCoreBusy,
    run: async () => {
      await measureDay(parts)
      await computeList(parts)
    },
  })
  return { refresh: () => job.run(), stop: () => job.stop() }
}
