/**
 * One world from a seed: the rows of three instruments go through the flow of the real market into the real engine;
 * traders react to each row in the same moment; the auditor looks at every fill.
 */
import { fileURLToPath } from 'node:url'
import { type InstrumentId, type Millis, micros, millis, must } from '@veritick/domain'
import { type Command, createEngine, type Engine } from '@veritick/engine'
import type { Catalogue } from '../../apps/server/src/market/catalogue.ts'
import { loadCatalogue } from '../../apps/server/src/market/catalogue.ts'
import type { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { clockOnly } from '../../apps/server/src/market/flow-fixture.ts'
import { Random } from '../random.ts'
import { FeedAuditor } from './auditor.ts'
import { type Row, Source } from './rows.ts'
import { TRADER, Traders } from './traders.ts'

export type Flow = typeof QuoteFlow

/** The instruments of a world: two that convert into USD directly, one that needs the second for it. */
const CODES = ['EURUSD', 'USDJPY', 'EURJPY']
export const CATALOGUE_FOLDER = fileURLToPath(new URL('../../apps/server/catalogue', import.meta.url))
const catalogue = worldCatalogue()
/** Wednesday 2026-03-04, 15:00 UTC. */
const START = millis(Date.UTC(2026, 2, 4, 15))
/** Milliseconds between two rows of a feed. */
const STEP = { least: 50, most: 700 }
/**
 * One world of this many crosses the daily break of forex. The sources send nothing in it and log in again after it.
 * Its rows are farther apart, so that the break fits into a world.
 */
const EVENING_EVERY = 4
const EVENING = { start: millis(Date.UTC(2026, 2, 4, 21, 55)), stepMost: 3_000 }
const BREAK = { from: Date.UTC(2026, 2, 4, 21, 58), to: Date.UTC(2026, 2, 4, 22, 5) }
const MONEY = micros(2_000_000_000_000)

export type Counts = Map<string, number>
export type Played = { readonly fault: string | undefined; readonly step: number }

export function playFeed(
  Flow: Flow,
  { seed, length, counts }: { seed: number; length: number; counts?: Counts },
): Played {
  return new World(Flow, seed, counts ?? new Map()).play(length)
}

class World {
  readonly #random: Random
  readonly #engine: Engine = createEngine()
  readonly #auditor = new FeedAuditor(catalogue.instruments.map(({ terms }) => terms))
  readonly #traders: Traders
  readonly #sources: readonly Source[]
  readonly #counts: Counts
  readonly #flow: QuoteFlow
  readonly #isEvening: boolean
  #now: Millis
  /** Sources that have not logged in since the break. */
  #away: readonly Source[] = []
  #fault: string | undefined

  constructor(Flow: Flow, seed: number, counts: Counts) {
    this.#random = new Random(seed)
    this.#isEvening = seed % EVENING_EVERY === 0
    this.#now = this.#isEvening ? EVENING.start : START
    this.#counts = counts
    this.#traders = new Traders(this.#random)
    this.#sources = catalogue.instruments.map(({ terms, referencePrice }) => {
      const bid = Math.round(referencePrice * 10 ** terms.pricePrecision)
      return new Source(this.#random, { instrument: terms.id, bid, spread: terms.spreadTypical })
    })
    const numbers = new Map<InstrumentId, number>()
    const nextSequence = (instrument: InstrumentId) => {
      const next = (numbers.get(instrument) ?? 0) + 1
      numbers.set(instrument, next)
      return next
    }
    this.#flow = new Flow({
      feed: clockOnly(() => this.#now),
      catalogue,
      sessions: this.#isEvening ? 'real' : 'always',
      lastRollover: undefined,
      nextSequence,
      ended: () => {},
      log: SILENT,
    })
  }

  play(length: number): Played {
    const at = this.#now
    for (const { terms } of catalogue.instruments) this.#apply({ kind: 'set_instrument', at, terms })
    this.#apply({ kind: 'open_account', at, account: TRADER, accountKind: 'real' })
    const reference = 'd'.repeat(32)
    this.#apply({ kind: 'credit', at, account: TRADER, category: 'deposit', amount: MONEY, reference })
    this.#flow.quoteListeners.add(({ instrument, quote }) => this.#auditor.published({ instrument, ...quote }))
    this.#flow.start((command) => this.#apply(command))
    for (let step = 0; step < length; step++) {
      const most = this.#isEvening ? EVENING.stepMost : STEP.most
      this.#now = millis(this.#now + this.#random.between(STEP.least, most))
      const source = must(this.#random.pickAny(this.#sources), 'a world has sources')
      for (const row of this.#rowsOf(source)) this.#row(row)
      this.#flow.alive(this.#now)
      if (this.#fault !== undefined) return { fault: this.#fault, step }
    }
    return { fault: undefined, step: length }
  }

  #rowsOf(source: Source): readonly Row[] {
    if (this.#now >= BREAK.from && this.#now < BREAK.to) {
      this.#away = this.#sources
      return []
    }
    if (!this.#away.includes(source)) return source.rows(this.#now)
    this.#away = this.#away.filter((other) => other !== source)
    this.#auditor.loggedIn(source.instrument)
    return source.login(this.#now)
  }

  #row(row: Row): void {
    const { instrument } = row.quote
    this.#count(`row ${row.mood}`)
    this.#auditor.row(row, this.#now)
    this.#flow.quote(row.quote)
    // A feed reports the clock after each row, before an order is decided.
    this.#flow.alive(this.#now)
    for (const command of this.#traders.react(this.#engine, row, this.#now)) this.#apply(command)
    this.#fault ??= this.#auditor.status(row, this.#engine.market(instrument)?.status, this.#now)
  }

  #apply(command: Command): void {
    if (command.kind === 'market') {
      this.#count(`status ${command.status}`)
      if (command.status === 'closed' || command.status === 'stale') this.#auditor.lost(command.instrument)
    }
    const outcome = this.#engine.apply(command)
    if (!outcome.ok) this.#count(`refusal ${outcome.reason}`)
    else
      for (const event of outcome.events) {
        this.#count(event.kind === 'order_closed' ? `closed ${event.reason}` : event.kind)
        this.#fault ??= this.#auditor.event(event, this.#now)
      }
  }

  #count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }
}

function worldCatalogue(): Catalogue {
  const whole = loadCatalogue(CATALOGUE_FOLDER)
  return { ...whole, instruments: whole.instruments.filter(({ terms }) => CODES.includes(terms.code)) }
}

const nothing = () => {}
export const SILENT = {
  info: nothing,
  warn: nothing,
  error: nothing,
} as unknown as ConstructorParameters<Flow>[0]['log']
