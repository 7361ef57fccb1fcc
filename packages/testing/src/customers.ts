/**
 * Customers of the tests that move money: registered, confirmed, verified, with pictures to hand in and channels to pay
 * by. Everything goes through the calls and the office's reviews.
 */

import { randomInt } from 'node:crypto'
import { type CallData, type CallInput, moneyOf } from '@veritick/contract'
import { type AccountId, micros, must, type UserId, userId } from '@veritick/domain'
import { proofPrint } from '../../../apps/server/src/features/accounts/step-up.ts'
import { idOf } from '../../../apps/server/src/features/sessions/rows.ts'
import { bindingOfDraw } from '../../../apps/server/src/features/withdrawals/transaction-binding.ts'
import type { Actor } from '../../../apps/server/src/services/audit/audit.ts'
import { accountViews, untilProjected } from './core-views.ts'
import { codeTo, form } from './people.ts'
import { resealRow } from './reseal.ts'
import { png, TRON_ADDRESS, tronHash } from './samples.ts'
import { Caller, type TestServer } from './test-server.ts'

export { png, TRON_ADDRESS, tronHash }

/** Staff members without a row, whose numbers no row of a test gets. */
export const FINN: Actor = { who: 'staff:101', role: 'finance' }
export const GRETA: Actor = { who: 'staff:102', role: 'finance' }

const TRIAL = { trial: true, usd_price: '1.000000' } as const

/** Networks, banks and currencies as an operator would set them; no waiting time for payees unless a test wants one. */
export async function openChannels(server: TestServer, changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const network = { currency_code: 'USDT', address: 'TRIAL - SEND NOTHING', ...TRIAL }
  const bank = {
    bank_coin: 1,
    bank_name: 'TRIAL BANK',
    bank_swift: '',
    payee_name: 'TRIAL',
    payee_account: 'TRIAL ONE',
    trial: true,
  }
  const values: Record<string, unknown> = {
    charge_networks: [
      { ...network, id: 1, protocol_code: 'TRC20' },
      { ...network, id: 2, protocol_code: 'ERC20' },
      { ...network, id: 3, protocol_code: 'ERC20', enabled: false },
    ],
    charge_symbols: [{ id: 1, name: 'EUR', usd_price: '1.083700' }],
    charge_banks: [{ ...bank, id: 1 }],
    draw_currencies: [
      {
        id: 1,
        type: 1,
        code: 'USDT',
        protocol: 'TRC20',
        draw_rate: '2.000000',
        fee_type: 1,
        usd_price: '0.999800',
        trial: true,
      },
      {
        id: 2,
        type: 1,
        code: 'USDT',
        protocol: 'ERC20',
        draw_rate: '0.010000',
        fee_type: 2,
        usd_price: '1.000000',
        trial: true,
      },
      {
        id: 3,
        type: 2,
        code: 'EUR',
        protocol: '',
        draw_rate: '25.000000',
        fee_type: 1,
        usd_price: '1.083700',
        trial: true,
      },
    ],
    payee_hold_hours: 0,
    // Days pass in tests, and the operator does not set the prices again.
    draw_price_max_hours: 0,
    deposit_price_max_hours: 0,
    ...changes,
  }
  for (const [key, value] of Object.entries(values)) await set(server, key, value)
}

/** As the office would change a setting. */
export async function set(server: TestServer, key: string, value: unknown): Promise<void> {
  const { settings } = server.context
  const seenVersion = must(
    settings.list().find((each) => each.key === key),
    `${key} is a setting`,
  ).version
  const changed = await settings.change({ key, value, who: 'staff:9', reason: 'for the test', seenVersion })
  if (!changed.ok) throw new Error(`${key}: ${changed.reason} ${changed.detail ?? ''}`)
}

/** A customer's row as the server itself would have written it. `set`: of an update of users; $1 is the address. */
export async function changeCustomer(server: TestServer, email: string, set: string): Promise<void> {
  const { query } = server.context.store
  const rows = await query<{ user_id: number }>(`update users set ${set} where email = $1 returning user_id`, [email])
  await resealRow({ ...server.context, query }, 'users', must(rows[0], 'the customer is registered'))
}

/** Registered and signed in, with a confirmed address. The password is not typed again: checking it is most of that. */
export async function customer(
  server: TestServer,
  name: string,
  more: { readonly invite_code?: string } = {},
): Promise<Caller> {
  const email = `${name}@example.com`
  await server.visitor.does('register', await form(server, email, more))
  const { sessions, store, runtime } = server.context
  const [row] = await store.query<{ user: number }>(
    'update users set first_sign_in_at = $2 where email = $1 returning user_id as user',
    [email, runtime.now()],
  )
  const user = userId(must(row, 'the customer is registered').user)
  await resealRow({ ...server.context, query: store.query }, 'users', { user_id: user })
  const person = new Caller(server.url, await sessions.begin({ user, kind: 'real', device: '' }))
  await person.does('sendCode', { purpose: 'confirm_email' })
  await person.does('confirmEmail', { auth_code: await codeTo(server, email) })
  return person
}

export async function userOf(person: Caller): Promise<UserId> {
  return userId((await person.does('userInfo', {})).id)
}

/** The account that the customer's session trades on. Its number is never that of the user. */
export async function accountOf(server: Pick<TestServer, 'context'>, person: Caller): Promise<AccountId> {
  const session = must(await server.context.sessions.find(person.token ?? ''), 'the customer is signed in')
  return session.account
}

/** The customer's session trades on another of their accounts from now on. */
export async function switchTo(server: Pick<TestServer, 'context'>, person: Caller, account: AccountId): Promise<void> {
  const { sessions } = server.context
  const session = must(await sessions.find(person.token ?? ''), 'the customer is signed in')
  const switched = await sessions.switchAccount(session, account)
  if (switched === 'account_unknown') throw new Error(`the customer owns no account ${account}`)
}

export const CORA: Actor = { who: 'staff:103', role: 'compliance' }

let births = 0
const DAY_MS = 86_400_000
const DAYS_OF_BIRTH = 365

/** Another day of 1990 each time: all customers of a test have one name, and are not one person. */
function nextBirthDate(): string {
  births += 1
  return new Date(Date.UTC(1990, 0, 1) + (births % DAYS_OF_BIRTH) * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The request of a customer for verification: pictures, a document number and a birth date that no other customer of
 * the test has.
 */
export async function documents(server: TestServer, person: Caller): Promise<CallInput<'identitySubmit'>> {
  return {
    name: 'Chan Tai Man',
    card_id: `P${randomInt(1_000_000, 10_000_000)}${randomInt(1_000_000, 10_000_000)}`,
    birth_date: nextBirthDate(),
    front_pic: await picture(server, person),
    reverse_pic: await picture(server, person),
  }
}

/** The number of the submission that waits. */
export async function waitingSubmission(server: TestServer, person: Caller): Promise<number> {
  const { rows } = await server.context.identity.review.queue({
    state: 'waiting',
    user: await userOf(person),
    page: 1,
    size: 1,
  })
  return must(rows[0], 'something waits').submission
}

/** Hands in documents and has them accepted. */
export async function verify(server: TestServer, person: Caller): Promise<void> {
  await person.does('identitySubmit', await documents(server, person))
  const submission = await waitingSubmission(server, person)
  const accepted = await server.context.identity.review.accept({
    submission,
    actor: CORA,
    reason: 'the document is good',
  })
  if (!accepted.ok) throw new Error(`not accepted: ${accepted.reason}`)
}

let shades = 0

/**
 * Another one each time, so that no two are alike by chance; far enough from each other that none is lost when a
 * picture is made anew.
 */
function nextShade(): number {
  shades += 1
  return ((shades & 0xf00) << 12) | ((shades & 0xf0) << 8) | ((shades & 0xf) << 4)
}

/**
 * A picture of its own for each shade; what the upload answers. Not through its route, which has a ceiling a minute and
 * its own tests.
 */
export async function picture(server: TestServer, person: Caller, shade = nextShade()): Promise<string> {
  const { files, sessions } = server.context
  const session = must(await sessions.find(person.token ?? ''), 'the customer is signed in')
  const { user } = session
  const kept = await files.keep({ owner: user, bytes: png(shade) })
  if (!kept.ok) throw new Error(`the picture was not taken: ${kept.reason}`)
  return files.tickets.address(kept.file, { kind: 'real', id: user, session: idOf(session) })
}

/** Deposits and has it credited, by two people where one is not enough: this many whole USD. */
export async function fund(server: TestServer, person: Caller, dollars: number): Promise<void> {
  const made = await person.does('chargeSubmit', {
    charge_id: 1,
    number: String(dollars),
    proofImg: await picture(server, person),
  })
  const credit = {
    deposit: made.id,
    amount: micros(dollars * 1_000_000),
    paymentReference: tronHash(made.id),
    remark: '',
    reason: 'seen on chain',
  }
  let credited = await server.context.deposits.review.credit({ ...credit, actor: FINN })
  // Above the limit the first approval credits nothing.
  if (credited.ok && credited.value.state === 'unchecked')
    credited = await server.context.deposits.review.credit({ ...credit, actor: GRETA })
  if (!credited.ok) throw new Error(`not credited: ${credited.reason}`)
}

/** Verified, with this many USD. */
export async function richCustomer(server: TestServer, name: string, dollars: number): Promise<Caller> {
  const person = await customer(server, name)
  await verify(server, person)
  await fund(server, person, dollars)
  return person
}

/** Binds a Tron address, with the mailed code. */
export async function bindTron(server: TestServer, person: Caller, name: string): Promise<number> {
  await person.does('sendCode', { purpose: 'payee', dc_address: TRON_ADDRESS })
  const auth_code = await codeTo(server, `${name}@example.com`)
  return (await person.does('bindDrawMethod', { type: 1, draw_id: 1, dc_address: TRON_ADDRESS, auth_code })).id
}

/** As if the code mailed for just this withdrawal had been typed: sending has its ceilings, and tests of its own. */
export async function provesDraw(
  server: TestServer,
  person: Caller,
  request: Pick<CallInput<'draw'>, 'number' | 'draw_method_id'>,
): Promise<void> {
  const { sessions, encryption } = server.context
  const session = must(await sessions.find(person.token ?? ''), 'the customer is signed in')
  const transactionBinding = bindingOfDraw({
    payee: Number(request.draw_method_id),
    amount: must(moneyOf(String(request.number)), 'an amount'),
  })
  await sessions.prove(session, {
    by: 'code',
    of: proofPrint({ encryption }, { purpose: 'withdraw', transactionBinding }),
  })
}

/** Asks for a withdrawal, proven. */
export async function draws(server: TestServer, person: Caller, request: CallInput<'draw'>): Promise<CallData<'draw'>> {
  await provesDraw(server, person, request)
  return person.does('draw', request)
}

/** Every book sums to zero, and every client's balance and locked amount are what the read tables say. */
export async function booksProblems(server: TestServer): Promise<readonly string[]> {
  const { core, store } = server.context
  await untilProjected(core)
  const uneven = await store.query<{ sequence: number }>(
    'select sequence from ledger_entries group by sequence, book having sum(amount) <> 0',
  )
  const totals = await store.query<{ account: AccountId; balance: number; locked: number }>(
    'select account, balance, locked from account_totals',
  )
  const sums = await store.query<{ account: number; purse: string; sum: string }>(
    `select account, purse, sum(amount)::text as sum from ledger_entries where account is not null
     group by account, purse`,
  )
  const sumOf = (account: number, purse: string) =>
    Number(sums.find((each) => each.account === account && each.purse === purse)?.sum ?? 0)
  const views = new Map((await accountViews(server)).map((view) => [view.account, view]))
  const wrong = totals.filter(({ account, balance, locked }) => {
    const view = views.get(account)
    return (
      view?.balance !== balance ||
      view.locked !== locked ||
      sumOf(account, 'clientBalance') !== balance ||
      sumOf(account, 'clientLocked') !== locked
    )
  })
  return [
    ...uneven.map(({ sequence }) => `entry ${sequence} does not sum to zero`),
    ...wrong.map(({ account }) => `account ${account}`),
  ]
}
