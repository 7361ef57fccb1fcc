/**
 * The store in trouble, on real PostgreSQL: a locked table, a commit that hangs, a full disk, broken connections. The
 * core waits for the end of a temporary trouble or refuses as busy, and every answered order is stored once. Any other
 * trouble ends the core with its reason. store-away.test.ts has the troubles in which the server is gone.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountId, millis, must } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { type SmallDisk, type StoreFaults, smallDisk, storeFaults } from '@veritick/testing/store-faults'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demo, NOON, opening, place as placing, quote, requestKey } from '../../../../tools/crash/world.ts'
import { CoreBusy, CoreEnded } from '../journal/errors.ts'
import { endedOrders } from '../projections/queries.ts'
import { errorForLog } from '../services/logging/logging.ts'
import type { Lanes, Store } from '../store/interface.ts'
import { LANES } from '../store/lanes.ts'
import { openStore } from '../store/store.ts'
import { DISK_FULL_ADVICE } from '../store/trouble.ts'
import { type Core, openCore } from './core.ts'
import type { CoreFatal } from './fatal.ts'
import type { Submitted } from './submission.ts'

const WALL = 1_800_000_000_000
/** Longer than the projection's patience and than its wait for a lock. */
const LOCKED_MS = 14_000
const LATE = { timeout: 20_000 }
/** A backend that stands still is waited for, so that a test can look at what happens meanwhile. */
const PATIENT: Lanes = { ...LANES, commit: { ...LANES.commit, answerMs: 60_000 } }

type World = { store: Store; core: Core; log: string[]; fatal: CoreFatal[]; faults: StoreFaults }

describe.skipIf(!canHavePostgres())('PostgreSQL in trouble', () => {
  let where: StoreLocation
  const open: World[] = []
  const thaws: (() => void)[] = []
  const disks: SmallDisk[] = []

  beforeAll(async () => {
    where = await openLocation('server')
  })
  afterEach(async () => {
    for (const thaw of thaws.splice(0)) thaw()
    for (const { core, store, faults } of open.splice(0)) {
      await faults.end()
      await core.stop()
      await store.close()
    }
  })
  afterAll(async () => {
    try {
      await where.clean()
    } finally {
      for (const disk of disks) disk.remove()
    }
  })

  async function world(name: string): Promise<World> {
    const store = await openStore({ ...where, world: name, lanes: PATIENT })
    const log: string[] = []
    const fatal: CoreFatal[] = []
    const core = await openCore({
      journalKey: JOURNAL_KEY,
      store,
      engine: createEngine(),
      wallClock: () => millis(WALL),
      log: pino({ level: 'info', serializers: { err: errorForLog } }, { write: (line: string) => void log.push(line) }),
      onFatal: (error) => void fatal.push(error as CoreFatal),
    })
    for (const command of opening(NOON, store.epoch * 100)) core.market(command)
    await core.submit({ command: demo(7) })
    const opened = { store, core, log, fatal, faults: await storeFaults(must(where.databaseUrl, 'a server'), name) }
    open.push(opened)
    return opened
  }

  const buy = (core: Core, key: string) =>
    core.submit({
      command: placing({ account: 7, key }),
      request: { key: requestKey(key), content: key },
    })
  const close = (core: Core, key: string, order: number) =>
    core.submit({
      command: {
        kind: 'close',
        at: NOON,
        account: accountId(7),
        order,
        seenPrice: undefined,
        request: requestKey(key),
      },
    })
  const isLate = (core: Core) => expect.poll(() => core.stats().commitTrouble?.reason, LATE)

  test('a read table that another transaction locks for 14 s holds up no order; the read tables follow when it is free', async () => {
    const { core, store, faults, fatal } = await world('locked')
    const unlock = await faults.lock('orders', 'account_log', 'ledger_entries')
    const until = Date.now() + LOCKED_MS
    for (let number = 1; Date.now() < until; number += 1) {
      expect(said(await buy(core, `order ${number}`))).toBe(`opened ${number}`)
      expect((await close(core, `close ${number}`, number)).outcome.ok).toBe(true)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const { projectionTrouble, commitTrouble, projectionLag } = core.stats()
    expect([projectionTrouble?.reason, commitTrouble]).toEqual(['projection_late', undefined])
    expect(projectionLag).toBeGreaterThan(0)
    await expect(core.projected()).rejects.toBeInstanceOf(CoreBusy)
    await unlock()
    await expect.poll(() => core.stats().projectionLag, LATE).toBe(0)
    await core.projected()
    expect(core.stats().sequence).toBeGreaterThan(0)
    const { total } = await endedOrders(store.db, { account: accountId(7), page: 1, size: 20 })
    const rows = await faults.query('select count(*)::int as rows from orders where status = 3')
    expect(rows).toEqual([{ rows: total }])
    expect(total).toBeGreaterThan(10)
    expect(core.stats().projectionTrouble).toBeUndefined()
    expect(fatal).toEqual([])
  })

  test('a commit whose backend stands still makes new orders busy at once; when it goes on, what was asked is there once', async () => {
    const { core, faults, fatal } = await world('frozen')
    const before = await buy(core, 'before')
    const thaw = await faults.freeze('commit')
    thaws.push(thaw)
    const hung = buy(core, 'hung')
    await isLate(core).toBe('commit_late')
    expect(core.stats().commitAgeMs).toBeGreaterThanOrEqual(1_000)
    expect(await buy(core, 'refused')).toEqual({
      outcome: { ok: false, reason: 'busy' },
      answer: undefined,
      repeated: false,
    })
    await expect(core.query({ kind: 'trading' })).rejects.toBeInstanceOf(CoreBusy)
    // Neither an answer that was given nor an order on its way may be called not done.
    expect(await buy(core, 'before')).toEqual({ ...before, repeated: true })
    const again = buy(core, 'hung')
    core.market(quote({ at: NOON + 1_000, instrument: 1, seq: 1_000, bid: 139_400, ask: 139_408 }))
    thaw()
    expect([said(await hung), said(await again), (await again).repeated]).toEqual(['opened 2', 'opened 2', true])
    await isLate(core).toBeUndefined()
    const bought = await buy(core, 'refused')
    expect([said(bought), bought.repeated]).toEqual(['opened 3', false])
    expect(await holdings(core)).toBe(3)
    expect(fatal).toEqual([])
  })

  test('a table of the commit that another transaction has locked makes orders busy until it is free', async () => {
    const { core, faults, fatal, log } = await world('fenced')
    const unlock = await faults.lock('fence')
    const hung = buy(core, 'hung')
    await isLate(core).toBe('commit_late')
    expect((await buy(core, 'refused')).outcome).toEqual({ ok: false, reason: 'busy' })
    await unlock()
    expect(said(await hung)).toBe('opened 1')
    expect(said(await buy(core, 'refused'))).toBe('opened 2')
    expect(log.join()).toContain('a commit is late')
    expect(log.join()).toContain('orders go on')
    expect(fatal).toEqual([])
  })

  test('a commit that the server cancels is sent again', async () => {
    const { core, faults, fatal } = await world('cancelled')
    const unlock = await faults.lock('journal')
    const hung = buy(core, 'hung')
    await isLate(core).toBe('commit_late')
    const [backend] = await faults.backends('commit')
    await faults.query(`select pg_cancel_backend(${backend})`)
    await unlock()
    expect(said(await hung)).toBe('opened 1')
    expect(said(await buy(core, 'next'))).toBe('opened 2')
    expect(fatal).toEqual([])
  })

  test('a commit whose connection the server ends is sent again on another one', async () => {
    const { core, faults, fatal } = await world('broken')
    const unlock = await faults.lock('journal')
    const hung = buy(core, 'hung')
    await isLate(core).toBe('commit_late')
    const [backend] = await faults.backends('commit')
    await faults.query(`select pg_terminate_backend(${backend})`)
    await isLate(core).toBe('store_lost')
    expect((await buy(core, 'refused')).outcome).toEqual({ ok: false, reason: 'busy' })
    await unlock()
    expect(said(await hung)).toBe('opened 1')
    expect(said(await buy(core, 'refused'))).toBe('opened 2')
    expect(fatal).toEqual([])
  })

  test('a broken connection of the projection is not the end', async () => {
    const { core, faults, fatal } = await world('terminated')
    for (let round = 1; round <= 5; round += 1) {
      const bought = buy(core, `order ${round}`)
      for (const backend of await faults.backends('background'))
        await faults.query(`select pg_terminate_backend(${backend})`)
      expect(said(await bought)).toBe(`opened ${round}`)
    }
    await core.projected()
    expect(await faults.query('select count(*)::int as rows from orders')).toEqual([{ rows: 5 }])
    expect(fatal).toEqual([])
  })

  test('a journal that refuses a batch as not following ends the core', async () => {
    const { core, faults, fatal } = await world('forked')
    const head = core.stats().batches
    await faults.query(`create temporary table copied as select * from journal where batch = ${head}`)
    await faults.query('update copied set batch = batch + 1')
    await faults.query('insert into journal select * from copied')
    await expect(buy(core, 'next')).rejects.toBeInstanceOf(CoreEnded)
    expect(fatal.map(({ reason }) => reason)).toEqual(['commit_refused'])
  })

  test('a full disk is named, orders are busy until there is room, and then the order that waited is there once', async () => {
    const { core, faults, fatal, log } = await world('full')
    const empty = await fillDisk(faults)
    const asked: Promise<Submitted>[] = []
    // The last page of the journal has room for a few more rows.
    while (core.stats().commitTrouble?.reason !== 'store_disk_full' && asked.length < 400) {
      asked.push(buy(core, `order ${asked.length + 1}`))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(core.stats().commitTrouble?.reason).toBe('store_disk_full')
    expect((await buy(core, 'refused')).outcome).toEqual({ ok: false, reason: 'busy' })
    expect(log.join()).toContain(DISK_FULL_ADVICE)
    await empty()
    const answers = (await Promise.all(asked)).map(said)
    expect(answers).toEqual(asked.map((_, at) => `opened ${at + 1}`))
    expect(said(await buy(core, 'refused'))).toBe(`opened ${asked.length + 1}`)
    expect(core.stats().commitTrouble).toBeUndefined()
    expect(fatal).toEqual([])
  })

  test.each(['closed', 'stale', 'held'] as const)(
    'a refusal while the market is %s is not kept under its key',
    async (status) => {
      const { core } = await world(`temporary_${status}`)
      core.market({ kind: 'market', at: NOON, instrument: 1, status })
      const refused = await buy(core, 'a')
      expect(refused.outcome.ok).toBe(false)
      const at = NOON + 1_000
      for (const command of opening(NOON, 1_000)) core.market({ ...command, at: at as typeof command.at })
      const filled = await buy(core, 'a')
      expect([said(filled), filled.repeated]).toEqual(['opened 1', false])
      expect(await buy(core, 'a')).toEqual({ ...filled, repeated: true })
      const other = { command: placing({ account: 7, key: 'a' }), request: { key: requestKey('a'), content: 'other' } }
      expect((await core.submit(other)).outcome).toEqual({ ok: false, reason: 'idempotency_mismatch' })
      expect(await holdings(core)).toBe(1)
    },
    60_000,
  )

  /**
   * A real one where this process may make a small file system, in a tablespace of the journal; else the server's own
   * error, raised.
   */
  async function fillDisk(faults: StoreFaults): Promise<() => Promise<void>> {
    const disk = smallDisk(4)
    if (disk === undefined) {
      await faults.query(`create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`)
      await faults.query('create trigger no_room before insert on journal for each row execute function no_room()')
      return async () => void (await faults.query('drop trigger no_room on journal'))
    }
    disks.push(disk)
    await faults.query(`create tablespace small location '${disk.folder}'`)
    await faults.query('alter table journal set tablespace small')
    const filler = join(disk.folder, 'filler')
    try {
      writeFileSync(filler, Buffer.alloc(16 * 1_048_576))
    } catch (error) {
      expect(String(error)).toContain('ENOSPC')
    }
    return async () => writeFileSync(filler, '')
  }
})

const holdings = async (core: Core): Promise<number> =>
  must(await core.query({ kind: 'account', account: accountId(7) }), 'the account').holdings

function said({ outcome }: Submitted): string {
  if (!outcome.ok) return outcome.reason
  return outcome.events.map((event) => (event.kind === 'order_opened' ? `opened ${event.order}` : event.kind)).join(' ')
}
