/**
 * An attacker with write access to the store changes the row of a customer or of a staff member for a moment: between
 * two statements of one request, or while a request waits for a lock. The server believes no row that does not prove
 * itself: an attacker gets no mail of another person and sets no password with a code of their own mailbox, and no
 * freeze is hidden from the staff member who is about to pay.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { must } from '@veritick/domain'
import { type Attacker, openAttacker } from '@veritick/testing/attacker'
import { bindTron, customer, draws, openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { codeTo, mailsTo, PASSWORD } from '@veritick/testing/people'
import { storeKinds } from '@veritick/testing/stores'
import { staffMember } from '@veritick/testing/test-office'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellCustomer } from '../features/accounts/index.ts'
import { mailStaff } from '../features/settings/index.ts'
import type { Query } from '../store/index.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
}, 240_000)
afterAll(() => server.close())

const faults = () => server.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
const why = { reason_text: 'seen on the chain' }
const EVIL = 'mallory@evil.example'

/** In one transaction, which ends with the column as it was. */
function whileChanged(
  { table, column, where }: { readonly table: string; readonly column: string; readonly where: string },
  work: (tx: Parameters<Parameters<TestServer['context']['store']['transaction']>[0]>[0]) => Promise<void>,
): Promise<void> {
  const kept = async (query: Query) =>
    must((await query<{ kept: string }>(`select ${column} as kept from ${table} where ${where}`))[0], 'a row').kept
  return server.context.store.transaction(async (tx) => {
    const before = await kept(tx.query)
    await tx.query(`update ${table} set ${column} = $1 where ${where}`, [EVIL])
    await work(tx)
    await tx.query(`update ${table} set ${column} = $1 where ${where}`, [before])
  })
}

describe('a message', () => {
  test('to a customer is not mailed to an address that was put into the row; the notice in the app stays', async () => {
    const ben = await customer(server, 'ben')
    const user = await userOf(ben)
    const values = { id: '7', amount: '900.00', reason: 'The bank returned it' }
    await whileChanged({ table: 'users', column: 'email', where: `user_id = ${user}` }, async (tx) => {
      const message = { name: 'withdraw_rejected', values } as const
      await tellCustomer({ ...server.context, tx }, { user, message })
    })
    expect(await mailsTo(server, EVIL)).toEqual([])
    expect(faults().at(-1)).toMatchObject({ fault: expect.stringContaining(`user_id ${user}`) })
    expect(JSON.stringify(faults())).not.toContain(EVIL)
    expect(JSON.stringify(await ben.does('noticeList', {}))).toContain('withdrawal')
  })

  test('to staff is not mailed to an address that was put into a row; the others get it', async () => {
    const [ida, finn] = [await staffMember(server, 'finance'), await staffMember(server, 'finance')]
    const mail = { subject: 'Look at this', text: 'A setting was changed' }
    await whileChanged({ table: 'staff', column: 'email', where: `staff_id = ${ida.id}` }, (tx) =>
      mailStaff(server.context, tx, { also: [], mail }),
    )
    expect(await mailsTo(server, EVIL)).toEqual([])
    expect((await mailsTo(server, finn.email)).map(({ subject }) => subject)).toContain(mail.subject)
    expect(faults().at(-1)).toMatchObject({ staff: [String(ida.id)] })
  })
})

test('staff who pay see a customer as frozen whose row does not prove itself, and the fault', async () => {
  const eve = await richCustomer(server, 'eve', 3_000)
  const [user, payee] = [await userOf(eve), await bindTron(server, eve, 'eve')]
  const [ida, finn] = [await staffMember(server, 'finance'), await staffMember(server, 'finance')]
  const cora = await staffMember(server, 'compliance')
  const { id } = await draws(server, eve, { draw_currency_id: 1, draw_method_id: payee, number: '900' })
  await ida.caller.does('withdrawalApprove', { id, ...why })
  const find = () => finn.caller.does('withdrawalFind', { id })
  expect(await find()).toMatchObject({ blocked: null, person: { frozen: false, fault: null } })
  await cora.caller.does('freezePerson', { id: user, remark: 'We must ask you something', ...why })
  const { query } = server.context.store
  const frozenAt =
    (await find()).person.frozen &&
    (await query<{ at: number }>(`select frozen_at as at from users where user_id = ${user}`))[0]?.at
  await query('update users set frozen_at = null where user_id = $1', [user])
  expect(await find()).toMatchObject({
    blocked: 'record_changed',
    person: { frozen: true, fault: expect.stringContaining(`user_id ${user}`) },
  })
  await query('update users set frozen_at = $2 where user_id = $1', [user, must(frozenAt || undefined, 'it is frozen')])
  expect(await find()).toMatchObject({ blocked: null, person: { frozen: true, fault: null } })
})

describe.runIf(storeKinds().includes('server'))('on PostgreSQL', { timeout: 60_000 }, () => {
  let attacker: Attacker
  beforeAll(async () => {
    attacker = await openAttacker(server)
  })
  afterAll(() => attacker.end())

  const waiting = async (number: number) => {
    const asked = `select 1 from pg_locks where not granted and relation = 'users'::regclass`
    while ((await attacker.sql(asked)).length < number) await pause(5)
  }

  test('a stolen session sets no new password with a code of another mailbox', async () => {
    const [ana, dora] = [await customer(server, 'ana'), await customer(server, 'dora')]
    const [user, other] = [await userOf(ana), await userOf(dora)]
    server.passTime(61_000)
    await server.visitor.does('sendEmail', { to: 'dora@example.com', type: 2 })
    const auth_code = await codeTo(server, 'dora@example.com')
    await attacker.sql(`update users set email = 'aside@example.com' where user_id = ${other};
      update users set email = 'dora@example.com' where user_id = ${user}`)
    const lock = 'lock table users in access exclusive mode'
    const letsRead = await attacker.holds(lock)
    const amending = new Caller(server.url, ana.token).asks('amendPassword', {
      new_password: 'seven herons over the delta',
      auth_code,
    })
    await waiting(1)
    // Between the first statement of the request and the second.
    const back = `update users set email = 'ana@example.com' where user_id = ${user};
      update users set email = 'dora@example.com' where user_id = ${other}`
    const putBack = attacker.holds(`${lock}; ${back}; commit; begin`)
    await waiting(2)
    await letsRead()
    await (await putBack)()
    expect((await amending).reason).toBeDefined()
    expect(await server.visitor.reason('loginForU', { account: 'ana@example.com', password: PASSWORD })).toBe('good')
  })
})
