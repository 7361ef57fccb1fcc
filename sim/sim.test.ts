/**
 * The short run of the simulator: 2,000 small worlds of 300 steps each, in which the engine and the plain engine must agree on everything, and
 * which together must reach every kind of event, every reason and nearly every refusal. Histories that once failed are replayed first.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { CANCEL_REASONS, TRADING_REFUSALS } from '@veritick/domain'
import { createEngine, createPlainEngine, EVENT_KINDS } from '@veritick/engine'
import { describe, expect, test } from 'vitest'
import { compare } from './compare.ts'
import { Coverage } from './coverage.ts'
import { tell } from './history.ts'
import type { Step } from './steps.ts'

const ENGINES = { judge: createPlainEngine, subject: createEngine }
const SEEDS = 2_000
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

describe(`${SEEDS} worlds of ${STEPS} steps`, () => {
  const coverage = new Coverage()

  test('the engine and the plain engine agree on every step', { timeout: 1_800_000 }, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { fault } = tell(ENGINES, { seed, length: STEPS, coverage })
      expect(fault, `npm run sim -- --seeds 1 --steps ${STEPS} --seed ${seed}`).toBeUndefined()
    }
  })

  test('they reach every event', () => {
    expect(coverage.missing(EVENT_KINDS)).toEqual([])
  })

  test('they reach every reason for an end, gaps included', () => {
    const closed = ['user', 'stop_loss', 'take_profit', 'stop_out', 'demo_reset'].map((reason) => `closed ${reason}`)
    const cancelled = CANCEL_REASONS.map((reason) => `cancelled ${reason}`)
    const others = [
      'closed stop_loss in a gap',
      'closed take_profit in a gap',
      'opened market',
      'opened pending',
      'fee type 1',
      'fee type 2',
    ]
    expect(coverage.missing([...closed, ...cancelled, ...others])).toEqual([])
  })

  test('they reach every notice, kind of pending order and end of a withdrawal', () => {
    const notices = ['notice 100 given', 'notice 100 armed', 'notice 75 given', 'notice 75 armed']
    const placed = ['placed buy limit', 'placed buy stop', 'placed sell limit', 'placed sell stop']
    expect(coverage.missing([...notices, ...placed, 'withdrawal paid', 'withdrawal returned'])).toEqual([])
  })

  test('they reach every refusal that small worlds can', () => {
    // 500 orders on one account need a longer history: see crowd.test.ts.
    const reachable = TRADING_REFUSALS.filter((reason) => reason !== 'too_many_orders')
    expect(coverage.missing(reachable.map((reason) => `refusal ${reason}`))).toEqual([])
  })
})
