/** The running market as a trader's days: what goes into the core, and in which order. */
import { must } from '@veritick/domain'
import { at, catalogue, daysOn, EURUSD, MSFT, ScriptedFeed, USDJPY } from '@veritick/testing/scripted-feed'
import { storeKinds } from '@veritick/testing/stores'
import { describe, expect, test, vi } from 'vitest'

describe.each(storeKinds())('the market on the %s store', (kind) => {
  const open = daysOn(kind, 'market')

  test('one day: opening, growing stale, the break, the night, and the next opening', async () => {
    const feed = new ScriptedFeed(at('2014-05-07T21:00:00.500Z'))
    const { market, lines, end } = await open(feed)
    const eurusd = must(market.item(EURUSD), 'EURUSD')
    expect([eurusd.status, new Date(eurusd.nextOpen ?? 0).toISOString()]).toEqual(['closed', '2014-05-07T21:05:00.000Z'])

    feed.quote('2014-05-07T21:03:00Z', EURUSD, 139_000)
    expect(lines.splice(0)).toEqual(['21:03:00 quote EURUSD 139000/139012'])
    expect(eurusd.status).toBe('closed')

    // In session now, but nobody has quoted since the opening: the quote of 21:03 is still fresh enough.
    feed.alive('2014-05-07T21:05:00Z')
    expect(lines.splice(0)).toEqual(['21:05:00 EURUSD open', '21:05:00 USDJPY stale'])
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
    expect(market.item(MSFT)).toMatchObject({ open: 43_010, quote: { bid: 43_050 }, nextOpen: at('2026-11-30T14:30:00Z') })
    const eurusd = must(market.item(EURUSD), 'EURUSD')
    expect([eurusd.status, eurusd.nextOpen, eurusd.quote]).toEqual(['closed', undefined, undefined])
    expect(await market.candles({ instrument: EURUSD, period: '1min', limit: 10 })).toEqual([])
    expect(await market.candles({ instrument: 999_999, period: '1min', limit: 10 })).toEqual([])
    await end()
  })

  test('suspect quotes reach nobody until they are confirmed', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
    const { market, lines, end } = await open(feed)
    const seen: number[] = []
    market.onQuote(({ quote: published }) => seen.push(published.bid))
    for (const bid of [139_000, 137_000, 139_001, 137_500, 137_510]) feed.quote('2014-05-08T12:00:01Z', EURUSD, bid)
    feed.quote('2014-05-08T12:00:02Z', EURUSD, 137_505, 137_504)
    expect(seen).toEqual([139_000, 139_001, 137_500, 137_510])
    expect(lines.filter((each) => each.includes('quote')).length).toBe(4)
    const [candle] = await market.candles({ instrument: EURUSD, period: '1min', limit: 1 })
    expect(candle).toMatchObject({ open: 139_000, high: 139_001, low: 137_500, close: 137_510, volume: 4 })
    await end()
  })

  test('a confirmed suspect counts when it is confirmed, and keeps its own time as evidence', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
    const { commands, end } = await open(feed)
    feed.quote('2014-05-08T12:00:01Z', EURUSD, 139_000)
    feed.quote('2014-05-08T12:00:02Z', EURUSD, 137_500)
    feed.alive('2014-05-08T12:00:03Z')
    feed.quote('2014-05-08T12:00:04Z', EURUSD, 137_510)
    const quotes = commands.filter(({ kind }) => kind === 'quote')
    expect(quotes).toEqual([
      expect.objectContaining({ at: at('2014-05-08T12:00:01Z'), bid: 139_000 }),
      expect.objectContaining({ at: at('2014-05-08T12:00:04Z'), bid: 137_500, time: at('2014-05-08T12:00:02Z') }),
      expect.objectContaining({ at: at('2014-05-08T12:00:04Z'), bid: 137_510 }),
    ])
    expect(quotes.map((each) => 'time' in each)).toEqual([false, true, false])
    await end()
  })

  test('a suspect of the break is drawn, but nobody trades on it when the opening confirms it', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T20:57:00Z'), [EURUSD])
    const { market, lines, end } = await open(feed)
    const seen: number[] = []
    market.onQuote(({ quote: published }) => seen.push(published.bid))
    feed.quote('2014-05-08T20:57:59Z', EURUSD, 139_000)
    feed.quote('2014-05-08T21:04:00Z', EURUSD, 137_500)
    lines.splice(0)
    // The old quote is seven minutes old at the opening: stale. The suspect does not end that, its confirmation does.
    feed.quote('2014-05-08T21:05:10Z', EURUSD, 137_510)
    expect(lines.splice(0)).toEqual([
      '21:05:00 EURUSD stale',
      '21:05:10 quote EURUSD 137500/137512',
      '21:05:10 EURUSD open',
      '21:05:10 quote EURUSD 137510/137522',
    ])
    expect(seen).toEqual([139_000, 137_500, 137_510])
    // A good quote of the break keeps the opening fresh: the suspect beside it still triggers nothing.
    feed.quote('2014-05-09T20:57:59Z', EURUSD, 137_500)
    feed.quote('2014-05-11T21:03:00Z', EURUSD, 137_490)
    feed.quote('2014-05-11T21:04:00Z', EURUSD, 135_000)
    lines.splice(0)
    feed.quote('2014-05-11T21:05:10Z', EURUSD, 135_010)
    expect(lines).toEqual(['21:05:00 EURUSD open', '21:05:10 quote EURUSD 135010/135022'])
    expect(seen.slice(-2)).toEqual([135_000, 135_010])
    await end()
  })

  test('a feed whose loop stalls is noticed although its clock stands still with it', { timeout: 20_000 }, async () => {
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

  test('ten seconds without a sign of life make everything stale, the next good quote makes it fresh again; an end is for good', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD, USDJPY])
    const { market, lines, end } = await open(feed)
    feed.quote('2014-05-08T12:00:01Z', EURUSD, 139_000)
    feed.alive('2014-05-08T12:00:02Z')
    lines.splice(0)
    feed.silence('2014-05-08T12:00:12.000Z')
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(lines).toEqual([])
    feed.silence('2014-05-08T12:00:12.001Z')
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(lines.splice(0)).toEqual(['12:00:12 EURUSD stale'])
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
  })
})
