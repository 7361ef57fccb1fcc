/**
 * The ledger of an account as staff read it, from the table for reading. It is anchored to the engine: the newest line
 * must end at the balance that the engine has, and each line where the one before it ended. So no line can be added,
 * left out or changed alone. Two changes that cancel each other out are not found: the receipts of the orders and the
 * records of money prove what happened.
 */
import { moneyText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { ENTRY_KINDS } from '@veritick/contract/schemas'
import { type AccountId, micros, must } from '@veritick/domain'
import { accountLogPage } from '../../projections/index.ts'
import type { PageWanted } from '../../services/office/index.ts'
import { accountNamed } from '../accounts/index.ts'
import { codesOf } from '../orders/index.ts'
import type { Context } from './context.ts'
import type { OfAccount } from './records.ts'

/** Newest first; `undefined`: the customer has no such account. Throws RowChanged. */
export async function ledgerOf(context: Context, options: OfAccount): Promise<OfficeData<'personLedger'> | undefined> {
  const { user, page, size } = options
  const owned = await accountNamed({ ...context, db: context.store.db }, options)
  if (owned === undefined) return undefined
  const { lines, total, fault } = await readPage(context, { account: owned.account, page, size })
  if (fault !== undefined) context.log.error({ user, fault }, 'the ledger of a customer was changed in the store')
  const codeOf = await codesOf(
    context,
    lines.map((line) => line.instrument),
  )
  const data = lines.map((line) => ({
    id: context.ids.entry(line.sequence),
    kind: must(
      ENTRY_KINDS.find((kind) => kind === line.kind),
      'the ledger knows its kinds',
    ),
    amount: moneyText(micros(line.amount)),
    balance: moneyText(micros(line.balanceAfter)),
    order_id: line.order === null ? null : context.ids.order(line.order),
    instrument: codeOf(line.instrument),
    at: line.at,
    booked_at: line.wallTime,
    fault: fault ?? null,
  }))
  return { data, total }
}

type Lines = Awaited<ReturnType<typeof accountLogPage>>
type Wanted = { readonly account: AccountId } & PageWanted

/** The balance may change while the page is read; then it is read again, so often at most. */
const ATTEMPTS_MAX = 3

async function readPage(
  context: Pick<Context, 'core' | 'store'>,
  wanted: Wanted,
): Promise<Lines & { readonly fault: string | undefined }> {
  const { core, store } = context
  const { account, page, size } = wanted
  const balance = async () => (await core.query({ kind: 'account', account }))?.balance ?? 0
  for (let attempt = 1; ; attempt++) {
    const before = await balance()
    await core.projected()
    const read = await accountLogPage(store.db, wanted)
    const ends = before - (await bookedAfter(store, { account, sequence: read.lines[0]?.sequence }))
    const isLast = page * size >= read.total
    const fault = faultIn(read.lines, { account, ends, isLast })
    if (fault === undefined) return { ...read, fault }
    if ((await balance()) === before) return { ...read, fault }
    // An account that trades without a pause is not compared.
    if (attempt === ATTEMPTS_MAX) return { ...read, fault: undefined }
  }
}

/** The sum of the lines after this one; `undefined`: of all. */
async function bookedAfter(
  { query }: Context['store'],
  { account, sequence }: { readonly account: AccountId; readonly sequence: number | undefined },
): Promise<number> {
  const [row] = await query<{ sum: number }>(
    `select coalesce(sum(amount), 0)::bigint as sum from account_log where account = $1 and sequence > $2`,
    [account, sequence ?? -1],
  )
  return row?.sum ?? 0
}

/** `ends`: the balance after the newest line of the page. `isLast`: the account began before its oldest line. */
function faultIn(
  lines: Lines['lines'],
  { account, ends, isLast }: { readonly account: AccountId; readonly ends: number; readonly isLast: boolean },
): string | undefined {
  let balance = ends
  for (const { sequence, amount, balanceAfter } of lines) {
    if (balanceAfter !== balance)
      return `table account_log, account ${account}, event ${sequence}: balance ${balanceAfter}, expected ${balance}`
    balance -= amount
  }
  return isLast && balance !== 0
    ? `table account_log, account ${account}: its lines do not sum up to the balance`
    : undefined
}
