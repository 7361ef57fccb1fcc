/**
 * The money of a customer as staff read it beside a record: balances from the engine, sums from rows that prove
 * themselves against it. A changed row would otherwise let a withdrawal look covered by deposits that never were.
 */
import { type Micros, micros, must, type UserId } from '@veritick/domain'
import { accountsOf, type Person } from '../accounts/index.ts'
import { isRecordFault, provenSums } from '../money/index.ts'
import type { Context } from './context.ts'

export type CustomerMoney = {
  /** Of all accounts of the customer's kind: demo money and real money are never added. */
  readonly balance: Micros
  /** Credited deposits and paid withdrawals. */
  readonly deposited: Micros
  readonly withdrawn: Micros
}

type Parts = Pick<Context, 'core' | 'store' | 'encryption' | 'knownAccounts'>

/** `fault`: the accounts or the records of the customer do not prove themselves, and no sum is shown. */
export async function moneyToShow(
  parts: Parts,
  customer: Pick<Person, 'user' | 'kind'>,
): Promise<
  { readonly money: CustomerMoney; readonly fault: undefined } | { readonly money: undefined; readonly fault: string }
> {
  try {
    return { money: await moneyOf(parts, customer), fault: undefined }
  } catch (error) {
    if (!isRecordFault(error)) throw error
    return { money: undefined, fault: error.message }
  }
}

async function moneyOf(parts: Parts, customer: Pick<Person, 'user' | 'kind'>): Promise<CustomerMoney> {
  const { core, store } = parts
  const owned = await accountsOf({ ...parts, db: store.db }, customer.user)
  const numbers = (kind: Person['kind']) => owned.filter((each) => each.kind === kind).map(({ account }) => account)
  const views = await Promise.all(numbers(customer.kind).map((account) => core.query({ kind: 'account', account })))
  const balances = views.map((view) => must(view, 'the engine knows every account of a customer').balance)
  const sums = await provenSums({ ...parts, query: store.query }, numbers('real'))
  return { balance: micros(balances.reduce((sum, balance) => sum + balance, 0)), ...sums }
}

/** Deposits that wait and withdrawals that have not ended. */
export async function openRecordsOf(
  { store }: Pick<Context, 'store'>,
  user: UserId,
): Promise<{ readonly deposits: number; readonly withdrawals: number }> {
  const [row] = await store.query<{ deposits: number; withdrawals: number }>(
    `select
       (select count(*) from deposits where user_id = $1 and state in ('unchecked', 'crediting')) as deposits,
       (select count(*) from withdrawals where user_id = $1
         and state in ('waiting', 'approved', 'paying', 'rejecting', 'cancelling')) as withdrawals`,
    [user],
  )
  return must(row, 'counts are a row')
}
