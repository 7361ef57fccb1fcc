/** Reads the facts of the listed accounts from the read tables: the start of three weeks, closed positions, curves. */
import { ORDER_STATUS } from '@veritick/contract'
import type { AccountId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'

/** Which part of an account's ledger is its record. */
export type RecordKey = { readonly account: AccountId; readonly recordSequence: number }

/** Points of a curve: two months of days. */
const CURVE_POINTS_MAX = 60
/** Instruments that an entry names. */
const INSTRUMENTS_NAMED_MAX = 3

export type WindowRow = { account_id: AccountId; sequence: number; growth_index: number; profit: number }

/** The newest measurement of each record until a moment; none of a record that began later. */
export async function windowStarts(
  query: Query,
  records: readonly RecordKey[],
  until: number,
): Promise<ReadonlyMap<AccountId, WindowRow>> {
  const rows = await query<WindowRow>(
    `select distinct on (d.account_id) d.account_id, d.sequence, d.growth_index, d.profit
     from unnest($1::integer[], $2::bigint[]) as r (account, started)
     join equity_days d on d.account_id = r.account and d.record_sequence = r.started and d.taken_at <= $3
     order by d.account_id, d.day desc`,
    [records.map(({ account }) => account), records.map(({ recordSequence }) => recordSequence), until],
  )
  return new Map(rows.map((row) => [row.account_id, row]))
}

export type Closed = {
  readonly closed: number
  readonly won: number
  readonly weeksClosed: number
  readonly weeksWon: number
  readonly leverages: readonly { readonly leverage: number; readonly positions: number }[]
  /** The most traded first. */
  readonly instruments: readonly number[]
}

type ClosedRow = {
  account: AccountId
  instrument: number
  leverage: number
  closed: number
  won: number
  weeks_closed: number
  weeks_won: number
}

/**
 * Closed positions of each record, and those after `weeks` among them. A position won when it earned its costs. One
 * that closed in parts is one position, with the sum of its parts, once its rest has closed.
 */
export async function closedPositions(
  query: Query,
  records: readonly (RecordKey & { readonly weeks: number })[],
): Promise<ReadonlyMap<AccountId, Closed>> {
  const rows = await query<ClosedRow>(
    `with positions as (
       select o.account, o.instrument, o.leverage, max(o.ended_sequence) > r.weeks as is_late,
         sum(o.profit + o.swap - o.fee) > 0 as is_won
       from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as r (account, started, weeks)
       join orders o on o.account = r.account and o.status = ${ORDER_STATUS.history} and o.close_price is not null
         and o.ended_sequence > r.started
       group by o.account, coalesce(o.split_from, o.order_id), o.instrument, o.leverage, r.weeks
       having bool_or(o.split_from is null))
     select account, instrument, leverage, count(*)::int as closed,
       count(*) filter (where is_won)::int as won,
       count(*) filter (where is_late)::int as weeks_closed,
       count(*) filter (where is_late and is_won)::int as weeks_won
     from positions group by account, instrument, leverage`,
    [
      records.map(({ account }) => account),
      records.map(({ recordSequence }) => recordSequence),
      records.map(({ weeks }) => weeks),
    ],
  )
  const byAccount = new Map<AccountId, ClosedRow[]>()
  for (const row of rows) byAccount.set(row.account, [...(byAccount.get(row.account) ?? []), row])
  return new Map([...byAccount].map(([account, own]) => [account, closedOf(own)]))
}

function closedOf(rows: readonly ClosedRow[]): Closed {
  const sum = (of: (row: ClosedRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  const instruments = new Map<number, number>()
  for (const { instrument, closed } of rows) instruments.set(instrument, (instruments.get(instrument) ?? 0) + closed)
  const named = [...instruments].sort(([a, many], [b, more]) => more - many || a - b).slice(0, INSTRUMENTS_NAMED_MAX)
  return {
    closed: sum((row) => row.closed),
    won: sum((row) => row.won),
    weeksClosed: sum((row) => row.weeks_closed),
    weeksWon: sum((row) => row.weeks_won),
    leverages: rows.map(({ leverage, closed }) => ({ leverage, positions: closed })),
    instruments: named.map(([instrument]) => instrument),
  }
}

/** The growth indexes of the last measured days of each record, oldest first. */
export async function curvesOf(
  query: Query,
  records: readonly RecordKey[],
): Promise<ReadonlyMap<AccountId, readonly number[]>> {
  const rows = await query<{ account: AccountId; growth_index: number }>(
    `select r.account, d.growth_index
     from unnest($1::integer[], $2::bigint[]) as r (account, started)
     cross join lateral (
       select e.day, e.growth_index from equity_days e
       where e.account_id = r.account and e.record_sequence = r.started order by e.day desc limit $3) d
     order by r.account, d.day`,
    [records.map(({ account }) => account), records.map(({ recordSequence }) => recordSequence), CURVE_POINTS_MAX - 1],
  )
  const curves = new Map<AccountId, number[]>()
  for (const { account, growth_index } of rows) curves.set(account, [...(curves.get(account) ?? []), growth_index])
  return curves
}

/** Wall time at which each record began. */
export async function beginningsOf(
  query: Query,
  records: readonly RecordKey[],
): Promise<ReadonlyMap<AccountId, number>> {
  const rows = await query<{ account: AccountId; wall_time: number }>(
    `select l.account, l.wall_time from unnest($1::bigint[], $2::bigint[]) as r (account, started)
     join account_log l on l.account = r.account and l.sequence = r.started`,
    [records.map(({ account }) => account), records.map(({ recordSequence }) => recordSequence)],
  )
  return new Map(rows.map(({ account, wall_time }) => [account, wall_time]))
}
