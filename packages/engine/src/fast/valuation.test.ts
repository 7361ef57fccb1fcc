/**
 * The cost of many positions of one account in a converted currency: each is valued a few times on the quote that fills
 * or closes them, and not once for every other one.
 */
import { accountId, lotUnits, type Millis, must, points } from '@veritick/domain'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import type { Engine } from '../engine.ts'
import { createEngine } from '../index.ts'
import { newWorld } from '../scenarios/world.ts'
import { Market } from './market.ts'

const AT = Date.UTC(2026, 2, 4) as Millis
const ACCOUNT = accountId(1)
const USDJPY = 3
const EURJPY = 4
const POSITIONS = 200

let engine: Engine
let seq = 0
let valued: MockInstance<Market['profit']>

beforeEach(() => {
  engine = createEngine()
  newWorld(engine, [{ name: 'Ana', account: ACCOUNT, accountKind: 'demo' }])
  quote(USDJPY, 150_000)
  quote(EURJPY, 163_000)
  for (let order = 1; order <= POSITIONS; order++) buyLimit(order)
  valued = vi.spyOn(Market.prototype, 'profit')
})
afterEach(() => valued.mockRestore())

function quote(instrument: number, bid: number): number {
  seq++
  const [price, ask] = [points(bid), points(bid + 10)]
  const outcome = engine.apply({ kind: 'quote', at: AT, instrument, seq, bid: price, ask })
  return outcome.ok ? outcome.events.length : -1
}

function buyLimit(order: number): void {
  const request = order.toString(16).padStart(32, '0')
  const none = { stopLoss: undefined, takeProfit: undefined, seenPrice: undefined }
  const terms = { account: ACCOUNT, instrument: EURJPY, side: 'buy', lots: lotUnits(1_000), leverage: 30 } as const
  const placed = engine.apply({ kind: 'place', at: AT, ...terms, target: points(162_900), ...none, request })
  expect(placed.ok).toBe(true)
}

test('a quote that fills them, and one that stops the account out', () => {
  expect(quote(EURJPY, 162_880)).toBe(POSITIONS)
  expect(valued.mock.calls.length).toBeLessThan(5 * POSITIONS)
  expect(engine.validateState()).toBeUndefined()
  valued.mockClear()
  expect(quote(EURJPY, 157_000)).toBeGreaterThan(POSITIONS / 4)
  expect(valued.mock.calls.length).toBeLessThan(5 * POSITIONS)
  expect(engine.validateState()).toBeUndefined()
  expect(must(engine.account(ACCOUNT), 'the account is open').holdings).toBeLessThan(POSITIONS)
})
