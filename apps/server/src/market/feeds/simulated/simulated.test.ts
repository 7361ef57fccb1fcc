/** The simulated market: the same for all customers, plausible for years, and its past equals its quotes. */
import { fileURLToPath } from 'node:url'
import { bucketBefore, bucketEnd, bucketStart, millis, must, PERIODS, type Period, sessionAt } from '@veritick/domain'
import { furtherTest } from '@veritick/testing/quick'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Candle, CandleBuilder } from '../../candles.ts'
import { loadCatalogue, priceRange } from '../../catalogue.ts'
import { type FeedQuote, GUARD_MIN } from '../../feed.ts'
import { QualityGate } from '../../quality.ts'
import { simulatedFeed } from './feed.ts'
import { SimulatedPrices } from './prices.ts'
import { Walk } from './walk.ts'

const catalogue = loadCatalogue(fileURLToPath(new URL('../../../../catalogue', import.meta.url)))
const market = (seed = '1', sessions: 'always' | 'real' = 'always') =>
  new SimulatedPrices({ catalogue, seed, sessions })
const at = (text: string) => millis(Date.parse(text))
const entryOf = (code: string) =>
  must(
    catalogue.instruments.find(({ terms }) => terms.code === code),
    code,
  )
const codeOf = new Map(catalogue.instruments.map(({ terms }) => [terms.id, terms.code]))
const idOf = (code: string) => entryOf(code).terms.id

/** Candles of the stream of quotes, through the gate, by instrument and period. */
function live(quotes: readonly FeedQuote[], sessions: 'always' | 'real') {
  const closed = new Map<string, Candle[]>()
  const counts = new Map<number, QualityGate>()
  const builders = new Map<number, CandleBuilder>()
  for (const entry of catalogue.instruments) {
    const { id, session } = entry.terms
    const spreadTypical = () => entry.terms.spreadTypical
    counts.set(id, new QualityGate({ guardMin: GUARD_MIN, spreadTypical, ...priceRange(entry) }))
    const keep = (period: Period, candle: Candle) =>
      closed.set(`${id} ${period}`, [...(closed.get(`${id} ${period}`) ?? []), candle])
    builders.set(id, new CandleBuilder(sessions === 'real' ? session : 'always', keep))
  }
  for (const quote of quotes) {
    const gate = must(counts.get(quote.instrument), 'gate')
    const { published } = gate.validateQuote(quote, quote.time, false)
    gate.learn(quote.time)
    if (published !== undefined) must(builders.get(quote.instrument), 'builder').add(published)
  }
  const suspects = [...counts.values()].reduce((sum, gate) => sum + gate.counts.suspect, 0)
  return { closed: (code: string, period: Period) => closed.get(`${idOf(code)} ${period}`) ?? [], suspects }
}

/**
 * Where a stretch ends by what a customer saw of it, if the middle stood 0.7 to 1.27 standard deviations of a bridge
 * away from the mean of both ends, as it once did: the end's ordinary chance, weighed by each such step.
 */
function expectedEnd({ left, middle, deviation }: { left: number; middle: number; deviation: number }): number {
  let [weights, sum] = [0, 0]
  for (let size = 0.7; size <= 1.27; size += 0.01) {
    for (const step of [size, -size]) {
      const end = 2 * middle - left - step * deviation
      const weight = Math.exp(-(((end - left) / deviation) ** 2) / 2)
      weights += weight
      sum += weight * end
    }
  }
  return sum / weights
}

describe('the simulated market', () => {
  test('two servers agree on every quote, however they cut the time; another seed is another market', () => {
    const from = at('2026-11-21T09:00:00Z')
    const whole = market().quotesBetween(from, millis(from + 60_000))
    const other = market()
    const pieces = [7, 1_000, 31_234, 60_000].flatMap((end, index, ends) =>
      other.quotesBetween(millis(from + (ends[index - 1] ?? 0)), millis(from + end)),
    )
    expect(pieces).toEqual(whole)
    expect(whole.length).toBeGreaterThan(40 * 60)
    for (const seed of ['2', '1 ']) expect(market(seed).quotesBetween(from, millis(from + 60_000))).not.toEqual(whole)
  })

  test('every instrument is quoted every second or two, good quotes only, in the order of time', () => {
    const from = at('2026-11-21T13:59:00Z')
    const quotes = market().quotesBetween(from, millis(from + 120_000))
    for (const { terms } of catalogue.instruments) {
      const count = quotes.filter(({ instrument }) => instrument === terms.id).length
      expect([60, 120], terms.code).toContain(count)
    }
    expect(quotes.every(({ bid, ask }) => bid > 0 && ask > bid)).toBe(true)
    expect(quotes.every(({ time }, index) => time >= (quotes[index - 1]?.time ?? 0))).toBe(true)
  })

  test('quoted once in four seconds: prices of the same market, and candles of the quotes', () => {
    const calm = new SimulatedPrices({ catalogue, seed: '1', sessions: 'always', quoteSeconds: 4 })
    const from = at('2026-11-21T13:00:00Z')
    const minute = { start: from, end: millis(from + 60_000) }
    const whole = market().quotesBetween(millis(from - 1), millis(minute.end - 1))
    const fewer = calm.quotesBetween(millis(from - 1), millis(minute.end - 1))
    expect(fewer).toHaveLength(15 * catalogue.instruments.length)
    const quoted = new Set(whole.map((quote) => JSON.stringify(quote)))
    expect(fewer.filter((quote) => !quoted.has(JSON.stringify(quote)))).toEqual([])
    for (const code of ['EURUSD', 'TSLA']) {
      const bids = fewer.filter(({ instrument }) => instrument === idOf(code)).map(({ bid }) => bid)
      expect(calm.candle({ instrument: idOf(code), ...minute }), code).toEqual({
        time: from,
        open: bids[0],
        high: Math.max(...bids),
        low: Math.min(...bids),
        close: bids.at(-1),
        volume: 15,
      })
    }
  })

  test.each([1, 2, 4] as const)('%i s: a look at the clock gives all of a tick or none of it', (quoteSeconds) => {
    vi.useFakeTimers({ now: at('2026-11-21T13:00:00.030Z') })
    onTestFinished(() => void vi.useRealTimers())
    const wallClock = () => millis(Date.now())
    const clocks = { wallClock, monotonicClock: () => Date.now() }
    const feed = simulatedFeed({ catalogue, seed: '1', sessions: 'always', quoteSeconds, ...clocks })
    const looks: FeedQuote[][] = []
    let look: FeedQuote[] = []
    const alive = () => {
      if (look.length > 0) looks.push(look)
      look = []
    }
    const none = () => {}
    const quote = (given: FeedQuote) => void look.push(given)
    void feed.open({ resumeAt: undefined, pastFrom: () => undefined, past: none })
    void feed.run({ quote, alive, leapt: none, missed: none, halted: none, ended: none })
    vi.advanceTimersByTime(20_000)
    void feed.stop()
    expect(looks).toHaveLength(20 / quoteSeconds)
    for (const quotes of looks) {
      expect(new Set(quotes.map(({ time }) => time)).size).toBe(1)
      // A wide instrument is quoted every two seconds, and then beside all others.
      const isWhole = must(quotes[0], 'a look has a quote').time % 2_000 === 0
      if (isWhole) expect(quotes.map(({ instrument }) => codeOf.get(instrument))).toEqual([...codeOf.values()])
    }
  })

  test('candles asked from the function are those that the quotes built, in each period', () => {
    // Four hours across a 17:00 New York, so that a day closes too.
    const codes = ['EURUSD', 'EURGBP', 'USDJPY', 'XPDUSD', 'TSLA', 'DE30EUR']
    const some = { ...catalogue, instruments: codes.map(entryOf) }
    const prices = new SimulatedPrices({ catalogue: some, seed: '1', sessions: 'always' })
    const from = at('2026-11-20T20:00:00Z')
    const to = millis(from + 4 * 3_600_000)
    const { closed, suspects } = live(prices.quotesBetween(millis(from - 1), to), 'always')
    expect(suspects).toBe(0)
    let compared = 0
    for (const code of codes) {
      for (const period of PERIODS) {
        for (const candle of closed(code, period)) {
          const end = bucketEnd(period, 'always', candle.time)
          // The first bucket was joined in its middle where it is longer than what was played.
          if (candle.time < from) continue
          expect(prices.candle({ instrument: idOf(code), start: candle.time, end }), `${code} ${period}`).toEqual(
            candle,
          )
          compared++
        }
      }
    }
    expect(compared).toBe(6 * (240 + 48 + 16 + 8 + 4))
  })

  furtherTest('high and low of a day are exact: every second of it looked at', () => {
    const prices = market()
    const day = { start: at('2026-03-08T22:00:00Z'), end: at('2026-03-09T21:00:00Z') }
    for (const code of ['GBPJPY', 'AAPL']) {
      const instrument = idOf(code)
      const candle = must(prices.candle({ instrument, ...day }), 'a candle')
      const bids: number[] = []
      for (let second = day.start; second < day.end; second = millis(second + 1_000)) {
        const quote = prices.lastQuote(instrument, millis(second + 999))
        if (quote.time >= day.start && quote.time < day.end) bids.push(quote.bid)
      }
      expect([candle.high, candle.low], code).toEqual([Math.max(...bids), Math.min(...bids)])
    }
  })

  test('500 days of an instrument are there without looking at every second', () => {
    const prices = market()
    const { middle } = Walk.prototype
    let looks = 0
    Walk.prototype.middle = function (stretch) {
      looks += 1
      return middle.call(this, stretch)
    }
    onTestFinished(() => {
      Walk.prototype.middle = middle
    })
    let start = bucketStart('1day', 'always', at('2026-11-21T12:00:00Z'))
    for (let day = 0; day < 500; day++) {
      const end = bucketEnd('1day', 'always', start)
      expect(prices.candle({ instrument: idOf('EURUSD'), start, end })).toBeDefined()
      start = bucketBefore('1day', 'always', start)
    }
    // A day has 86,400 seconds; the stretches that can hold no extreme are left out.
    expect(looks / 500).toBeLessThan(2_500)
  })

  test.each(['TSLA', 'NVDA', 'XAUUSD'])(
    'the halves of the stretches of %s do not say where they end',
    (code) => {
      const prices = market()
      const id = idOf(code)
      const worth = (second: number) => Math.log(prices.lastQuote(id, millis(second * 1_000 + 999)).bid)
      for (const length of [2 ** 15, 2 ** 16]) {
        const first = Math.floor(at('2025-01-01T00:00:00Z') / 1_000 / length)
        const ends = Array.from({ length: 2_001 }, (_, index) => worth((first + index) * length))
        const stretches = ends.slice(1).map((right, index) => {
          const left = must(ends[index], 'a left end')
          return { left, right, middle: worth((first + index) * length + length / 2) }
        })
        const deviation = Math.sqrt(
          stretches.reduce((sum, { left, right }) => sum + (right - left) ** 2, 0) / stretches.length,
        )
        let [wins, sum] = [0, 0]
        for (const { left, middle, right } of stretches) {
          const expected = expectedEnd({ left, middle, deviation }) - middle
          const won = Math.sign(expected) * (right - middle)
          if (won > 0) wins += 1
          sum += won / deviation
        }
        // Chance alone stays within 3.5 standard errors: 78 of 2,000 wins, and 0.055 deviations of a half a trade.
        expect(Math.abs(wins - stretches.length / 2)).toBeLessThan(78)
        expect(Math.abs(sum / stretches.length)).toBeLessThan(0.056)
      }
    },
    60_000,
  )

  test('crosses agree with their legs within the spread', () => {
    const prices = market()
    let wide = 0
    const triangles = [
      ['EURGBP', 'EURUSD', 'GBPUSD'],
      ['EURAUD', 'EURUSD', 'AUDUSD'],
      ['XAUEUR', 'XAUUSD', 'EURUSD'],
    ] as const
    for (const [cross, base, quote] of triangles) {
      for (let hour = 0; hour < 24 * 30; hour++) {
        const now = millis(at('2026-05-01T00:30:11Z') + hour * 3_600_000)
        const price = (code: string) => {
          const { bid, ask } = prices.lastQuote(idOf(code), now)
          const step = 10 ** entryOf(code).terms.pricePrecision
          return { bid: bid / step, ask: ask / step }
        }
        const [at1, at2, at3] = [price(cross), price(base), price(quote)]
        const made = { bid: at2.bid / at3.ask, ask: at2.ask / at3.bid }
        // No round trip earns: the two ways of buying the cross overlap.
        if (at1.bid > made.ask || made.bid > at1.ask) wide++
        expect(Math.abs(at1.bid - at2.bid / at3.bid)).toBeLessThan(at1.ask - at1.bid + (made.ask - made.bid))
      }
    }
    expect(wide).toBe(0)
  })

  furtherTest('prices stay sensible for ten years and the busy hours move more', () => {
    const prices = market()
    for (const { terms, referencePrice } of catalogue.instruments) {
      for (let year = 2020; year < 2030; year++) {
        for (let week = 0; week < 52; week++) {
          const { bid } = prices.lastQuote(terms.id, millis(Date.UTC(year, 0, 1 + week * 7)))
          const ratio = bid / 10 ** terms.pricePrecision / referencePrice
          expect(ratio > 0.4 && ratio < 2.5, `${terms.code} ${year} ${ratio}`).toBe(true)
        }
      }
    }
    const range = (hour: number) => {
      let sum = 0
      for (let day = 1; day <= 60; day++) {
        const start = millis(Date.UTC(2026, 0, day, hour))
        const candle = must(
          prices.candle({ instrument: idOf('EURUSD'), start, end: millis(start + 3_600_000) }),
          'a candle',
        )
        sum += candle.high - candle.low
      }
      return sum
    }
    expect(range(14)).toBeGreaterThan(1.5 * range(3))
  })

  test('spreads belong to instrument and hour', () => {
    const prices = market()
    const average = (code: string, hour: number) => {
      let sum = 0
      for (let minute = 0; minute < 60; minute++) {
        const { bid, ask } = prices.lastQuote(idOf(code), millis(Date.UTC(2026, 4, 5, hour, minute)))
        sum += ask - bid
      }
      return sum / 60
    }
    expect(average('EURUSD', 14)).toBeGreaterThan(6)
    expect(average('EURUSD', 14)).toBeLessThan(10)
    expect(average('EURUSD', 22)).toBeGreaterThan(1.5 * average('EURUSD', 14))
    expect(average('EURNZD', 14)).toBeGreaterThan(2 * average('EURUSD', 14))
  })

  test.each(['always', 'real'] as const)(
    'the typical spread is the middle of the quoted ones, hours: %s',
    (sessions) => {
      const prices = market('1', sessions)
      for (const { terms } of catalogue.instruments) {
        const spreads: number[] = []
        for (
          let time = at('2026-03-02T00:00:00Z');
          time < at('2026-03-07T00:00:00Z');
          time = millis(time + 1_200_000)
        ) {
          if (sessions === 'real' && !sessionAt(terms.session, time).open) continue
          const { bid, ask } = prices.lastQuote(terms.id, time)
          spreads.push(ask - bid)
        }
        spreads.sort((one, two) => one - two)
        const middle = must(spreads[Math.floor(spreads.length / 2)], 'a quote')
        // A spread of few points is rounded to one of them.
        expect(Math.abs(middle - terms.spreadTypical), terms.code).toBeLessThanOrEqual(
          Math.max(1, terms.spreadTypical / 10),
        )
      }
    },
  )

  test('with real sessions it keeps the New York calendar, and its candles have the gaps', () => {
    const prices = market('1', 'real')
    // Friday evening and Sunday evening of the weekend on which the clocks change.
    const friday = prices.quotesBetween(at('2026-10-30T20:57:50Z'), at('2026-10-30T20:58:10Z'))
    const sunday = prices.quotesBetween(at('2026-11-01T22:04:50Z'), at('2026-11-01T22:05:10Z'))
    expect(prices.quotesBetween(at('2026-10-31T12:00:00Z'), at('2026-10-31T12:00:20Z'))).toEqual([])
    const quotes = [...friday, ...sunday]
    expect(quotes.filter(({ instrument }) => instrument === idOf('EURUSD')).length).toBe(20)
    for (const { instrument, time } of quotes) {
      const { session } = must(
        catalogue.instruments.find(({ terms }) => terms.id === instrument),
        'an entry',
      ).terms
      expect(sessionAt(session, time).open).toBe(true)
    }
    const instrument = idOf('EURUSD')
    expect(
      prices.candle({ instrument, start: at('2026-10-31T12:00:00Z'), end: at('2026-10-31T13:00:00Z') }),
    ).toBeUndefined()
    const hour = must(
      prices.candle({ instrument, start: at('2026-10-30T20:00:00Z'), end: at('2026-10-30T21:00:00Z') }),
      'an hour',
    )
    expect(hour.volume).toBe(58 * 60)
    expect(prices.lastQuote(instrument, at('2026-11-01T12:00:00Z')).time).toBeLessThan(at('2026-10-30T20:58:00Z'))
    expect(prices.lastQuote(instrument, at('2026-11-01T12:00:00Z')).time).toBeGreaterThan(at('2026-10-30T20:57:58Z'))
  })
})
