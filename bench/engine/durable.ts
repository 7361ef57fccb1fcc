/**
 * Market orders of 100,000 accounts on 64 instruments through the engine into a journal file, in one thread: decided,
 * written as bytes, chained, appended, durable. The peer is what the same thread can append of the same bytes. A second
 * line holds each position open while 10,000 others are opened. A last one says which share each part has.
 */
import { type Command, EventBuffer, type FastEngine } from '@veritick/engine'
import { cpuMicrosSince, median, print, takeTurns } from '../measure.ts'
import { openJournalFile } from './journal-file.ts'
import { Mix } from './mix.ts'
import { applyAll, stage } from './stage.ts'

const ACCOUNTS = 100_000
const INSTRUMENTS = 64
const ORDERS_PER_TURN = 200_000
/** As the server cuts its batches (BATCH_EVENTS_MAX of the command queue). */
const EVENTS_PER_BATCH = 10_000
const TARGET_ORDERS = 1_400_000

export async function durableOrders(): Promise<void> {
  await figure({ name: 'engine: orders durable in a file, closed at once', held: 0 })
  await figure({ name: 'engine: orders durable in a file, 10,000 positions open', held: 10_000 })
}

async function figure({ name, held }: { readonly name: string; readonly held: number }): Promise<void> {
  const engine = stage({ accounts: ACCOUNTS, instruments: INSTRUMENTS })
  const mix = new Mix({ accounts: ACCOUNTS, instruments: INSTRUMENTS, held })
  applyAll(engine, mix.begin())
  const journal = await openJournalFile()
  const cpu: Shares[] = []
  let bytes = 0
  const pairs = await takeTurns({
    ours: async () => {
      const commands = mix.next(ORDERS_PER_TURN)
      const began = performance.now()
      const shares = await decideAndAppend(engine, commands, journal)
      await journal.durable()
      bytes = shares.bytes
      cpu.push(shares)
      return ORDERS_PER_TURN / ((performance.now() - began) / 1_000)
    },
    peer: async () => {
      const batches = Math.ceil(ORDERS_PER_TURN / EVENTS_PER_BATCH)
      const batch = new Uint8Array(Math.max(1, Math.floor(bytes / batches))).fill(7)
      const began = performance.now()
      for (let each = 0; each < batches; each += 1) await journal.appendBytes(batch)
      await journal.durable()
      return ORDERS_PER_TURN / ((performance.now() - began) / 1_000)
    },
  })
  await journal.end()
  const [target, valueTarget] = [{ atLeast: 0 }, { atLeast: TARGET_ORDERS }]
  print({ name, unit: 'orders/s', peer: 'appending the same bytes', pairs, target, valueTarget })
  const ns = (part: 'decided' | 'appended') =>
    Math.round(median(cpu.map((each) => (each[part] * 1_000) / ORDERS_PER_TURN)))
  process.stdout.write(
    `  CPU an order: ${ns('decided')} ns to decide and write the bytes, ${ns('appended')} ns to hash and append; ` +
      `${Math.round(bytes / ORDERS_PER_TURN)} bytes\n`,
  )
}

/** CPU microseconds of a turn, and its bytes. */
type Shares = { readonly decided: number; readonly appended: number; readonly bytes: number }

async function decideAndAppend(
  engine: FastEngine,
  commands: readonly Command[],
  journal: Awaited<ReturnType<typeof openJournalFile>>,
): Promise<Shares> {
  const written = new EventBuffer()
  let [decided, appended, bytes] = [0, 0, 0]
  let began = process.cpuUsage()
  const seal = async () => {
    decided += cpuMicrosSince(began)
    began = process.cpuUsage()
    const run = written.run()
    written.clear()
    bytes += run.bytes.length
    await journal.append(run)
    appended += cpuMicrosSince(began)
    began = process.cpuUsage()
  }
  for (const command of commands) {
    const refusal = engine.decide(command, written)
    if (refusal !== undefined) throw new Error(`broken promise: ${command.kind} was refused (${refusal})`)
    if (written.count >= EVENTS_PER_BATCH) await seal()
  }
  if (written.count > 0) await seal()
  return { decided, appended, bytes }
}
