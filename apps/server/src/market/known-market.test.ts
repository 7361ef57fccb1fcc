/**
 * An attacker with write access to the store changes what a restart knows of the market: they wind a recording back and
 * trade at quotes that they have seen, move it on over a stop loss, or make guarded time begin in the past. The file of
 * the data folder says it (decision 166).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { millis } from '@veritick/domain'
import { at, catalogue } from '@veritick/testing/scripted-feed'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { separateJobs } from '@veritick/testing/test-jobs'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { KnownFileRefused, openStore, type Store } from '../store/index.ts'
import { believedTime, CandleStore, KNOWN_MARKET_FILE } from './candle-store.ts'
import { openReplay } from './feeds/replay/feed.ts'
import { folderOf, removeFolders } from './feeds/replay/replay-fixture.ts'
import { openMarket } from './market.ts'

const WORLD = 'known-market'
const FIRST = at('2014-05-08T12:00:00Z')
const LATER = at('2014-05-08T12:08:00Z')
const SOON = { timeout: 20_000, interval: 50 }
const log = pino({ level: 'silent' })

let location: StoreLocation
let store: Store
let file: string

beforeAll(async () => {
  location = await openLocation('embedded', [WORLD])
  store = await openStore({ ...location, world: WORLD })
  file = join(location.dataDir, WORLD, KNOWN_MARKET_FILE)
}, 60_000)
beforeEach(async () => {
  rmSync(file, { force: true })
  await store.query('delete from market_memory')
})
afterAll(async () => {
  await store.close()
  await location.clean()
  removeFolders()
})

/** Ten minutes with a row each tenth of a second. */
function recording(): string {
  const rows = Array.from({ length: 6_000 }, (_, index) => {
    const time = new Date(FIRST + index * 100).toISOString()
    return `${time},${(139_000 + (index % 7)) / 100_000},${(139_012 + (index % 7)) / 100_000}`
  })
  return folderOf({ 'EURUSD_t.csv': `ts_utc,bid,ask\n${rows.join('\n')}\n` })
}

/** As a process does; `crash` ends it as a kill would. */
async function replaying(path: string) {
  const feed = await openReplay({ path, catalogue, speed: 10, from: undefined, seed: '1', log })
  const jobs = separateJobs(log)
  const options = { feed, catalogue, store, jobs, sessions: 'real', isClockTrusted: false, log } as const
  const ends = { resumeAt: undefined, lastRollover: undefined, durable: async () => {} }
  const market = await openMarket({ ...options, ...ends, memoryFile: file })
  await market.start(() => {})
  const shown: number[] = []
  market.onQuote(({ quote }) => void shown.push(quote.time))
  await vi.waitFor(() => expect(shown.length).toBeGreaterThan(50), SOON)
  const crash = async () => {
    await feed.stop()
    await jobs.stop()
  }
  return { shown, crash }
}

test.each([
  ['deletes the rows', 'delete from market_memory'],
  ['moves them back', `update market_memory set value = ${FIRST} where name in ('clock', 'shown')`],
  ['moves them on', `update market_memory set value = ${LATER} where name in ('clock', 'shown')`],
])('a recording goes on after a kill where it was, also where the attacker %s', async (_what, statement) => {
  const path = recording()
  const first = await replaying(path)
  await first.crash()
  await store.query(statement)
  const second = await replaying(path)
  await second.crash()
  const [last, next] = [Math.max(...first.shown), Math.min(...second.shown)]
  expect(next).toBeGreaterThan(last)
  expect(next).toBeLessThan(last + 120_000)
})

test('a halt of guarded time is the one of the file', async () => {
  const memory = new CandleStore(store, file)
  await memory.memory()
  await memory.remember({ clock: FIRST, halted: false })
  await store.query(`insert into market_memory values ('halted', 1) on conflict (name) do update set value = 1`)
  expect(await believedTime(store, file)).toBeUndefined()
  await memory.remember({ halted: true })
  await store.query('delete from market_memory')
  expect(await believedTime(store, file)).toBe(FIRST)
})

test('without the file, as after a restore, the store says it; a damaged one stops the start', async () => {
  const memory = new CandleStore(store, file)
  await memory.memory()
  await memory.remember({ clock: millis(FIRST), shown: millis(LATER), sequence: 7 })
  rmSync(file)
  expect(await new CandleStore(store, file).memory()).toEqual({
    ...{ clock: FIRST, shown: LATER, sequence: 7, halted: false },
  })
  await memory.remember({ sequence: 8 })
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"sequence":8', '"sequence":9'))
  await expect(new CandleStore(store, file).memory()).rejects.toBeInstanceOf(KnownFileRefused)
})
