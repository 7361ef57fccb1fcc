/**
 * An attacker with write access to the store forges what rewards are measured from while the server runs: tables for
 * reading, records of money, times, states of identity checks. Nothing forged earns, stays earned or is paid. Each test
 * puts the rows back and shows that the same friend earns what is true.
 */
import { must } from '@veritick/domain'
import { accountOf, bindTron, changeCustomer, draws, FINN, fund, GRETA, verify } from '@veritick/testing/customers'
import { form } from '@veritick/testing/people'
import { firstAdmin, staffed, staffMember } from '@veritick/testing/test-office'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/index.ts'
import { openFurtherAccount } from '../accounts/further-account.ts'
import {
  approve,
  balance,
  earned,
  elsewhere,
  type Friend,
  friendOf,
  inState,
  inviterOf,
  invites,
  later,
  newEmail,
  openInvites,
  pay,
  registers,
  resealed,
  server,
  signsIn,
  trades,
  wordOf,
} from './invites-fixture.ts'

beforeAll(async () => {
  await openInvites()
  await firstAdmin(server)
}, 120_000)
afterAll(() => server.close())

const sql = (statement: string, values: readonly unknown[] = []) =>
  server.context.store.query<Record<string, unknown>>(statement, values)

/** The steps that the friend has earned. Rows that do not prove themselves fail the job after the other friends. */
async function stepsOf(friend: Friend): Promise<readonly number[]> {
  await server.context.core.projected()
  await invites()
    .earn()
    .catch((error: Error) => expect(error.message).toContain('rows were changed in the store'))
  const { rows } = await invites().queue({ page: 1, size: 100, oldestFirst: true })
  return rows.filter((row) => row.invited === friend.user).map(({ step }) => step)
}

/** Each statement has the friend's account for $1; `back` undoes it. */
async function forgedEarnsNothing(
  friend: Friend,
  ...changes: readonly { readonly statement: string; readonly back: string }[]
): Promise<void> {
  const account = await accountOf(server, friend.caller)
  for (const { statement } of changes) await sql(statement.replaceAll('$1', String(account)))
  expect(await stepsOf(friend)).toEqual([])
  for (const { back } of changes.toReversed()) await sql(back.replaceAll('$1', String(account)))
}

/** A friend who deposited and traded, three days ago. */
async function activeFriend(dollars: number, ask: string): Promise<Friend> {
  const inviter = await inviterOf()
  const friend = await friendOf(inviter.code)
  await fund(server, friend.caller, dollars)
  await trades(friend.caller, ask)
  await later(3 * DAY_MS, friend)
  await server.context.core.projected()
  return friend
}

const LOG_LINE = {
  statement: `update account_log set amount = amount * 1000 where account = $1 and kind = 'deposit'`,
  back: `update account_log set amount = amount / 1000 where account = $1 and kind = 'deposit'`,
}

test('a friend earns nothing for deposits that an attacker wrote into the account log', async () => {
  const friend = await activeFriend(299, '500.00')
  await forgedEarnsNothing(friend, LOG_LINE)
  await fund(server, friend.caller, 20)
  await later(3 * DAY_MS, friend)
  expect(await stepsOf(friend)).toEqual([1])
})

test('a friend earns nothing for a volume that an attacker wrote into the orders', async () => {
  const friend = await activeFriend(310, '499.97')
  await forgedEarnsNothing(friend, {
    statement: 'update orders set lots = lots * 10 where account = $1',
    back: 'update orders set lots = lots / 10 where account = $1',
  })
  await trades(friend.caller, '500.00')
  expect(await stepsOf(friend)).toEqual([1])
})

test('a friend earns nothing for a deposit whose row an attacker changed or copied', async () => {
  const friend = await activeFriend(299, '500.00')
  await forgedEarnsNothing(friend, LOG_LINE, {
    statement: 'update deposits set credited = credited * 1000 where account_id = $1',
    back: 'update deposits set credited = credited / 1000 where account_id = $1',
  })
  const [{ columns } = {}] = await sql(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_name = 'deposits' and table_schema = current_schema() and is_generated = 'NEVER'
       and column_name not in ('deposit_id', 'payment_reference', 'request_id', 'tx_hash')`,
  )
  await forgedEarnsNothing(friend, LOG_LINE, {
    statement: `insert into deposits (deposit_id, payment_reference, ${columns})
      select deposit_id - 1, payment_reference || 'x', ${columns} from deposits where account_id = $1`,
    back: `delete from deposits where account_id = $1 and payment_reference like '%x'`,
  })
  await fund(server, friend.caller, 20)
  await later(3 * DAY_MS, friend)
  expect(await stepsOf(friend)).toEqual([1])
})

test('a friend earns nothing for a deposit of another customer that an attacker moved to them', async () => {
  const friend = await activeFriend(299, '500.00')
  const rich = await activeFriend(400, '500.00')
  await later(0, friend)
  const [poor, full] = [await accountOf(server, friend.caller), await accountOf(server, rich.caller)]
  const [{ deposit } = {}] = await sql('select deposit_id as deposit from deposits where account_id = $1', [full])
  const move = async (from: number, to: number, user: number) => {
    await sql(`update deposits set account_id = $1, user_id = $2 where deposit_id = $3`, [to, user, deposit])
    await sql(
      `update account_log set account = $2 where account = $1 and sequence in
         (select max(sequence) from account_log where kind = 'deposit')`,
      [from, to],
    )
  }
  await move(full, poor, friend.user)
  expect(await stepsOf(friend)).toEqual([])
  await move(poor, full, rich.user)
  expect([await stepsOf(friend), await stepsOf(rich)]).toEqual([[], [1]])
})

test('a friend earns nothing earlier once an attacker moves the times of a deposit', async () => {
  const inviter = await inviterOf()
  const friend = await friendOf(inviter.code)
  await fund(server, friend.caller, 310)
  await trades(friend.caller, '500.00')
  await server.context.core.projected()
  const days = 4 * DAY_MS
  await forgedEarnsNothing(
    friend,
    {
      statement: `update account_log set wall_time = wall_time - ${days} where account = $1`,
      back: `update account_log set wall_time = wall_time + ${days} where account = $1`,
    },
    {
      statement: `update deposits set ended_at = ended_at - ${days}, created_at = created_at - ${days}
        where account_id = $1`,
      back: `update deposits set ended_at = ended_at + ${days}, created_at = created_at + ${days}
        where account_id = $1`,
    },
  )
  await later(3 * DAY_MS, friend)
  expect(await stepsOf(friend)).toEqual([1])
})

test('a friend who signed in too late earns nothing once an attacker moves the first sign-in', async () => {
  const friend = await activeFriend(310, '500.00')
  const email = `${friend.name}@example.com`
  await changeCustomer(server, email, `first_sign_in_at = created_at + ${8 * DAY_MS}`)
  expect(await stepsOf(friend)).toEqual([])
  await sql('update users set first_sign_in_at = created_at where user_id = $1', [friend.user])
  expect(await stepsOf(friend)).toEqual([])
  await changeCustomer(server, email, 'first_sign_in_at = created_at')
  expect(await stepsOf(friend)).toEqual([1])
})

test('a friend earns nothing for an inviter whose identity an attacker wrote as verified', async () => {
  const inviter = await inviterOf({ verified: false })
  const friend = await friendOf(inviter.code)
  await fund(server, friend.caller, 310)
  await trades(friend.caller, '500.00')
  await later(3 * DAY_MS, friend)
  await sql(`insert into identities (user_id, state, changed_at) values ($1, 'verified', 1)`, [inviter.user])
  expect(await stepsOf(friend)).toEqual([])
  await inState(inviter, 'verified')
  expect(await stepsOf(friend)).toEqual([1])
})

test('staff pay a reward only while its facts prove themselves, and see when they do not', async () => {
  const inviter = await inviterOf()
  const { friend, row } = await earned(inviter)
  const finance = await staffed(server, 'finance')
  const seen = async () => (await finance.does('rewardFind', { id: row.reward })).now
  const account = await accountOf(server, friend.caller)
  const times = (factor: string) =>
    sql(`update deposits set credited = credited ${factor} where account_id = $1`, [account])
  expect(await seen()).toMatchObject({ proven: true, net_deposit: '310.000000', kept_days: 3 })
  await times('* 1000')
  expect(await seen()).toMatchObject({ proven: false, net_deposit: '0.000000', kept_days: 0 })
  expect(wordOf(await approve(row, FINN))).toBe('record_changed')
  await times('/ 1000')
  expect(wordOf(await approve(row, FINN))).toBe('good')
  await later(8 * DAY_MS, friend, inviter)
  const before = Number(await balance(inviter))
  await times('* 1000')
  expect(wordOf(await pay(row, GRETA))).toBe('record_changed')
  await times('/ 1000')
  expect(must(await invites().find(row.reward), 'the reward').state).toBe('approved')
  expect(wordOf(await pay(row, GRETA))).toBe('good')
  expect(Number(await balance(inviter)) - before).toBe(30)
})

test('staff pay nothing to an inviter whose identity an attacker wrote as verified', async () => {
  const inviter = await inviterOf()
  const { row } = await earned(inviter)
  expect(wordOf(await approve(row))).toBe('good')
  await later(8 * DAY_MS, inviter)
  await inState(inviter, 'waiting')
  await sql(`update identities set state = 'verified' where user_id = $1`, [inviter.user])
  expect(wordOf(await pay(row))).toBe('reward_unverified')
  await inState(inviter, 'verified')
  expect(wordOf(await pay(row))).toBe('good')
})

test('staff neither approve nor pay a reward whose amount is not that of its step, with a right seal', async () => {
  const inviter = await inviterOf()
  const { friend, row } = await earned(inviter)
  const times = async (factor: string) => {
    await sql(`update invite_rewards set amount = amount ${factor} where reward_id = $1`, [row.reward])
    await resealed()
  }
  await times('* 900')
  expect(wordOf(await approve(row))).toBe('record_changed')
  await times('/ 900')
  expect(wordOf(await approve(row))).toBe('good')
  await later(8 * DAY_MS, friend, inviter)
  await times('* 900')
  expect(wordOf(await pay(row))).toBe('record_changed')
  await times('/ 900')
  expect(wordOf(await pay(row))).toBe('good')
})

test('an attacker who has the code of an inviter while a friend registers does not become the inviter', async () => {
  const [ivy, eve] = [await inviterOf(), await inviterOf()]
  const codes = async (ivys: string, eves: string) => {
    await sql(`update users set invite_code = 'PARKED00' where user_id = $1`, [ivy.user])
    await sql('update users set invite_code = $2 where user_id = $1', [eve.user, eves])
    await sql('update users set invite_code = $2 where user_id = $1', [ivy.user, ivys])
  }
  const email = newEmail()
  const registration = await form(server, email, { invite_code: ivy.code })
  await codes(eve.code, ivy.code)
  expect((await server.visitor.asks('register', registration, elsewhere())).code).not.toBe(1)
  await codes(ivy.code, eve.code)
  await registers(email, { invite_code: ivy.code })
  expect(await sql('select invited_by from users where email = $1', [email])).toEqual([{ invited_by: ivy.user }])
})

// The row stays deleted, so this test is the last.
test('a friend who has withdrawn earns nothing once an attacker deletes the withdrawal', async () => {
  const inviter = await inviterOf()
  const friend = await friendOf(inviter.code)
  await fund(server, friend.caller, 310)
  await trades(friend.caller, '500.00')
  const payee = await bindTron(server, friend.caller, friend.name)
  await draws(server, friend.caller, { draw_currency_id: 1, draw_method_id: payee, number: '20' })
  await later(3 * DAY_MS, friend)
  await server.context.core.projected()
  await forgedEarnsNothing(
    friend,
    { statement: 'delete from withdrawals where account_id = $1', back: 'select 1' },
    {
      statement: `update account_log set kind = 'x' where account = $1 and kind = 'withdrawal_locked'`,
      back: `update account_log set kind = 'withdrawal_locked' where account = $1 and kind = 'x'`,
    },
  )
})

test('a friend earns nothing once an attacker makes one of their real accounts a demo account', async () => {
  const friend = await activeFriend(310, '500.00')
  const first = await accountOf(server, friend.caller)
  const once = { key: 'a second account', content: 'real' }
  expect(await openFurtherAccount(server.context, { user: friend.user, kind: 'real', once })).toMatchObject({
    ok: true,
  })
  const set = (kind: string) =>
    sql(`update accounts set kind = $2 where user_id = $1 and account_id <> $3`, [friend.user, kind, first])
  await set('demo')
  expect(await stepsOf(friend)).toEqual([])
  await set('real')
  expect(await stepsOf(friend)).toEqual([1])
})

test('a staff member earns nothing on an own customer account while their row of staff is changed', async () => {
  const sam = await staffMember(server, 'support')
  const email = sam.email.replace('@', '+me@')
  await registers(email)
  const caller = await signsIn(email)
  await changeCustomer(server, email, 'email_confirmed_at = 1')
  await verify(server, caller)
  const info = () => caller.does('inviteInfo', {})
  const friend = await friendOf((await info()).invite_code)
  await sql(`update staff set email = 'x' || email where staff_id = $1`, [sam.id])
  expect((await info()).state).toBe('excluded')
  await fund(server, friend.caller, 310)
  await trades(friend.caller, '500.00')
  await later(3 * DAY_MS, friend)
  expect(await stepsOf(friend)).toEqual([])
  await sql('update staff set email = $2 where staff_id = $1', [sam.id, sam.email])
})
