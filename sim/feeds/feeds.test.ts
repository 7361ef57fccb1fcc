/**
 * No trader earns on a price that the feed has left: worlds in which traders see each row before the
 * platform publishes it. Worlds of the same kind find every mutant of the gate, the first gate among them.
 * `npm run sim -- --feeds --long` plays 20,000.
 */
import { furtherTest, tries } from '@veritick/testing/quick'
import { afterAll, describe, expect, test } from 'vitest'
import { QuoteFlow } from '../../apps/server/src/market/flow.ts'
import { cost } from './adversary.ts'
import { playLines, playNews } from './lines.ts'
import { flowWith, MUTANTS, removeMutants } from './mutants.ts'
import { type Counts, playFeed } from './play.ts'

const SEEDS = tries(25, 80)
/** A fault that no more feeds than these show counts as missed. */
const SEEDS_MAX = 200
const STEPS = 600
/** Sources of two lines. */
const LINES = tries(20, 60)
/** Points of EURUSD. */
const GUARD = 217
/** In distances of the two lines from one another, or guards where they are nearer. */
const EARNED_MAX = 8
/** From one line to the other in 30 rows, and back. */
const GLIDE = { name: 'glide', rows: 30, size: 1 } as const
/** Seconds of the ten minutes after news. */
const NEWS_SHUT_MAX = 15
const TIMEOUT = { timeout: 240_000 }

describe(`${SEEDS} feeds of ${STEPS} moments`, () => {
  const counts: Counts = new Map()

  test('every fill is at the newest valid row', TIMEOUT, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { fault, step } = playFeed(QuoteFlow, { seed, length: STEPS, counts })
      expect(
        fault && `${fault}, at step ${step}: npm run sim -- --feeds --seeds 1 --steps ${STEPS} --from ${seed}`,
      ).toBeUndefined()
    }
  })

  test('they reach every mood of a source, every status, and every way to be filled or refused', () => {
    const moods = [
      'first',
      'trend',
      'gap',
      'spike',
      'twice',
      'resent',
      'doubled',
      'alternating',
      'wide',
      'crossed',
      'late',
      'burst',
      'ahead',
      'repeated',
      'widening',
      'gap and wide',
      'trend and spike',
      'stretched',
      'login',
      'returned',
      'refuting',
      'gap returned',
      'trend and back',
    ]
    const names = [
      ...moods.map((mood) => `row ${mood}`),
      ...['open', 'held', 'stale'].map((status) => `status ${status}`),
      ...['user', 'stop_loss', 'take_profit'].map((reason) => `closed ${reason}`),
      ...['price_unconfirmed', 'price_stale'].map((reason) => `refusal ${reason}`),
      'order_opened',
      'order_placed',
    ]
    expect(names.filter((name) => !counts.has(name))).toEqual([])
  })
})

describe(`${LINES} sources that mix two lines for ten minutes`, () => {
  const most = (Flow: typeof QuoteFlow, seeds: number) =>
    Math.max(...Array.from({ length: seeds }, (_, before) => playLines(Flow, before + 1)).map(inLines))

  test('a trader who knows every row earns a few times the distance of the lines', TIMEOUT, () =>
    expect(most(QuoteFlow, LINES)).toBeLessThan(EARNED_MAX),
  )

  test('and hundreds of times without the hold', TIMEOUT, async () => {
    const line = 'return this.#unsteadySince !== undefined\n  }'
    const bug = 'a source that goes to and fro and is believed'
    const Flow = await flowWith({ bug, file: 'flips.ts', line, becomes: 'return false\n  }' }, MUTANTS.length)
    expect(most(Flow, 4)).toBeGreaterThan(10 * EARNED_MAX)
  })

  test('a price that glides slowly earns more without the limit of ten minutes', TIMEOUT, async () => {
    const line = 'if (this.#earnings.isTooMuch(quote, at, usual.guard)) this.#alarm(at)'
    const bug = 'a limit that is not asked for'
    const Flow = await flowWith({ bug, file: 'flips.ts', line, becomes: '' }, MUTANTS.length + 1)
    const glide = { apart: 210, after: 100, taught: [], taughtTimes: 0, shapes: [GLIDE] }
    expect(cost(Flow, glide, 1)).toBeGreaterThan(3 * EARNED_MAX)
    expect(cost(QuoteFlow, glide, 1)).toBeLessThan(1.5 * EARNED_MAX)
  })
})

test('no news shuts a right market for long', TIMEOUT, () => {
  const shut = Array.from({ length: 20 }, (_, before) => playNews(QuoteFlow, before + 1))
  expect(Math.max(...shut)).toBeLessThan(NEWS_SHUT_MAX)
})

const inLines = ({ earned, apart }: ReturnType<typeof playLines>) => earned / Math.max(apart, GUARD)

afterAll(removeMutants)

describe('faults of the gate that the worlds find', () => {
  furtherTest.each(MUTANTS.map((mutant, index) => ({ ...mutant, index })))(
    '$bug',
    TIMEOUT,
    async ({ index, ...mutant }) => {
      const Flow = await flowWith(mutant, index)
      const all = Array.from({ length: SEEDS_MAX }, (_, before) => before + 1)
      const seeds = mutant.seed === undefined ? all : [mutant.seed, ...all]
      const found = seeds.find((seed) => playFeed(Flow, { seed, length: STEPS }).fault)
      expect(found, `not found in ${SEEDS_MAX} feeds`).toBeDefined()
    },
  )
})
