/**
 * The share of real accounts that lost money, as the risk warning says it: measured from our own ledger by a job, never
 * typed in. An account counts when at least one of its orders was closed in the last 12 months of the market clock. It
 * lost when profit, financing and fees of these orders together are below zero. Money that is paid in or out, rewards,
 * and corrections have no part in it. docs/domain/company.md has the formula.
 */
import { ORDER_STATUS } from '@veritick/contract'
import { formatDecimal, type Millis, mulDivUp } from '@veritick/domain'
import type { Market } from '../../market/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Lane, Store } from '../../store/index.ts'

/** A share of fewer would tell how one of them is doing. */
export const COUNTED_ACCOUNTS_MIN = 10
export const MONTHS_COUNTED = 12

export type LosingShare = {
  /** Percent with one decimal, such as "71.4"; `null` while too few accounts have traded, or it was not counted yet. */
  current(): string | null
  /** Counts now. */
  count(): Promise<string | null>
  stop(): Promise<void>
}

/** Counts once before it resolves, so that the first visitor after a start reads a share, and then every hour. */
export async function openLosingShare(parts: {
  readonly store: Pick<Store, 'background'>
  readonly market: Pick<Market, 'clock'>
  readonly jobs: Jobs
}): Promise<LosingShare> {
  const { store, market, jobs } = parts
  let share: string | null = null
  const job = jobs.add({
    name: 'losing_share',
    everyMs: HOUR_MS,
    run: async () => {
      share = await countedShare(store.background, market.clock())
      return share
    },
  })
  // The job has logged a failure. A warning without a share holds until the next run.
  await job.run().catch(() => undefined)
  return { current: () => share, count: () => job.run(), stop: () => job.stop() }
}

/** The same day twelve months earlier. On 29 February it is 1 March. */
export function countedFrom(now: Millis): number {
  const from = new Date(now)
  return from.setUTCMonth(from.getUTCMonth() - MONTHS_COUNTED)
}

/** Only positions that were opened and closed: a cancelled pending order is no trade. */
const COUNT = `
  select count(*) as traded, count(*) filter (where result < 0) as lost
    from (
      select orders.account, sum(orders.profit + orders.swap - orders.fee) as result
        from orders join account_totals on account_totals.account = orders.account and account_totals.book = 'real'
       where orders.status = ${ORDER_STATUS.history} and orders.opened_at is not null and orders.ended_at >= $1
       group by orders.account
    ) as counted`

export async function countedShare(lane: Pick<Lane, 'query'>, now: Millis): Promise<string | null> {
  const [row] = await lane.query<{ traded: string | number; lost: string | number }>(COUNT, [countedFrom(now)])
  return shareOf({ traded: Number(row?.traded ?? 0), lost: Number(row?.lost ?? 0) })
}

/** Rounded up, in favour of the reader. */
export function shareOf({ traded, lost }: { readonly traded: number; readonly lost: number }): string | null {
  if (traded < COUNTED_ACCOUNTS_MIN) return null
  return formatDecimal(mulDivUp(lost, 1000, traded), 1)
}
