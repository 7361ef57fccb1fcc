/** Prices of commands as text: read at the scale of the order's instrument, refused by name, of own orders only. */
import { accountId, lotUnits, millis, must } from '@veritick/domain'
import { type Command, createEngine, type Engine } from '@veritick/engine'
import { beforeEach, expect, test } from 'vitest'
import { demo, NOON, opening, place as placing, requestKey } from '../../../../tools/crash/world.ts'
import { readPrices, type WrittenPrices } from './written-prices.ts'

const NONE = { target: undefined, stopLoss: undefined, takeProfit: undefined, seenPrice: undefined }
const [EURUSD, USDJPY, UNKNOWN] = [1, 2, 99]
const named = { at: NOON, account: accountId(7), request: requestKey('change') }
const stops = (order: number, account = 7): Command => ({
  kind: 'set_stops',
  ...named,
  account: accountId(account),
  order,
  stopLoss: undefined,
  takeProfit: undefined,
})
const place = (instrument: number): Command => ({
  kind: 'place',
  ...named,
  instrument,
  side: 'buy',
  lots: lotUnits(100),
  leverage: 30,
  ...NONE,
})
let engine: Engine
const read = (command: Command, prices: Partial<WrittenPrices>) => readPrices(engine, command, { ...NONE, ...prices })

beforeEach(() => {
  engine = createEngine()
  for (const command of [...opening(), demo(7), demo(8)]) engine.apply(command)
  for (const [index, instrument] of [EURUSD, USDJPY].entries())
    engine.apply(placing({ account: 7, instrument, key: `${index}` }))
  expect(engine.orders(accountId(7), 'holding')).toHaveLength(2)
})

test('at the decimals of the instrument: five of EUR/USD, three of USD/JPY; 0 is off', () => {
  expect(read(stops(1), { stopLoss: '1.385', takeProfit: '0' })).toEqual({
    ok: true,
    command: { ...stops(1), stopLoss: 138_500, takeProfit: undefined },
  })
  expect(read(stops(2), { stopLoss: '101.5', takeProfit: '0.000' })).toMatchObject({ command: { stopLoss: 101_500 } })
  expect(read(place(USDJPY), { target: '101.5', seenPrice: '101.710' })).toMatchObject({
    command: { target: 101_500, seenPrice: 101_710, stopLoss: undefined },
  })
})

test.each([
  ['stopLoss', '101.5001', 'price_off_step'],
  ['takeProfit', '-101.5', 'price_not_positive'],
  ['seenPrice', '1e2', 'number_malformed'],
  ['target', '99999999999', 'number_out_of_range'],
  ['target', '0.000', 'target_missing'],
] as const)('%s of %s is refused as %s, by the name of the price', (price, text, reason) => {
  expect(read(place(USDJPY), { [price]: text })).toEqual({ ok: false, reason, price })
  expect(read(stops(2), { [price]: text })).toEqual({ ok: false, reason, price })
})

test('the prices of another account, of an ended order and of an unknown instrument are left to the engine', () => {
  engine.apply({ kind: 'close', ...named, at: millis(NOON + 1), order: 2, seenPrice: undefined })
  for (const command of [stops(1, 8), stops(2), stops(3), place(UNKNOWN)])
    expect(read(command, { stopLoss: 'nonsense' })).toEqual({ ok: true, command })
})

test('a command without written prices stays as it is', () => {
  const own = { ...stops(1), stopLoss: must(engine.order(1), 'an order').price }
  expect(readPrices(engine, own, undefined)).toEqual({ ok: true, command: own })
  expect(read(own, {})).toEqual({ ok: true, command: own })
})
