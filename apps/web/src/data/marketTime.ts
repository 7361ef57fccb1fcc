/**
 * Market time on the device, also while an instrument has no quotes: its last quote is older than the rollover that
 * follows its close. The clock of the server is carried forward by the time that has passed here since it was read, at
 * the speed of the market, because the settings are read every few minutes only. It is not carried forward while the
 * feed is silent or has ended, because the clock of the server then stands still.
 */
import type { CallData } from '@veritick/contract'
import { useFeedSilent, useMarketHour } from './live.ts'
import { useBasics } from './queries.ts'
import { useMinute } from './useMinute.ts'

type Read = {
  readonly market: Pick<CallData<'getBasicInfo'>['market'], 'time' | 'speed'>
  /** When the settings were read, by the clock of the device; 0: unknown, as for an old page. */
  readonly readAt: number
}

/** The later of the carried clock and the newest quote of all instruments; `undefined` before both. */
export function marketTimeOf(
  read: Read | undefined,
  { newest, now, silent }: { readonly newest: number | undefined; readonly now: number; readonly silent: boolean },
): number | undefined {
  if (read === undefined) return newest
  const passed = read.readAt === 0 || silent ? 0 : Math.max(0, now - read.readAt)
  return Math.max(newest ?? 0, read.market.time + Math.floor(passed * Number(read.market.speed)))
}

/** Carried on every minute. Quotes count to the hour, because each rollover is at a whole hour. */
export function useMarketTime(): number | undefined {
  const { data, dataUpdatedAt } = useBasics()
  const newest = useMarketHour()
  const silent = useFeedSilent()
  const now = useMinute()
  return marketTimeOf(data && { market: data.market, readAt: dataUpdatedAt }, { newest, now, silent })
}
