/** Daily bars of an instrument and ticks after them: the rules of bars hold for bars, those of ticks for ticks. */
import type { Millis } from '@veritick/domain'
import { afterAll, expect, test } from 'vitest'
import { QuoteFlow } from '../../flow.ts'
import { openReplay } from './feed.ts'
import { at, catalogue, codeOf, folderOf, readableLog, removeFolders } from './replay-fixture.ts'

afterAll(removeFolders)

const CLOSES = { '2026-03-02': 1.08, '2026-03-03': 1.085 }
const DAYS = Object.entries(CLOSES).map(([day, close]) => `${day}T00:00:00Z,${close},1.09,1.075,${close},9\n`)
const FIRST = at('2026-03-04T15:00:00Z')
const SECOND = 1_000

/** Rows each second, from this one on, around a price in points. */
const ticks = (from: number, bid: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const price = bid + (index % 3)
    const time = new Date(FIRST + (from + index) * SECOND).toISOString()
    return `${time},${price / 1e5},${(price + 10) / 1e5}\n`
  })

/** The statuses of EURUSD, each with the second at which it began. */
async function statuses(files: Record<string, string>, from: Millis): Promise<string[]> {
  const { log } = readableLog()
  const feed = await openReplay({ path: folderOf(files), catalogue, seed: '1', speed: 1_000, from, log })
  let number = 0
  const numbered = { nextSequence: () => ++number, ended: () => {} }
  const flow = new QuoteFlow({ feed, catalogue, sessions: 'real', lastRollover: undefined, ...numbered, log })
  await feed.open({ resumeAt: undefined, pastFrom: () => undefined, past: (quote) => flow.past(quote) })
  const heard: string[] = []
  flow.start((command) => {
    if (command.kind !== 'market' || codeOf.get(command.instrument) !== 'EURUSD') return
    heard.push(`${command.status} ${Math.round((command.at - FIRST) / SECOND)}`)
  })
  await new Promise<void>((resolve) => {
    feed.run({
      quote: (quote) => flow.quote(quote),
      alive: (moment) => flow.alive(moment),
      leapt: (to) => flow.leapt(to),
      missed: (to) => flow.missed(to),
      halted: (moment) => flow.halted(moment),
      ended: () => resolve(),
    })
  })
  await feed.stop()
  return heard
}

const DAYS_FILE = `ts_utc,open,high,low,close,volume\n${DAYS.join('')}`
const TICKS_FILE = `ts_utc,bid,ask\n${[...ticks(0, 108_500, 60), ...ticks(360, 109_100, 10)].join('')}`

test('ticks after daily bars grow stale after ten seconds, as they do without the bars', async () => {
  const alone = await statuses({ 'EURUSD_t.csv': TICKS_FILE }, FIRST)
  expect(alone).toEqual(['closed 0', 'stale 0', 'open 1', 'stale 69', 'open 361'])
  expect(await statuses({ 'EURUSD_days.csv': DAYS_FILE, 'EURUSD_t.csv': TICKS_FILE }, FIRST)).toEqual(alone)
})
