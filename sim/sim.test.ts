/**
 * The short run of the simulator: 100 worlds of 300 steps, in which the engine and the reference engine must agree on
 * everything, and which together must reach every kind of event, every reason and nearly every refusal. When 100 worlds
 * miss one of these, the run goes on until they are reached. `npm run sim -- --long` simulates 20,000 worlds, these
 * among them. Histories that once failed are replayed first.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { CANCEL_REASONS, CLOSE_REASONS, TRADING_REFUSALS } from '@veritick/domain'
import { COMMAND_KINDS, createEngine, createReferenceEngine, EVENT_KINDS } from '@veritick/engine'
import { tries } from '@veritick/testing/quick'
import { describe, expect, test } from 'vitest'
import { compare } from './compare.ts'
import { Coverage } from './coverage.ts'
import { simulate } from './history.ts'
import type { Step } from './steps.ts'

const ENGINES = { reference: createReferenceEngine, subject: createEngine }
const SEEDS = tries(30, 100)
/** From this seed on, the fewest worlds reach everything. */
const FROM = 28
/** A workload that needs more worlds than this to reach everything fails. */
const SEEDS_MAX = 2_000
const STEPS = 300
const FOLDER = new URL('./regressions/', import.meta.url)

describe('histories that once failed', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
  test.each(files)('%s', (file) => {
    const steps: readonly Step[] = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
    expect(steps.length).toBeGreaterThan(0)
    expect(compare(ENGINES, steps)).toBeUndefined()
  })
})

const CLOSED = CLOSE_REASONS.filter((reason) => reason !== 'copy').map((reason) => `closed ${reason}`)
const CANCELLED = CANCEL_REASONS.map((reason) => `cancelled ${reason}`)
const ENDS = [
  'closed stop_loss in a gap',
  'closed take_profit in a gap',
  'opened market',
  'opened pending',
  'fee type 1',
  'fee type 2',
]
const NOTICES = ['notice 100 given', 'notice 100 armed', 'notice 75 given', 'notice 75 armed']
const PLACED = ['placed buy limit', 'placed buy stop', 'placed sell limit', 'placed sell stop']
const SETTLED = ['withdrawal paid', 'withdrawal returned']
// 500 orders on one account need a longer history: see crowd.test.ts.
const REFUSED = TRADING_REFUSALS.filter((reason) => reason !== 'too_many_orders').map((reason) => `refusal ${reason}`)
const COMMANDS = COMMAND_KINDS.map((kind) => `command ${kind}`)
const REACHABLE = [
  ...COMMANDS,
  ...EVENT_KINDS,
  ...CLOSED,
  ...CANCELLED,
  ...ENDS,
  ...NOTICES,
  ...PLACED,
  ...SETTLED,
  ...REFUSED,
]

describe(`${SEEDS} worlds of ${STEPS} steps`, () => {
  const coverage = new Coverage()

  test('the engine and the reference engine agree on every step', { timeout: 1_800_000 }, () => {
    for (let world = 0; world < SEEDS || (world < SEEDS_MAX && coverage.missing(REACHABLE).length > 0); world++) {
      const seed = FROM + world
      const { fault } = simulate(ENGINES, { seed, length: STEPS, coverage })
      expect(fault, `npm run sim -- --seeds 1 --steps ${STEPS} --from ${seed}`).toBeUndefined()
    }
  })

  test('they make every kind of command, and each is accepted', () => {
    expect(coverage.missing(COMMANDS)).toEqual([])
  })

  test('they reach every event', () => {
    expect(coverage.missing(EVENT_KINDS)).toEqual([])
  })

  test('they reach every reason for an end, gaps included', () => {
    expect(coverage.missing([...CLOSED, ...CANCELLED, ...ENDS])).toEqual([])
  })

  test('the worlds reach every notice, kind of pending order and end of a withdrawal', () => {
    expect(coverage.missing([...NOTICES, ...PLACED, ...SETTLED])).toEqual([])
  })

  test('they reach every refusal that small worlds can', () => {
    expect(coverage.missing(REFUSED)).toEqual([])
  })
})
