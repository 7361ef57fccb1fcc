/** The running market as a trader's days: what goes into the core, and in which order. */
import { must } from '@veritick/domain'
import {
  at,
  catalogue,
  daysOn,
  EURJPY,
  EURUSD,
  quote as feedRow,
  MSFT,
  ScriptedFeed,
  USDJPY,
} from '@veritick/testing/scripted-feed'
import { storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { QuoteFlow } from './flow.ts'

/** Quotes of a feed so slow stay fresh for five minutes. */
const SLOW = 200_000

describe.each(storeKinds())('the market on the %s store', (kind) => {
  const open = daysOn(kind, 'market')
  /** Waits in real time for the flow's own timers, in which the store has no part. */
  const testOnce = (name: string, run: () => Promise<void>) => {
    if (kind === 'embedded') test(name, run)
  }

  test('one day: opening, growing stale, the break, the night, and the next opening', async () => {
    const feed = new ScriptedFeed(at('2014-05-07T21:00:00.500Z'))
    feed.spaced = SLOW
    const { market, lines, end } = await open(feed)
    const eurusd = must(market.item(EURUSD), 'EURUSD')
    expect([eurusd.status, new Date(eurusd.nextOpen ?? 0).toISOString()]).toEqual([
      'closed',
      '2014-05-07T21:05:00.000Z',
    ])

    feed.quote('2014-05-07T21:03:00Z', EURUSD, 139_000)
    expect([eurusd.status, eurusd.quote?.bid, lines]).toEqual(['closed', 139_000, []])

    // In session now, but without a quote since the opening: the quote of 21:03 is still fresh enough.
    feed.alive('2014-05-07T21:05:00Z')
    expect(lines.splice(0)).toEqual([
      '21:05:00 EURUSD open',
      '21:05:00 quote EURUSD 139000/139012',
      '21:05:00 USDJPY stale',
    ])
    expect(eurusd.nextOpen).toBeUndefined()
    feed.alive('2014-05-07T21:08:00Z')
    expect(lines).toEqual([])
    feed.alive('2014-05-07T21:08:01Z')
    expect(lines.splice(0)).toEqual(['21:08:00 EURUSD stale'])
    expect(eurusd.stale).toBe(true)

    // The next good quote makes it fresh, and the status comes before the quote so that it may trigger.
    feed.quote('2014-05-07T21:10:00Z', EURUSD, 139_005)
    expect(lines.splice(0)).toEqual(['21:10:00 EURUSD open', '21:10:00 quote EURUSD 139005/139017'])

    feed.quote('2014-05-08T20:57:59Z', EURUSD, 138_900)
    expect(lines.splice(0)).toContain('20:57:59 EURUSD open')
    feed.quote('2014-05-08T20:57:59Z', EURUSD, 138_901)
    lines.splice(0)

    // One leap of the clock over break, rollover and opening: everything in the order of its time.
    feed.quote('2014-05-08T21:06:00Z', EURUSD, 138_905)
    expect(lines.splice(0)).toEqual([
      '20:58:00 EURUSD closed',
      '20:58:00 USDJPY closed',
      '2014-05-08T21:00:00 rollover 1 1',
      '21:05:00 EURUSD stale',
      '21:05:00 USDJPY stale',
      '21:06:00 EURUSD open',
      '21:06:00 quote EURUSD 138905/138917',
    ])
    await end()
  })

  test('a stock is quoted in its session only; what has no feed stays closed', async () => {
    const feed = new ScriptedFeed(at('2026-11-27T14:00:00Z'), [MSFT])
    feed.spaced = SLOW
    const { market, lines, end } = await open(feed)
    feed.quote('2026-11-27T14:29:59Z', MSFT, 43_000)
    feed.quote('2026-11-27T14:30:00Z', MSFT, 43_010)
    feed.quote('2026-11-27T17:59:59Z', MSFT, 43_050)
    feed.quote('2026-11-27T18:00:00Z', MSFT, 43_060)
    expect(lines).toEqual([
      '14:30:00 MSFT stale',
      '14:30:00 MSFT open',
      '14:30:00 quote MSFT 43010/43022',
      '14:35:00 MSFT stale',
      '17:59:59 MSFT open',
      '17:59:59 quote MSFT 43050/43062',
      '18:00:00 MSFT closed',
    ])
    expect(market.stats()).toMatchObject({ outOfSession: 2, quality: { good: 2 } })
    expect(market.item(MSFT)).toMatchObject({
      open: 43_010,
      quote: { bid: 43_050 },
      nextOpen: at('2026-11-30T14:30:00Z'),
    })
    const eurusd = must(market.item(EURUSD), 'EURUSD')
    expect([eurusd.status, eurusd.nextOpen, eurusd.quote]).toEqual(['closed', undefined, undefined])
    expect(await market.candles({ instrument: EURUSD, period: '1min', limit: 10 })).toEqual([])
    expect(await market.candles({ instrument: 999_999, period: '1min', limit: 10 })).toEqual([])
    await end()
  })

  test('a row of a stock belongs to the session of its own time, however late it comes', async () => {
    const feed = new ScriptedFeed(at('2026-11-27T14:29:50Z'), [MSFT])
    const { market, lines, end } = await open(feed)
    const msft = must(market.item(MSFT), 'MSFT')
    feed.alive('2026-11-27T14:30:00.050Z')
    feed.told.quote(feedRow('2026-11-27T14:29:59.900Z', MSFT, 43_010))
    expect(lines).toEqual(['14:30:00 MSFT stale'])
    feed.told.quote(feedRow('2026-11-27T14:30:00.010Z', MSFT, 43_012))
    expect([msft.status, msft.open]).toEqual(['open', 43_012])

    feed.quote('2026-11-27T17:59:59.800Z', MSFT, 43_050)
    feed.alive('2026-11-27T18:00:00.050Z')
    feed.told.quote(feedRow('2026-11-27T17:59:59.950Z', MSFT, 43_051))
    expect([msft.status, msft.quote?.bid]).toEqual(['closed', 43_051])
    expect(market.stats()).toMatchObject({ outOfSession: 1 })
    await end()
  })

  test('a source whose clock is ahead neither opens nor closes a stock before its time', async () => {
    const feed = new ScriptedFeed(at('2026-11-27T14:29:50Z'), [MSFT])
    const { market, lines, end } = await open(feed)
    feed.alive('2026-11-27T14:29:58.500Z')
    feed.told.quote(feedRow('2026-11-27T14:30:00.100Z', MSFT, 43_009))
    expect(lines).toEqual([])
    feed.quote('2026-11-27T17:59:58.500Z', MSFT, 43_010)
    feed.told.quote(feedRow('2026-11-27T18:00:00.100Z', MSFT, 43_011))
    expect(lines.slice(-3)).toEqual([
      '17:59:58 MSFT open',
      '17:59:58 quote MSFT 43010/43022',
      '17:59:58 quote MSFT 43011/43023',
    ])
    expect(market.item(MSFT)?.status).toBe('open')
    await end()
  })

  test('a suspect is not published; its instrument is held in the same turn until a quote confirms it', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
    const { market, lines, end } = await open(feed)
    const seen: number[] = []
    market.onQuote(({ quote: published }) => seen.push(published.bid))
    const bids = [139_000, 137_000, 139_001, 137_500, 137_510]
    for (const [second, bid] of bids.entries()) feed.quote(`2014-05-08T12:00:0${second}Z`, EURUSD, bid)
    feed.quote('2014-05-08T12:00:05Z', EURUSD, 137_505, 137_504)
    expect(seen).toEqual([139_000, 139_001, 137_510])
    expect(lines).toEqual([
      '12:00:00 EURUSD stale',
      '12:00:00 EURUSD open',
      '12:00:00 quote EURUSD 139000/139012',
      '12:00:01 EURUSD held',
      '12:00:02 EURUSD open',
      '12:00:02 quote EURUSD 139001/139013',
      '12:00:03 EURUSD held',
      '12:00:04 EURUSD open',
      '12:00:04 quote EURUSD 137510/137522',
      // A crossed row: the source has left its last price.
      '12:00:05 EURUSD held',
    ])
    // The confirmed suspect is the candle's low. It opened, closed and filled nothing.
    const [candle] = await market.candles({ instrument: EURUSD, period: '1min', limit: 1 })
    expect(candle).toMatchObject({ open: 139_000, high: 139_001, low: 137_500, close: 137_510, volume: 3 })
    await end()
  })

  test('a confirmed suspect belongs to the candle of its own time', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
    const { market, end } = await open(feed)
    feed.quote('2014-05-08T12:00:50Z', EURUSD, 139_000)
    feed.quote('2014-05-08T12:00:59Z', EURUSD, 137_500)
    feed.quote('2014-05-08T12:01:00Z', EURUSD, 137_510)
    feed.quote('2014-05-08T12:01:59Z', EURUSD, 139_500)
    feed.quote('2014-05-08T12:03:01Z', EURUSD, 140_200)
    feed.quote('2014-05-08T12:03:02Z', EURUSD, 140_190)
    const candles = await market.candles({ instrument: EURUSD, period: '1min', limit: 5 })
    expect(candles.map(({ open: opened, high, low, close }) => [opened, high, low, close])).toEqual([
      [139_000, 139_000, 137_500, 139_000],
      [137_510, 137_510, 137_510, 137_510],
      [140_190, 140_200, 140_190, 140_190],
    ])
    await end()
  })

  testOnce(
    'a hold ends by itself after ten seconds of market time, with a sign of life or without any: the price is stale then',
    async () => {
      for (const pass of ['alive', 'silence'] as const) {
        const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD], [], pass === 'alive' ? 0 : 1)
        const { market, lines, end } = await open(feed)
        // The store keeps the price of the first pass, and the same again would open nothing.
        feed.quote('2014-05-08T12:00:01Z', EURUSD, pass === 'alive' ? 139_000 : 139_001)
        feed.quote('2014-05-08T12:00:02Z', EURUSD, 137_500)
        lines.splice(0)
        feed[pass]('2014-05-08T12:00:11Z')
        await new Promise((resolve) => setTimeout(resolve, 1_100))
        expect(lines).toEqual([])
        feed[pass]('2014-05-08T12:00:12Z')
        await vi.waitFor(() => expect(lines).toEqual(['12:00:11 EURUSD stale']), { timeout: 20_000 })
        // The suspect still waits; a quote near it ends both.
        feed.quote('2014-05-08T12:01:30Z', EURUSD, 137_505)
        expect(market.item(EURUSD)).toMatchObject({ status: 'open', quote: { bid: 137_505 } })
        await end()
      }
    },
  )

  test('what is converted by an instrument is held and stale with it, and opens on the new rate', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURJPY, USDJPY])
    const { lines, end } = await open(feed)
    feed.quote('2014-05-08T12:00:01Z', EURJPY, 141_000)
    expect(lines).not.toContain('12:00:01 EURJPY open')
    feed.quote('2014-05-08T12:00:02Z', USDJPY, 102_000)
    feed.quote('2014-05-08T12:00:03Z', EURJPY, 141_001)
    lines.splice(0)
    feed.quote('2014-05-08T12:00:04Z', USDJPY, 103_000)
    feed.quote('2014-05-08T12:00:05Z', EURJPY, 141_002)
    feed.quote('2014-05-08T12:00:06Z', USDJPY, 103_001)
    expect(lines).toEqual([
      '12:00:04 USDJPY held',
      '12:00:04 EURJPY held',
      '12:00:06 USDJPY open',
      '12:00:06 quote USDJPY 103001/103013',
      '12:00:06 EURJPY open',
      '12:00:06 quote EURJPY 141002/141014',
    ])
    await end()
  })

  test('a gap over the weekend opens with the second quote; a suspect of before the close may confirm it', async () => {
    const feed = new ScriptedFeed(at('2014-05-09T20:57:00Z'), [EURUSD])
    const { lines, end } = await open(feed)
    feed.quote('2014-05-09T20:57:58Z', EURUSD, 139_000)
    feed.quote('2014-05-09T20:57:59Z', EURUSD, 137_500)
    lines.splice(0)
    feed.quote('2014-05-11T21:05:10Z', EURUSD, 135_000)
    expect(lines.splice(0)).toEqual([
      '20:58:00 EURUSD closed',
      '2014-05-09T21:00:00 rollover 1 3',
      '21:05:00 EURUSD stale',
    ])
    feed.quote('2014-05-11T21:05:11Z', EURUSD, 135_010)
    expect(lines.splice(0)).toEqual(['21:05:11 EURUSD open', '21:05:11 quote EURUSD 135010/135022'])
    feed.quote('2014-05-12T20:57:59.500Z', EURUSD, 136_000)
    lines.splice(0)
    feed.quote('2014-05-12T21:05:00.500Z', EURUSD, 136_005)
    expect(lines.slice(-2)).toEqual(['21:05:00 EURUSD open', '21:05:00 quote EURUSD 136005/136017'])
    await end()
  })

  test('a source that says its last quote of Friday again on Sunday opens no market; another quote does', async () => {
    const feed = new ScriptedFeed(at('2014-05-09T20:57:00Z'), [EURUSD])
    const { market, lines, end } = await open(feed)
    feed.quote('2014-05-09T20:57:58Z', EURUSD, 139_000)
    feed.quote('2014-05-11T21:04:59Z', EURUSD, 139_000)
    feed.alive('2014-05-11T21:05:00Z')
    feed.quote('2014-05-11T21:05:01Z', EURUSD, 139_000)
    expect(market.item(EURUSD)).toMatchObject({ status: 'stale', quote: { time: at('2014-05-09T20:57:58Z') } })
    lines.splice(0)
    feed.quote('2014-05-11T21:05:02Z', EURUSD, 139_001)
    expect(lines).toEqual(['21:05:02 EURUSD open', '21:05:02 quote EURUSD 139001/139013'])
    // A market that stands still opens once the source has said so six times over ten seconds.
    feed.quote('2014-05-12T20:57:59Z', EURUSD, 139_001)
    for (const second of ['01', '03', '05', '07', '09']) feed.quote(`2014-05-12T21:05:${second}Z`, EURUSD, 139_001)
    expect(market.item(EURUSD)?.status).toBe('stale')
    feed.quote('2014-05-12T21:05:11Z', EURUSD, 139_001)
    expect(market.item(EURUSD)?.status).toBe('open')
    await end()
  })

  test('a source that repeats its last quote all weekend opens no market with it', async () => {
    const feed = new ScriptedFeed(at('2014-05-09T20:57:00Z'), [EURUSD])
    const { market, lines, end } = await open(feed)
    feed.quote('2014-05-09T20:57:58Z', EURUSD, 139_000)
    feed.quote('2014-05-10T12:00:00Z', EURUSD, 139_000)
    for (const second of ['30', '40', '50', '59']) feed.quote(`2014-05-11T21:04:${second}Z`, EURUSD, 139_000)
    feed.alive('2014-05-11T21:05:00Z')
    for (const second of ['01', '03', '05', '07', '09']) feed.quote(`2014-05-11T21:05:${second}Z`, EURUSD, 139_000)
    expect(market.item(EURUSD)?.status).toBe('stale')
    lines.splice(0)
    feed.quote('2014-05-11T21:05:11Z', EURUSD, 139_000)
    expect(lines).toEqual(['21:05:11 EURUSD open', '21:05:11 quote EURUSD 139000/139012'])
    await end()
  })

  test('a source that was away and says its last quote again opens nothing; another quote does', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
    const { market, lines, end } = await open(feed)
    feed.quote('2014-05-08T12:00:01Z', EURUSD, 139_000)
    feed.alive('2014-05-08T12:05:00Z')
    feed.quote('2014-05-08T12:05:01Z', EURUSD, 139_000)
    expect(market.item(EURUSD)).toMatchObject({ status: 'stale', quote: { time: at('2014-05-08T12:00:01Z') } })
    lines.splice(0)
    feed.quote('2014-05-08T12:05:02Z', EURUSD, 139_001)
    expect(lines).toEqual(['12:05:02 EURUSD open', '12:05:02 quote EURUSD 139001/139013'])
    // A market that stands still opens once the source has said so six times over ten seconds.
    for (const second of ['01', '03', '05', '07', '09']) feed.quote(`2014-05-08T12:10:${second}Z`, EURUSD, 139_001)
    expect(market.item(EURUSD)?.status).toBe('stale')
    feed.quote('2014-05-08T12:10:11Z', EURUSD, 139_001)
    expect(market.item(EURUSD)?.status).toBe('open')
    await end()
  })

  test('a source time beyond the market clock neither moves it nor counts: no session, no night, no fill', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T20:50:00Z'), [EURUSD])
    const { market, lines, end } = await open(feed)
    feed.quote('2014-05-08T20:50:01Z', EURUSD, 139_000)
    lines.splice(0)
    feed.told.quote(feedRow('2014-05-11T20:50:02Z', EURUSD, 139_010))
    expect(lines.splice(0)).toEqual(['20:50:01 EURUSD held'])
    expect(market.stats().quality).toMatchObject({ ahead: 1, good: 1 })
    // One that is far behind is late: it changes nothing.
    feed.told.quote(feedRow('2014-05-08T19:50:02Z', EURUSD, 139_010))
    expect(lines).toEqual([])
    expect(market.stats().quality).toMatchObject({ late: 1, good: 1 })
    feed.quote('2014-05-08T20:50:03Z', EURUSD, 139_002)
    expect(lines).toEqual(['20:50:03 EURUSD open', '20:50:03 quote EURUSD 139002/139014'])
    await end()
  })

  test('prices for which the store reserves no numbers end the trading on the last one', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
    const numbers = new Map([[EURUSD, 2]])
    const lines: string[] = []
    const nextSequence = (instrument: number) => {
      const left = numbers.get(instrument) ?? 0
      numbers.set(instrument, left - 1)
      return left > 0 ? 3 - left : undefined
    }
    const flow = new QuoteFlow({
      feed,
      catalogue,
      sessions: 'real',
      lastRollover: undefined,
      nextSequence,
      ended: () => {},
      log: pino({ level: 'silent' }),
    })
    flow.start((command) => lines.push(command.kind === 'market' ? command.status : command.kind))
    feed.run(flow)
    expect(lines.splice(0).filter((each) => each !== 'closed')).toEqual(['stale'])
    // The first one waits for the second: this flow has no store that kept a price.
    for (const second of [1, 2, 3, 4]) feed.quote(`2014-05-08T12:00:0${second}Z`, EURUSD, 139_000 + second)
    expect(lines).toEqual(['open', 'quote', 'quote', 'stale'])
  })

  testOnce('a feed whose loop stalls is noticed although its clock stands still with it', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD], [], 1_000)
    const { market, lines, end } = await open(feed)
    feed.quote('2014-05-08T12:00:01Z', EURUSD, 139_000)
    lines.splice(0)
    await vi.waitFor(() => expect(market.stats().silent).toBe(true), { timeout: 15_000, interval: 200 })
    expect(lines).toEqual(['12:00:01 EURUSD stale'])
    await end()
  })

  test('a disabled instrument keeps its market: who holds it can close, and its stops work', async () => {
    const instruments = catalogue.instruments.map((entry) =>
      entry.terms.id === EURUSD ? { ...entry, terms: { ...entry.terms, enabled: false } } : entry,
    )
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
    const { market, lines, end } = await open(feed, { catalogue: { ...catalogue, instruments } })
    feed.quote('2014-05-08T12:00:01Z', EURUSD, 139_000)
    expect(lines).toEqual(['12:00:00 EURUSD stale', '12:00:01 EURUSD open', '12:00:01 quote EURUSD 139000/139012'])
    expect(market.item(EURUSD)).toMatchObject({ status: 'open', stale: false })
    await end()
  })

  test('a leap of the clock charges no night, and leaves a mark so that none is charged later', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
    const { lines, end } = await open(feed)
    feed.quote('2014-05-08T12:00:01Z', EURUSD, 139_000)
    lines.splice(0)
    feed.silence('2014-06-03T12:00:00Z')
    feed.told.leapt(at('2014-06-03T12:00:00Z'))
    feed.quote('2014-06-03T21:00:00Z', EURUSD, 136_000)
    expect(lines).toEqual([
      '2014-06-02T21:00:00 rollover 0 0',
      '12:00:00 EURUSD stale',
      '20:58:00 EURUSD closed',
      '2014-06-03T21:00:00 rollover 1 1',
    ])
    await end()
  })

  testOnce(
    'ten seconds without a sign of life make everything stale, the next good quote makes it fresh again; an end is for good',
    async () => {
      const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD, USDJPY])
      feed.spaced = SLOW
      const { market, lines, end } = await open(feed)
      feed.quote('2014-05-08T12:00:01Z', EURUSD, 139_000)
      feed.alive('2014-05-08T12:00:02Z')
      lines.splice(0)
      feed.silence('2014-05-08T12:00:12.000Z')
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      expect(lines).toEqual([])
      feed.silence('2014-05-08T12:00:12.001Z')
      await vi.waitFor(() => expect(lines).toEqual(['12:00:12 EURUSD stale']), { timeout: 20_000 })
      lines.splice(0)
      // A heartbeat alone says nothing about the price, nor does a quote of another instrument.
      feed.alive('2014-05-08T12:00:13Z')
      expect(market.stats().silent).toBe(false)
      feed.quote('2014-05-08T12:00:13.5Z', USDJPY, 102_000)
      expect(lines.splice(0)).toEqual(['12:00:13 USDJPY open', '12:00:13 quote USDJPY 102000/102012'])
      expect(market.item(EURUSD)?.status).toBe('stale')
      feed.quote('2014-05-08T12:00:13.9Z', EURUSD, 139_001)
      expect(lines.splice(0)).toEqual(['12:00:13 EURUSD open', '12:00:13 quote EURUSD 139001/139013'])
      feed.told.ended(at('2014-05-08T12:00:14Z'))
      expect(market.item(EURUSD)?.status).toBe('stale')
      expect(market.stats().silent).toBe(true)
      await end()
    },
  )
})
