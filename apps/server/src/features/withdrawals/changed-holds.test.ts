/**
 * An attacker with write access to the store shortens the holds of withdrawals: of a new payee, a new password and a
 * new address. The rows with these times are sealed, so no money is asked for; nor is a deleted payee usable again.
 */
import {
  bindTron,
  changeCustomer,
  customer,
  openChannels,
  provesDraw,
  richCustomer,
  set,
  userOf,
} from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let eve: Caller
let payee = 0

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  eve = await richCustomer(server, 'eve', 5000)
  payee = await bindTron(server, eve, 'eve')
})
afterAll(() => server.close())

const sql = (statement: string, values: readonly unknown[]) =>
  server.context.store.query<Record<string, unknown>>(statement, values)
const draw = (id: number) => ({ draw_currency_id: 1, draw_method_id: id, number: '100' })
const requests = async (person: Caller) => (await person.does('drawList', {})).total

async function asksInVain(id: number, named: string, person = eve): Promise<void> {
  const before = await requests(person)
  const answered = await person.asks('draw', draw(id))
  expect(answered.code).not.toBe(1)
  expect(answered.reason).toBe('internal_error')
  expect(server.logged.join()).toContain(named)
  expect(await requests(person)).toBe(before)
}

test.each(['password_changed_at', 'email_changed_at'])(
  'a hold that the attacker ends in %s lets no money out',
  async (column) => {
    const user = await userOf(eve)
    await changeCustomer(server, 'eve@example.com', `${column} = ${Date.now()}`)
    expect(await eve.reason('draw', draw(payee))).toBe('draw_held')
    const [kept] = await sql(`select ${column} from users where user_id = $1`, [user])
    await sql(`update users set ${column} = null where user_id = $1`, [user])
    await asksInVain(payee, `table users, user_id ${user}: `)
    await sql(`update users set ${column} = $2 where user_id = $1`, [user, kept?.[column]])
    expect(await eve.reason('draw', draw(payee))).toBe('draw_held')
    await changeCustomer(server, 'eve@example.com', `${column} = null`)
  },
)

test('a new payee whose hold the attacker ends takes no money, and is not listed', async () => {
  await set(server, 'payee_hold_hours', 24)
  const fay = await richCustomer(server, 'fay', 500)
  const held = await bindTron(server, fay, 'fay')
  expect(await fay.reason('draw', draw(held))).toBe('payee_not_usable_yet')
  const [kept] = await sql('select usable_at from payees where payee_id = $1', [held])
  await sql('update payees set usable_at = 1 where payee_id = $1', [held])
  await asksInVain(held, `table payees, payee_id ${held}: `, fay)
  expect(await fay.does('drawMethods', {})).toEqual([])
  await sql('update payees set usable_at = $2 where payee_id = $1', [held, kept?.usable_at])
  expect(await fay.reason('draw', draw(held))).toBe('payee_not_usable_yet')
  await set(server, 'payee_hold_hours', 0)
})

test('a payee that its owner deleted and the attacker brings back takes no money', async () => {
  const gil = await richCustomer(server, 'gil', 500)
  const deleted = await bindTron(server, gil, 'gil')
  expect(await gil.reason('deleteDrawMethod', { id: deleted })).toBe('good')
  await sql('update payees set deleted_at = null where payee_id = $1', [deleted])
  await asksInVain(deleted, `table payees, payee_id ${deleted}: `, gil)
})

test('an address that the attacker puts into the row gets no code and proves nothing', async () => {
  const user = await userOf(eve)
  await provesDraw(server, eve, draw(payee))
  const put = (email: string) => sql('update users set email = $2 where user_id = $1', [user, email])
  await put('mallory@example.com')
  server.passTime(61_000)
  expect(await eve.reason('sendCode', { purpose: 'proof' })).toBe('internal_error')
  expect(await eve.reason('closeAccount', { auth_code: '123456' })).not.toBe('good')
  await put('eve@example.com')
  expect(await eve.reason('sendCode', { purpose: 'proof' })).toBe('good')
})

test('a customer whose identity the attacker writes as verified asks for no money', async () => {
  const hal = await customer(server, 'hal')
  const user = await userOf(hal)
  const statusOf = async (person: Caller) => (await person.does('identityCenter', {})).review_status
  const unverified = await statusOf(hal)
  expect(await hal.reason('draw', draw(payee))).toBe('verification_needed')
  await sql(`insert into identities (user_id, state, changed_at) values ($1, 'verified', 1)`, [user])
  await asksInVain(payee, `table identities, user_id ${user}: `, hal)
  expect(await statusOf(hal)).toBe(unverified)
  await sql('delete from identities where user_id = $1', [user])
  expect(await hal.reason('draw', draw(payee))).toBe('verification_needed')
})
