/**
 * A recording, a store that is away, and a crash. No customer can trade on a quote that was shown before; no quote is
 * left out; the stored clock is not ahead of what is durable.
 */
import { millis } from '@veritick/domain'
import type { Command } from '@veritick/engine'
import { at, catalogue, EURUSD, ScriptedFeed } from '@veritick/testing/scripted-feed'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { separateJobs } from '@veritick/testing/test-jobs'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openStore, type Store } from '../store/index.ts'
import type { Feed } from './feed.ts'
import { openReplay } from './feeds/replay/feed.ts'
import { folderOf, removeFolders } from './feeds/replay/replay-fixture.ts'
import { openMarket } from './market.ts'

const WORLD = 'shown-time'
const FIRST = at('2014-05-08T12:00:00Z')
const EVERY = 100
const SOON = { timeout: 20_000, interval: 50 }
const log = pino({ level: 'silent' })

let location: StoreLocation
let store: Store
/** The store of the market answers nothing. */
let isAway = false
/** Nothing that the core was handed is durable. */
let isLate = false

beforeAll(async () => {
  location = await openLocation('embedded', [WORLD])
  store = await openStore({ ...location, world: WORLD })
}, 60_000)
beforeEach(async () => {
  isAway = false
  isLate = false
  await store.query('delete from market_memory')
})
afterAll(async () => {
  await store.close()
  await location.clean()
  removeFolders()
})

async function query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]> {
  if (isAway) throw new Error('the store is away')
  return store.query<Row>(sql, params)
}

/** A market that runs; `crash` ends it as the end of its process would. */
async function running(feed: Feed) {
  const jobs = separateJobs(log)
  const options = { feed, catalogue, store: { query }, jobs, sessions: 'real', isClockTrusted: false, log } as const
  const durable = async () => {
    if (isLate) throw new Error('a commit is late')
  }
  const market = await openMarket({ ...options, resumeAt: undefined, lastRollover: undefined, durable })
  const commands: Command[] = []
  await market.start((command) => void commands.push(command))
  const shown: number[] = []
  market.onQuote(({ quote }) => void shown.push(quote.time))
  const crash = async () => {
    await feed.stop()
    await jobs.stop()
  }
  return { market, commands, shown, crash }
}

async function stored(name: string): Promise<number | undefined> {
  const rows = await store.query<{ value: number }>('select value from market_memory where name = $1', [name])
  return rows[0]?.value
}

/** Ten minutes with a row each tenth of a second, ten times as fast. */
function recording(): string {
  const rows = Array.from({ length: 6_000 }, (_, index) => {
    const time = new Date(FIRST + index * EVERY).toISOString()
    return `${time},${(139_000 + (index % 7)) / 100_000},${(139_012 + (index % 7)) / 100_000}`
  })
  return folderOf({ 'EURUSD_t.csv': `ts_utc,bid,ask\n${rows.join('\n')}\n` })
}

test('a recording waits for the store; after a crash each quote is shown once', { timeout: 90_000 }, async () => {
  const path = recording()
  const replay = () => openReplay({ path, catalogue, speed: 10, from: undefined, seed: '1', log })
  const first = await running(await replay())
  await vi.waitFor(() => expect(first.shown.length).toBeGreaterThan(100), SOON)
  await vi.waitFor(async () => expect(await stored('clock')).toBeGreaterThan(FIRST), SOON)
  isAway = true
  let stood = 0
  const standsStill = async () => {
    const before = stood
    stood = first.market.clock()
    expect(stood).toBe(before)
  }
  await vi.waitFor(standsStill, { timeout: 30_000, interval: 500 })
  const last = first.shown.at(-1) ?? 0
  await first.crash()
  isAway = false

  const durableTo = (await stored('clock')) ?? 0
  expect(durableTo).toBeLessThan(last)
  const second = await running(await replay())
  expect(second.market.clock()).toBeGreaterThanOrEqual(last)
  // The engine gets what lies between once more, each quote once and none left out.
  const again = second.commands.flatMap((command) => (command.kind === 'quote' ? [command.time ?? command.at] : []))
  expect(again[0]).toBeLessThanOrEqual(durableTo)
  expect(again.at(-1)).toBeGreaterThanOrEqual(last)
  expect(again.every((time, index) => index === 0 || time - (again[index - 1] ?? 0) === EVERY)).toBe(true)
  await vi.waitFor(() => expect(second.shown.length).toBeGreaterThan(10), SOON)
  expect(Math.min(...second.shown)).toBeGreaterThan(last)
  await second.market.stop()
  expect(await stored('shown')).toBe(await stored('clock'))
})

test('a start that is refused forgets no time that was shown', async () => {
  const shown = at('2014-05-08T12:00:30Z')
  await store.query(`insert into market_memory (name, value) values ('clock', $1), ('shown', $2)`, [FIRST, shown])
  const feed = await openReplay({ path: recording(), catalogue, speed: 1, from: undefined, seed: '1', log })
  const jobs = separateJobs(log)
  const options = { feed, catalogue, store: { query }, jobs, sessions: 'real', isClockTrusted: false, log } as const
  const durable = async () => {}
  const market = await openMarket({ ...options, resumeAt: undefined, lastRollover: undefined, durable })
  await market.stop()
  expect(await stored('shown')).toBe(shown)
})

test('the stored clock waits until all before it is durable, also at a stop', { timeout: 60_000 }, async () => {
  isLate = true
  const feed = new ScriptedFeed(FIRST, [EURUSD])
  const { market, crash } = await running(feed)
  onTestFinished(crash)
  feed.alive('2014-05-08T12:00:10Z')
  const writes = async () => expect(await stored('shown')).toBe(at('2014-05-08T12:00:10Z'))
  await vi.waitFor(writes, SOON)
  // Two more writes.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await stored('clock')).toBeUndefined()
  isLate = false
  await vi.waitFor(async () => expect(await stored('clock')).toBe(at('2014-05-08T12:00:10Z')), SOON)
  isLate = true
  feed.alive('2014-05-08T12:00:20Z')
  await market.stop()
  expect(await stored('clock')).toBe(millis(at('2014-05-08T12:00:10Z')))
})
