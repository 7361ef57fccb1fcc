/**
 * An attacker who owns the store fills the disk that it shares with the data folder, so that the server could keep
 * nothing outside the store: an order whose commit is held could be dropped, and an approved withdrawal put back. A
 * temporary table writes no WAL, so PostgreSQL goes on.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  accountOf,
  bindTron,
  draws,
  FINN,
  GRETA,
  openChannels,
  richCustomer,
  tronHash,
} from '@veritick/testing/customers'
import { canHavePostgres, scratchPostgresIn } from '@veritick/testing/scratch-postgres'
import { type SmallDisk, smallDisk } from '@veritick/testing/store-faults'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RowChanged } from '../services/seals/index.ts'

const BUY = { forex_id: 1, type: 1, status: 1, cont: '1', multiple: 30 } as const
const PATIENCE = { timeout: 30_000 }
const MEGABYTES = 400

describe.skipIf(!canHavePostgres())('one disk for the store and the data folder, full', { timeout: 180_000 }, () => {
  let disk: SmallDisk | undefined
  let cluster: Awaited<ReturnType<typeof scratchPostgresIn>>
  let server: TestServer
  let attacker: pg.Client
  let filler: pg.Client
  let fatal: Error[]

  const start = async () => {
    server = await openTestServer({
      dataDir: join((disk as SmallDisk).folder, 'data'),
      config: { databaseUrl: cluster.url },
      onFatal: (error) => void fatal.push(error),
    })
    server.feed.say('EURUSD', '1.08500', '1.08510')
  }

  beforeEach(async ({ skip }) => {
    disk = smallDisk(MEGABYTES) ?? skip('a small disk needs root')
    fatal = []
    const folder = join(disk.folder, 'pg')
    mkdirSync(folder)
    execFileSync('chown', ['postgres', folder])
    cluster = await scratchPostgresIn(folder)
    await start()
    attacker = new pg.Client({ connectionString: cluster.url, options: '-c search_path=veritick_simulated' })
    filler = new pg.Client({ connectionString: cluster.url })
    await attacker.connect()
    await filler.connect()
  }, 180_000)
  afterEach(async () => {
    if (disk === undefined) return
    await filler.end()
    await attacker.end()
    await server.close()
    await cluster.stop()
    disk.remove()
  }, 60_000)

  async function fillDisk(): Promise<void> {
    await filler.query('create temp table fill (x bytea)')
    await filler.query('alter table fill alter x set storage external')
    const insert = `insert into fill select convert_to(repeat('x', $1), 'UTF8') from generate_series(1, $2)`
    for (const [size, rows] of [
      [1_000_000, 10],
      [1_900, 400],
    ] as const) {
      let refused = ''
      while (refused === '')
        refused = await filler.query(insert, [size, rows]).then(
          () => '',
          (error: Error) => error.message,
        )
      expect(refused).toMatch(/No space left on device|could not extend file/)
    }
  }

  test('an order whose commit is held, and which the attacker drops, stands at the next start', async () => {
    const eve = await server.person()
    const account = await accountOf(server, eve)
    await fillDisk()
    await attacker.query('begin; select epoch from fence for update')
    const answered = eve.asks('submit', BUY, { 'idempotency-key': 'held' }).catch((error: unknown) => error)
    const waiting = async () =>
      (
        await attacker.query(
          `select 1 from pg_stat_activity
           where application_name = 'veritick simulated commit' and wait_event_type = 'Lock'`,
        )
      ).rows.length
    await expect.poll(waiting, PATIENCE).toBe(1)
    server.feed.say('EURUSD', '1.07500', '1.07510')
    await attacker.query('update fence set epoch = epoch + 1')
    await attacker.query('commit')
    await expect.poll(() => fatal.length, PATIENCE).toBe(1)
    await filler.query('drop table fill')
    await answered
    await server.stop().catch(() => {})
    await start()
    expect(await server.context.core.query({ kind: 'account', account })).toMatchObject({ holdings: 1 })
  })

  test('a withdrawal that staff approved is not put back before the next start', async () => {
    await openChannels(server)
    let eve = await richCustomer(server, 'eve', 2000)
    const payee = await bindTron(server, eve, 'eve')
    const asked = { draw_currency_id: 1, draw_method_id: payee, number: '1000' }
    const { id: withdrawal } = await draws(server, eve, asked)
    const where = `withdrawal_id = ${withdrawal}`
    await attacker.query(`create table kept as select * from withdrawals where ${where}`)
    await fillDisk()
    for (const actor of [FINN, GRETA])
      await server.context.withdrawals.review.approve({ withdrawal, actor, reason: 'all in order' })
    await attacker.query('update fence set epoch = epoch + 1')
    const visitor = server.person().catch((error: unknown) => error)
    await expect.poll(() => fatal.length, PATIENCE).toBe(1)
    await visitor
    // The process ends while the disk is full.
    server.context.newestSeals.flush()
    await server.stop().catch(() => {})
    await filler.query('drop table fill')
    await attacker.query(`create table newest as select * from withdrawals where ${where}`)
    await attacker.query(`delete from withdrawals where ${where}`)
    await attacker.query('insert into withdrawals select * from kept')
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(RowChanged)
    expect(String(refusal)).toContain(`table withdrawals, record ${withdrawal}: an older row was put back in the store`)

    await attacker.query(`delete from withdrawals where ${where}`)
    await attacker.query('insert into withdrawals select * from newest')
    await start()
    eve = new Caller(server.url, eve.token)
    expect(await eve.reason('drawCancel', { id: withdrawal })).toBe('draw_not_waiting')
    const payment = { withdrawal, actor: FINN, reason: 'all in order', reference: tronHash(withdrawal) }
    expect(await server.context.withdrawals.review.pay(payment)).toMatchObject({ ok: true, value: { state: 'paid' } })
  })
})
