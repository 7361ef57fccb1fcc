/**
 * Once a day, from 22:00 UTC on, the record of every account with money is measured and stored, listed or not. So a
 * consent shows the past as it was, open losses included, and cannot begin at a moment that suits its owner. A day on
 * which nothing changed has no row.
 */
import { DAY_MS, HOUR_MS } from '../../services/clock/index.ts'
import { equityDays } from '../../store/index.ts'
import type { RankingParts } from './context.ts'
import { ACCOUNTS_AT_ONCE, type Measured, measureAccounts } from './measure.ts'

/** The hour of the measurement, UTC: the trading day of New York has ended. */
const MEASURED_AT_HOUR = 22
/** Days that are kept; of older ones the newest, from which the record goes on. */
const DAYS_KEPT = 400

/** Does nothing when the day is measured already. */
export async function measureDay(parts: RankingParts): Promise<void> {
  const { store, core, runtime } = parts
  const { query } = store.background
  // By a clock that is ahead for a moment no day would be measured until that day comes.
  const day = dayOf(runtime.guardedNow())
  const [progress] = await query<{ day: number }>('select day from ranking_progress')
  if (progress !== undefined && progress.day >= day) return
  for (let after = 0; ; ) {
    const page = (await core.query({ kind: 'accounts', after, limit: ACCOUNTS_AT_ONCE })).map(({ account }) => account)
    const last = page.at(-1)
    if (last === undefined) break
    const takenAt = runtime.now()
    const measured = await measureAccounts(parts, page)
    await keep(
      parts,
      measured.filter(hasChanged).map((each) => rowOf(each, { day, takenAt })),
    )
    after = last
  }
  await query(
    `delete from equity_days d where d.day < $1
       and exists (select 1 from equity_days n where n.account_id = d.account_id and n.day > d.day and n.day < $1)`,
    [day - DAYS_KEPT],
  )
  await query(
    `insert into ranking_progress (id, listed_at, day) values (1, $1, $2) on conflict (id) do update set day = $2`,
    [runtime.now(), day],
  )
}

const dayOf = (now: number): number => Math.floor((now - MEASURED_AT_HOUR * HOUR_MS) / DAY_MS)

function hasChanged({ previous, sequence, growth }: Measured): boolean {
  return previous?.sequence !== sequence || previous.equity !== growth.equity
}

type Row = typeof equityDays.$inferInsert

function rowOf(measured: Measured, { day, takenAt }: Pick<Row, 'day' | 'takenAt'>): Row {
  const { account, sequence, recordSequence, growth } = measured
  const { equity, index: growthIndex, peak, drawdown, profit } = growth
  return { account, day, takenAt, sequence, recordSequence, equity, growthIndex, peak, drawdown, profit }
}

async function keep({ store }: RankingParts, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0)
    await store.background.db
      .insert(equityDays)
      .values([...rows])
      .onConflictDoNothing()
}
