/**
 * A statement: every change of a balance in a period, with the balance before, after each line and at the end. It is
 * checked to add up before it is given away. The lines are the ledger's, in its order; a line belongs to a day by the
 * time it is shown with.
 */
import { setImmediate } from 'node:timers/promises'
import { ENTRY_GROUPS, type EntryGroup, moneyText } from '@veritick/contract'
import { type AccountId, assert, type Micros, micros, must } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { say } from '../../calls/index.ts'
import type { AccountLogRow } from '../../projections/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import type { Query } from '../../store/index.ts'
import type { RecordOf } from './records.ts'
import { wireEntry } from './wallet.ts'

/** Lines of one statement. A document takes a thousand times longer to draw than a line of text to write. */
export const LINES_MAX = { csv: 20_000, pdf: 2_000 } as const
/** Lines that are read and written before the event loop turns: a few milliseconds. */
export const LINES_AT_ONCE = 200

export type Statement = {
  readonly uid: string
  /** First and last day, UTC. */
  readonly from: string
  readonly to: string
  readonly opening: Micros
  readonly closing: Micros
  readonly lines: readonly StatementLine[]
}

export type StatementLine = {
  readonly at: string
  readonly kind: string
  readonly order: number | null
  readonly amount: Micros
  readonly balance: Micros
  /** The kind of the line, in the reader's language. */
  readonly words: string
}

type Bounds = { first: number | null; last: number | null }

/** `undefined`: more than `max` lines. `from` and `until`: moments, the second not included. */
export async function readLines(
  query: Query,
  period: { readonly account: AccountId; readonly from: number; readonly until: number; readonly max: number },
): Promise<{ readonly rows: readonly AccountLogRow[]; readonly opening: Micros } | undefined> {
  const { account, from, until, max } = period
  // Bounds are sequences, so that the lines between them follow each other without a gap even when clocks jump.
  const [bounds] = await query<Bounds>(
    'select min(sequence) as first, max(sequence) as last from account_log where account = $1 and at >= $2 and at < $3',
    [account, from, until],
  )
  const first = bounds?.first ?? null
  const last = bounds?.last ?? null
  if (first === null || last === null) return { rows: [], opening: await balanceBefore(query, account, { at: from }) }
  const rows: AccountLogRow[] = []
  for (let after = first - 1; after < last; ) {
    const page = await query<AccountLogRow>(LINES_PAGE, [account, after, last, LINES_AT_ONCE])
    rows.push(...page)
    if (rows.length > max) return undefined
    after = page.length < LINES_AT_ONCE ? last : must(page.at(-1), 'a page has a last line').sequence
    await setImmediate()
  }
  return { rows, opening: await balanceBefore(query, account, { sequence: first }) }
}

const LINES_PAGE = `select account, sequence, kind, amount, balance_after as "balanceAfter", order_id as "order",
    instrument, reference, at, wall_time as "wallTime"
  from account_log where account = $1 and sequence > $2 and sequence <= $3 order by sequence limit $4`

async function balanceBefore(
  query: Query,
  account: AccountId,
  point: { readonly sequence: number } | { readonly at: number },
): Promise<Micros> {
  const [column, value] = 'sequence' in point ? ['sequence', point.sequence] : ['at', point.at]
  const [row] = await query<{ balance: number }>(
    `select balance_after as balance from account_log where account = $1 and ${column} < $2
     order by sequence desc limit 1`,
    [account, value],
  )
  return micros(row?.balance ?? 0)
}

export async function statementOf(made: {
  readonly uid: string
  readonly from: string
  readonly to: string
  readonly opening: Micros
  readonly rows: readonly AccountLogRow[]
  readonly codeOf: (instrument: number | null) => string
  readonly recordOf: RecordOf
  readonly language: Language
  readonly ids: Ids
}): Promise<Statement> {
  const { uid, from, to, opening, rows, codeOf, recordOf, language, ids } = made
  let running: number = opening
  const lines = await inSlices(rows, (row): StatementLine => {
    running += row.amount
    assert(running === row.balanceAfter, `the account log adds up at ${row.sequence}`)
    const entry = wireEntry({ row, code: codeOf(row.instrument), record: recordOf(row.reference), language, ids })
    return {
      at: entry.CreatedAtTran,
      kind: entry.Kind,
      order: entry.OrderId,
      amount: micros(row.amount),
      balance: micros(row.balanceAfter),
      words: entry.MemoTran,
    }
  })
  return { uid, from, to, opening, closing: micros(running), lines }
}

/**
 * UTF-8 with a byte order mark, by which spreadsheets know it; the first and last line are the balances around the
 * period.
 */
export async function statementCsv(statement: Statement, language: Language): Promise<string> {
  const word = (key: 'time' | 'kind' | 'entry' | 'order' | 'amount' | 'balance' | 'opening' | 'closing') =>
    say(language, `statement.${key}`)
  const written = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`
  const lines = await inSlices(statement.lines, (line) =>
    written([
      line.at,
      say(language, `history.group_${groupOf(line.kind)}`),
      line.words,
      line.order === null ? '' : String(line.order),
      moneyText(line.amount),
      moneyText(line.balance),
    ]),
  )
  return [
    '\uFEFF',
    written([word('time'), word('kind'), word('entry'), word('order'), word('amount'), word('balance')]),
    written([statement.from, '', word('opening'), '', '', moneyText(statement.opening)]),
    ...lines,
    written([statement.to, '', word('closing'), '', '', moneyText(statement.closing)]),
  ].join('')
}

/** The type under which the transactions are filtered in the app: the words of the ledger are not the customer's. */
export function groupOf(kind: string): EntryGroup {
  const found = Object.entries(ENTRY_GROUPS).find(([, kinds]) => kinds.some((each) => each === kind))
  return must(found?.[0] as EntryGroup | undefined, `${kind} belongs to a group`)
}

/** `map` for many items: orders are answered between two slices of it. */
async function inSlices<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = []
  for (const item of items) {
    made.push(make(item))
    if (made.length % LINES_AT_ONCE === 0) await setImmediate()
  }
  return made
}

/** Invisible marks of right-to-left texts. A search or a comparison in a spreadsheet would fail because of them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** How a formula begins in a spreadsheet, in East Asian ones also in full width. */
const FORMULA = /^[=+@\-\t\r\n\uff1d\uff0b\uff20\uff0d]/
const NEGATIVE = /^-\d+(\.\d+)?$/

/**
 * Quoted where it must be. A cell that begins like a formula gets an apostrophe, so that a spreadsheet shows it as
 * text; a negative amount stays a number.
 */
function cell(text: string): string {
  const plain = text.replace(DIRECTION_MARKS, '')
  const safe = FORMULA.test(plain) && !NEGATIVE.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
