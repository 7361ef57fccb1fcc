/**
 * Measures the equity of accounts now, and their records up to now. Balance and positions come from the engine, money
 * that came or went from the ledger; both must be of the same moment. So the last ledger line of each account is read
 * before and after the engine is asked: an account with a line between the two is left out, and the caller asks again.
 */
import { ORDER_STATUS } from '@veritick/contract'
import {
  type AccountId,
  type Flow,
  type Growth,
  type Micros,
  measureGrowth,
  micros,
  must,
  newGrowth,
  ppm,
} from '@veritick/domain'
import { type AccountLive, ENTRY_CATEGORIES, type EntryCategory } from '@veritick/engine'
import type { Query } from '../../store/index.ts'
import type { RankingParts } from './context.ts'

/** Open positions that one question computes. */
const HOLDINGS_AT_ONCE = 1_000

/** Accounts of one question to the engine: each may hold hundreds of positions. */
export const ACCOUNTS_AT_ONCE = 200
/** Questions for an account whose ledger moves each time; after them it waits for the next run. */
const TRIES_MAX = 3

export type Measured = {
  readonly account: AccountId
  readonly growth: Growth
  /** The last ledger line before the measurement. */
  readonly sequence: number
  /** The line with which the record began. */
  readonly recordSequence: number
  /** The stored row that it continues; `undefined`: it is the first. */
  readonly previous: RecordRow | undefined
}

export type RecordRow = {
  account_id: AccountId
  day: number
  sequence: number
  record_sequence: number
  equity: number
  growth_index: number
  peak: number
  drawdown: number
  profit: number
}

/**
 * Measures at most ACCOUNTS_AT_ONCE accounts. Left out: accounts that never had money, or that changed at every read.
 */
export async function measureAccounts(
  parts: Pick<RankingParts, 'store' | 'core'>,
  accounts: readonly AccountId[],
): Promise<readonly Measured[]> {
  const measured: Measured[] = []
  let left = accounts
  for (let tries = 0; tries < TRIES_MAX && left.length > 0; tries++) {
    const round = await measureOnce(parts, left)
    measured.push(...round.measured)
    left = round.moved
  }
  return measured
}

async function measureOnce(
  { store, core }: Pick<RankingParts, 'store' | 'core'>,
  accounts: readonly AccountId[],
): Promise<{ readonly measured: readonly Measured[]; readonly moved: readonly AccountId[] }> {
  const { query } = store.background
  await core.projected()
  const before = await lastLines(query, accounts)
  const listed = accounts.filter((account) => before.has(account))
  const live = await liveOf(core, listed)
  await core.projected()
  const previous = await lastRows(query, listed)
  const heldSince = await openingsOf(query, live)
  const since = listed.map((account) => previous.get(account)?.sequence ?? 0)
  const flows = await flowsOf(query, listed, since)
  const after = await lastLines(query, listed)
  const measured: Measured[] = []
  const moved: AccountId[] = []
  listed.forEach((account, index) => {
    const seen = live[index]
    const sequence = must(before.get(account), 'an account that was asked for has a line')
    if (after.get(account) !== sequence) moved.push(account)
    else if (seen !== undefined) {
      const lines = flows.filter((line) => line.account === account)
      const { equity } = seen.view
      const found = { lines, equity, previous: previous.get(account), heldSince: heldSince.get(account) }
      measured.push({ account, sequence, previous: found.previous, ...recordOf(found) })
    }
  })
  return { measured, moved }
}

/** In short questions: an order waits for one of them, not for all accounts. */
async function liveOf(
  core: Pick<RankingParts['core'], 'query'>,
  accounts: readonly AccountId[],
): Promise<readonly (AccountLive | undefined)[]> {
  const live: (AccountLive | undefined)[] = []
  while (live.length < accounts.length) {
    const rest = accounts.slice(live.length)
    live.push(...(await core.query({ kind: 'live', accounts: rest, limit: HOLDINGS_AT_ONCE })))
  }
  return live
}

type FlowRow = {
  account: AccountId
  sequence: number
  kind: string
  amount: number
  balance_after: number
  at: number
  /** A position that has ended since was open. */
  held: boolean
}

/** The record up to now: the stored one and what happened since, or a new one. */
function recordOf(found: {
  readonly lines: readonly FlowRow[]
  readonly equity: Micros
  readonly previous: RecordRow | undefined
  readonly heldSince: number | undefined
}): Pick<Measured, 'growth' | 'recordSequence'> {
  const { equity, previous, heldSince } = found
  const begins = found.lines.findLast((line) => line.kind === RECORD_BEGINS) ?? (previous ? undefined : found.lines[0])
  const start = begins ?? previous
  if (start === undefined) throw new Error('invariant violated: an account without money has no ledger line')
  const lines = begins === undefined ? found.lines : found.lines.filter((line) => line.sequence > begins.sequence)
  const growth = begins === undefined ? growthOf(must(previous, 'a record goes on')) : beganWith(begins)
  const flows = lines.map((line): Flow => {
    const open = line.held || (heldSince !== undefined && heldSince <= line.at)
    return { amount: micros(line.amount), before: open ? undefined : micros(line.balance_after - line.amount) }
  })
  return {
    growth: measureGrowth(growth, { flows, equity }),
    recordSequence: begins?.sequence ?? must(previous, 'a record goes on').record_sequence,
  }
}

/** Demo money is restored: what was lost or won before is no part of the record. */
const RECORD_BEGINS = 'demo_reset'

const beganWith = (line: FlowRow): Growth => newGrowth(micros(line.balance_after))

const growthOf = (row: RecordRow): Growth => ({
  index: row.growth_index,
  equity: micros(row.equity),
  peak: row.peak,
  drawdown: ppm(row.drawdown),
  profit: micros(row.profit),
})

/** Which ledger lines are money that came or went. The others are results of trading. */
const IS_FLOW: { readonly [Category in EntryCategory]: boolean } = {
  demo_grant: true,
  demo_reset: true,
  deposit: true,
  reward: true,
  adjustment: true,
  withdrawal_locked: true,
  // Of the locked amount: the balance changed when it was locked.
  withdrawal_paid: false,
  withdrawal_returned: true,
  protection: true,
  fee: false,
  profit: false,
  financing: false,
}
const FLOW_KINDS = ENTRY_CATEGORIES.filter((category) => IS_FLOW[category])

async function lastLines(query: Query, accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, number>> {
  const rows = await query<{ account: AccountId; sequence: number }>(
    'select account, max(sequence) as sequence from account_log where account = any($1::bigint[]) group by account',
    [accounts],
  )
  return new Map(rows.map(({ account, sequence }) => [account, sequence]))
}

async function lastRows(query: Query, accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, RecordRow>> {
  const rows = await query<RecordRow>(
    `select distinct on (account_id)
       account_id, day, sequence, record_sequence, equity, growth_index, peak, drawdown, profit
     from equity_days where account_id = any($1::integer[]) order by account_id, day desc`,
    [accounts],
  )
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** Market time at which the oldest open position of each account was opened. */
async function openingsOf(
  query: Query,
  live: readonly (AccountLive | undefined)[],
): Promise<ReadonlyMap<AccountId, number>> {
  const held = live.flatMap((each) => each?.holdings.map(({ order }) => order) ?? [])
  if (held.length === 0) return new Map()
  const rows = await query<{ account: AccountId; opened: number }>(
    'select account, min(opened_at) as opened from orders where order_id = any($1::bigint[]) group by account',
    [held],
  )
  return new Map(rows.map(({ account, opened }) => [account, opened]))
}

/**
 * The flows of each account after its line `since`, oldest first; none before its last reset, which begins the record.
 * One pass over lines and ended orders together, newest first, knows the earliest opening of all orders that ended
 * later. A look at the orders for each line would read lines times orders, and a demo account makes thousands of both.
 */
export function flowsOf(query: Query, accounts: readonly AccountId[], since: readonly number[]): Promise<FlowRow[]> {
  return query<FlowRow>(
    `with lines as (
       select l.*, max(l.sequence) filter (where l.kind = '${RECORD_BEGINS}') over (partition by l.account) as begins
       from unnest($1::bigint[], $2::bigint[]) as since (account, sequence)
       join account_log l on l.account = since.account and l.sequence > since.sequence
       where l.kind = any($3::text[])),
     flows as materialized (
       select account, sequence, kind, amount, balance_after, at from lines where sequence >= coalesce(begins, 0)),
     ended as (
       select o.account, o.ended_sequence, o.opened_at
       from (select account, min(sequence) as sequence from flows group by account) first
       join orders o on o.account = first.account and o.status = ${ORDER_STATUS.history}
         and o.ended_sequence > first.sequence),
     happened as (
       select *, null::bigint as opened_at from flows
       union all select account, ended_sequence, null, null, null, null, opened_at from ended),
     later as (
       select *, min(opened_at) over (partition by account order by sequence desc) as opened_first from happened)
     select account, sequence, kind, amount, balance_after, at, coalesce(opened_first <= at, false) as held
     from later where kind is not null order by account, sequence`,
    [accounts, since, FLOW_KINDS],
  )
}
