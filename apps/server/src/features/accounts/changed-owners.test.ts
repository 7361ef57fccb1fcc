/**
 * An attacker with write access to the store changes whose account is whose, while the server runs: for a moment in
 * which staff or the server read it, or by deleting the row. Money, freezes and closures follow proven rows only. The
 * store is embedded: no watch of the objects refuses what the attacker prepares (changed-while-running.test.ts).
 */
import { accountId, micros, must, type UserId } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  CORA,
  customer,
  FINN,
  GRETA,
  openChannels,
  provesDraw,
  richCustomer,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { codeTo } from '@veritick/testing/people'
import { resealRow } from '@veritick/testing/reseal'
import { startOn } from '@veritick/testing/server-on'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../core/forged-fixture.ts'
import { RowChanged } from '../../services/seals/index.ts'
import { measureInvited } from '../invites/measure.ts'
import { participantsOf } from '../invites/programme.ts'
import { openFurtherAccount } from './further-account.ts'
import { accountNamed, accountsOf } from './owned-accounts.ts'

let server: TestServer
let location: StoreLocation
let ana: Caller
let eve: Caller
beforeAll(async () => {
  location = await openLocation('embedded', ['simulated'])
  server = await startOn(location)
  await openChannels(server)
  ana = await richCustomer(server, 'ana', 4000)
  eve = await richCustomer(server, 'eve', 2000)
}, 240_000)
afterAll(async () => {
  await server.close()
  await location.clean()
})

/** As an own session of the attacker: foreign keys and triggers are not looked at. */
const sql = (...texts: readonly string[]) =>
  server.context.store.background.transaction(async ({ query }) => {
    await query('set local session_replication_role = replica')
    for (const text of texts) await query(text)
  })
const people = async () => [await userOf(ana), await userOf(eve)] as const
const accountsOfBoth = async () => [await accountOf(server, ana), await accountOf(server, eve)] as const
/** Runs `work` while Eve's account is Ana's default one. */
async function whileSwapped<Value>(work: () => Promise<Value>): Promise<Value> {
  const [[anaUser, eveUser], [anas, eves]] = [await people(), await accountsOfBoth()]
  await sql(
    `update accounts set is_default = false where account_id in (${anas}, ${eves})`,
    `update accounts set user_id = ${anaUser}, is_default = true where account_id = ${eves}`,
  )
  try {
    return await work()
  } finally {
    await sql(
      `update accounts set user_id = ${eveUser}, is_default = true where account_id = ${eves}`,
      `update accounts set is_default = true where account_id = ${anas}`,
    )
  }
}
const correction = (user: UserId, amount: number) =>
  ({ user, amount: micros(amount), category: 'cost', remark: 'goodwill', actor: FINN, reason: 'a wrong fill' }) as const

test('staff correct no balance of Eve for Ana while the attacker gives her account to Ana', async () => {
  const [anaUser] = await people()
  const before = await Promise.all((await accountsOfBoth()).map((each) => balanceOf(server, each)))
  const { corrections } = server.context
  for (const amount of [3_000_000_000, -1_000_000_000])
    await whileSwapped(async () => {
      await expect(corrections.request(correction(anaUser, amount))).rejects.toBeInstanceOf(RowChanged)
    })
  expect(await Promise.all((await accountsOfBoth()).map((each) => balanceOf(server, each)))).toEqual(before)
})

test('staff approve no correction while the attacker has changed the owner of its account', async () => {
  const [, eveUser] = await people()
  const { corrections } = server.context
  const made = await corrections.request(correction(eveUser, 5_000_000))
  if (!made.ok) throw new Error(made.reason)
  const decision = { correction: made.value.correction, actor: GRETA, reason: 'right' }
  await whileSwapped(async () => {
    await expect(corrections.approve(decision)).rejects.toBeInstanceOf(RowChanged)
  })
  expect(await corrections.find(decision.correction)).toMatchObject({ state: 'asked' })
  expect(await corrections.approve(decision)).toMatchObject({ ok: true, value: { state: 'booked' } })
})

test('Eve requests no withdrawal from an account that the attacker has given to Ana', async () => {
  const request = { draw_currency_id: 1, draw_method_id: await bindTron(server, eve, 'eve'), number: '100' }
  await provesDraw(server, eve, request)
  await sql('alter table withdrawals drop constraint withdrawals_account')
  await whileSwapped(async () => {
    expect((await eve.asks('draw', request)).code).not.toBe(1)
  })
  expect(await server.context.store.query('select 1 from withdrawals where user_id = $1', [await userOf(eve)])).toEqual(
    [],
  )
})

/**
 * Staff freeze the customer, who puts the own row from before it back and deletes that of the freeze. The server takes
 * the row as the newest one: this is what holds where the newest versions are not known (decision 163).
 */
async function frozenUnseen(user: UserId): Promise<void> {
  const { query } = server.context.store
  const freeze = { user, actor: CORA, reason: 'stolen money', remark: 'We look at it' }
  expect((await server.context.freezes.freeze(freeze)).ok).toBe(true)
  await query('update users set frozen_at = null, version = version + 1 where user_id = $1', [user])
  await resealRow({ ...server.context, query }, 'users', { user_id: user })
  await sql(`delete from freezes where user_id = ${user}`)
}

test('a frozen thief who hides freeze and account in the store is not released by a closing', async () => {
  const thief = await richCustomer(server, 'thief', 5000)
  const [user, account] = [await userOf(thief), await accountOf(server, thief)]
  await frozenUnseen(user)
  server.passTime(61_000)
  await thief.does('sendCode', { purpose: 'proof' })
  const auth_code = await codeTo(server, 'thief@example.com')
  await sql(`update accounts set kind = 'demo' where account_id = ${account}`)
  expect((await thief.asks('closeAccount', { auth_code })).code).not.toBe(1)
  await sql(`update accounts set kind = 'real' where account_id = ${account}`)
  expect(await isFrozen(account)).toBe(true)
})

test('a frozen thief whose money the attacker hides is not released by a closing either', async () => {
  const thief = await customer(server, 'empty')
  const [user, account] = [await userOf(thief), await accountOf(server, thief)]
  await frozenUnseen(user)
  const closing = { user, actor: CORA, reason: 'letter of Tuesday' } as const
  expect(await server.context.closures.close(closing)).toMatchObject({ ok: false, reason: 'account_frozen' })
  expect(await server.context.store.query('select 1 from closures where user_id = $1', [user])).toEqual([])
  expect(await isFrozen(account)).toBe(true)
})

test('a freeze that a thief hides between two steps of a closing outlives the closing', async () => {
  const thief = await customer(server, 'between')
  const [user, account] = [await userOf(thief), await accountOf(server, thief)]
  const { closures, core, market } = server.context
  const proves = async () => {
    // Staff freeze now; the thief puts the rows back at once, so the store shows nothing of it.
    await core.submit({ command: { kind: 'freeze_account', at: market.clock(), account, frozen: true } })
    return { ok: true } as const
  }
  const closing = { user, actor: { who: `customer:${user}`, role: 'customer' }, reason: '', proves } as const
  expect(await closures.close(closing)).toMatchObject({ ok: false, reason: 'account_frozen' })
  expect(await isFrozen(account)).toBe(true)
})

test('staff who freeze a thief freeze each account and learn that the attacker has changed one', async () => {
  const thief = await customer(server, 'two')
  const user = await userOf(thief)
  const once = { key: `a further account of ${user}`, content: 'real' }
  const opened = await openFurtherAccount(server.context, { user, kind: 'real', once })
  if (!opened.ok) throw new Error(opened.reason)
  await sql(`update accounts set kind = 'demo' where account_id = ${opened.value.account}`)
  const freeze = { user, actor: CORA, reason: 'stolen money', remark: 'We look at it' }
  await expect(server.context.freezes.freeze(freeze)).rejects.toBeInstanceOf(RowChanged)
  for (const account of [await accountOf(server, thief), opened.value.account])
    expect(await isFrozen(account)).toBe(true)
  await sql(`update accounts set kind = 'real' where account_id = ${opened.value.account}`)
  await server.context.freezes.resumeIntents()
})

test('a friend whose further account the attacker deletes is measured no more', async () => {
  const friend = await customer(server, 'friend')
  await verify(server, friend)
  const user = await userOf(friend)
  const once = { key: `a further account of ${user}`, content: 'real' }
  const opened = await openFurtherAccount(server.context, { user, kind: 'real', once })
  if (!opened.ok) throw new Error(opened.reason)
  const { store } = server.context
  const reading = { ...server.context, db: store.db }
  expect(await accountsOf(reading, user)).toHaveLength(2)
  await sql(
    `create table deleted as select * from accounts where account_id = ${opened.value.account}`,
    `delete from accounts where account_id = ${opened.value.account}`,
  )
  const message = `table accounts, user_id ${user}: the store has 1 accounts of this user, and this server has seen 2`
  await expect(accountsOf(reading, user)).rejects.toThrow(message)
  await expect(accountNamed(reading, { user, account: undefined })).rejects.toThrow(RowChanged)
  const now = server.context.runtime.now()
  const parts = { ...server.context, query: store.query, now }
  const invited = must((await participantsOf(parts, [user])).get(user), 'the friend')
  const measured = measureInvited(parts, invited)
  await expect(measured).rejects.toThrow(RowChanged)
  await sql('insert into accounts select * from deleted', 'drop table deleted')
  expect(await accountsOf(reading, user)).toHaveLength(2)
})

const isFrozen = async (account: number) =>
  (await server.context.core.query({ kind: 'account', account: accountId(account) }))?.frozen
