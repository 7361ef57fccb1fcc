/** The formats of recordings: ticks, bars with bid and ask, bars of one price, and the quotes that each becomes. */
import { must } from '@veritick/domain'
import { type Command, createEngine } from '@veritick/engine'
import { afterAll, describe, expect, test } from 'vitest'
import { demo, NOON as MARKET_NOON, opening, place, quote } from '../../../../../../tools/crash/world.ts'
import { allOf, removeFolders, TICKS } from './replay-fixture.ts'
import { pointsOf } from './rows.ts'

afterAll(removeFolders)

/** Numbers from 0 to 1 that are the same in every run: a linear congruence. */
function seededRandom(): () => number {
  let state = 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

type Bar = { open: number; high: number; low: number; close: number }

/** Bars of a price that wanders, in points of EURUSD, and the recording of them. */
function minutesOf(random: () => number, count: number): [Bar[], string] {
  let price = 110_000
  const bars = Array.from({ length: count }, (): Bar => {
    const path = Array.from({ length: 30 }, () => {
      price += Math.round((random() - 0.5) * 20)
      return price
    })
    return { open: must(path[0], 'a price'), high: Math.max(...path), low: Math.min(...path), close: price }
  })
  const rows = bars.map(({ open, high, low, close }, at) => {
    const time = new Date(Date.parse('2014-05-05T00:00:00Z') + at * 60_000).toISOString()
    return [time, ...[open, high, low, close].map((points) => (points / 1e5).toFixed(5)), 9].join(',')
  })
  return [bars, `ts_utc,open,high,low,close,volume\n${rows.join('\n')}\n`]
}

describe('formats', () => {
  test('ticks, plain and packed, with more columns and Windows line ends', async () => {
    const expected = ['EURUSD 12:45:00.100 139100 139113', 'EURUSD 12:45:00.900 139050 139065']
    expect((await allOf({ 'EURUSD_a.csv': TICKS })).quotes).toEqual(expected)
    expect((await allOf({ 'EURUSD_a.csv.gz': TICKS })).quotes).toEqual(expected)
    const wide =
      'ts_utc,bid,ask,bid_vol,ask_vol\r\n2014-05-08T12:45:00.100Z,1.39100,1.39113,5,6\r\n2014-05-08T12:45:00.900Z,1.3905,1.39065,1,1\r\n'
    expect((await allOf({ 'EURUSD.csv': wide })).quotes).toEqual(expected)
  })

  test('a bid/ask bar becomes four quotes: its open, and in its middle its extremes and its close', async () => {
    const header = 'ts_utc,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close\n'
    const rising = '2014-05-08T12:45:00.000Z,1.1,1.4,1.05,1.2,1.2,1.5,1.15,1.3\n'
    const falling = '2014-05-08T12:46:00.000Z,1.2,1.4,1.05,1.1,1.3,1.39,1.15,1.2\n'
    expect((await allOf({ 'EURUSD_m1.csv': header + rising + falling })).quotes).toEqual([
      'EURUSD 12:45:00.000 110000 120000',
      'EURUSD 12:45:30.000 105000 115000',
      'EURUSD 12:45:30.001 140000 150000',
      'EURUSD 12:45:30.002 120000 130000',
      'EURUSD 12:46:00.000 120000 130000',
      'EURUSD 12:46:30.000 105000 115000',
      // The recorded ask high is below the bid high: they were not of one moment.
      'EURUSD 12:46:30.001 140000 140000',
      'EURUSD 12:46:30.002 110000 120000',
    ])
  })

  test.each([
    { what: 'at the extreme', side: 'buy', target: 115_000, price: 115_000 },
    { what: 'between open and extreme', side: 'buy', target: 119_000, price: 115_000 },
    { what: 'a point beyond the extreme', side: 'buy', target: 114_999, price: undefined },
    { what: 'at the extreme', side: 'sell', target: 140_000, price: 140_000 },
    { what: 'between open and extreme', side: 'sell', target: 111_000, price: 140_000 },
    { what: 'a point beyond the extreme', side: 'sell', target: 140_001, price: undefined },
  ] as const)(
    'a $side limit $what of a bar is filled at the recorded price of that side, and never better',
    async ({ side, target, price }) => {
      const header = 'ts_utc,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close\n'
      const { quotes } = await allOf({
        'EURUSD.csv': `${header}2014-05-08T12:45:00.000Z,1.1,1.4,1.05,1.2,1.2,1.5,1.15,1.3\n`,
      })
      const engine = createEngine()
      const commands = quotes.map((text, at) => {
        const [, , bid, ask] = text.split(' ').map(Number)
        return quote({ at: MARKET_NOON + at, instrument: 1, seq: at + 1, bid: bid ?? 0, ask: ask ?? 0 })
      })
      const isQuote = (command: Command) => command.kind === 'quote'
      const made = [...opening().filter((command) => !isQuote(command)), demo(1), must(commands[0], 'the open')]
      for (const command of made) engine.apply(command)
      expect(engine.apply(place({ account: 1, key: 'limit', side, target, lots: 100 })).ok).toBe(true)
      const events = commands.slice(1).flatMap((command) => {
        const outcome = engine.apply(command)
        return outcome.ok ? outcome.events : []
      })
      const fills = events.flatMap((event) => (event.kind === 'order_opened' ? [event.price] : []))
      expect(fills).toEqual(price === undefined ? [] : [price])
    },
  )

  describe('2,000 minutes of a price that wanders', () => {
    const random = seededRandom()
    const [bars, text] = minutesOf(random, 2_000)
    const files = { 'EURUSD_m1.csv': text }
    const bidOf = (quote: string) => Number(quote.split(' ')[2])
    const timeOf = (quote: string) => Date.parse(`2014-05-08T${quote.split(' ')[1]}Z`)

    test('no quote that lasts longer than two milliseconds is an extreme: no order trades between an extreme and its close', async () => {
      const { quotes } = await allOf(files)
      expect(quotes.length).toBe(4 * bars.length)
      const standing = quotes.filter((quote, at) => {
        const next = quotes[at + 1]
        return next !== undefined && (timeOf(next) - timeOf(quote) + 86_400_000) % 86_400_000 > 2
      })
      expect(standing.map(bidOf)).toEqual(bars.flatMap(({ open, close }) => [open, close]).slice(0, -1))
    })

    test('the extreme that comes first does not tell where the bar closes, and is the same for one seed', async () => {
      const { quotes } = await allOf(files)
      for (const rising of [true, false]) {
        const some = bars.flatMap(({ open, low, close }, at) =>
          close > open === rising ? [bidOf(quotes[4 * at + 1] ?? '') === low] : [],
        )
        const share = some.filter((isLowFirst) => isLowFirst).length / some.length
        // About a thousand of each: four standard errors.
        expect(Math.abs(share - 0.5)).toBeLessThan(0.065)
      }
      expect((await allOf(files)).quotes).toEqual(quotes)
      expect((await allOf(files, '2')).quotes).not.toEqual(quotes)
    })
  })

  test('bars of one price get the configured spread and share their volume', async () => {
    const bars =
      'ts_utc,open,high,low,close,volume\n2014-05-08T12:00:00.000Z,102.10,102.40,102.00,102.30,47\n2014-05-08T12:05:00.000Z,102.30,102.31,102.29,102.30,3.6\n'
    const { quotes, volumes } = await allOf({ 'USDJPY_m5.csv': bars })
    expect(quotes.slice(0, 4)).toEqual([
      'USDJPY 12:00:00.000 102100 102112',
      'USDJPY 12:02:30.000 102400 102412',
      'USDJPY 12:02:30.001 102000 102012',
      'USDJPY 12:02:30.002 102300 102312',
    ])
    expect(volumes).toEqual([11, 11, 11, 14, 0, 0, 0, 4])
  })

  test('whole numbers are points: the scale is the one nearest to an ordinary price', async () => {
    const bar = (prices: string) =>
      `ts_utc,open,high,low,close,volume\n2014-05-08T00:00:00.000Z,${prices},9\n2014-05-09T00:00:00.000Z,${prices},9\n`
    const first = async (name: string, prices: string) => (await allOf({ [name]: bar(prices) })).quotes[0]
    expect(await first('EURUSD_D1.csv', '130584,131073,130453,130935')).toContain(' 130584 ')
    expect(await first('USDJPY_D1.csv', '82173,82206,81711,81888')).toContain(' 82173 ')
    expect(await first('XAUUSD_D1.csv', '172497,173400,172068,172672')).toContain(' 1724970 ')
    expect(await first('DE30EUR_D1.csv', '11313,11320,11300,11310')).toContain(' 113130 ')
  })

  test('a daily bar of a stock is quoted in its session, a Sunday bar of forex after the opening', async () => {
    const bars = (day: string, price: string) =>
      `ts_utc,open,high,low,close,volume\n${day}T00:00:00.000Z,${price},${price},${price},${price},9\n`
    const times = async (name: string, day: string) =>
      (
        await allOf({
          [name]: `${bars(day, '100.5')}${bars('2019-03-13', '100.5').split('\n')[1]}\n${bars('2019-03-14', '100.5').split('\n')[1]}\n`,
        })
      ).quotes
        .slice(0, 4)
        .map((quote) => quote.split(' ')[1])
    expect(await times('MSFT_D.csv', '2019-03-12')).toEqual([
      '13:30:00.000',
      '16:45:00.000',
      '16:45:00.001',
      '16:45:00.002',
    ])
    expect(await times('USDJPY_D.csv', '2019-03-10')).toEqual([
      '21:05:00.000',
      '22:32:30.000',
      '22:32:30.001',
      '22:32:30.002',
    ])
    expect(await times('USDJPY_D.csv', '2019-03-12')).toEqual([
      '00:00:00.000',
      '12:00:00.000',
      '12:00:00.001',
      '12:00:00.002',
    ])
  })

  test('of two sources of one instrument one is played at a time: no customer trades between them', async () => {
    const ticks = (price: string, ...seconds: number[]) =>
      `ts_utc,bid,ask\n${seconds.map((second) => `2014-05-08T12:45:0${second}.000Z,${price},1.3920\n`).join('')}`
    const { quotes } = await allOf({
      'EURUSD_a.csv': ticks('1.3900', 0, 1, 2, 3),
      'EURUSD_b.csv': ticks('1.3910', 1, 2, 4, 5),
      'GBPUSD_a.csv': ticks('1.3900', 2),
    })
    expect(quotes.map((quote) => quote.slice(0, 26))).toEqual([
      'EURUSD 12:45:00.000 139000',
      'EURUSD 12:45:01.000 139000',
      'EURUSD 12:45:02.000 139000',
      'GBPUSD 12:45:02.000 139000',
      'EURUSD 12:45:03.000 139000',
      'EURUSD 12:45:04.000 139100',
      'EURUSD 12:45:05.000 139100',
    ])
  })

  test('a folder is played in the order of time, nested ones too; unknown instruments are named and left out', async () => {
    const { quotes, log } = await allOf({
      'deep/er/EURUSD_a.csv.gz': TICKS,
      'GBPUSD.x.csv': 'ts_utc,bid,ask\n2014-05-08T12:45:00.500Z,1.69,1.6902\n2014-05-08T12:45:00.900Z,1.69,1.6902\n',
      'BTCUSD_a.csv': TICKS,
      'notes.txt': 'nothing',
    })
    expect(quotes.map((quote) => quote.slice(0, 19))).toEqual([
      'EURUSD 12:45:00.100',
      'GBPUSD 12:45:00.500',
      'GBPUSD 12:45:00.900',
      'EURUSD 12:45:00.900',
    ])
    expect(log.some(({ msg, file }) => file === 'BTCUSD_a.csv' && String(msg).includes('BTCUSD'))).toBe(true)
  })

  test.each([
    ['1.38415', 5, 0, 138_415, false],
    ['1.005', 2, 0, 101, true],
    ['1.0049999', 2, 0, 100, true],
    ['86.125', 2, 0, 8_613, true],
    ['1.3840000', 5, 0, 138_400, false],
    ['130584', 5, 5, 130_584, false],
    ['172497', 3, 2, 1_724_970, false],
    ['130584', 3, 5, 1_306, true],
    ['-0.5', 1, 0, -5, false],
    ['999999999.999999999999', 1, 0, 10_000_000_000, true],
  ] as const)('%s at %i decimals, %i of them as points, is %i', (text, precision, shift, size, rounded) => {
    expect(pointsOf(text, precision, shift)).toEqual({ points: size, rounded })
  })
})
