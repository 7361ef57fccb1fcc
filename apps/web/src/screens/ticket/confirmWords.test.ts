/** The button never shows "Buy abc at 1.08521", and names a pending order limit or stop. */
import { lotUnits, points } from '@veritick/domain'
import { expect, it } from 'vitest'
import { confirmWords } from './confirmWords.ts'

const terms = { lotMin: lotUnits(100), lotMax: lotUnits(500_000), lotStep: lotUnits(100) }

const market = { bid: points(108_510), ask: points(108_521) }
const words = (form: { lots: string; kind: 'market' | 'pending' }, price: number | undefined, side: 'buy' | 'sell') =>
  confirmWords({ form, side, terms, market, price: price === undefined ? undefined : points(price) })

it.each([
  ['0.10', 'market', 108_521, 'ticket.confirm_buy'],
  ['0.10', 'pending', undefined, 'ticket.confirm_buy_plain'],
  ['abc', 'market', 108_521, 'ticket.confirm_buy_plain'],
  ['', 'market', 108_521, 'ticket.confirm_buy_plain'],
  ['0.001', 'market', 108_521, 'ticket.confirm_buy_plain'],
  ['99999', 'market', 108_521, 'ticket.confirm_buy_plain'],
] as const)('%j lots, %s, at %s', (lots, kind, price, text) => expect(words({ lots, kind }, price, 'buy')).toBe(text))

it.each([
  ['buy', 108_000, 'ticket.confirm_limit_buy'],
  ['buy', 109_000, 'ticket.confirm_stop_buy'],
  ['sell', 150_000, 'ticket.confirm_limit_sell'],
  ['sell', 108_000, 'ticket.confirm_stop_sell'],
  ['buy', 108_521, 'ticket.confirm_buy_plain'],
] as const)('a pending %s at %d', (side, price, text) =>
  expect(words({ lots: '0.10', kind: 'pending' }, price, side)).toBe(text),
)
