/** A market that was away: missed nights, the numbers of quotes, and candles are there again after a restart. */
import { must } from '@veritick/domain'
import {
  at,
  catalogue,
  type Day,
  daysOn,
  EURUSD,
  MSFT,
  quote,
  ScriptedFeed,
  USDJPY,
} from '@veritick/testing/scripted-feed'
import { storeKinds } from '@veritick/testing/stores'
import { describe, expect, test, vi } from 'vitest'
import { simulatedFeed } from './feeds/simulated/feed.ts'

/** Long enough for the slowest machine; nothing waits for it where all is well. */
const SOON = { timeout: 20_000 }

describe.each(storeKinds())('a market that was away on the %s store', (kind) => {
  const open = daysOn(kind, 'market-restarts')

  test('missed nights come first and once each, then the last quotes, then the open instruments', async () => {
    const past = [
      quote('2014-05-12T12:59:59Z', USDJPY, 102_000),
      quote('2014-05-12T13:00:00Z', USDJPY, 102_000),
      quote('2014-05-12T13:59:49Z', EURUSD, 137_500),
      quote('2014-05-12T13:59:50Z', EURUSD, 137_500),
    ]
    const feed = new ScriptedFeed(at('2014-05-12T14:00:00Z'), [EURUSD, USDJPY], past)
    // Down from Wednesday evening to Monday: Thursday and Friday were missed, the weekend has none.
    const { lines, end } = await open(feed, { lastRollover: at('2014-05-07T21:00:00Z') })
    expect(lines).toEqual([
      '2014-05-08T21:00:00 rollover 1 1',
      '2014-05-09T21:00:00 rollover 1 3',
      '13:59:50 quote EURUSD 137500/137512',
      '13:00:00 quote USDJPY 102000/102012',
      // However young its last quote: nothing can be traded before the feed has spoken.
      '14:00:00 EURUSD stale',
      '14:00:00 USDJPY stale',
    ])
    lines.splice(0)
    feed.alive('2014-05-12T14:00:01Z')
    expect(lines).toEqual([])
    feed.quote('2014-05-12T14:00:02Z', EURUSD, 137_510)
    expect(lines).toEqual(['14:00:02 EURUSD open', '14:00:02 quote EURUSD 137510/137522'])
    await end()
  })

  test('a missed night is charged at its own close: each is told before it, no quote twice', async () => {
    const past = [
      quote('2014-05-08T20:50:00Z', EURUSD, 138_400),
      quote('2014-05-08T20:57:00Z', EURUSD, 138_420),
      quote('2014-05-08T21:00:00Z', EURUSD, 138_300),
      quote('2014-05-09T20:57:00Z', EURUSD, 138_250),
      quote('2014-05-09T20:57:29Z', USDJPY, 101_900),
      quote('2014-05-09T20:57:30Z', USDJPY, 101_900),
    ]
    const feed = new ScriptedFeed(at('2014-05-12T14:00:00Z'), [EURUSD, USDJPY], past)
    const { lines, end } = await open(feed, { lastRollover: at('2014-05-07T21:00:00Z') })
    expect(lines).toEqual([
      '20:57:00 quote EURUSD 138420/138432',
      '2014-05-08T21:00:00 rollover 1 1',
      '20:57:00 quote EURUSD 138250/138262',
      '20:57:30 quote USDJPY 101900/101912',
      '2014-05-09T21:00:00 rollover 1 3',
      '14:00:00 EURUSD stale',
      '14:00:00 USDJPY stale',
    ])
    await end()
  })

  test('a store that was stopped before its first 17:00 New York charges every night since its journal', async () => {
    const past = [
      quote('2014-05-07T20:56:59Z', EURUSD, 138_450),
      quote('2014-05-07T20:57:00Z', EURUSD, 138_450),
      quote('2014-05-08T20:57:00Z', EURUSD, 138_420),
      // In the break: no order could be filled at them.
      ...[900_000, 900_001].map((bid, index) => quote(`2014-05-08T20:59:0${index}Z`, EURUSD, bid)),
      ...[138_421, 138_422].map((bid, index) => quote(`2014-05-08T21:01:0${index}Z`, EURUSD, bid)),
      quote('2014-05-09T13:59:00Z', EURUSD, 138_300),
    ]
    const feed = new ScriptedFeed(at('2014-05-09T14:00:00Z'), [EURUSD], past)
    const { lines, end } = await open(feed, { resumeAt: at('2014-05-07T15:00:00Z') })
    expect(lines).toEqual([
      '20:57:00 quote EURUSD 138450/138462',
      '2014-05-07T21:00:00 rollover 3 1',
      '20:57:00 quote EURUSD 138420/138432',
      '2014-05-08T21:00:00 rollover 1 1',
      '13:59:00 quote EURUSD 138300/138312',
      '14:00:00 EURUSD stale',
    ])
    await end()
  })

  test('a feed that knows every past is asked for the closes of missed nights; numbers rise all the same', async () => {
    const now = at('2026-11-21T12:00:00Z')
    const feed = simulatedFeed({
      catalogue,
      seed: '1',
      sessions: 'always',
      wallClock: () => now,
      monotonicClock: () => now,
    })
    const { commands, lines, market, end } = await open(feed, {
      sessions: 'always',
      lastRollover: at('2026-11-18T22:00:00Z'),
    })
    const told = commands.flatMap((command) =>
      command.kind === 'quote' && command.instrument === EURUSD ? [command] : [],
    )
    expect(told.map(({ at: moment }) => new Date(moment).toISOString().slice(5, 16))).toEqual([
      '11-19T21:59',
      '11-20T21:59',
      '11-21T12:00',
    ])
    expect(told.map(({ seq }) => seq)).toEqual([...told.map(({ seq }) => seq)].sort((a, b) => a - b))
    expect(new Set(told.map(({ seq }) => seq)).size).toBe(3)
    expect(told[2]).toMatchObject({ seq: market.item(EURUSD)?.quote?.seq, bid: market.item(EURUSD)?.quote?.bid })
    expect(lines.filter((each) => each.includes('rollover'))).toEqual([
      '2026-11-19T22:00:00 rollover 1 1',
      '2026-11-20T22:00:00 rollover 1 3',
    ])
    expect(told[0]?.bid).not.toBe(told[2]?.bid)
    await end()
  })

  test('numbers of quotes only rise, after a clean end and after none', async () => {
    const sequences = ({ commands }: Day) =>
      commands.flatMap((command) => (command.kind === 'quote' && command.instrument === EURUSD ? [command.seq] : []))
    const play = async () => {
      const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
      const day = await open(feed)
      for (let second = 10; second < 15; second++) feed.quote(`2014-05-08T12:00:${second}Z`, EURUSD, 139_000 + second)
      return day
    }
    const first = await play()
    expect(sequences(first)).toEqual([1, 2, 3, 4, 5])
    await first.end()
    const second = await play()
    expect(sequences(second)).toEqual([6, 7, 8, 9, 10])
    // The second one never ends: what it had reserved is not used again.
    const third = await play()
    expect(Math.min(...sequences(third))).toBeGreaterThan(10)
    await Promise.all([second.end(), third.end()])
  })

  test('candles are stored, paged back, and the same after a restart', async () => {
    const quotes = Array.from({ length: 400 }, (_, index) => {
      const time = new Date(at('2014-05-08T10:00:00Z') + index * 20_000).toISOString()
      return quote(time, EURUSD, 139_000 + ((index * 37) % 100))
    })
    const feed = new ScriptedFeed(at('2014-05-08T10:00:00Z'), [EURUSD])
    const day = await open(feed)
    for (const each of quotes) feed.quote(new Date(each.time).toISOString(), EURUSD, each.bid)
    const all = await day.market.candles({ instrument: EURUSD, period: '1min', limit: 1_500 })
    expect(all.length).toBe(134)
    expect(all.map(({ volume }) => volume)).toEqual([...Array.from({ length: 133 }, () => 3), 1])
    await day.end()

    // The restarted feed tells its quotes again: the open candle is whole and nothing counts twice.
    const again = new ScriptedFeed(at('2014-05-08T12:13:00Z'), [EURUSD], quotes)
    const next = await open(again)
    expect(await next.market.candles({ instrument: EURUSD, period: '1min', limit: 1_500 })).toEqual(all)
    const newest = await next.market.candles({ instrument: EURUSD, period: '1min', limit: 50 })
    expect(newest).toEqual(all.slice(-50))
    const before = must(newest[0], 'a candle').time
    expect(await next.market.candles({ instrument: EURUSD, period: '1min', limit: 50, before })).toEqual(
      all.slice(-100, -50),
    )
    const hours = await next.market.candles({ instrument: EURUSD, period: '60min', limit: 10 })
    expect(hours.map(({ volume }) => volume)).toEqual([180, 180, 40])
    expect(
      (await next.market.candles({ instrument: EURUSD, period: '1day', limit: 10 })).map(({ time }) => time),
    ).toEqual([at('2014-05-07T21:00:00Z')])
    const spark = await next.market.sparkline({ instrument: EURUSD, period: '1min' })
    expect(spark).toEqual(all.slice(-60).map(({ time, close }) => ({ time, close })))
    await next.end()
  })

  test('a quote that the feed told of long before the start opens nothing when it is sent again', async () => {
    const starts = [
      ['2014-05-08T10:00:01Z', '2014-05-08T11:00:00Z', '2014-05-08T11:00:01Z'],
      // Friday's, after the opening on Sunday.
      ['2014-05-09T20:57:01Z', '2014-05-11T21:06:00Z', '2014-05-11T21:06:01Z'],
    ] as const
    for (const [told, start, again] of starts) {
      const feed = new ScriptedFeed(at(start), [EURUSD], [quote(told, EURUSD, 138_501)])
      const { market, end } = await open(feed)
      feed.quote(again, EURUSD, 138_501)
      expect(market.item(EURUSD)?.status).toBe('stale')
      await end()
    }
  })

  test('a quote that the feed told of just before the start counts when it is sent again', async () => {
    const feed = new ScriptedFeed(
      at('2014-05-08T10:00:02Z'),
      [EURUSD],
      [quote('2014-05-08T10:00:01Z', EURUSD, 138_501)],
    )
    const { market, end } = await open(feed)
    feed.quote('2014-05-08T10:00:03Z', EURUSD, 138_501)
    expect(market.item(EURUSD)?.status).toBe('open')
    await end()
  })

  test('quotes that were missed leave no instrument open at the price before them', async () => {
    const feed = new ScriptedFeed(at('2014-05-08T12:00:00Z'), [EURUSD])
    feed.spaced = 200_000
    const { market, end } = await open(feed)
    feed.quote('2014-05-08T12:00:01Z', EURUSD, 139_000)
    feed.silence('2014-05-08T12:00:41Z')
    feed.told.missed(at('2014-05-08T12:00:41Z'))
    expect(market.item(EURUSD)?.status).toBe('stale')
    feed.quote('2014-05-08T12:00:42Z', EURUSD, 139_001)
    expect(market.item(EURUSD)?.status).toBe('open')
    await end()
  })

  test('a night that passes while the process stands still is charged at its own close', async () => {
    let now = at('2026-11-19T20:00:00Z')
    const [wallClock, monotonicClock] = [() => now, () => now]
    const feed = simulatedFeed({ catalogue, seed: '1', sessions: 'always', wallClock, monotonicClock })
    const lastRollover = at('2026-11-18T22:00:00Z')
    const { commands, market, end } = await open(feed, { sessions: 'always', lastRollover })
    now = at('2026-11-19T20:00:20Z')
    await vi.waitFor(() => expect(market.item(EURUSD)?.status).toBe('open'), SOON)
    now = at('2026-11-20T01:00:00Z')
    await vi.waitFor(() => expect(market.clock()).toBe(now), SOON)
    const night = commands.findIndex(({ kind }) => kind === 'rollover')
    const before = commands.slice(0, night).filter((each) => 'instrument' in each && each.instrument === EURUSD)
    // Nothing is triggered at the close: the instrument is stale.
    expect(before.slice(-2)).toMatchObject([
      { kind: 'market', status: 'stale' },
      { kind: 'quote', seq: market.item(EURUSD)?.quote?.seq },
    ])
    expect(new Date(before.at(-1)?.at ?? 0).toISOString()).toMatch(/^2026-11-19T21:59:5/)
    await end()
  })

  test('the simulated market has a past before its first start, and goes on after the machine slept', async () => {
    let now = at('2026-11-21T12:34:56.789Z')
    const feed = simulatedFeed({
      catalogue,
      seed: '1',
      sessions: 'always',
      wallClock: () => now,
      monotonicClock: () => now,
    })
    const day = await open(feed, { sessions: 'always' })
    const tradable = () => day.market.items().filter(({ status }) => status === 'open').length
    expect(day.lines.filter((each) => each.endsWith(' stale')).length).toBe(catalogue.instruments.length)
    const minutes = await day.market.candles({ instrument: EURUSD, period: '1min', limit: 500 })
    expect(minutes.length).toBe(500)
    expect(minutes.every(({ time }, index) => index === 0 || time === (minutes[index - 1]?.time ?? 0) + 60_000)).toBe(
      true,
    )
    expect(minutes[499]).toMatchObject({ time: at('2026-11-21T12:34:00Z'), volume: 57 })
    expect((await day.market.candles({ instrument: MSFT, period: '1day', limit: 300 })).length).toBe(300)

    now = at('2026-11-21T14:00:30.000Z')
    await vi.waitFor(() => expect(day.market.clock()).toBe(now), SOON)
    const after = await day.market.candles({ instrument: EURUSD, period: '1min', limit: 500 })
    const slept = after.filter(({ time }) => time >= at('2026-11-21T12:34:00Z'))
    expect(slept.map(({ volume }) => volume)).toEqual([
      ...Array.from({ length: 86 }, () => 60),
      must(after[499], 'the open one').volume,
    ])
    // Asleep everything grew stale; twenty seconds later all have been quoted again.
    expect(tradable()).toBe(0)
    now = at('2026-11-21T14:00:50.000Z')
    await vi.waitFor(() => expect(tradable()).toBe(catalogue.instruments.length), SOON)
    await day.end()
  })
})
