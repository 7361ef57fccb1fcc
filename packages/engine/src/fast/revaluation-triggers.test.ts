/**
 * Revaluation triggers: quotes that affect no account check no account, and an account with falling equity is checked a
 * few times only.
 */
import {
  accountId,
  type ConversionSource,
  type LotUnits,
  type Micros,
  type Millis,
  type Points,
  type Ppm,
  points,
} from '@veritick/domain'
import { expect, test } from 'vitest'
import type { Event } from '../events.ts'
import { EventSink } from './event-sink.ts'
import { evolve } from './evolve.ts'
import { priceMoved } from './prices.ts'
import { QuoteRun } from './quote.ts'
import { State } from './state.ts'

const AT = Date.UTC(2026, 2, 4) as Millis
const REQUEST = 'a'.repeat(32)
const EURUSD = 1
const GBPUSD = 2
const EURGBP = 3
const BY_GBPUSD: ConversionSource = { kind: 'multiply', instrument: GBPUSD }

/** A state that is fed with events and quotes, and counts how often an account was marked to be looked at. */
class Watcher {
  readonly state = new State()
  readonly events: Event[] = []
  private readonly sink = new EventSink(this.state)
  looks = 0
  private readonly run = new QuoteRun(this.state, this.sink)
  private seq = 0
  private order = 0
  private version = 1

  constructor() {
    this.sink.into({ bytes: undefined, objects: this.events })
    const markDirty = this.state.markDirty.bind(this.state)
    this.state.markDirty = (account) => {
      this.looks++
      markDirty(account)
    }
    this.instrument(EURUSD, 'EURUSD')
    this.instrument(GBPUSD, 'GBPUSD')
    this.instrument(EURGBP, 'EURGBP', BY_GBPUSD)
    this.quote(EURUSD, 108_500)
    this.quote(GBPUSD, 126_700)
    this.quote(EURGBP, 85_600)
  }

  open(account: number, balance: number): void {
    evolve(this.state, {
      kind: 'account_opened',
      at: AT,
      account: accountId(account),
      accountKind: 'demo',
      granted: balance as Micros,
    })
  }

  /** 0.1 lots at the market, with a margin of 100 USD. */
  buys(account: number, instrument: number): void {
    const market = this.state.market(instrument)
    if (market === undefined) throw new Error(`no instrument ${instrument}`)
    this.order++
    evolve(this.state, {
      kind: 'order_opened',
      at: AT,
      order: this.order,
      account: accountId(account),
      previous: undefined,
      instrument,
      terms: 1,
      side: 'buy',
      lots: 1_000 as LotUnits,
      leverage: 100,
      price: points(market.ask),
      margin: 100_000_000 as Micros,
      fee: 0 as Micros,
      feeType: 1,
      stopLoss: undefined,
      takeProfit: undefined,
      pending: false,
      reference: undefined,
      quote: market.quote(),
      conversion: market.conversion(),
      request: REQUEST,
    })
  }

  quote(instrument: number, bid: number): void {
    const market = this.state.market(instrument)
    if (market === undefined) throw new Error(`no instrument ${instrument}`)
    this.seq++
    market.status = 'open'
    market.hasLiveQuote = true
    market.take({ seq: this.seq, bid: points(bid), ask: points(bid + 10), time: AT })
    priceMoved(this.state, market)
    this.run.run(market)
  }

  /** The operator changes where the rate of EURGBP comes from. */
  convertsBy(conversion: ConversionSource): void {
    this.version++
    this.instrument(EURGBP, 'EURGBP', conversion)
  }

  private instrument(id: number, code: string, conversion: ConversionSource = { kind: 'usd' }): void {
    const gbp = id === EURGBP
    evolve(this.state, {
      kind: 'instrument_set',
      at: AT,
      terms: {
        id,
        code,
        version: this.version,
        enabled: true,
        session: 'forex',
        quoteCurrency: gbp ? 'GBP' : 'USD',
        conversion,
        pricePrecision: 5,
        contractSize: 100_000,
        lotStep: 100 as LotUnits,
        lotMin: 100 as LotUnits,
        lotMax: 1_000_000 as LotUnits,
        marginMode: 'leveraged',
        leverages: [100],
        feePerLot: 0 as Micros,
        feeOfMargin: 0 as Ppm,
        financingLong: 0 as Ppm,
        financingShort: 0 as Ppm,
        spreadTypical: 10 as Points,
      },
    })
  }
}

test('ten thousand quotes that bring no account near a level value no account', () => {
  const watcher = new Watcher()
  for (let account = 1; account <= 300; account++) {
    watcher.open(account, 10_000_000_000)
    watcher.buys(account, account % 2 === 0 ? EURUSD : GBPUSD)
    watcher.buys(account, EURGBP)
  }
  watcher.quote(EURUSD, 108_500)
  watcher.looks = 0
  for (let index = 0; index < 10_000; index++) {
    watcher.quote(
      [EURUSD, GBPUSD, EURGBP][index % 3] ?? EURUSD,
      ([108_500, 126_700, 85_600][index % 3] ?? 0) + (index % 200),
    )
  }
  expect(watcher.looks).toBe(0)
  expect(watcher.events).toEqual([])
})

test('one price falls point by point: its only holder is looked at once a level, and told at each', () => {
  const watcher = new Watcher()
  // 0.1 lots lose 1 USD every 10 points; level 100 is 200 USD away, 75 another 25, 50 another 25.
  watcher.open(1, 301_000_000)
  watcher.buys(1, EURUSD)
  watcher.quote(EURUSD, 108_500)
  watcher.looks = 0
  for (let bid = 108_499; bid > 105_500; bid--) watcher.quote(EURUSD, bid)
  expect(watcher.events.map((event) => (event.kind === 'margin_notice' ? event.level : event.kind))).toEqual([
    100,
    75,
    'stopped_out',
    'order_closed',
    100,
    75,
  ])
  // Three levels, the notices, the close and the re-arming: not the 3,000 quotes.
  expect(watcher.looks).toBeLessThan(20)
})

test('three prices fall in turn: the slack is shared anew a handful of times on the way', () => {
  const watcher = new Watcher()
  watcher.open(1, 900_000_000)
  for (const instrument of [EURUSD, GBPUSD, EURGBP]) watcher.buys(1, instrument)
  watcher.quote(EURUSD, 108_500)
  watcher.looks = 0
  for (let fall = 1; fall < 1_500; fall++) {
    watcher.quote(EURUSD, 108_500 - fall)
    watcher.quote(GBPUSD, 126_700 - fall)
    watcher.quote(EURGBP, 85_600 - fall)
  }
  expect(watcher.events.map(({ kind }) => kind)).toEqual([])
  expect(watcher.looks).toBeLessThan(60)
})

test('a rate that is taken away and given back leaves no revaluation triggers behind on its source', () => {
  const watcher = new Watcher()
  // It has lost 101 GBP and is 0.93 USD above its level: every move of the rate is watched.
  watcher.open(1, 228_900_000)
  watcher.buys(1, EURGBP)
  const { revaluationTriggers } = watcher.state.market(GBPUSD) ?? {}
  let most = 0
  for (let change = 0; change < 200; change++) {
    watcher.convertsBy(BY_GBPUSD)
    watcher.quote(EURGBP, 84_600)
    most = Math.max(most, revaluationTriggers?.bidFalling.size ?? 0)
    watcher.convertsBy({ kind: 'missing' })
    watcher.quote(EURGBP, 84_600)
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(20)
})
