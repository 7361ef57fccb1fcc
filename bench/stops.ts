/**
 * One quote that reaches 10,000 stops: how long until all closes are durable, through the core on each store; and
 * whether every replay closes them in the same order. The closes of the journal are compared with two new engines that
 * decide the commands again and, in the first round, with the reference engine.
 */
import { createHash } from 'node:crypto'
import { millis, must } from '@veritick/domain'
import { type Command, createEngine, createReferenceEngine, type Engine, type Event } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { openLocation, type StoreKind, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { type Core, openCore } from '../apps/server/src/core/core.ts'
import { eventsOf, journalAfter } from '../apps/server/src/journal/index.ts'
import type { Store } from '../apps/server/src/store/interface.ts'
import { openStore } from '../apps/server/src/store/store.ts'
import { demo, NOON, opening, place, quote } from '../tools/crash/world.ts'
import { median, PAIRS_MIN, printValue } from './measure.ts'

const STOPS = 10_000
const ACCOUNTS = 1_000
const LOTS = 100
const LEVERAGE = 100
const MS_MAX = 2_000
const HIGH = 139_300
const LOW = 139_000
const SPREAD = 8
const STOP = 139_100

async function measure(kind: StoreKind): Promise<void> {
  const where = await openLocation(kind, ['stops'])
  const store = await openStore({ ...where, world: 'stops' })
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
  const recorded = new RecordedCore(core)
  for (const command of opening()) recorded.market(command)
  await recorded.submit(Array.from({ length: ACCOUNTS }, (_, at) => demo(at + 1)))
  const [times, cpu]: [number[], number[]] = [[], []]
  for (let round = 0; round <= PAIRS_MIN; round += 1) {
    await recorded.submit(Array.from({ length: STOPS }, (_, at) => stopOf(at, round)))
    while (core.stats().projectionLag > 0) await new Promise((resolve) => setTimeout(resolve, 100))
    const began = process.cpuUsage()
    const started = performance.now()
    recorded.market(quoteAt(LOW, 2 * round + 2))
    const { holdings } = must(await core.query({ kind: 'account', account: 1 as never }), 'the first account')
    const ended = performance.now()
    if (holdings > 0) throw new Error(`${holdings} positions of the first account are left`)
    const { user, system } = process.cpuUsage(began)
    // The first round warms up.
    if (round > 0) {
      times.push(ended - started)
      cpu.push((user + system) / 1_000)
    }
    recorded.market(quoteAt(HIGH, 2 * round + 3))
  }
  await core.stop()
  const note = `CPU of this process ${Math.round(median(cpu))} ms`
  printValue({
    name: `${STOPS} stops on one quote, ${kind}`,
    unit: 'ms to durable',
    values: times,
    target: { atMost: MS_MAX },
    note,
  })
  const orders = await closesOf(store, recorded.commands)
  process.stdout.write(
    `order of ${orders.closes} closes, ${kind}: ${orders.ways} ways, the same in each (${orders.hash})\n`,
  )
  await store.close()
  await where.clean()
}

/** A core that records every command it is given. */
class RecordedCore {
  readonly commands: Command[] = []
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  market(command: Command): void {
    this.commands.push(command)
    this.#core.market(command)
  }

  /** At most 2,000 at a time, far below the `WAITING_MAX` of the queue. */
  async submit(commands: readonly Command[]): Promise<void> {
    const atOnce = 2_000
    for (let from = 0; from < commands.length; from += atOnce) {
      const some = commands.slice(from, from + atOnce)
      this.commands.push(...some)
      for (const { outcome } of await Promise.all(some.map((command) => this.#core.submit({ command }))))
        if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`)
    }
  }
}

const stopOf = (at: number, round: number) =>
  place({ account: (at % ACCOUNTS) + 1, key: `${round}-${at}`, lots: LOTS, leverage: LEVERAGE, stopLoss: STOP })

const quoteAt = (bid: number, seq: number) => quote({ at: NOON, instrument: 1, seq, bid, ask: bid + SPREAD })

/** Throws where two ways disagree. */
async function closesOf(store: Store, commands: readonly Command[]) {
  const journal: number[] = []
  for await (const row of journalAfter(store.query, 0)) journal.push(...closed(eventsOf(row).events))
  const ways = [journal, decided(createEngine(), commands), decided(createEngine(), commands)]
  // The reference engine values every account on every quote: it gets the first round.
  const first = commands.findIndex((command) => command.kind === 'quote' && command.bid === LOW) + 1
  const reference = decided(createReferenceEngine(), commands.slice(0, first))
  const [hash, ...others] = ways.map(hashOf)
  if (others.some((other) => other !== hash)) throw new Error('two replays close in different orders')
  if (hashOf(reference) !== hashOf(journal.slice(0, STOPS)))
    throw new Error('the reference engine closes in another order')
  return { closes: journal.length, ways: ways.length + 1, hash: must(hash, 'a hash').slice(0, 12) }
}

function decided(engine: Engine, commands: readonly Command[]): number[] {
  return commands.flatMap((command) => {
    const outcome = engine.apply(command)
    return outcome.ok ? closed(outcome.events) : []
  })
}

const closed = (events: readonly Event[]) =>
  events.flatMap((event) => (event.kind === 'order_closed' ? [event.order] : []))
const hashOf = (orders: readonly number[]) => createHash('sha256').update(orders.join()).digest('hex')

for (const kind of storeKinds()) await measure(kind)
