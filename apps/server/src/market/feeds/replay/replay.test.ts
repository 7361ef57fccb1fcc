/** Recordings made up here: every format, every kind of rubbish, and the clock that plays them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Millis, millis, must } from '@veritick/domain'
import { type Command, createEngine } from '@veritick/engine'
import pino, { type Logger } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { demo, NOON as MARKET_NOON, opening, place, quote } from '../../../../../../tools/crash/world.ts'
import { loadCatalogue } from '../../catalogue.ts'
import type { Feed, FeedListener, FeedQuote } from '../../feed.ts'
import { openReplay } from './feed.ts'
import { RecordingRefused } from './lines.ts'
import { pointsOf } from './rows.ts'

const catalogue = loadCatalogue(fileURLToPath(new URL('../../../../catalogue', import.meta.url)))
const codeOf = new Map(catalogue.instruments.map(({ terms }) => [terms.id, terms.code]))
const at = (text: string) => millis(Date.parse(text))

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder of recordings; a name that ends with .gz is packed. */
function folderOf(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), name.endsWith('.gz') && typeof content === 'string' ? gzipSync(content) : content)
  }
  return folder
}

/** A log that can be read. */
function readableLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  return { log: pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }), lines }
}

const told = ({ instrument, time, bid, ask }: FeedQuote) =>
  `${codeOf.get(instrument)} ${new Date(time).toISOString().slice(11, 23)} ${bid} ${ask}`

/** Everything that the recordings hold, as the market would be told of its past. */
async function allOf(
  files: Record<string, string | Buffer>,
  seed = '1',
): Promise<{ quotes: string[]; volumes: number[]; log: Record<string, unknown>[] }> {
  const { log, lines } = readableLog()
  const feed = await openReplay({ path: folderOf(files), catalogue, seed, speed: 1, from: undefined, log })
  const quotes: FeedQuote[] = []
  await feed.open({
    resumeAt: at('2100-01-01T00:00:00Z'),
    pastFrom: () => undefined,
    past: (quote) => void quotes.push(quote),
  })
  await feed.stop()
  return { quotes: quotes.map(told), volumes: quotes.map(({ volume }) => volume), log: lines }
}

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

const TICKS = 'ts_utc,bid,ask\n2014-05-08T12:45:00.100Z,1.39100,1.39113\n2014-05-08T12:45:00.900Z,1.3905,1.39065\n'

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

    test('no quote that stands longer than two milliseconds is an extreme: nobody trades between an extreme and its close', async () => {
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

describe('rubbish', () => {
  const good = (time: string) => `2014-05-08T12:45:${time}Z,1.39100,1.39113`
  test('broken rows are skipped, counted, and named with their line', async () => {
    const rows = [
      'ts_utc,bid,ask',
      good('00.000'),
      '',
      'hello',
      '2014-05-08T12:45:01.000Z,1.39100',
      '2014-05-08T12:45:01.000Z,1.39100,1.39113,7',
      '2014-05-08 12:45:01,1.39100,1.39113',
      '2014-13-08T12:45:01.000Z,1.39100,1.39113',
      '2014-05-08T12:45:01.000Z,NaN,1.39113',
      '2014-05-08T12:45:01.000Z,1e5,1.39113',
      '2014-05-08T12:45:01.000Z,0x10,1.39113',
      '2014-05-08T12:45:01.000Z,1.39100,99999999.5',
      '2014-05-08T12:44:59.999Z,1.39100,1.39113',
      good('02.000'),
    ]
    const { quotes, log } = await allOf({ 'EURUSD_a.csv': `${rows.join('\n')}\n` })
    expect(quotes.map((quote) => quote.slice(7, 19))).toEqual(['12:45:00.000', '12:45:02.000'])
    const named = log.filter(({ msg }) => msg === 'broken row skipped')
    expect(named.map(({ file, line }) => `${file}:${line}`)).toEqual(
      Array.from({ length: 11 }, (_, index) => `EURUSD_a.csv:${index + 3}`),
    )
    expect(named.map(({ why }) => why)).toContain('its time goes back')
    expect(log.find(({ msg }) => msg === 'recording')).toMatchObject({ rows: 2, brokenRows: 11, instrument: 'EURUSD' })
  })

  test('bars: a doubled time, a close outside, a negative volume', async () => {
    const bar = (time: string, prices: string) => `2014-05-08T12:${time}:00.000Z,${prices}`
    const rows = [
      'ts_utc,open,high,low,close,volume',
      bar('00', '1.1,1.2,1.0,1.1,5'),
      bar('00', '1.1,1.2,1.0,1.1,5'),
      bar('01', '1.1,1.2,1.0,1.3,5'),
      bar('02', '1.1,1.0,1.2,1.1,5'),
      bar('03', '1.1,1.2,1.0,1.1,-5'),
    ]
    const { quotes, log } = await allOf({ 'EURUSD_m1.csv': rows.join('\n') })
    expect(quotes.length).toBe(4)
    expect(log.filter(({ msg }) => msg === 'broken row skipped').map(({ line }) => line)).toEqual([3, 4, 5, 6])
  })

  test('crossed and non-positive ticks are for the quality gate to refuse: they are read', async () => {
    expect(
      (
        await allOf({
          'EURUSD.csv': 'ts_utc,bid,ask\n2014-05-08T12:45:00.000Z,1.2,1.1\n2014-05-08T12:45:01.000Z,-1,0\n',
        })
      ).quotes,
    ).toEqual(['EURUSD 12:45:00.000 120000 110000', 'EURUSD 12:45:01.000 -100000 0'])
  })

  test.each<[string, Record<string, string | Buffer>, RegExp]>([
    [
      'a strange header',
      { 'EURUSD_a.csv': 'time,price\n1,2\n' },
      /^EURUSD_a\.csv:1: no header of a known format: "time,price"$/,
    ],
    [
      'a file that is not gzip',
      { 'EURUSD_a.csv.gz': Buffer.from('ts_utc,bid,ask\n') },
      /^EURUSD_a\.csv\.gz:1: not gzip, or damaged$/,
    ],
    [
      'a gzip file cut off',
      { 'EURUSD_a.csv.gz': gzipSync(TICKS.repeat(200)).subarray(0, 60) },
      /^EURUSD_a\.csv\.gz:\d+: the gzip file ends too early$/,
    ],
    ['an empty file', { 'EURUSD_a.csv': '' }, /^EURUSD_a\.csv:1: no good row$/],
    ['a header and nothing', { 'EURUSD_a.csv': 'ts_utc,bid,ask\n' }, /^EURUSD_a\.csv:1: no good row$/],
    ['only broken rows', { 'EURUSD_a.csv': 'ts_utc,bid,ask\nx\ny\n' }, /^EURUSD_a\.csv:3: no good row$/],
    [
      'a line without end',
      { 'EURUSD_a.csv': `ts_utc,bid,ask\n${'1'.repeat(200_000)}` },
      /^EURUSD_a\.csv:2: longer than 4096 characters$/,
    ],
    ['nothing that is known', { 'BTCUSD_a.csv': TICKS }, /no recording .* of an instrument in the catalogue$/],
  ])('%s is refused at the start', async (_, files, message) => {
    const opened = openReplay({
      path: folderOf(files),
      catalogue,
      seed: '1',
      speed: 1,
      from: undefined,
      log: readableLog().log,
    })
    await expect(opened).rejects.toThrow(message)
    await expect(opened).rejects.toBeInstanceOf(RecordingRefused)
  })

  test('a path that is not there, and a beginning after the end', async () => {
    const { log } = readableLog()
    await expect(
      openReplay({ path: '/nowhere/x.csv', catalogue, seed: '1', speed: 1, from: undefined, log }),
    ).rejects.toThrow('/nowhere/x.csv: there is no such file or folder')
    const path = folderOf({ 'EURUSD_a.csv': TICKS })
    await expect(
      openReplay({ path, catalogue, seed: '1', speed: 1, from: at('2020-01-01T00:00:00Z'), log }),
    ).rejects.toThrow('is after the last row, 2014-05-08T12:45:00.900Z')
  })
})

describe('the clock', () => {
  /** Plays until the recording has ended; what was told, in order. */
  async function play(feed: Feed, resumeAt?: Millis): Promise<string[]> {
    const heard: string[] = []
    await feed.open({ resumeAt, pastFrom: () => undefined, past: (quote) => void heard.push(`past ${told(quote)}`) })
    await new Promise<void>((resolve) => {
      let reached = feed.clock()
      const listener: FeedListener = {
        quote: (quote) => {
          expect(quote.time).toBeLessThanOrEqual(feed.clock())
          heard.push(told(quote))
        },
        alive: (moment) => {
          expect(moment).toBeGreaterThanOrEqual(reached)
          reached = moment
        },
        leapt: (to) => heard.push(`leapt to ${new Date(to).toISOString()}`),
        missed: () => heard.push('missed'),
        halted: () => heard.push('halted'),
        ended: (moment) => {
          heard.push(`ended ${new Date(moment).toISOString()}`)
          resolve()
        },
      }
      feed.run(listener)
    })
    await feed.stop()
    return heard
  }

  test('plays every row once, leaps over a gap of more than 96 hours, and stands still at the end', async () => {
    const rows = [
      '2014-05-08T12:45:00.000Z,1.39,1.3902',
      '2014-05-08T12:45:05.000Z,1.391,1.3912',
      '2014-05-12T12:45:06.000Z,1.38,1.3802',
      '2014-05-12T12:45:07.000Z,1.381,1.3812',
    ]
    const path = folderOf({ 'EURUSD_a.csv': `ts_utc,bid,ask\n${rows.join('\n')}\n` })
    const feed = await openReplay({ path, catalogue, seed: '1', speed: 1_000, from: undefined, log: readableLog().log })
    expect(new Date(feed.clock()).toISOString()).toBe('2014-05-08T12:44:59.000Z')
    expect(await play(feed)).toEqual([
      'EURUSD 12:45:00.000 139000 139020',
      'EURUSD 12:45:05.000 139100 139120',
      'leapt to 2014-05-12T12:45:05.000Z',
      'EURUSD 12:45:06.000 138000 138020',
      'EURUSD 12:45:07.000 138100 138120',
      'ended 2014-05-12T12:45:17.000Z',
    ])
    expect(new Date(feed.clock()).toISOString()).toBe('2014-05-12T12:45:17.000Z')
  })

  test('begins where it is told to and tells the rows before as the past; a resumed one wins over REPLAY_FROM', async () => {
    const path = folderOf({ 'EURUSD_a.csv': TICKS })
    const open = () =>
      openReplay({
        path,
        catalogue,
        seed: '1',
        speed: 1_000,
        from: at('2014-05-08T12:45:00.500Z'),
        log: readableLog().log,
      })
    const [first, second] = ['EURUSD 12:45:00.100 139100 139113', 'EURUSD 12:45:00.900 139050 139065']
    expect(await play(await open())).toEqual([`past ${first}`, second, 'ended 2014-05-08T12:45:10.900Z'])
    expect(await play(await open(), at('2014-05-08T12:45:00.900Z'))).toEqual([
      `past ${first}`,
      `past ${second}`,
      'ended 2014-05-08T12:45:10.900Z',
    ])
    expect(await play(await open(), at('2014-05-09T00:00:00.000Z'))).toEqual([
      `past ${first}`,
      `past ${second}`,
      'ended 2014-05-09T00:00:00.000Z',
    ])
  })

  test('what was not quoted for weeks is told too, with its last days; what begins later is not', async () => {
    const ticks = (...rows: string[]) => `ts_utc,bid,ask\n${rows.map((row) => `${row},1.39,1.3902`).join('\n')}\n`
    const path = folderOf({
      'EURUSD.csv': ticks('2014-05-08T12:00:00.000Z', '2014-05-08T12:00:02.000Z'),
      // Ended weeks ago, and resting for weeks in the middle of its file.
      'GBPUSD.csv': ticks('2014-04-01T12:00:00.000Z', '2014-04-10T12:00:00.000Z', '2014-04-10T13:00:00.000Z'),
      'AUDUSD.csv': ticks('2014-04-11T12:00:00.000Z', '2014-06-11T12:00:00.000Z'),
      'NZDUSD.csv': ticks('2014-05-09T12:00:00.000Z'),
    })
    const feed = await openReplay({ path, catalogue, seed: '1', speed: 1, from: undefined, log: readableLog().log })
    const past: FeedQuote[] = []
    const days = (count: number) => (moment: Millis) => millis(moment - count * 24 * 3_600_000)
    await feed.open({ resumeAt: at('2014-05-08T12:00:01Z'), pastFrom: days(5), past: (quote) => void past.push(quote) })
    await feed.stop()
    expect(
      past.map(({ instrument, time }) => `${codeOf.get(instrument)} ${new Date(time).toISOString().slice(0, 16)}`),
    ).toEqual([
      'EURUSD 2014-05-08T12:00',
      'AUDUSD 2014-04-11T12:00',
      'GBPUSD 2014-04-10T12:00',
      'GBPUSD 2014-04-10T13:00',
    ])
  })

  test('keeps the speed: ten market minutes at 1000 take six tenths of a second', async () => {
    const rows = Array.from(
      { length: 601 },
      (_, second) => `${new Date(at('2014-05-08T12:00:00Z') + second * 1_000).toISOString()},1.39,1.3902`,
    )
    const path = folderOf({ 'EURUSD_a.csv.gz': `ts_utc,bid,ask\n${rows.join('\n')}\n` })
    const feed = await openReplay({ path, catalogue, seed: '1', speed: 1_000, from: undefined, log: readableLog().log })
    const began = performance.now()
    const heard = await play(feed)
    expect(heard.length).toBe(602)
    expect(performance.now() - began).toBeGreaterThan(550)
  })

  test('a recording in coarse bars may be older before it is stale, and may jump farther', async () => {
    const bar = (day: number) => `2014-05-0${day}T00:00:00.000Z,1.1,1.2,1.0,1.1,5`
    const path = folderOf({
      'EURUSD_D.csv': `ts_utc,open,high,low,close,volume\n${[5, 6, 7, 8].map(bar).join('\n')}`,
      'GBPUSD_t.csv': TICKS,
    })
    const feed = await openReplay({ path, catalogue, seed: '1', speed: 1, from: undefined, log: readableLog().log })
    const id = (code: string) =>
      must(
        catalogue.instruments.find(({ terms }) => terms.code === code),
        code,
      ).terms.id
    const both = folderOf({
      'EURUSD_D.csv': `ts_utc,open,high,low,close,volume\n${[7, 8, 9].map(bar).join('\n')}`,
      'EURUSD_t.csv': TICKS,
    })
    const { log, lines } = readableLog()
    const mixed = await openReplay({ path: both, catalogue, seed: '1', speed: 1, from: undefined, log })
    expect(lines.find(({ msg }) => msg === 'recordings of EURUSD overlap: all are played')).toMatchObject({
      files: ['EURUSD_D.csv', 'EURUSD_t.csv'],
    })
    expect([mixed.spacing(id('EURUSD')), mixed.guardMin(id('EURUSD'))]).toEqual([12 * 3_600_000, 2_000])
    expect(feed.spacing(id('EURUSD'))).toBe(12 * 3_600_000)
    expect(feed.spacing(id('GBPUSD'))).toBe(0)
    expect(feed.guardMin(id('GBPUSD'))).toBe(2_000)
    expect(feed.guardMin(id('EURUSD'))).toBeGreaterThan(200_000)
    expect([feed.covers(id('EURUSD')), feed.covers(id('USDJPY'))]).toEqual([true, false])
  })
})
