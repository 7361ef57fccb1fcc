/**
 * The cost of ticking prices and taps on the main thread of a phone: frames of the home list with 500 instruments,
 * answers to taps and typing while prices tick, and the memory that stays after an hour. Each beside a static page with
 * the same elements (frames/peer.ts) in the same run. Times are those of the thread on this machine, times four: the
 * processor of a mid phone is four times slower.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import type { Browser, Page } from 'playwright-core'
import { openOwnBrowser } from '../e2e/phone.ts'
import { demoToken } from '../e2e/tokens.ts'
import { startWorld } from '../e2e/world.ts'
import { build } from '../tools/build.mjs'
import { heapAfterAnHour } from './frames/heap.ts'
import { catalogueIn, INSTRUMENTS } from './frames/instruments.ts'
import { openPage, ROWS_SHOWN } from './frames/page.ts'
import { captured, tappedPeer, tickingPeer } from './frames/peer.ts'
import { peerSteps, STEPS, statesOf } from './frames/steps.ts'
import { startTicker } from './frames/ticker.ts'
import { type Trace, traced } from './frames/trace.ts'
import { type Pair, print, takeTurns } from './measure.ts'

const SLOWDOWN = 4
/** Of ticking in a turn: more than 60 frames. */
const TURN_MILLIS = 2000
/** The app has read what it reads ahead. */
const SETTLED_MILLIS = 5000
/** Long enough for the answer to a tap, and for what it starts. */
const ANSWER_MILLIS = 700
const FRAME_P95_MAX = 33
const FRAME_MAX = 50
const INPUT_MAX = 200
/** The app may cost this many times the least that shows the same. */
const FRAME_RATIO_MAX = 6
const INPUT_RATIO_MAX = 6
const QUIET_PER_SECOND = 20
const BUSY_PER_SECOND = 500

await build()
const folder = mkdtempSync(join(tmpdir(), 'veritick-frames-'))
const world = await startWorld({ CATALOGUE: catalogueIn(folder) })
const ticker = await startTicker(world.url)
const browser = await openOwnBrowser()
try {
  const token = await demoToken(world.url)
  const app = await openPage(browser, ticker.url, token)
  await app.waitForTimeout(SETTLED_MILLIS)
  ticker.peer('home', tickingPeer(await captured(app)))
  const peer = await openPage(browser, `${ticker.url}/peer/home`)
  await frames(app, peer, { perSecond: QUIET_PER_SECOND, count: ROWS_SHOWN })
  await frames(app, peer, { perSecond: BUSY_PER_SECOND, count: INSTRUMENTS })
  await peer.context().close()
  await inputs(app)
  await app.context().close()
  await heapAfterAnHour(browser, ticker, token)
} finally {
  await browser.close()
  await ticker.stop()
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
}

type Kept = { readonly ours: Trace[]; readonly peer: Trace[] }
type Rate = { readonly perSecond: number; readonly count: number }

async function frames(app: Page, peer: Page, { perSecond, count }: Rate): Promise<void> {
  const codes = ticker.codes().slice(0, count)
  const turn = (name: 'app' | 'peer', page: Page, kept: Trace[]) => async () => {
    const trace = await traced(browser, page, async () => {
      const stop = ticker.tick(name, { perSecond, codes })
      await page.waitForTimeout(TURN_MILLIS)
      stop()
    })
    kept.push(trace)
    return p95(trace.frames) * SLOWDOWN
  }
  const kept: Kept = { ours: [], peer: [] }
  const pairs = await takeTurns({ ours: turn('app', app, kept.ours), peer: turn('peer', peer, kept.peer) })
  const what = `${count} instruments, ${perSecond} quotes/s`
  const common = { unit: 'ms', peer: 'a static page', target: { atMost: FRAME_RATIO_MAX } }
  print({ ...common, name: `frame p95, ${what}`, pairs, valueTarget: { atMost: FRAME_P95_MAX } })
  const longest = pairsOf(kept, ({ frames: all }) => Math.max(...all) * SLOWDOWN)
  print({ ...common, name: `longest frame, ${what}`, pairs: longest, valueTarget: { atMost: FRAME_MAX } })
  const load = pairsOf(kept, ({ total }) => total * SLOWDOWN)
  print({
    ...common,
    name: `main thread in ${TURN_MILLIS} ms, ${what}`,
    pairs: load,
    valueTarget: { atMost: TURN_MILLIS },
  })
}

/** The first round warms up. */
function pairsOf(kept: Kept, of: (trace: Trace) => number): readonly Pair[] {
  return kept.ours.slice(1).map((ours, place) => ({ ours: of(ours), peer: of(must(kept.peer[place + 1], 'both')) }))
}

/** Every step of a short visit, on the app and on its peer; the longest answer of each step. */
async function inputs(app: Page): Promise<void> {
  const codes = ticker.codes().slice(0, ROWS_SHOWN)
  ticker.peer('steps', tappedPeer(await statesOf(app)))
  const peer = await openPage(browser, `${ticker.url}/peer/steps`)
  const visits: { readonly ours: number[][]; readonly peer: number[][] } = { ours: [], peer: [] }
  const visit = (name: 'app' | 'peer', page: Page, steps: typeof STEPS, kept: number[][]) => async () => {
    const stop = ticker.tick(name, { perSecond: QUIET_PER_SECOND, codes })
    const answers: number[] = []
    for (const { act } of steps) answers.push(await answerTo(browser, page, act))
    stop()
    kept.push(answers)
    return Math.max(...answers) * SLOWDOWN
  }
  await takeTurns({ ours: visit('app', app, STEPS, visits.ours), peer: visit('peer', peer, peerSteps(), visits.peer) })
  for (const [place, { name }] of STEPS.entries()) {
    const of = (all: readonly number[][]) => all.slice(1).map((each) => must(each[place], 'every step has an answer'))
    const theirs = of(visits.peer)
    const pairs = of(visits.ours).map(
      (ours, round): Pair => ({
        ours: ours * SLOWDOWN,
        peer: must(theirs[round], 'a round has both') * SLOWDOWN,
      }),
    )
    const figure = { unit: 'ms', peer: 'a static page', pairs, target: { atMost: INPUT_RATIO_MAX } }
    print({ ...figure, name: `answer to ${name}, ${QUIET_PER_SECOND} quotes/s`, valueTarget: { atMost: INPUT_MAX } })
  }
  await peer.context().close()
}

async function answerTo(on: Browser, page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  const { inputs: answers } = await traced(on, page, async () => {
    await act(page)
    await page.waitForTimeout(ANSWER_MILLIS)
  })
  return Math.max(...answers)
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((one, two) => one - two)
  return must(sorted[Math.floor(sorted.length * 0.95)], 'a turn has frames')
}
