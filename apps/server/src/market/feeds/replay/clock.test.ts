/** The clock that plays a recording: order, pace, gaps, where it begins, and the past that it gives to the market. */
import { type Millis, millis, must } from '@veritick/domain'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Feed, FeedListener, FeedQuote } from '../../feed.ts'
import { openReplay } from './feed.ts'
import { at, catalogue, codeOf, folderOf, readableLog, removeFolders, TICKS, told } from './replay-fixture.ts'

afterAll(removeFolders)

const NOTHING_ELSE: FeedListener = {
  quote: () => {},
  alive: () => {},
  leapt: () => {},
  missed: () => {},
  halted: () => {},
  ended: () => {},
}

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

  test('never passes the time that the store knows, and goes on at its speed afterwards', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => void vi.restoreAllMocks())
    const path = folderOf({ 'EURUSD_a.csv': TICKS })
    const feed = await openReplay({ path, catalogue, seed: '1', speed: 1, from: undefined, log: readableLog().log })
    await feed.open({ resumeAt: undefined, pastFrom: () => undefined, past: () => {} })
    const heard: string[] = []
    let isLooked: () => void = () => {}
    const looked = () => new Promise<void>((resolve) => (isLooked = resolve))
    let signs = 0
    const alive = () => {
      signs += 1
    }
    const listener = { quote: (quote: FeedQuote) => void heard.push(told(quote)), alive }
    let known = at('2014-05-08T12:45:00.500Z')
    const mayReach = () => {
      isLooked()
      return known
    }
    await feed.run({ ...NOTHING_ELSE, ...listener }, mayReach)
    const after = async (passed: number) => {
      now += passed
      await looked()
      await looked()
      return new Date(feed.clock()).toISOString().slice(17, 23)
    }
    // It begins a second before the first row, at 12:44:59.100.
    expect(await after(60_000)).toBe('00.500')
    // Where it stands it gives no sign of life, so that its prices grow stale.
    const stood = signs
    expect(await after(60_000)).toBe('00.500')
    expect(signs).toBe(stood)
    known = at('2014-05-08T12:46:00.000Z')
    expect(await after(399)).toBe('00.899')
    expect(heard).toEqual(['EURUSD 12:45:00.100 139100 139113'])
    await feed.stop()
  })

  test('what was shown before a crash is given first, over a gap without its nights', async () => {
    const days = ['2014-05-08T12:45:00', '2014-05-08T12:45:05', '2014-05-12T12:45:06', '2014-05-12T12:46:00']
    const rows = days.map((row) => `${row}.000Z,1.39,1.3902\n`).join('')
    const path = folderOf({ 'EURUSD_a.csv': `ts_utc,bid,ask\n${rows}` })
    const feed = await openReplay({ path, catalogue, seed: '1', speed: 1, from: undefined, log: readableLog().log })
    const resumeAt = at('2014-05-08T12:45:01.000Z')
    const shownTo = at('2014-05-12T12:45:30.000Z')
    await feed.open({ resumeAt, shownTo, pastFrom: () => undefined, past: () => {} })
    const heard: string[] = []
    await feed.run({
      ...NOTHING_ELSE,
      quote: (quote) => void heard.push(told(quote).slice(0, 19)),
      leapt: (to) => void heard.push(`leapt to ${new Date(to).toISOString()}`),
    })
    expect(heard).toEqual(['EURUSD 12:45:05.000', 'leapt to 2014-05-12T12:45:05.000Z', 'EURUSD 12:45:06.000'])
    expect(feed.clock()).toBe(shownTo)
    await feed.stop()
  })

  describe('the extremes and the close of a bar', () => {
    const BARS = 'ts_utc,open,high,low,close,volume\n2014-05-08T12:45:00.000Z,1.39,1.391,1.389,1.3905,9\n'
    afterEach(() => vi.restoreAllMocks())

    /**
     * The output of the feed, in a list for each stretch of code that nothing interrupts, and the clock as it moves.
     */
    function listening(): { stretches: string[][]; listener: FeedListener; looked: () => Promise<Millis> } {
      const stretches: string[][] = []
      let isOpen = false
      let heard: (at: Millis) => void = () => {}
      const listener: FeedListener = {
        quote: (quote) => {
          if (!isOpen) stretches.push([])
          isOpen = true
          queueMicrotask(() => {
            isOpen = false
          })
          stretches.at(-1)?.push(told(quote).slice(0, 19))
        },
        alive: (moment) => heard(moment),
        leapt: () => {},
        missed: () => {},
        halted: () => {},
        ended: () => {},
      }
      const looked = () => new Promise<Millis>((resolve) => (heard = resolve))
      return { stretches, listener, looked }
    }
    const three = ['EURUSD 12:45:30.000', 'EURUSD 12:45:30.001', 'EURUSD 12:45:30.002']

    test('are given when the close is due, and the clock waits for them', async () => {
      let now = 0
      vi.spyOn(performance, 'now').mockImplementation(() => now)
      const path = folderOf({ 'EURUSD_m1.csv': BARS })
      const feed = await openReplay({ path, catalogue, seed: '1', speed: 1, from: undefined, log: readableLog().log })
      await feed.open({ resumeAt: undefined, pastFrom: () => undefined, past: () => {} })
      const { stretches, listener, looked } = listening()
      feed.run(listener)
      const clocks: string[] = []
      // The clock begins a second before the open.
      for (const sinceMiddle of [-1, 0, 1]) {
        now = 31_000 + sinceMiddle
        await looked()
        clocks.push(new Date(await looked()).toISOString().slice(17, 23))
      }
      expect(clocks).toEqual(['29.999', '29.999', '29.999'])
      expect(stretches).toEqual([['EURUSD 12:45:00.000']])
      now = 31_002
      await looked()
      expect(stretches.slice(1)).toEqual([three])
      await feed.stop()
    })

    test('are given in one turn, also when another file must be read between them', async () => {
      const path = folderOf({
        'EURUSD_m1.csv': BARS,
        'GBPUSD_t.csv': 'ts_utc,bid,ask\n2014-05-08T12:45:30.001Z,1.69,1.6902\n',
      })
      const from = at('2014-05-08T12:45:29.990Z')
      const feed = await openReplay({ path, catalogue, seed: '1', speed: 1_000, from, log: readableLog().log })
      await feed.open({ resumeAt: undefined, pastFrom: () => undefined, past: () => {} })
      const { stretches, listener } = listening()
      const ended = new Promise<void>((resolve) => feed.run({ ...listener, ended: () => resolve() }))
      await ended
      await feed.stop()
      expect(stretches).toEqual([[three[0], three[1], 'GBPUSD 12:45:30.001', three[2]]])
    })
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
    expect(lines.find(({ msg }) => msg === 'recordings of EURUSD overlap: the finest is played')).toMatchObject({
      files: ['EURUSD_D.csv', 'EURUSD_t.csv'],
    })
    expect([mixed.spacing(id('EURUSD')), mixed.guardMin(id('EURUSD'))]).toEqual([12 * 3_600_000, 293_939])
    await mixed.open({ resumeAt: at('2014-05-08T12:45:01Z'), pastFrom: () => undefined, past: () => {} })
    expect([mixed.spacing(id('EURUSD')), mixed.guardMin(id('EURUSD'))]).toEqual([0, 2_000])
    await mixed.stop()
    expect(feed.spacing(id('EURUSD'))).toBe(12 * 3_600_000)
    expect(feed.spacing(id('GBPUSD'))).toBe(0)
    expect(feed.guardMin(id('GBPUSD'))).toBe(2_000)
    expect(feed.guardMin(id('EURUSD'))).toBeGreaterThan(200_000)
    expect([feed.covers(id('EURUSD')), feed.covers(id('USDJPY'))]).toEqual([true, false])
  })
})
