/**
 * Market orders of 100,000 accounts on 64 instruments through the engine into a journal, in one thread: read from the
 * bytes of a frame, decided, written as bytes, chained, appended, durable. The journal is a file, or the rows of the
 * real table in PostgreSQL. The peer is what the same thread can append of the same bytes. A second line holds each
 * position open while 10,000 others are opened. A last one says which share each part has.
 */
import { EventBuffer, type FastEngine } from '@veritick/engine'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { cpuMicrosSince, median, print, type Target, takeTurns } from '../measure.ts'
import { type Journal, openJournalFile } from './journal-file.ts'
import { openJournalRows } from './journal-rows.ts'
import { Mix } from './mix.ts'
import { applyAll, decideAll, stage } from './stage.ts'

const ACCOUNTS = 100_000
const INSTRUMENTS = 64
const ORDERS_PER_TURN = 200_000
/** As the server cuts its batches (BATCH_EVENTS_MAX of the command queue). */
const EVENTS_PER_BATCH = 10_000
const TARGET_ORDERS = 1_400_000
/** Where PostgreSQL keeps the journal: orders a second, and the share of what it takes of the same bytes. */
const TARGET_COMMITTED = 1_000_000
const TARGET_OF_STORE = 0.8

export async function durableOrders(): Promise<void> {
  const file = { open: openJournalFile, target: { atLeast: 0 }, valueTarget: { atLeast: TARGET_ORDERS } }
  await figure({ ...file, name: 'engine: orders durable in a file, closed at once', held: 0 })
  await figure({ ...file, name: 'engine: orders durable in a file, 10,000 positions open', held: 10_000 })
  await committedOrders()
}

/** The journal as rows of the real table, where PostgreSQL can be had. */
export async function committedOrders(): Promise<void> {
  if (!canHavePostgres()) return
  await figure({
    name: 'engine: orders acknowledged after the commit of the journal row in PostgreSQL, closed at once',
    held: 0,
    open: openJournalRows,
    target: { atLeast: TARGET_OF_STORE },
    valueTarget: { atLeast: TARGET_COMMITTED },
  })
}

type Figure = {
  readonly name: string
  readonly held: number
  readonly open: () => Promise<Journal>
  readonly target: Target
  readonly valueTarget: Target
}

async function figure({ name, held, open, target, valueTarget }: Figure): Promise<void> {
  const engine = stage({ accounts: ACCOUNTS, instruments: INSTRUMENTS })
  const mix = new Mix({ accounts: ACCOUNTS, instruments: INSTRUMENTS, held })
  applyAll(engine, mix.begin())
  const journal = await open()
  const cpu: Shares[] = []
  let batches: readonly Uint8Array[] = []
  const pairs = await takeTurns({
    ours: async () => {
      const frame = mix.nextFrame(ORDERS_PER_TURN)
      const began = performance.now()
      const shares = await decideAndAppend(engine, frame, journal)
      await journal.durable()
      batches = shares.batches
      cpu.push(shares)
      return ORDERS_PER_TURN / ((performance.now() - began) / 1_000)
    },
    peer: async () => {
      const began = performance.now()
      for (const batch of batches) await journal.appendBytes(batch)
      await journal.durable()
      return ORDERS_PER_TURN / ((performance.now() - began) / 1_000)
    },
  })
  await journal.end()
  print({ name, unit: 'orders/s', peer: 'appending the same bytes', pairs, target, valueTarget })
  const ns = (part: 'decided' | 'appended') =>
    Math.round(median(cpu.map((each) => (each[part] * 1_000) / ORDERS_PER_TURN)))
  process.stdout.write(
    `  CPU an order: ${ns('decided')} ns to decide and write the bytes, ${ns('appended')} ns to hash and append; ` +
      `${Math.round(batches.reduce((sum, each) => sum + each.length, 0) / ORDERS_PER_TURN)} bytes\n`,
  )
}

/** CPU microseconds of a turn, and the bytes of its batches. */
type Shares = { readonly decided: number; readonly appended: number; readonly batches: readonly Uint8Array[] }

async function decideAndAppend(engine: FastEngine, frame: Uint8Array, journal: Journal): Promise<Shares> {
  const written = new EventBuffer()
  let [decided, appended] = [0, 0]
  const batches: Uint8Array[] = []
  let began = process.cpuUsage()
  const seal = async () => {
    decided += cpuMicrosSince(began)
    began = process.cpuUsage()
    const run = written.run()
    written.clear()
    batches.push(run.bytes)
    await journal.append(run)
    appended += cpuMicrosSince(began)
    began = process.cpuUsage()
  }
  await decideAll(engine, frame, { written, events: EVENTS_PER_BATCH, full: seal })
  if (written.count > 0) await seal()
  return { decided, appended, batches }
}
