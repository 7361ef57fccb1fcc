/**
 * Restarts of the server while a source is not believed, and changes of what its quotes are made of. The feed tells
 * its rows again as ones of before the start: those at which no order was filled value no position, and what the
 * others would have earned counts on.
 */
import { accountId, lotUnits, type Millis, micros, millis } from '@veritick/domain'
import { type Command, createEngine, type Event } from '@veritick/engine'
import { describe, expect, test } from 'vitest'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { Foresight } from './lines.ts'
import { marketOf, START } from './market-of.ts'

const BID = 108_500
const SECOND = 1_000
const USD = 1_000_000
const OWNER = accountId(1)

describe('in the break, after a source that was held', () => {
  const start = Date.UTC(2026, 2, 4, 21, 50)
  const close = Date.UTC(2026, 2, 4, 21, 58)
  const opening = Date.UTC(2026, 2, 4, 22, 5)
  const reference = (letter: string) => letter.repeat(32)

  /** A long position loses most of its money before the source sends far prices. */
  function played(hasRestart: boolean) {
    const engine = createEngine()
    const events: Event[] = []
    const applies = (command: Command) => {
      const outcome = engine.apply(command)
      if (outcome.ok) events.push(...outcome.events)
      return outcome.ok ? 'done' : outcome.reason
    }
    const rows: { readonly bid: number; readonly after: number }[] = []
    let market = marketOf(QuoteFlow, { start, sessions: 'real', sink: applies })
    let now: Millis = millis(start)
    const row = (bid: number, after = SECOND / 2) => {
      rows.push({ bid, after })
      now = market.send(bid, { after })
    }
    for (const terms of market.instruments) applies({ kind: 'set_instrument', at: now, terms })
    applies({ kind: 'open_account', at: now, account: OWNER, accountKind: 'real' })
    const money = { account: OWNER, category: 'deposit', amount: micros(100_000 * USD) } as const
    applies({ kind: 'credit', at: now, ...money, reference: reference('d') })
    for (let index = 0; index < 100; index++) row(BID + (index % 3))
    const order = { account: OWNER, instrument: market.item.entry.terms.id, lots: lotUnits(100_000), leverage: 30 }
    const levels = { target: undefined, stopLoss: undefined, takeProfit: undefined, seenPrice: undefined }
    applies({ kind: 'place', at: now, side: 'buy', ...order, ...levels, request: reference('b') })
    for (let index = 1; index <= 300; index++) row(BID - 25 * index + (index % 3))
    const right = BID - 25 * 300
    const isSecond = (index: number) => (index >> 1) % 2 === 1
    for (let index = 0; now < close - 4 * SECOND; index++) row(right + (isSecond(index) ? 180 : 0) + (index % 3))
    let openRows = 0
    for (let index = 0; now < close - SECOND; index++) {
      row(130_000 + (isSecond(index) ? 180 : 0) + (index % 3))
      if (market.item.status === 'open') openRows++
    }
    row(right, 60 * SECOND)
    if (hasRestart) {
      market = marketOf(QuoteFlow, { start, sessions: 'real', hasPast: true, sink: applies })
      for (const { bid, after } of rows) now = market.send(bid, { after })
      market.begin()
    }
    const amount = micros(90_000 * USD)
    const withdrawal = applies({ kind: 'lock_withdrawal', at: now, account: OWNER, amount, reference: reference('e') })
    while (now < opening + 30 * SECOND) row(right + (now % 5), 5 * SECOND)
    const financing = events.flatMap((event) => (event.kind === 'order_financed' ? [event.amount] : []))
    return { openRows, withdrawal, financing, tradable: market.item.tradable?.bid }
  }

  test('its rows are neither the price of a withdrawal nor that of the night', () => {
    const without = played(false)
    expect(without).toMatchObject({ openRows: 0, withdrawal: 'price_stale', financing: [expect.any(Number)] })
    expect(without.tradable).toBeLessThan(BID)
    expect(played(true)).toEqual(without)
  })
})

describe.each([
  { apart: 200, block: 1 },
  { apart: 200, block: 2 },
  { apart: 2_000, block: 1 },
  { apart: 2_000, block: 2 },
])('a source that goes $apart points to and fro, $block rows at a time', ({ apart, block }) => {
  test.each([120, 60, 30, 15])('earns no more with a restart each %i seconds', (every) => {
    const rows = Array.from({ length: 660 }, (_, index) => {
      const isFar = index >= 60 && Math.floor(index / block) % 2 === 1
      return BID + (isFar ? apart : 0) + ((index * 7) % 5)
    })
    const trader = new Foresight()
    let market = marketOf(QuoteFlow, { start: START })
    for (const [index, bid] of rows.entries()) {
      if (index > 60 && (index - 60) % every === 0) {
        market = marketOf(QuoteFlow, { start: START, hasPast: true })
        for (const past of rows.slice(0, index)) market.send(past, { after: SECOND })
        market.begin()
      }
      market.send(bid, { after: SECOND })
      const { status, quote } = market.item
      if (index >= 60 && status === 'open' && quote !== undefined) trader.see(quote)
    }
    // Twice the distance, or the guard where that is farther. Without what came before: 9 to 257 times.
    expect(trader.earned).toBeLessThanOrEqual(2.1 * Math.max(217, apart))
  })
})

describe('an instrument whose rate is held for a moment around each of its rows', () => {
  /** In the order of time: EURJPY goes to and fro, and the spread of USDJPY is wide before each of its rows. */
  const steps = Array.from({ length: 660 }, (_, index) => {
    const isFar = index >= 60 && (index >> 1) % 2 === 1
    const [bid, rate] = [163_000 + (isFar ? 2_000 : 0) + ((index * 7) % 11), 150_000 + index]
    return { bid, rate, wide: index < 4 ? 10 : 300 }
  })
  const sends = (market: ReturnType<typeof marketOf>, { bid, rate, wide }: (typeof steps)[number]) => {
    market.sendRate(rate, { after: 400, spread: wide })
    market.send(bid, { after: 100, spread: 20 })
    market.sendRate(rate, { after: 500 })
  }

  test.each([120, 30])('earns no more with a restart each %i seconds', (every) => {
    const trader = new Foresight()
    const options = { code: 'EURJPY', start: START }
    let market = marketOf(QuoteFlow, options)
    for (const [index, step] of steps.entries()) {
      if (index > 60 && (index - 60) % every === 0) {
        market = marketOf(QuoteFlow, { ...options, hasPast: true })
        for (const past of steps.slice(0, index)) sends(market, past)
        market.begin()
      }
      sends(market, step)
      const { status, quote } = market.item
      if (index >= 60 && status === 'open' && quote !== undefined) trader.see(quote)
    }
    // Before, 17 to 76 times the distance.
    expect(trader.earned).toBeLessThanOrEqual(2.1 * 2_000)
  })

  test('has no price of the millisecond in which the rate was held', () => {
    const market = marketOf(QuoteFlow, { code: 'EURJPY', start: START, hasPast: true })
    for (let row = 0; row < 100; row++) {
      market.sendRate(150_000 + row, { after: 250 })
      market.send(163_000 + (row % 7), { after: 250, spread: 20 })
    }
    const before = market.item.tradable
    market.send(800_000, { after: 300, spread: 20 })
    market.sendRate(150_100, { after: 300, spread: 300 })
    market.send(800_003, { after: 0, spread: 20 })
    expect(market.item.quote?.bid).toBe(800_003)
    expect(market.item.tradable).toBe(before)
  })
})

test('the first row of before a start values no position before a second one agrees', () => {
  const market = marketOf(QuoteFlow, { hasPast: true })
  market.send(3 * BID, { after: SECOND })
  expect([market.item.quote?.bid, market.item.tradable]).toEqual([3 * BID, undefined])
  for (let row = 0; row < 3; row++) market.send(BID + row, { after: SECOND })
  expect(market.item.tradable?.bid).toBe(BID + 2)
})

test('an instrument whose rate has sent no row yet has no price', () => {
  const market = marketOf(QuoteFlow, { code: 'EURJPY', hasPast: true })
  for (let row = 0; row < 3; row++) market.send(163_000 + row, { after: SECOND, spread: 20 })
  expect(market.item.tradable).toBeUndefined()
  for (let row = 0; row < 2; row++) market.sendRate(150_000 + row, { after: SECOND })
  expect(market.item.tradable?.bid).toBe(163_002)
})

test.each([30, 5])('a source whose bars have another length each %i seconds earns no more', (every) => {
  let spacing = 500
  const market = marketOf(QuoteFlow, { spacing: () => spacing })
  const trader = new Foresight()
  for (let second = 0; second < 660; second++) {
    spacing = Math.floor(second / every) % 2 === 1 ? 501 : 500
    const isMixed = second >= 60
    // The open of a bar on one line, and its high, low and close on the other.
    const [open, close] = [BID + (second % 7), BID + (isMixed ? 200 : 1) + (second % 5)]
    for (const [bid, after] of [
      [open, 498],
      [close, 500],
      [close - 1, 1],
      [close, 1],
    ] as const) {
      market.send(bid, { after })
      const { status, quote } = market.item
      if (isMixed && status === 'open' && quote !== undefined) trader.see(quote)
    }
  }
  // As without a change: 4.4 guards. Before, 87 and 418.
  expect(trader.earned).toBeLessThanOrEqual(8 * 217)
})
