/**
 * An account whose positions offset each other stands next to a level for hours: it is checked by every quote, without
 * triggers that would be set anew each time.
 */
import { accountId, lotUnits, type Millis, must, points, type Side } from '@veritick/domain'
import { expect, test, vi } from 'vitest'
import type { Event } from '../events.ts'
import { createEngine } from '../index.ts'
import { newWorld } from '../scenarios/world.ts'
import { PriceQueue } from './queue.ts'

const AT = Date.UTC(2026, 2, 4) as Millis
const ACCOUNT = accountId(1)
const EURUSD = 1
const FREE = 12
const engine = createEngine()
let [seq, orders] = [0, 0]

function quote(instrument: number, bid: number, spread = 10): readonly Event[] {
  seq++
  const prices = { bid: points(bid), ask: points(bid + spread) }
  const outcome = engine.apply({ kind: 'quote', at: AT, instrument, seq, ...prices })
  return outcome.ok ? outcome.events : []
}

function opens(instrument: number, side: Side, size: { readonly lots: number; readonly leverage: number }): void {
  orders++
  const request = orders.toString(16).padStart(32, '0')
  const none = { target: undefined, stopLoss: undefined, takeProfit: undefined, seenPrice: undefined }
  const { lots, leverage } = size
  const order = { account: ACCOUNT, instrument, side, lots: lotUnits(lots), leverage, request }
  expect(engine.apply({ kind: 'place', at: AT, ...order, ...none }).ok).toBe(true)
}

test('quotes set no triggers of it, and the quote that takes it below the level gives the notice', () => {
  newWorld(engine, [{ name: 'Ana', account: ACCOUNT, accountKind: 'demo' }])
  quote(EURUSD, 108_500)
  quote(FREE, 108_500)
  for (let pair = 0; pair < 9; pair++)
    for (const side of ['buy', 'sell'] as const) opens(EURUSD, side, { lots: 5_000, leverage: 10 })
  for (const side of ['buy', 'sell'] as const) opens(FREE, side, { lots: 100, leverage: 1 })
  const { marginFree } = must(engine.account(ACCOUNT), 'the account is open')
  expect(marginFree).toBeGreaterThan(0)
  expect(marginFree).toBeLessThan(40_000_000)
  quote(EURUSD, 108_501)
  const pushed = vi.spyOn(PriceQueue.prototype, 'push')
  for (let step = 0; step < 10; step++) expect(quote(EURUSD, 108_500 + step)).toEqual([])
  expect(pushed).not.toHaveBeenCalled()
  expect(engine.validateState()).toBeUndefined()
  expect(quote(EURUSD, 108_500, 20)).toMatchObject([{ kind: 'margin_notice', level: 100, armed: false }])
  // Far from the next level, triggers are set again.
  quote(EURUSD, 108_500)
  expect(pushed).toHaveBeenCalled()
  expect(engine.validateState()).toBeUndefined()
  pushed.mockRestore()
})
