/**
 * Orders a second through the whole write path (engine, journal, hashes, idempotency key, answer after the commit, read
 * tables) beside plain inserts of the same bytes into the same store, 1,000 rows a commit, in turns. Prints a figure
 * for each store, and the CPU time of an order.
 */
import { lotUnits, millis, must } from '@veritick/domain'
import { createEngine, encodeEvent } from '@veritick/engine'
import { untilProjected } from '@veritick/testing/core-views'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { openLocation, type StoreKind, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { type Core, openCore } from '../apps/server/src/core/core.ts'
import type { Store } from '../apps/server/src/store/interface.ts'
import { openStore } from '../apps/server/src/store/store.ts'
import { demo, NOON, opening, place, requestKey } from '../tools/crash/world.ts'
import { cpuMicrosSince, median, print, takeTurns } from './measure.ts'

const ACCOUNTS = 1_000
const ORDERS = 10_000
/** Answers awaited at once, as on a busy server. */
const OUTSTANDING = 2_000
/** Rows of the plain insert. */
const ROWS = 1_000

for (const kind of storeKinds()) await measure(kind)

async function measure(kind: StoreKind): Promise<void> {
  const where = await openLocation(kind, ['bench'])
  const store = await openStore({ ...where, world: 'bench' })
  const core = await openCore({
    journalKey: JOURNAL_KEY,
    store,
    engine: createEngine(),
    wallClock: () => millis(Date.now()),
    log: pino({ level: 'fatal' }),
    onFatal: (error) => {
      throw error
    },
  })
  const bytes = await prepare(core, store)
  const cpu: number[] = []
  let round = 0
  const pairs = await takeTurns({
    ours: async () => {
      round += 1
      const began = process.cpuUsage()
      const rate = await orders(core, round)
      cpu.push(cpuMicrosSince(began) / ORDERS)
      return rate
    },
    peer: () => plain(store, bytes),
  })
  const name = `acknowledged orders, ${kind} store`
  const peer = `plain inserts of the same bytes, ${ROWS} rows a commit`
  print({ name, unit: 'orders/s', peer, pairs, target: { atLeast: 0.8 } })
  process.stdout.write(`${name}, CPU of this process: ${median(cpu).toFixed(0)} us an order\n`)
  await core.stop()
  await store.close()
  await where.clean()
}

/** Accounts and a market; returns the bytes of one event as the plain inserts write it. */
async function prepare(core: Core, store: Store): Promise<Uint8Array> {
  for (const command of opening()) core.market(command)
  await Promise.all(Array.from({ length: ACCOUNTS }, (_, at) => core.submit({ command: demo(at + 1) })))
  const first = await core.submit({ command: place({ account: 1, key: 'first' }) })
  const events = first.outcome.ok ? first.outcome.events : []
  await store.query('create table plain (seq bigserial primary key, event bytea not null)')
  return encodeEvent(must(events[0], 'the first order opens'))
}

/** Rows a second. */
async function plain(store: Store, bytes: Uint8Array): Promise<number> {
  const values = Array.from({ length: ROWS }, (_, at) => `($${at + 1}::bytea)`).join(', ')
  const params = Array.from({ length: ROWS }, () => bytes)
  const started = performance.now()
  for (let done = 0; done < ORDERS; done += ROWS)
    await store.query(`insert into plain (event) values ${values}`, params)
  return ORDERS / ((performance.now() - started) / 1_000)
}

/** Small orders by all accounts in turn, so that no limit and no margin stops them. Per second, with read tables. */
async function orders(core: Core, round: number): Promise<number> {
  const started = performance.now()
  let next = 0
  const trader = async () => {
    while (next < ORDERS) {
      const number = next++
      const key = `${round}-${number}`
      const command = {
        ...place({ account: (number % ACCOUNTS) + 1, key, at: NOON, leverage: 100 }),
        lots: lotUnits(100),
      }
      const { outcome } = await core.submit({ command, request: { key: requestKey(key), content: key } })
      if (!outcome.ok) throw new Error(`order ${key} was refused: ${outcome.reason}`)
    }
  }
  await Promise.all(Array.from({ length: OUTSTANDING }, trader))
  await untilProjected(core)
  return ORDERS / ((performance.now() - started) / 1_000)
}
