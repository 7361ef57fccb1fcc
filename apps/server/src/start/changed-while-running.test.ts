/**
 * An attacker who may change the objects of the store does so while the server runs, for a second: a column gets a type
 * with an operator of its own, so that the store answers another row than was asked for, or any code is right. Nothing
 * that a request read meanwhile is stored.
 */
import { customer, openChannels, richCustomer, TRON_ADDRESS, userOf } from '@veritick/testing/customers'
import { codeTo, PASSWORD } from '@veritick/testing/people'
import { storeKinds } from '@veritick/testing/stores'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REFUSED_AFTER_MS } from '../services/seals/index.ts'
import { objectsMark } from '../store/index.ts'

const EVES_ADDRESS = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'

describe.runIf(storeKinds().includes('server'))('on PostgreSQL', () => {
  let server: TestServer
  let ana: Caller
  let eve: Caller
  const sql = (text: string) => server.context.store.query(text)

  beforeAll(async () => {
    server = await openTestServer({ asksObjects: true })
    await openChannels(server)
    ana = await richCustomer(server, 'ana', 4_000)
    eve = await customer(server, 'eve')
  }, 240_000)
  afterAll(() => server.close())

  const isRight = () => server.logged.some((line) => line.includes('are right again'))
  /** Until the server has found that the objects are right again, and the refusal after that is over. */
  const refusalIsOver = () =>
    expect
      .poll(
        () => {
          server.steady.stop()
          server.steady.pass(REFUSED_AFTER_MS)
          server.steady.goOn()
          return server.context.store.transaction(async () => 'taken').catch(() => 'refused')
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe('taken')

  async function binds(person: Caller, email: string, address: string): Promise<number> {
    await person.does('sendCode', { purpose: 'payee', dc_address: address })
    const auth_code = await codeTo(server, email)
    return (await person.does('bindDrawMethod', { type: 1, draw_id: 1, dc_address: address, auth_code })).id
  }

  /** The column gets a domain of its type. Two values are equal where the SQL `equal` over `one` and `two` says so. */
  async function lie(table: string, column: string, { type, equal }: { type: string; equal: string }): Promise<void> {
    const liar = `liar_${column}`
    await sql(`create domain ${liar} as ${type}`)
    for (const other of [liar, type]) {
      const name = `lie_${column}_${other === liar ? 1 : 2}`
      await sql(`create function ${name}(one ${liar}, two ${other}) returns boolean language sql immutable as
        $$ select ${equal} $$`)
      await sql(`create operator = (leftarg = ${liar}, rightarg = ${other}, function = ${name})`)
    }
    await sql(`alter table ${table} alter column ${column} type ${liar}`)
  }
  async function endLie(table: string, column: string, type: string): Promise<void> {
    await sql(`alter table ${table} alter column ${column} type ${type}`)
    await sql(`drop domain liar_${column} cascade`)
  }
  const given = (asked: number, answered: number) =>
    `case when two::int operator(pg_catalog.=) ${asked} then one::int operator(pg_catalog.=) ${answered}
     else one::int operator(pg_catalog.=) two::int end`

  test('an administrator who changes a setting of another role of the cluster keeps no customer waiting', async () => {
    const { query } = server.context.store
    const role = `reports_${Date.now()}`
    const before = await objectsMark(query)
    await query(`create role ${role}`)
    await query(`alter role ${role} set work_mem = '8MB'`)
    expect(await objectsMark(query)).toBe(before)
    await query(`drop role ${role}`)
  })

  test('autovacuum and statistics keep no customer waiting', async () => {
    const { query } = server.context.store
    const before = await objectsMark(query)
    for (const text of ['delete from captchas', 'vacuum analyze', 'vacuum freeze users']) await query(text)
    expect(await objectsMark(query)).toBe(before)
  })

  test('an attacker makes a function that would answer the mark of before, and nothing is stored', {
    timeout: 90_000,
  }, async () => {
    const mark = await objectsMark(server.context.store.query)
    // Once a part of the mark, with more exact types than PostgreSQL's own.
    const name = 'concat_ws(text, oid, name, text, text, text, text, text)'
    await sql(`create function ${name} returns text language sql stable as $$ select '${mark}'::text $$`)
    const taken = () => server.context.store.transaction(async () => 'taken')
    await expect(taken()).rejects.toThrow('objects of the store were changed')
    await sql(`drop function ${name}`)
    await expect.poll(isRight, { timeout: 30_000 }).toBe(true)
    await refusalIsOver()
  })

  test("a customer's withdrawal does not go to the address of an attacker that the store answers", {
    timeout: 90_000,
  }, async () => {
    const anas = await binds(ana, 'ana@example.com', TRON_ADDRESS)
    const eves = await binds(eve, 'eve@example.com', EVES_ADDRESS)
    const asked = { draw_currency_id: 1, draw_method_id: anas, number: '900' } as const
    const draws = async () => {
      await ana.asks('sendCode', { purpose: 'withdraw', number: '900', draw_method_id: anas })
      return ana.reason('draw', { ...asked, auth_code: await codeTo(server, 'ana@example.com') })
    }
    await ana.does('sendCode', { purpose: 'withdraw', number: '900', draw_method_id: anas })
    const auth_code = await codeTo(server, 'ana@example.com')
    await lie('payees', 'payee_id', { type: 'int', equal: given(anas, eves) })
    await lie('payees', 'user_id', { type: 'int', equal: given(await userOf(ana), await userOf(eve)) })
    expect((await ana.asks('draw', { ...asked, auth_code })).reason).toBe('store_trouble')
    await endLie('payees', 'payee_id', 'int')
    await endLie('payees', 'user_id', 'int')
    expect(await sql('select 1 from withdrawals')).toEqual([])
    // The objects are right again. A request that has read before could still be under way.
    expect((await ana.asks('draw', { ...asked, auth_code })).reason).toBe('store_trouble')
    await refusalIsOver()
    expect(isRight()).toBe(true)
    expect(await draws()).toBe('good')
    expect(await sql('select payee_id from withdrawals')).toEqual([{ payee_id: anas }])
  })

  test('an attacker resets no password with a code that the store says is right', { timeout: 90_000 }, async () => {
    await server.visitor.does('sendEmail', { to: 'ana@example.com', type: 2 })
    const login = { account: 'ana@example.com', password: 'eve has a new quiet harbour' }
    await lie('codes', 'code_hash', { type: 'text', equal: 'true' })
    const reset = await server.visitor.asks('forgetPassword', {
      ...{ account: 'ana@example.com', auth_code: '000000' },
      ...{ new_password: login.password, secondary_password: login.password },
    })
    await endLie('codes', 'code_hash', 'text')
    expect(reset.reason).toBe('store_trouble')
    await refusalIsOver()
    expect(await server.visitor.reason('loginForU', { ...login, password: PASSWORD })).toBe('good')
    expect(await server.visitor.reason('loginForU', login)).toBe('login_wrong')
  })
})
