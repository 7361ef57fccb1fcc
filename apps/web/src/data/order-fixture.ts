/** Orders of the tests: a long of 0.10 EURUSD from 1.39790 with a stop, and a pending sell at 1.40000. */
import { lotUnits, micros, millis, points } from '@veritick/domain'
import type { Order } from './order.ts'

export const LONG: Order = {
  id: 7,
  instrument: 1,
  code: 'EURUSD',
  showCode: 'EUR/USD',
  precision: 5,
  quoteCurrency: 'USD',
  side: 'buy',
  status: 'holding',
  splitFrom: undefined,
  pending: undefined,
  lots: lotUnits(1_000),
  leverage: 30,
  origin: points(139_790),
  price: points(139_790),
  priceNow: points(139_775),
  profit: micros(-1_500_000),
  margin: micros(465_910_000),
  fee: micros(700_000),
  swap: micros(0),
  stopLoss: points(139_300),
  takeProfit: undefined,
  createdAt: millis(1_399_553_170_120),
  openedAt: millis(1_399_553_170_120),
  endedAt: undefined,
  openQuote: undefined,
  closeQuote: undefined,
  openSlippage: undefined,
  closeSlippage: undefined,
  endReason: undefined,
  cancelled: false,
  stopOut: undefined,
  conversion: undefined,
}

export const PENDING_SELL: Order = {
  ...LONG,
  id: 8,
  side: 'sell',
  status: 'pending',
  pending: 'limit',
  price: points(140_000),
  stopLoss: undefined,
}
