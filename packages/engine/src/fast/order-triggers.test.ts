/**
 * The levels of an order wait in a list until the next quote: what ended or changed before it is not reached, what is
 * left is, and a list that grows without a quote does not.
 */
import { accountId, lotUnits, micros, millis, points } from '@veritick/domain'
import { expect, test } from 'vitest'
import type { CommandOf } from '../commands.ts'
import type { Event } from '../events.ts'
import { termsOf } from '../scenarios/terms.ts'
import { createEngine, type FastEngine } from './fast-engine.ts'

const at = millis(1_772_611_200_000)
const INSTRUMENT = termsOf('EURUSD').id
const ACCOUNT = accountId(1)
const requestOf = (number: number) => number.toString(16).padStart(32, '0')

/** An account with 10,000 USD, and a quote of 1.08500 / 1.08510. */
class Trader {
  readonly engine: FastEngine = createEngine()
  private requests = 0
  private quotes = 0

  constructor() {
    this.apply({ kind: 'set_instrument', at, terms: termsOf('EURUSD') })
    this.apply({ kind: 'market', at, instrument: INSTRUMENT, status: 'open' })
    this.quote(108_500)
    this.apply({ kind: 'open_account', at, account: ACCOUNT, accountKind: 'real' })
    const amount = micros(10_000_000_000)
    this.apply({ kind: 'credit', at, account: ACCOUNT, category: 'deposit', amount, reference: requestOf(1) })
  }

  quote(bid: number): readonly Event[] {
    this.quotes += 1
    const prices = { bid: points(bid), ask: points(bid + 10) }
    return this.apply({ kind: 'quote', at, instrument: INSTRUMENT, seq: this.quotes, ...prices })
  }

  /** Buys 0.01 lots at the market with this stop-loss; gives the number of the order. */
  buys(stopLoss: number): number {
    const size = { side: 'buy', lots: lotUnits(100), leverage: 100, seenPrice: undefined } as const
    const levels = { target: undefined, stopLoss: points(stopLoss), takeProfit: points(120_000) }
    const [event] = this.apply({ kind: 'place', ...this.asked(), instrument: INSTRUMENT, ...size, ...levels })
    if (event?.kind !== 'order_opened') throw new Error('the order was not opened')
    return event.order
  }

  closes(order: number): void {
    this.apply({ kind: 'close', ...this.asked(), order, seenPrice: undefined })
  }

  sets(order: number, stopLoss: number): void {
    this.apply({ kind: 'set_stops', ...this.asked(), order, stopLoss: points(stopLoss), takeProfit: undefined })
  }

  private asked(): Pick<CommandOf<'cancel'>, 'at' | 'account' | 'request'> {
    this.requests += 1
    return { at, account: ACCOUNT, request: requestOf(this.requests) }
  }

  private apply(command: Parameters<FastEngine['apply']>[0]): readonly Event[] {
    const outcome = this.engine.apply(command)
    if (!outcome.ok) throw new Error(outcome.reason)
    expect(this.engine.validateState()).toBeUndefined()
    return outcome.events
  }
}

/** The orders that a quote closed at their stop-loss. */
function stopped(events: readonly Event[]): readonly number[] {
  return events.flatMap((event) => (event.kind === 'order_closed' && event.reason === 'stop_loss' ? [event.order] : []))
}

test('the next quote reaches the stop-loss of an order that came since the last one', () => {
  const trader = new Trader()
  const near = trader.buys(108_490)
  trader.buys(108_000)
  expect(stopped(trader.quote(108_490))).toEqual([near])
})

test('an order that ended before the quote is not reached, nor is the one that has its row now', () => {
  const trader = new Trader()
  const ended = trader.buys(108_490)
  trader.closes(ended)
  const safe = trader.buys(108_000)
  expect(stopped(trader.quote(108_490))).toEqual([])
  expect(stopped(trader.quote(108_000))).toEqual([safe])
})

test('of a stop-loss that changed twice before the quote the last one counts, once', () => {
  const trader = new Trader()
  const order = trader.buys(108_490)
  trader.sets(order, 108_480)
  trader.sets(order, 108_470)
  expect(stopped(trader.quote(108_480))).toEqual([])
  expect(stopped(trader.quote(108_470))).toEqual([order])
})

test('more orders than a list holds: those that are left are reached', () => {
  const trader = new Trader()
  const first = trader.buys(108_490)
  for (let pair = 0; pair < 1_200; pair += 1) trader.closes(trader.buys(108_490))
  const last = trader.buys(108_490)
  expect(stopped(trader.quote(108_490))).toEqual([first, last])
})
