/**
 * The comparisons of a start that the core leaves to PostgreSQL (apps/server/src/core/compare-accounts.ts), over the
 * simulated read tables. Sums are BigInt.
 */
import type { Row, Tables } from './tables.ts'

type Sums = Map<string, bigint>

/** Events whose ledger lines do not sum to zero in one book. */
export function comparedEntries(tables: Tables): readonly unknown[] {
  const sums = new Map<number, { sum: bigint; books: Set<unknown> }>()
  for (const row of tables.rows('ledger_entries')) {
    const sequence = Number(row.sequence)
    const line = sums.get(sequence) ?? { sum: 0n, books: new Set() }
    line.sum += whole(row.amount)
    line.books.add(row.book)
    sums.set(sequence, line)
  }
  for (const [sequence, { sum, books }] of sums)
    if (sum !== 0n || books.size > 1) return [{ sequence, book: [...books][0], sum: String(sum) }]
  return []
}

/** The sum of each purse, and every account whose lines are not its totals. */
export function comparedLedger(tables: Tables): readonly unknown[] {
  const purses: Sums = new Map()
  const accounts: Sums = new Map()
  for (const { book, purse, account, amount } of tables.rows('ledger_entries')) {
    add(purses, `${book} ${purse}`, whole(amount))
    if (account !== null) add(accounts, `${book} ${account} ${purse}`, whole(amount))
  }
  const found: unknown[] = []
  for (const [name, sum] of purses) {
    const [book, purse] = name.split(' ')
    found.push({ book, purse, account: null, found: String(sum), expected: null })
  }
  for (const totals of tables.rows('account_totals')) {
    const { book, account } = totals
    for (const [purse, column] of SIDES) {
      const name = `${book} ${account} ${purse}`
      const sum = accounts.get(name) ?? 0n
      accounts.delete(name)
      if (sum !== whole(totals[column]))
        found.push({ book, purse, account, found: String(sum), expected: String(totals[column]) })
    }
  }
  for (const [name, sum] of accounts) {
    const [book, account, purse] = name.split(' ')
    found.push({ book, purse, account: Number(account), found: String(sum), expected: 'no line' })
  }
  return found
}

const SIDES = [
  ['clientBalance', 'balance'],
  ['clientLocked', 'locked'],
] as const

/** The first account whose log and ended orders are not its totals. */
export function comparedLog(tables: Tables): readonly unknown[] {
  const sums: Sums = new Map()
  const last = new Map<unknown, Row>()
  for (const row of tables.rows('account_log')) {
    const { account, kind, amount } = row
    add(sums, `${account} amount`, whole(amount))
    add(sums, `${account} ${kind}`, whole(amount))
    add(sums, `${account} lines`, 1n)
    if (whole(row.sequence) > whole(last.get(account)?.sequence ?? 0)) last.set(account, row)
  }
  for (const { account, status, swap, fee } of tables.rows('orders')) {
    if (status !== 3) continue
    add(sums, `${account} ended`, 1n)
    add(sums, `${account} costs`, whole(swap) - whole(fee))
  }
  for (const totals of tables.rows('account_totals')) {
    const { account } = totals
    const sum = (name: string) => sums.get(`${account} ${name}`) ?? 0n
    const found = [
      ...[sum('amount'), whole(last.get(account)?.balance_after ?? 0), sum('lines'), sum('profit')],
      ...[-sum('fee'), sum('financing'), sum('ended'), sum('costs')],
    ].map(String)
    const { balance, log_lines: lines, profit, fees, swap, orders_ended: ended, costs_ended: costs } = totals
    const expected = [balance, balance, lines, profit, fees, swap, ended, costs].map(String)
    if (found.some((each, at) => each !== expected[at])) return [{ account, expected, found }]
  }
  return []
}

function add(sums: Sums, name: string, amount: bigint): void {
  sums.set(name, (sums.get(name) ?? 0n) + amount)
}

function whole(value: unknown): bigint {
  return BigInt(value as number)
}
