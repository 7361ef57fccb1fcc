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
import { clientSideOf, entryOf } from '@veritick/engine'
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

/**
 * The customer may trade while the page is read. So the lines end at the balance that the engine had before, or at one
 * that it has had since then: what it books meanwhile is heard from the engine itself.
 */
async function readPage(
  { core, store }: Pick<Context, 'core' | 'store'>,
  wanted: Wanted,
): Promise<Lines & { readonly fault: string | undefined }> {
  const { account } = wanted
  const booked: number[] = []
  const unlisten = core.onPublished(({ events }) => {
    for (const entry of events.map(entryOf)) {
      if (entry?.account === account) booked.push(clientSideOf(entry).balance)
    }
  })
  try {
    const balance = (await core.query({ kind: 'account', account }))?.balance ?? 0
    await core.projected()
    const read = await accountLogPage(store.db, wanted)
    const around = await linesAround(store, account, read.lines)
    // The engine's answers follow its events, so what the tables held by then has been heard.
    await core.query({ kind: 'account', account })
    const ahead = (read.lines[0]?.balanceAfter ?? 0) + around.bookedAfter - balance
    const fault = faultIn(read.lines, { account, begins: around.begins, off: isRunOf(booked, ahead) ? 0 : ahead })
    return { ...read, fault }
  } finally {
    unlisten()
  }
}

/**
 * `bookedAfter`: the sum of the lines after the page; of all where it is empty. `begins`: the end of the line before.
 */
async function linesAround(
  { query }: Context['store'],
  account: AccountId,
  lines: Lines['lines'],
): Promise<{ readonly bookedAfter: number; readonly begins: number }> {
  const [row] = await query<{ booked: number; begins: number }>(
    `select coalesce(sum(amount), 0)::bigint as booked, coalesce((
       select balance_after from account_log where account = $1 and sequence < $3 order by sequence desc limit 1
     ), 0)::bigint as begins
     from account_log where account = $1 and sequence > $2`,
    [account, lines[0]?.sequence ?? -1, lines.at(-1)?.sequence ?? -1],
  )
  return { bookedAfter: row?.booked ?? 0, begins: row?.begins ?? 0 }
}

/** Whether amounts that follow one another add up to the sum; none add up to zero. */
function isRunOf(amounts: readonly number[], sum: number): boolean {
  const before = new Set([0])
  let total = 0
  for (const amount of amounts) {
    total += amount
    if (before.has(total - sum)) return true
    before.add(total)
  }
  return sum === 0
}

/**
 * `begins`: the balance before the oldest line of the page; zero where the account began with it. `off`: how much too
 * high the lines end.
 */
function faultIn(
  lines: Lines['lines'],
  { account, begins, off }: { readonly account: AccountId; readonly begins: number; readonly off: number },
): string | undefined {
  let balance = (lines[0]?.balanceAfter ?? 0) - off
  for (const { sequence, amount, balanceAfter } of lines) {
    if (balanceAfter !== balance)
      return `table account_log, account ${account}, event ${sequence}: balance ${balanceAfter}, expected ${balance}`
    balance -= amount
  }
  return balance === begins
    ? undefined
    : `table account_log, account ${account}: its lines do not sum up to the balance`
}
