/** One account with as many orders as it may have: what small worlds never reach, in both engines alike. */
import { accountId, lotUnits, micros, millis, points } from '@veritick/domain'
import { createEngine, createReferenceEngine, ORDERS_PER_ACCOUNT_MAX } from '@veritick/engine'
import { expect, test } from 'vitest'
import { EURUSD } from './catalogue.ts'
import { Comparison, compare } from './compare.ts'
import { Coverage } from './coverage.ts'
import type { Step } from './steps.ts'

const ENGINES = { reference: createReferenceEngine, subject: createEngine }
const AT = millis(Date.UTC(2026, 2, 4, 15))
const INSTRUMENT = EURUSD.terms.id

function quote(seq: number, bid: number): Step {
  return { kind: 'quote', at: AT, instrument: INSTRUMENT, seq, bid: points(bid), ask: points(bid + 10) }
}

/** A limit order to buy 0.01 lots `below` points under 1.08510, its stop-loss 50 points lower. */
function waits(number: number, below: number): Step {
  const target = 108_510 - below
  return {
    kind: 'place',
    at: AT,
    account: accountId(7),
    instrument: INSTRUMENT,
    side: 'buy',
    lots: lotUnits(100),
    target: points(target),
    stopLoss: points(target - 50),
    takeProfit: undefined,
    leverage: 100,
    seenPrice: undefined,
    request: number.toString(16).padStart(32, '0'),
  }
}

const opening: readonly Step[] = [
  { kind: 'set_instrument', at: AT, terms: EURUSD.terms },
  { kind: 'market', at: AT, instrument: INSTRUMENT, status: 'open' },
  { kind: 'open_account', at: AT, account: accountId(7), accountKind: 'real' },
  {
    kind: 'credit',
    at: AT,
    account: accountId(7),
    category: 'deposit',
    amount: micros(4_000_000_000),
    reference: 'f'.repeat(32),
  },
  quote(1, 108_500),
]
const crowd = Array.from({ length: ORDERS_PER_ACCOUNT_MAX }, (_, index) => waits(index + 1, 1 + ((index * 37) % 400)))

test('the order after the last that fits is refused', () => {
  const coverage = new Coverage()
  const comparison = new Comparison(ENGINES)
  for (const step of [...opening, ...crowd, waits(501, 5)]) {
    expect(comparison.take(step, (command, outcome) => coverage.command(command, outcome))).toBeUndefined()
  }
  expect(coverage.counts.get('order_placed')).toBe(ORDERS_PER_ACCOUNT_MAX)
  expect(coverage.counts.get('refusal too_many_orders')).toBe(1)
})

test('a fall enters them oldest first until the margin is gone, and a second one stops them out', () => {
  expect(
    compare(ENGINES, [...opening, ...crowd, quote(2, 108_300), quote(3, 108_100), quote(4, 107_000)]),
  ).toBeUndefined()
})
