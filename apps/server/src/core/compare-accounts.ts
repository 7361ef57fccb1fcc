/**
 * Before trading opens: the accounts of the engine against its own books and against the read tables, which stand at
 * the same event. Every comparison is an aggregate over a whole table, so the start reads each table once or twice and
 * nothing row by row. The proof and the cost of each comparison:
 * docs/decisions/0046-the-stored-state-is-proven-not-believed.md.
 */
import { ORDER_STATUS } from '@veritick/contract'
import { type AccountId, assert } from '@veritick/domain'
import { BOOK_SIDES, bookSum, type Engine } from '@veritick/engine'
import type { Query } from '../store/index.ts'
import { differs, JournalDamaged, TablesDiffer } from './state-faults.ts'

/** Rows of account_totals read at once. */
const PAGE = 10_000
const KINDS = ['demo', 'real'] as const

/** Throws TablesDiffer or JournalDamaged; the message names table, account, expected and found. */
export async function compareAccounts(query: Query, engine: Engine): Promise<void> {
  compareBooks(engine)
  await compareTotals(query, engine)
  await compareEntries(query)
  await compareLedger(query, engine)
  await compareLog(query)
}

/**
 * Every account's balance and locked amount together are what the double-entry books say that customers own; the books
 * sum to zero.
 */
function compareBooks(engine: Engine): void {
  const sums = { demo: { balance: 0n, locked: 0n }, real: { balance: 0n, locked: 0n } }
  for (const id of engine.accounts()) {
    const account = engine.account(id)
    assert(account !== undefined, 'an account that is listed is there')
    sums[account.accountKind].balance += BigInt(account.balance)
    sums[account.accountKind].locked += BigInt(account.locked)
  }
  for (const kind of KINDS) {
    const book = engine.book(kind)
    const expect = (what: string, values: { readonly expected: bigint; readonly found: bigint }) => {
      if (values.expected !== values.found)
        throw new JournalDamaged(differs(`the engine's state, book ${kind}: ${what}`, values))
    }
    expect('the sum of all sides', { expected: 0n, found: bookSum(book) })
    expect('balances of all accounts', { expected: book.clientBalance, found: sums[kind].balance })
    expect('locked amounts of all accounts', { expected: book.clientLocked, found: sums[kind].locked })
  }
}

type TotalsRow = { account: AccountId; book: string; balance: number; locked: number }

/** `account_totals` against the engine, account by account. */
async function compareTotals(query: Query, engine: Engine): Promise<void> {
  const missing = new Set(engine.accounts())
  for (let after = -1; ; ) {
    const rows = await query<TotalsRow>(
      'select account, book, balance, locked from account_totals where account > $1 order by account limit $2',
      [after, PAGE],
    )
    for (const row of rows) {
      compareTotalsRow(row, engine)
      missing.delete(row.account)
    }
    const last = rows[rows.length - 1]
    if (last === undefined) break
    after = last.account
  }
  const [first] = missing
  if (first !== undefined)
    throw new TablesDiffer(differs(`table account_totals, account ${first}`, { expected: 'a row', found: 'none' }))
}

function compareTotalsRow(row: TotalsRow, engine: Engine): void {
  const account = engine.account(row.account)
  const where = `table account_totals, account ${row.account}`
  if (account === undefined) throw new TablesDiffer(differs(where, { expected: 'no row', found: 'a row' }))
  const values = {
    book: { expected: account.accountKind, found: row.book },
    balance: { expected: account.balance, found: row.balance },
    locked: { expected: account.locked, found: row.locked },
  }
  for (const [column, value] of Object.entries(values)) {
    if (value.expected !== value.found) throw new TablesDiffer(differs(`${where}, ${column}`, value))
  }
}

/**
 * Double entry: the lines of each event sum to zero in their book. In the order of the primary key, so it needs no
 * sorting.
 */
async function compareEntries(query: Query): Promise<void> {
  const rows = await query<{ sequence: number; book: string; sum: string }>(
    `select sequence, min(book) as book, sum(amount)::text as sum from ledger_entries
     group by sequence having sum(amount) <> 0 or min(book) <> max(book) order by sequence limit 1`,
  )
  const row = rows[0]
  if (row === undefined) return
  throw new TablesDiffer(
    differs(`table ledger_entries, event ${row.sequence}, book ${row.book}, sum of its lines`, {
      expected: 0,
      found: row.sum,
    }),
  )
}

/**
 * `ledger_entries` in one pass: each purse of each book against the engine's books, and each account's lines against
 * `account_totals`, which agree with the engine by now. Lines of the operator's purses name no account.
 */
async function compareLedger(query: Query, engine: Engine): Promise<void> {
  const rows = await query<{
    book: string
    purse: string
    account: AccountId | null
    found: string
    expected: string | null
  }>(
    `with sums as materialized (
       select book, purse, account, sum(amount) as amount from ledger_entries group by book, purse, account),
     clients as (
       select book, account, coalesce(sum(amount) filter (where purse = 'clientBalance'), 0) as balance,
         coalesce(sum(amount) filter (where purse = 'clientLocked'), 0) as locked,
         count(*) filter (where purse not in ('clientBalance', 'clientLocked')) as strange
       from sums where account is not null group by book, account),
     different as (
       select coalesce(t.book, c.book) as book, coalesce(t.account, c.account) as account, coalesce(c.strange, 0) as strange,
         coalesce(c.balance, 0) as balance, coalesce(c.locked, 0) as locked,
         coalesce(t.balance, 0) as balance_expected, coalesce(t.locked, 0) as locked_expected
       from clients c full join account_totals t on t.account = c.account and t.book = c.book
       where coalesce(c.balance, 0) <> coalesce(t.balance, 0) or coalesce(c.locked, 0) <> coalesce(t.locked, 0) or c.strange > 0
       order by 2 limit 1)
     select book, purse, null::bigint as account, sum(amount)::text as found, null as expected from sums
     group by book, purse
     union all select book, 'clientBalance', account, balance::text, balance_expected::text from different
     union all select book, 'clientLocked', account, locked::text, locked_expected::text from different
     union all select book, 'of the operator', account, strange::text, '0' from different`,
  )
  const where = 'table ledger_entries'
  for (const { book, purse, account, found, expected } of rows) {
    if (account !== null && found !== expected) {
      throw new TablesDiffer(differs(`${where}, account ${account}, book ${book}, purse ${purse}`, { expected, found }))
    }
  }
  const purses = new Map(rows.flatMap((row) => (row.account === null ? [[`${row.book} ${row.purse}`, row.found]] : [])))
  for (const kind of KINDS) {
    for (const side of BOOK_SIDES) {
      const values = { expected: String(engine.book(kind)[side]), found: purses.get(`${kind} ${side}`) ?? '0' }
      purses.delete(`${kind} ${side}`)
      if (values.expected !== values.found)
        throw new TablesDiffer(differs(`${where}, book ${kind}, purse ${side}, sum of its lines`, values))
    }
  }
  const [strange] = purses
  if (strange !== undefined)
    throw new TablesDiffer(differs(`${where}, purse ${strange[0]}`, { expected: 'none', found: strange[1] }))
}

const LOG_COLUMNS = [
  'balance',
  'last balance_after',
  'log_lines',
  'profit',
  'fees',
  'swap',
  'orders_ended',
  'costs_ended',
] as const

/**
 * `account_log` and the ended `orders`, in one pass each, against `account_totals`: sums, counts, and the balance after
 * the last line.
 */
async function compareLog(query: Query): Promise<void> {
  const rows = await query<{ account: AccountId; expected: string[]; found: string[] }>(
    `with lines as (
       select account, count(*) as lines, sum(amount) as amount, max(sequence) as last,
         coalesce(sum(amount) filter (where kind = 'profit'), 0) as profit,
         coalesce(-sum(amount) filter (where kind = 'fee'), 0) as fees,
         coalesce(sum(amount) filter (where kind = 'financing'), 0) as swap
       from account_log group by account),
     ended as (
       select account, count(*) as orders, sum(swap - fee) as costs from orders where status = ${ORDER_STATUS.history}
       group by account),
     both_sides as (
       select coalesce(t.account, l.account) as account,
         array[t.balance, t.balance, t.log_lines, t.profit, t.fees, t.swap, t.orders_ended,
           t.costs_ended]::numeric[] as expected,
         array[coalesce(l.amount, 0), coalesce(a.balance_after, 0), coalesce(l.lines, 0), coalesce(l.profit, 0), coalesce(l.fees, 0),
           coalesce(l.swap, 0), coalesce(e.orders, 0), coalesce(e.costs, 0)]::numeric[] as found
       from account_totals t full join lines l on l.account = t.account
         left join account_log a on a.account = l.account and a.sequence = l.last
         left join ended e on e.account = t.account)
     select account, expected::text[] as expected, found::text[] as found from both_sides
     where expected is distinct from found order by account limit 1`,
  )
  const row = rows[0]
  if (row === undefined) return
  const at = LOG_COLUMNS.findIndex((_, index) => row.expected[index] !== row.found[index])
  const [column, expected, found] = [LOG_COLUMNS[at], row.expected[at], row.found[at]]
  throw new TablesDiffer(
    differs(`tables account_log and orders, account ${row.account}, ${column}: account_totals and the rows`, {
      expected,
      found,
    }),
  )
}
