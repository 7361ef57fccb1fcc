/** Candles: periods that add up, buckets without quotes, sessions, and the vectors of an independent aggregator. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { CANDLE_PERIODS, millis, must, PERIODS, type Period, points, type Session } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aggregate, type Candle, CandleBuilder } from './candles.ts'

const at = (text: string) => millis(Date.parse(text))

function built(session: Session, quotes: readonly { time: number; bid: number }[]): Map<Period, Candle[]> {
  const candles = new Map<Period, Candle[]>(PERIODS.map((period) => [period, []]))
  const builder = new CandleBuilder(session, (period, candle) => candles.get(period)?.push(candle))
  for (const { time, bid } of quotes) builder.add({ time: millis(time), bid: points(bid), volume: 1 })
  for (const period of PERIODS) {
    const newest = builder.newest(period)
    if (newest !== undefined) candles.get(period)?.push(newest)
  }
  return candles
}

/** Sums of the numbers so far, from a start. */
function running(numbers: readonly number[], start: number): number[] {
  let sum = start
  return numbers.map((each) => {
    sum += each
    return sum
  })
}

describe('candles', () => {
  test('a quote at the turn of the minute opens the next one; a minute without a quote has none', () => {
    const minutes = built('forex', [
      { time: at('2014-05-08T12:44:59.999Z'), bid: 139_180 },
      { time: at('2014-05-08T12:45:00.000Z'), bid: 139_170 },
      { time: at('2014-05-08T12:45:30.000Z'), bid: 138_900 },
      { time: at('2014-05-08T12:47:00.000Z'), bid: 138_950 },
    ]).get('1min')
    expect(
      minutes?.map((candle) => [
        new Date(candle.time).toISOString().slice(11, 16),
        candle.open,
        candle.high,
        candle.low,
        candle.close,
        candle.volume,
      ]),
    ).toEqual([
      ['12:44', 139_180, 139_180, 139_180, 139_180, 1],
      ['12:45', 139_170, 139_170, 138_900, 138_900, 2],
      ['12:47', 138_950, 138_950, 138_950, 138_950, 1],
    ])
  })

  test('the day turns at 17:00 New York for forex, in summer and in winter', () => {
    const days = (texts: readonly string[]) =>
      built(
        'forex',
        texts.map((text, index) => ({ time: at(text), bid: 100 + index })),
      )
        .get('1day')
        ?.map(({ time }) => new Date(time).toISOString())
    expect(days(['2014-05-08T20:59:59.999Z', '2014-05-08T21:00:00Z'])).toEqual([
      '2014-05-07T21:00:00.000Z',
      '2014-05-08T21:00:00.000Z',
    ])
    expect(days(['2014-12-08T21:59:59.999Z', '2014-12-08T22:00:00Z'])).toEqual([
      '2014-12-07T22:00:00.000Z',
      '2014-12-08T22:00:00.000Z',
    ])
    // Across the weekend of a clock change: Friday's day began at 22:00 UTC, Monday's begins at 21:00.
    expect(days(['2026-03-06T12:00:00Z', '2026-03-08T21:06:00Z'])).toEqual([
      '2026-03-05T22:00:00.000Z',
      '2026-03-08T21:00:00.000Z',
    ])
  })

  test('a stock day is its session', () => {
    const day = built('us_stocks', [
      { time: at('2026-11-27T14:30:00Z'), bid: 22_800 },
      { time: at('2026-11-27T17:59:59Z'), bid: 22_900 },
      { time: at('2026-11-30T14:30:00Z'), bid: 23_000 },
    ]).get('1day')
    expect(day?.map(({ time, close }) => [new Date(time).toISOString(), close])).toEqual([
      ['2026-11-27T14:30:00.000Z', 22_900],
      ['2026-11-30T14:30:00.000Z', 23_000],
    ])
  })

  test('each period is the sum of the candles it is made of, whatever the quotes', () => {
    const steps = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 900_000 }), bid: fc.integer({ min: 1, max: 1_000 }) }),
      {
        minLength: 1,
        maxLength: 400,
      },
    )
    fc.assert(
      fc.property(steps, fc.constantFrom<Session>('forex', 'us_stocks', 'always'), (path, session) => {
        const times = running(
          path.map(({ wait }) => wait),
          at('2026-10-30T13:30:00Z'),
        )
        const candles = built(
          session,
          path.map(({ bid }, index) => ({ time: times[index] ?? 0, bid })),
        )
        for (const period of PERIODS) {
          const { madeOf } = CANDLE_PERIODS[period]
          if (madeOf !== undefined)
            expect(aggregate(candles.get(madeOf) ?? [], period, session)).toEqual(candles.get(period))
        }
      }),
      { numRuns: 60 },
    )
  })
})

const vectorFile = fileURLToPath(new URL('../../../../../shared/data/vectors/vectors-candles.json.gz', import.meta.url))

/** Vectors that follow another convention than trading rule 3, by their name, with the reason. */
const DELIBERATELY_DIFFERENT: Record<string, string> = {
  'd1_to_mn1.ts': 'there is no month candle: the periods end with 1day',
  'h1_to_mn1.ts': 'there is no month candle: the periods end with 1day',
  'h1_to_d1.ts': 'days there are UTC days, here 17:00 to 17:00 New York',
  'm1_to_d1.ts': 'days there are UTC days, here 17:00 to 17:00 New York',
  'm1_to_m1_keep_flats.ts': 'minutes without a quote are kept there; here a bucket with no quote has no candle',
}

const numbers = z.array(z.array(z.number()))
const vectors = z.object({
  inputs: z.record(z.string(), numbers),
  cases: z.array(
    z.object({
      source_path: z.string(),
      inputs: z.object({ rows: z.string(), from_timeframe: z.string(), to_timeframe: z.string() }),
      expected: numbers,
    }),
  ),
})

const PERIOD_OF: Record<string, Period> = {
  m1: '1min',
  m5: '5min',
  m15: '15min',
  m30: '30min',
  h1: '60min',
  d1: '1day',
}
/** Prices there have five decimals. */
const scaled = (price: number | undefined) => points(Math.round((price ?? 0) * 100_000))

/**
 * Their rows as candles: a tick is [time, ask, bid, ...], a bar [time, open, high, low, close, volume]; no volume, no
 * quote.
 */
function candlesFrom(rows: readonly (readonly number[])[], timeframe: string): Candle[] {
  return rows
    .filter((row) => timeframe === 'tick' || row[5] !== 0)
    .map((row) => {
      const [open, high, low, close] = timeframe === 'tick' ? [row[2], row[2], row[2], row[2]] : row.slice(1, 5)
      const volume = Math.round(((timeframe === 'tick' ? row[4] : row[5]) ?? 0) * 10_000)
      return {
        time: millis(row[0] ?? 0),
        open: scaled(open),
        high: scaled(high),
        low: scaled(low),
        close: scaled(close),
        volume,
      }
    })
}

describe.skipIf(!existsSync(vectorFile))('vectors of dukascopy-node (SKIPPED without ../shared/data/vectors)', () => {
  const { inputs, cases } = existsSync(vectorFile)
    ? vectors.parse(JSON.parse(gunzipSync(readFileSync(vectorFile)).toString('utf8')))
    : { inputs: {}, cases: [] }
  const named = cases.map((each) => ({ ...each, name: each.source_path.split('/').pop() ?? '' }))
  const shape = ({ time, open, high, low, close }: Candle) => [time, open, high, low, close]

  test('all eleven are known', () => {
    expect(named.length).toBe(11)
    expect(Object.keys(DELIBERATELY_DIFFERENT).every((name) => named.some((each) => each.name === name))).toBe(true)
  })

  test.each(named.filter(({ name }) => !(name in DELIBERATELY_DIFFERENT)))('$name', ({ inputs: from, expected }) => {
    const period = must(PERIOD_OF[from.to_timeframe], from.to_timeframe)
    const ours = aggregate(candlesFrom(must(inputs[from.rows], from.rows), from.from_timeframe), period, 'forex')
    const theirs = candlesFrom(
      expected.filter((row) => row.length > 0),
      'bar',
    )
    expect(ours.map(shape)).toEqual(theirs.map(shape))
    for (const [index, candle] of ours.entries())
      expect(Math.abs(candle.volume - (theirs[index]?.volume ?? 0))).toBeLessThanOrEqual(100)
  })

  test.each(named.filter(({ name }) => name in DELIBERATELY_DIFFERENT))(
    '$name differs, and still does',
    ({ name, inputs: from, expected }) => {
      const period = PERIOD_OF[from.to_timeframe]
      if (period === undefined) {
        expect(DELIBERATELY_DIFFERENT[name]).toContain('month')
        return
      }
      const ours = aggregate(candlesFrom(must(inputs[from.rows], from.rows), from.from_timeframe), period, 'forex')
      const theirs = expected
        .filter((row) => row.length > 0)
        .map((row) => [row[0] ?? 0, ...row.slice(1, 5).map(scaled)])
      expect(ours.map(shape)).not.toEqual(theirs)
      if (period === '1min') expect(ours.map(shape)).toEqual(theirs.filter((_, index) => expected[index]?.[5] !== 0))
    },
  )
})
