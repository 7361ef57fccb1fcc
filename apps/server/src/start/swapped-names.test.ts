/**
 * An attacker who owns the store gives a schema of views the name of the world for a moment in the middle of a request,
 * so that the server reads other rows than the stored ones, each with a right seal. No lock keeps them from that, and
 * all names are right again before the server commits. Nothing that a request read meanwhile is stored.
 */
import { createHash } from 'node:crypto'
import { type Attacker, openAttacker } from '@veritick/testing/attacker'
import { bindTron, customer, openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { codeTo } from '@veritick/testing/people'
import { storeKinds } from '@veritick/testing/stores'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REFUSED_AFTER_MS } from '../services/seals/index.ts'
import { objectsMark } from '../store/index.ts'

const WORLD = 'veritick_simulated'
const EVES_ADDRESS = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const STARTS = 240_000

describe.runIf(storeKinds().includes('server'))('on PostgreSQL', { timeout: STARTS }, () => {
  let server: TestServer
  let attacker: Attacker
  let ana: Caller
  let anas: number
  let eves: number
  const sql = (text: string) => attacker.sql(text)

  beforeAll(async () => {
    server = await openTestServer()
    attacker = await openAttacker(server)
    await openChannels(server)
    ana = await richCustomer(server, 'ana', 4_000)
    const eve = await customer(server, 'eve')
    anas = await bindTron(server, ana, 'ana')
    await eve.does('sendCode', { purpose: 'payee', dc_address: EVES_ADDRESS })
    const auth_code = await codeTo(server, 'eve@example.com')
    const bound = { type: 1, draw_id: 1, dc_address: EVES_ADDRESS, auth_code } as const
    eves = (await eve.does('bindDrawMethod', bound)).id
  }, STARTS)
  afterAll(async () => {
    await attacker.end()
    await server.close()
  })

  /** A view on each table of the world. */
  beforeEach(async () => {
    await sql('create schema evil')
    const tables = await sql(`select relname as name from pg_class where relkind = 'r' and relnamespace = ${OF_WORLD}`)
    for (const { name } of tables) await sql(`create view evil.${name} as select * from ${WORLD}.${name}`)
  })
  /** After names were swapped, the server refuses transactions for a while. */
  const refusalIsOver = () => {
    const taken = () => {
      server.steady.stop()
      server.steady.pass(REFUSED_AFTER_MS)
      server.steady.goOn()
      return server.context.store.transaction(async () => 'taken').catch(() => 'refused')
    }
    return expect.poll(taken, { timeout: 60_000, interval: 500 }).toBe('taken')
  }
  afterEach(async () => {
    await sql('drop schema evil cascade')
    await refusalIsOver()
  })

  const rename = (from: string, to: string) => `alter schema ${from} rename to ${to};`
  const swap = () => sql(`begin; ${rename(WORLD, 'real')} ${rename('evil', WORLD)} commit`)
  const swapBack = () => sql(`begin; ${rename(WORLD, 'evil')} ${rename('real', WORLD)} commit`)

  /** The view of this table meets each condition with `asked`, and answers the stored row that `of` names. */
  async function lies(table: string, asked: Readonly<Record<string, string>>, of: string): Promise<void> {
    const columns = await sql(`select attname as name from pg_attribute where attrelid = '${WORLD}.${table}'::regclass
      and attnum > 0 and not attisdropped order by attnum`)
    const told = columns.map(({ name }) => {
      const column = String(name)
      const value = asked[column]
      return value === undefined
        ? `row.${column}`
        : `case when current_setting('evil.answers', true) = 'yes' then row.${column} else ${value} end as ${column}`
    })
    // The last condition of the server's statement that is looked at: it costs the most.
    const last = `${'md5('.repeat(9)}set_config('evil.answers', 'yes', true)${')'.repeat(9)}`
    await sql(`drop view evil.${table}; create view evil.${table} as select ${told.join(', ')}
      from ${WORLD}.${table} row where ${of} and length(${last}) > 0`)
  }

  /** Ana's request for money while the views answer: from her lock on, until it writes or is refused. */
  async function draws(): Promise<string> {
    const asked = { number: '900', draw_method_id: anas } as const
    server.passTime(61_000)
    await ana.does('sendCode', { purpose: 'withdraw', ...asked })
    const auth_code = await codeTo(server, 'ana@example.com')
    const letsDecide = await attacker.holdsMoneyOf(await userOf(ana))
    const drawn = ana.asks('draw', { draw_currency_id: 1, ...asked, auth_code })
    await attacker.untilWaits('pg_advisory_xact_lock', drawn)
    const letsWrite = await attacker.holds('lock table withdrawals in access exclusive mode')
    await swap()
    await letsDecide()
    await attacker.untilWaits('withdrawals', drawn)
    await swapBack()
    await letsWrite()
    return (await drawn).reason ?? 'good'
  }

  test('a withdrawal whose rows another schema has answered is not stored', async () => {
    expect(await draws()).toBe('store_trouble')
    expect(await sql('select 1 from withdrawals')).toEqual([])
  })

  test("a customer's withdrawal does not go to the payee of an attacker that another schema answers", async () => {
    await lies('payees', { payee_id: String(anas), user_id: String(await userOf(ana)) }, `row.payee_id = ${eves}`)
    expect(await draws()).not.toBe('good')
    expect(await sql(`select 1 from withdrawals where payee_id = ${eves}`)).toEqual([])
  })

  test('a visitor who signs in to a demo account gets no session of a real customer', async () => {
    const demo_id = 'e'.repeat(32)
    const hash = createHash('sha256').update(`demo ${demo_id}`).digest('hex')
    const user = await userOf(ana)
    await lies('users', { demo_hash: `'${hash}'` }, `row.user_id = ${user}`)
    const sessions = () => sql(`select token_hash from sessions where user_id = ${user}`)
    const before = await sessions()
    const letsRead = await attacker.holds('lock table users in access exclusive mode')
    await swap()
    const asked = server.visitor.asks('createAccountDemoForU', { demo_id })
    await attacker.untilWaits('demo_hash', asked)
    await swapBack()
    await letsRead()
    expect((await asked).data).toBeNull()
    expect(await sessions()).toEqual(before)
  })

  test.each([
    ['schema', `schema ${WORLD}`, 'schema parked'],
    ['table that is read', `table ${WORLD}.users`, `table ${WORLD}.parked`],
    ['table that a start empties', `table ${WORLD}.orders`, `table ${WORLD}.parked`],
  ])('the server sees that a %s had another name', async (_what, own, parked) => {
    const mark = () => objectsMark(server.context.store.query)
    const before = await mark()
    expect(await mark()).toBe(before)
    const last = (of: string) => of.split(/[ .]/).at(-1)
    await sql(`alter ${own} rename to parked`)
    await sql(`alter ${parked} rename to ${last(own)}`)
    expect(await mark()).not.toBe(before)
  })

  test('a connection whose path of schemas a view has changed commits nothing, and is not used again', async () => {
    // The first of them can be made later.
    await sql(`create view evil.poison as select set_config('search_path', 'later, ${WORLD}', false) as path`)
    await sql('create table evil.of_eve as select 1 as one')
    const { transaction } = server.context.store
    const poisoned = transaction(async ({ query }) => {
      await query('select path from evil.poison')
      await query('update evil.of_eve set one = 2')
    })
    await expect(poisoned).rejects.toThrow('objects of the store were changed')
    expect(await sql('select one from evil.of_eve')).toEqual([{ one: 1 }])
    await refusalIsOver()
    const path = transaction(({ query }) => query(`select current_setting('search_path') as path`))
    expect(await path).toEqual([{ path: `${WORLD},pg_temp` }])
  })
})

const OF_WORLD = `'${WORLD}'::regnamespace`
