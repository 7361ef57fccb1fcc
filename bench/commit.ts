/**
 * Orders a second through the whole write path (engine, journal, hashes, idempotency key, answer after the commit)
 * beside plain inserts of the same bytes into the same store in the same run: one row a commit, and 1,000 rows a
 * commit. Prints a table row for each store.
 */
import { lotUnits, millis, must } from '@veritick/domain'
import { createEngine, encodeEvent } from '@veritick/engine'
import { openPlace, type StoreKind, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { type Core, openCore } from '../apps/server/src/core/core.ts'
import type { Store } from '../apps/server/src/store/interface.ts'
import { openStore } from '../apps/server/src/store/store.ts'
import { demo, NOON, opening, place, requestKey } from '../tools/crash/world.ts'

const ACCOUNTS = 1_000
const ORDERS = 30_000
/** Answers awaited at once, as on a busy server. */
const OUTSTANDING = 2_000
const PLAIN_SINGLE = 2_000
const ROUNDS = 3
/** Rows of the plain batched insert. */
const ROWS = 1_000

process.stdout.write(
  `| store | orders/s acknowledged | rows/s, ${ROWS} a commit | ratio | rows/s, 1 a commit | ratio | read tables caught up after |\n`,
)
process.stdout.write('| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n')
for (const kind of storeKinds()) process.stdout.write(`${await rowOf(kind)}\n`)

async function rowOf(kind: StoreKind): Promise<string> {
  const where = await openPlace(kind, ['bench'])
  const store = await openStore({ ...where, world: 'bench' })
  const core = await openCore({
    store,
    engine: createEngine(),
    wallClock: () => millis(Date.now()),
    log: pino({ level: 'fatal' }),
    onFatal: (error) => {
      throw error
    },
  })
  const bytes = await prepare(core, store)
  const rounds: { core: number; batched: number; single: number; behind: number }[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const batched = await plain(store, bytes, ORDERS, ROWS)
    const single = await plain(store, bytes, PLAIN_SINGLE, 1)
    const through = await orders(core, round)
    rounds.push({ core: through.rate, batched, single, behind: through.behind })
  }
  await core.stop()
  await store.close()
  await where.clean()
  const [fast, batched, single] = [
    median(rounds.map((each) => each.core)),
    median(rounds.map((each) => each.batched)),
    median(rounds.map((each) => each.single)),
  ]
  const behind = Math.round(median(rounds.map((each) => each.behind)))
  return (
    `| ${kind} | ${whole(fast)} | ${whole(batched)} | ${(fast / batched).toFixed(2)} | ${whole(single)} | ` +
    `${(fast / single).toFixed(1)} | ${behind} ms |`
  )
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

async function plain(store: Store, bytes: Uint8Array, rows: number, each: number): Promise<number> {
  const values = Array.from({ length: each }, (_, at) => `($${at + 1}::bytea)`).join(', ')
  const params = Array.from({ length: each }, () => bytes)
  const started = performance.now()
  for (let done = 0; done < rows; done += each) await store.query(`insert into plain (event) values ${values}`, params)
  return rows / ((performance.now() - started) / 1_000)
}

/** Small orders by all accounts in turn, so that no limit and no margin stops them. */
async function orders(core: Core, round: number): Promise<{ rate: number; behind: number }> {
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
  const acknowledged = performance.now()
  await core.projected()
  return { rate: ORDERS / ((acknowledged - started) / 1_000), behind: performance.now() - acknowledged }
}

function median(values: readonly number[]): number {
  return must([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)], 'a figure')
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
