/**
 * A small real market for tests of the write path: two instruments with real terms, quotes around a price, orders by
 * name.
 */
import { createHash } from 'node:crypto'
import { accountId, type InstrumentTerms, lotUnits, type Millis, micros, millis, points, ppm } from '@veritick/domain'
import type { Command } from '@veritick/engine'

/** Thursday 8 May 2014, 12:00 UTC: the ECB's press conference begins half an hour later. */
export const NOON = millis(1_399_550_400_000)

export const EURUSD: InstrumentTerms = {
  id: 1,
  code: 'EURUSD',
  version: 1,
  enabled: true,
  session: 'forex',
  quoteCurrency: 'USD',
  conversion: { kind: 'usd' },
  pricePrecision: 5,
  contractSize: 100_000,
  lotStep: lotUnits(100),
  lotMin: lotUnits(100),
  lotMax: lotUnits(500_000),
  marginMode: 'leveraged',
  leverages: [10, 30, 100],
  feePerLot: micros(3_500_000),
  feeOfMargin: ppm(1_000),
  financingLong: ppm(-21_000),
  financingShort: ppm(4_000),
  spreadTypical: points(8),
}

export const USDJPY: InstrumentTerms = {
  ...EURUSD,
  id: 2,
  code: 'USDJPY',
  quoteCurrency: 'JPY',
  conversion: { kind: 'divide', instrument: 2 },
  pricePrecision: 3,
}

/**
 * The commands that make a new world tradable. Quotes and status are not journaled, so a restart needs them again, with
 * a higher `seq`.
 */
export const opening = (at: Millis = NOON, seq = 1): readonly Command[] => [
  { kind: 'set_instrument', at, terms: EURUSD },
  { kind: 'set_instrument', at, terms: USDJPY },
  { kind: 'market', at, instrument: 1, status: 'open' },
  { kind: 'market', at, instrument: 2, status: 'open' },
  quote({ at, instrument: 1, seq, bid: 139_300, ask: 139_308 }),
  quote({ at, instrument: 2, seq, bid: 101_700, ask: 101_710 }),
]

export function quote(given: { at: number; instrument: number; seq: number; bid: number; ask: number }): Command {
  const { at, instrument, seq, bid, ask } = given
  return { kind: 'quote', at: millis(at), instrument, seq, bid: points(bid), ask: points(ask) }
}

export const demo = (account: number, at = NOON): Command => ({
  kind: 'open_account',
  at,
  account: accountId(account),
  accountKind: 'demo',
})

type NewOrder = {
  account: number
  instrument?: number
  side?: 'buy' | 'sell'
  lots?: number
  leverage?: number
  target?: number
  stopLoss?: number
  takeProfit?: number
  at?: number
  key: string
}

export function place(order: NewOrder): Command {
  const price = (value: number | undefined) => (value === undefined ? undefined : points(value))
  return {
    kind: 'place',
    at: millis(order.at ?? NOON),
    account: accountId(order.account),
    instrument: order.instrument ?? 1,
    side: order.side ?? 'buy',
    lots: lotUnits(order.lots ?? 1_000),
    target: price(order.target),
    stopLoss: price(order.stopLoss),
    takeProfit: price(order.takeProfit),
    leverage: order.leverage ?? 30,
    seenPrice: undefined,
    request: requestKey(order.key),
  }
}

export function close(closing: { account: number; order: number; key: string; at?: number }): Command {
  return {
    kind: 'close',
    at: millis(closing.at ?? NOON),
    account: accountId(closing.account),
    order: closing.order,
    seenPrice: undefined,
    request: requestKey(closing.key),
  }
}

export function requestKey(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
