/**
 * Real recordings against each other: what is known to agree agrees here, through the feed's reader, the quality gate
 * and the candle builder. Skipped, loudly, where the recordings are not there.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { millis, must, PERIODS, type Period, type Points } from '@veritick/domain'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { type Candle, CandleBuilder } from './candles.ts'
import { type CatalogueEntry, loadCatalogue, priceRange } from './catalogue.ts'
import type { FeedQuote } from './feed.ts'
import { MergedQuotes } from './feeds/replay/merge.ts'
import { guardOf, inspect, type Recording } from './feeds/replay/recording.ts'
import { QualityGate } from './quality.ts'

const DATA = fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
const RECORDED = existsSync(join(DATA, 'ticks'))
const why = RECORDED ? '' : ' (SKIPPED: no recordings in ../shared/data)'

const log = pino({ level: 'silent' })
const catalogue = loadCatalogue(fileURLToPath(new URL('../../catalogue', import.meta.url)))
const entryOf = (code: string): CatalogueEntry =>
  must(
    catalogue.instruments.find(({ terms }) => terms.code === code),
    code,
  )

/** The findings about each file; several tests ask for half of the large ones. */
const inspected = new Map<string, Promise<Recording>>()

function inspectOnce(path: string, entry: CatalogueEntry): Promise<Recording> {
  const key = `${path} at ${entry.terms.pricePrecision} decimals`
  const known = inspected.get(key) ?? inspect({ path: join(DATA, path), name: path, entry, seed: '1', log })
  inspected.set(key, known)
  return known
}

const entryOfFile = (path: string) => entryOf(/[^/]*?(?=_)/.exec(path.split('/').pop() ?? '')?.[0] ?? '')

/** Gives each quote of a recording since `from`; they are not kept, because there are hundreds of thousands. */
async function play(recording: Recording, take: (quote: FeedQuote) => void, from = 0): Promise<void> {
  const merged = new MergedQuotes([recording], millis(from))
  for (;;) {
    await merged.ready()
    if (merged.peek() === undefined) return
    do take(must(merged.peek(), 'a quote'))
    while (merged.take())
  }
}

/** Candles of every period from the quotes of a recording, through the gate. */
async function candlesOf(path: string, { entry = entryOfFile(path), session = 'forex' as 'forex' | 'us_stocks' } = {}) {
  const recording = await inspectOnce(path, entry)
  const spreadTypical = () => entry.terms.spreadTypical
  const guardMin = guardOf(recording.period)
  const isMadeOfBars = recording.period !== undefined
  const gate = new QualityGate({ guardMin, spreadTypical, isMadeOfBars, ...priceRange(entry, recording.ordinary) })
  const candles = new Map<Period, Candle[]>(PERIODS.map((period) => [period, []]))
  const builder = new CandleBuilder(session, (period, candle) => candles.get(period)?.push(candle))
  let isFirst = true
  await play(recording, (quote) => {
    const { published, passed } = gate.validateQuote(quote, quote.time, !isFirst)
    isFirst = false
    gate.learn(quote.time)
    for (const each of passed) builder.stretch(each)
    if (published !== undefined) builder.add(published)
    for (const each of passed) builder.stretch(each)
  })
  for (const period of PERIODS) candles.get(period)?.push(must(builder.newest(period), 'a candle'))
  return { candles: (period: Period) => candles.get(period) ?? [], counts: gate.counts }
}

const prices = ({ time, open, high, low, close }: Candle) =>
  `${new Date(time).toISOString()} ${open} ${high} ${low} ${close}`

/** Recorded longer candles that lie wholly inside the minutes: how many there are, and those that differ here. */
function agreement(compared: {
  ours: readonly Candle[]
  minutes: readonly Candle[]
  longer: readonly Candle[]
  length: number
}) {
  const { ours, minutes, longer, length } = compared
  const byTime = new Map(ours.map((candle) => [candle.time, prices(candle)]))
  const from = must(minutes[0], 'a minute').time
  const to = must(minutes[minutes.length - 1], 'a minute').time + 60_000
  const inside = longer.filter(({ time }) => time >= from && time + length * 60_000 <= to)
  const wrong = inside.filter((candle) => byTime.get(candle.time) !== prices(candle))
  return {
    of: inside.length,
    wrong: wrong.map((candle) => `recorded ${prices(candle)}, here ${byTime.get(candle.time)}`),
  }
}

describe.skipIf(!RECORDED)(`recordings${why}`, () => {
  test('EURUSD ticks of the ECB day make the minutes that the broker drew: 1419 of 1419', async () => {
    const { candles, counts } = await candlesOf('ticks/EURUSD_oanda_2014-05-08.csv.gz')
    const drawn = await barsOf('m1_bidask/EURUSD_oanda_2014-05-05_09.csv.gz')
    const day = drawn.filter(({ time }) => new Date(time).toISOString().startsWith('2014-05-08'))
    expect(day.length).toBe(1419)
    expect(candles('1min').map(prices)).toEqual(day.map(prices))
    expect(counts).toMatchObject({ good: 87_832, suspect: 0, repeated: 1, crossed: 0, notPositive: 0 })
  })

  test.each([
    { code: 'GBPUSD', minutes: 'm1/GBPUSD_eafx_2021-01-24_03-12.csv.gz', five: 8582, fifteen: 1420 },
    { code: 'USDCHF', minutes: 'm1/USDCHF_eafx_2021-01-24_03-12.csv.gz', five: 8669, fifteen: 1450 },
  ])('$code minutes make the recorded 5min and 15min candles', async ({ code, minutes, five, fifteen }) => {
    const { candles, counts } = await candlesOf(minutes)
    const compare = async (period: '5min' | '15min', length: number) =>
      agreement({
        ours: candles(period),
        minutes: candles('1min'),
        longer: await barsOf(`multi_tf/${code}_eafx_M${length}_2021.csv.gz`, {
          from: hourOf(must(candles('1min')[0], 'a minute')),
        }),
        length,
      })
    expect(await compare('5min', 5)).toEqual({ of: five, wrong: [] })
    expect(await compare('15min', 15)).toEqual({ of: fifteen, wrong: [] })
    expect(counts).toMatchObject({ good: 200_000, suspect: 0, crossed: 0 })
  })

  test('MSFT minutes make the recorded 15min candles; after a gap over night the day opens on the quote that confirmed it', async () => {
    const msft = entryOf('MSFT')
    const fine: CatalogueEntry = { ...msft, terms: { ...msft.terms, pricePrecision: 4, spreadTypical: 900 as Points } }
    const { candles } = await candlesOf('multi_tf/MSFT_av_M1_2019-02-11_15.csv.gz', {
      entry: fine,
      session: 'us_stocks',
    })
    const longer = await barsOf('multi_tf/MSFT_av_M15_2019-01-04_02-15.csv.gz', { entry: fine })
    expect(agreement({ ours: candles('15min'), minutes: candles('1min'), longer, length: 15 })).toEqual({
      of: 130,
      wrong: [
        'recorded 2019-02-12T14:30:00.000Z 1061000 1063400 1054900 1062550, here 2019-02-12T14:30:00.000Z 1059200 1063400 1054900 1062550',
        // Opened at its low, and by chance its high came next.
        'recorded 2019-02-15T14:30:00.000Z 1078100 1083000 1078100 1079600, here 2019-02-15T14:30:00.000Z 1082400 1083000 1078100 1079600',
      ],
    })
  })

  test('every recording of the folder can be played, mt5 points as prices, rounding counted', async () => {
    const files = readdirSync(DATA, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv.gz'))
    expect(files.length).toBeGreaterThan(30)
    for (const file of files) {
      const code = /([A-Z0-9]+)_[^/]*$/.exec(file)?.[1] ?? ''
      const entry = entryOf(code)
      const { shift, first, layout } = await inspectOnce(file, entry)
      expect([file, shift]).toEqual([
        file,
        file.includes('mt5') ? (code === 'XAUUSD' ? 2 : code === 'USDJPY' ? 3 : 5) : 0,
      ])
      expect(layout.shape).toBe(
        file.startsWith('ticks') ? 'ticks' : /bidask|_oanda_daily/.test(file) ? 'bid_ask_bars' : 'bars',
      )
      expect(first).toBeGreaterThan(Date.UTC(1998, 0, 1))
    }
  })

  test('gold in mt5 points: 172497 of 2012-11-14 reads 1724.97', async () => {
    const bars = await barsOf('daily/XAUUSD_mt5_D1_2012_2022.csv.gz')
    const day = must(
      bars.find(({ time }) => new Date(time).toISOString().startsWith('2012-11-14')),
      '2012-11-14',
    )
    expect([day.open, day.high, day.low, day.close]).toEqual([1_724_970, 1_734_000, 1_720_680, 1_726_720])
  })
})

/** Bars of 5 and 15 minutes begin there. */
const hourOf = ({ time }: Candle) => time - (time % 3_600_000)

/** The bars of a recording since `from`, the start of a bar, as candles: four quotes make a bar again. */
async function barsOf(path: string, { entry = entryOfFile(path), from = 0 } = {}): Promise<Candle[]> {
  const bars: Candle[] = []
  let four: FeedQuote[] = []
  const take = (quote: FeedQuote) => {
    four.push(quote)
    if (four.length < 4) return
    const bids = four.map(({ bid }) => bid)
    const [open, close, first] = [must(bids[0], 'open'), must(bids[3], 'close'), must(four[0], 'open')]
    four = []
    bars.push({
      time: first.time,
      open,
      close,
      high: Math.max(...bids) as Points,
      low: Math.min(...bids) as Points,
      volume: 0,
    })
  }
  await play(await inspectOnce(path, entry), take, from)
  return bars
}
