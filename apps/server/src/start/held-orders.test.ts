/**
 * An attacker who owns the store places an order, holds its commit and watches the prices. The order then stands at the
 * price of the moment in which it was decided: it can be made durable late, and it cannot be made undone.
 */
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { accountOf } from '@veritick/testing/customers'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PENDING_BATCHES_FILE, pendingLines } from '../core/pending-batches.ts'

const WORLD = 'simulated'
const PATIENCE = { timeout: 30_000 }
const STARTS = 120_000
const BUY = { forex_id: 1, type: 1, status: 1, cont: '1', multiple: 30 } as const
const KEY = { 'idempotency-key': 'held' }

describe.skipIf(!canHavePostgres())('an attacker holds the commit of the own order', { timeout: STARTS }, () => {
  let location: StoreLocation
  let server: TestServer
  let fatal: Error[]
  let attacker: pg.Client
  let eve: Caller

  const start = async (more: { readonly threads?: boolean } = {}) => {
    const { dataDir, databaseUrl } = location
    server = await openTestServer({
      dataDir,
      config: { databaseUrl },
      onFatal: (error) => void fatal.push(error),
      ...more,
    })
    server.feed.say('EURUSD', '1.08500', '1.08510')
  }
  const file = () => join(location.dataDir, WORLD, PENDING_BATCHES_FILE)
  const attack = (sql: string) => attacker.query<{ [column: string]: unknown }>(sql)

  beforeEach(async () => {
    location = await openLocation('server', [WORLD])
    fatal = []
    attacker = await connected()
  }, STARTS)
  afterEach(async () => {
    await attacker.end()
    await server.close()
    await location.clean()
  }, STARTS)

  async function connected(): Promise<pg.Client> {
    const connectionString = must(location.databaseUrl, 'a server')
    const client = new pg.Client({ connectionString, options: `-c search_path=veritick_${WORLD}` })
    await client.connect()
    return client
  }

  /** Eve buys at 1.08510, and what she does then ends the process; the next start is a server with this order. */
  async function standsAfter(
    held: string,
    lastWord: () => Promise<unknown>,
    more: { readonly threads?: boolean } = {},
  ): Promise<void> {
    await start(more)
    eve = await server.person()
    const account = await accountOf(server, eve)
    await attack(`begin; ${held}`)
    const answered = eve.asks('submit', BUY, KEY).catch((error: unknown) => error)
    await expect.poll(waitsForLock, PATIENCE).toBe(true)
    server.feed.say('EURUSD', '1.07500', '1.07510')
    await lastWord()
    await expect.poll(() => fatal.length, PATIENCE).toBe(1)
    await attack('rollback')
    await answered
    await server.stop().catch(() => {})
    await start()
    expect(pendingLines(file())).toEqual([])
    expect(await server.context.core.query({ kind: 'account', account })).toMatchObject({ holdings: 1 })
    const again = await openedBy(eve)
    expect(again).toMatchObject({ code: 1, data: { Price: '1.08510' } })
    expect(await server.context.core.query({ kind: 'account', account })).toMatchObject({ holdings: 1 })
  }

  /** The same request again, at the server of now. */
  const openedBy = (customer: Caller) => new Caller(server.url, customer.token).asks('submit', BUY, KEY)

  async function waitsForLock(): Promise<boolean> {
    const { rows } = await attack(
      `select 1 from pg_stat_activity where application_name = 'veritick ${WORLD} commit' and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }

  test('and raises the epoch after the price has fallen: the order stands at the next start', async () => {
    await standsAfter('select epoch from fence for update', () =>
      attack('update fence set epoch = epoch + 1').then(() => attack('commit')),
    )
  })

  test("and takes the writer's lock from a core in its thread: the order stands at the next start", async () => {
    const takeOver = async () => {
      const other = await connected()
      await other.query('update fence set epoch = epoch + 1')
      await other.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'veritick writer%'",
      )
      await other.end()
    }
    await standsAfter('lock table journal in access exclusive mode', takeOver, { threads: true })
  })

  test('and lets it go after the price has risen: it stands at the price of its moment', async () => {
    await start()
    eve = await server.person()
    await attack('begin; select epoch from fence for update')
    const answered = eve.asks('submit', BUY, KEY)
    await expect.poll(() => pendingLines(file()).length, PATIENCE).toBeGreaterThan(0)
    server.feed.say('EURUSD', '1.09500', '1.09510')
    await attack('rollback')
    expect(await answered).toMatchObject({ code: 1, data: { Price: '1.08510' } })
    await expect.poll(() => pendingLines(file()).length, PATIENCE).toBe(0)
    expect(fatal).toEqual([])
  })
})
