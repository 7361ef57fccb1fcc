/**
 * The market's own tests: a feed that says what a test tells it to, at market times written out, and what reaches the
 * core as lines.
 */
import { fileURLToPath } from 'node:url'
import { type InstrumentId, type Millis, millis, must, points } from '@veritick/domain'
import type { Command } from '@veritick/engine'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { loadCatalogue } from '../../../apps/server/src/market/catalogue.ts'
import {
  type Feed,
  type FeedHistory,
  type FeedListener,
  type FeedQuote,
  GUARD_MIN,
} from '../../../apps/server/src/market/feed.ts'
import { LiveItem } from '../../../apps/server/src/market/item.ts'
import { type Market, type MarketOptions, openMarket } from '../../../apps/server/src/market/market.ts'
import type { Store } from '../../../apps/server/src/store/interface.ts'
import { openStore } from '../../../apps/server/src/store/store.ts'
import { openLocation, type StoreKind, type StoreLocation } from './stores.ts'
import { separateJobs } from './test-jobs.ts'

export const catalogue = loadCatalogue(fileURLToPath(new URL('../../../apps/server/catalogue', import.meta.url)))
const idOf = (code: string) =>
  must(
    catalogue.instruments.find(({ terms }) => terms.code === code),
    code,
  ).terms.id
export const [EURUSD, USDJPY, EURJPY, MSFT] = [idOf('EURUSD'), idOf('USDJPY'), idOf('EURJPY'), idOf('MSFT')]
const codeOf = new Map(catalogue.instruments.map(({ terms }) => [terms.id, terms.code]))
const log = pino({ level: 'silent' })
export const at = (text: string) => millis(Date.parse(text))

/** A feed that says what a test tells it to. */
export class ScriptedFeed implements Feed {
  readonly name = 'scripted'
  readonly simulated = false
  readonly history: FeedHistory | undefined = undefined
  readonly speed: number
  readonly #covered: readonly number[]
  readonly #past: readonly FeedQuote[]
  /**
   * Milliseconds between two quotes by the making of the feed; a test of other things sets it high, so that nothing
   * grows stale.
   */
  spaced = 0
  #now: Millis
  #listener: FeedListener | undefined

  constructor(
    now: Millis,
    covered: readonly number[] = [EURUSD, USDJPY, MSFT],
    past: readonly FeedQuote[] = [],
    speed = 0,
  ) {
    this.#now = now
    this.#covered = covered
    this.#past = past
    this.speed = speed
  }

  covers(instrument: number): boolean {
    return this.#covered.includes(instrument)
  }
  clock(): Millis {
    return this.#now
  }
  clockFault(): undefined {
    return undefined
  }
  spacing(): number {
    return this.spaced
  }
  guardMin() {
    return GUARD_MIN
  }
  ordinaryPrice(): undefined {
    return undefined
  }
  async open(from: Parameters<Feed['open']>[0]): Promise<void> {
    for (const quote of this.#past) await from.past(quote)
  }
  run(listener: FeedListener): void {
    this.#listener = listener
  }
  async stop(): Promise<void> {
    this.#listener = undefined
  }

  get told(): FeedListener {
    return must(this.#listener, 'the feed runs')
  }
  quote(time: string, instrument: number, bid: number, ask = bid + 12): void {
    this.#now = millis(Math.max(this.#now, at(time)))
    this.told.quote(quote(time, instrument, bid, ask))
  }
  alive(time: string): void {
    this.#now = at(time)
    this.told.alive(this.#now)
  }
  /** The clock goes on without a sign of life. */
  silence(time: string): void {
    this.#now = at(time)
  }
}

export function quote(time: string, instrument: number, bid: number, ask = bid + 12): FeedQuote {
  return { instrument, time: at(time), bid: points(bid), ask: points(ask), volume: 1 }
}

/** A command as a line: `12:45:00 quote EURUSD 139100/139112`. */
function line(command: Command): string {
  const time = new Date(command.at).toISOString().slice(11, 19)
  switch (command.kind) {
    case 'quote':
      return `${time} quote ${codeOf.get(command.instrument)} ${command.bid}/${command.ask}`
    case 'market':
      return `${time} ${codeOf.get(command.instrument)} ${command.status}`
    case 'rollover':
      return (
        `${new Date(command.at).toISOString().slice(0, 19)} rollover ${command.nights.forex} ` +
        `${command.nights.us_stocks}`
      )
    default:
      return command.kind
  }
}

export type Day = { market: Market; lines: string[]; commands: Command[]; end(): Promise<void> }

/**
 * Prices of before the start, which the gates know and nothing else does: a first live row near them counts at once.
 * The quality gate's own tests play first rows without any.
 */
const KNOWN: ReadonlyMap<number, number> = new Map([
  [EURUSD, 138_999],
  [USDJPY, 101_999],
  [EURJPY, 140_999],
  [MSFT, 42_999],
])

/** A started market on a store. */
async function openDay(store: Store, feed: Feed, more: Partial<MarketOptions> = {}): Promise<Day> {
  const market = await openMarket({
    feed,
    catalogue,
    store,
    jobs: separateJobs(log),
    sessions: 'real',
    resumeAt: undefined,
    lastRollover: undefined,
    durable: async () => {},
    isClockTrusted: false,
    log,
    ...more,
  })
  for (const [instrument, bid] of KNOWN) {
    const item = market.item(instrument)
    if (!(item instanceof LiveItem) || item.quote !== undefined || !feed.covers(instrument)) continue
    const past = { instrument, time: millis(0), bid: points(bid), ask: points(bid + 12), volume: 0 }
    item.gate.validateQuote(past, past.time, false)
    item.gate.counts.good = 0
  }
  const commands: Command[] = []
  const lines: string[] = []
  /** Told once that it is closed, which every instrument is until then. */
  const begun = new Set<InstrumentId>()
  await market.start((command) => {
    commands.push(command)
    const isFirst = command.kind === 'market' && !begun.has(command.instrument)
    if (isFirst) begun.add(command.instrument)
    if (!isFirst || command.status !== 'closed') lines.push(line(command))
  })
  return { market, lines, commands, end: () => market.stop() }
}

/**
 * Within a `describe`: started markets on one store of that kind. Each test plays on a market that has forgotten
 * everything.
 */
export function daysOn(kind: StoreKind, world: string): (feed: Feed, more?: Partial<MarketOptions>) => Promise<Day> {
  let location: StoreLocation
  let store: Store
  beforeAll(async () => {
    location = await openLocation(kind, [world])
    store = await openStore({ ...location, world })
  }, 60_000)
  beforeEach(async () => {
    await store.query('delete from candles')
    await store.query('delete from market_memory')
  })
  afterAll(async () => {
    await store.close()
    await location.clean()
  })
  return (feed, more) => openDay(store, feed, more)
}
