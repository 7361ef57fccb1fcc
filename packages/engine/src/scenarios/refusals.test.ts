/** Every refusal reason, each caused by an action of a customer or an operator. */
import { lotUnits, micros, points, ppm, TRADING_REFUSALS, type TradingRefusal } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { ORDERS_PER_ACCOUNT_MAX } from '../engine.ts'
import { feeType, market, person, quote, terms } from './people.ts'
import { at, drops, fills, happens, type Moment, refuses, scenario, waits } from './scenario.ts'

const ana = person('Ana', 1, 'real')
const dan = person('Dan', 2, 'demo')
const stranger = person('Nobody', 99, 'real')
const REFERENCE = 'ab'.repeat(16)
const open = at('09:00', quote('FREE', '1.10000', '1.10010'))
const ended = [
  open,
  at('09:01', dan.buys('1.00', 'FREE', { target: '1.00000' }), waits('limit')),
  at('09:02', dan.cancels(), drops(1, 'user')),
]
const waiting = [open, at('09:01', dan.buys('1.00', 'FREE', { target: '1.00000' }), waits('limit'))]
const holding = [open, at('09:01', dan.buys('1.00', 'FREE'), fills('1.10010'))]
const rich = at('09:00', ana.gets('1000000000.00'), happens('credited'))
const dear = at('09:00', quote('FIXED', '90000.00000', '90000.00000'))

const ROWS: readonly { reason: TradingRefusal; when: string; day: readonly Moment[] }[] = [
  ...[
    stranger.buys('1.00', 'FREE'),
    stranger.closes(1),
    stranger.cancels(1),
    stranger.sets('FREE', {}, 1),
    stranger.resets(),
    stranger.gets('1.00'),
    stranger.withdraws('1.00', REFERENCE),
    stranger.settles(true, REFERENCE),
    stranger.frozen(),
  ].map((action, index) => ({
    reason: 'account_unknown' as const,
    when: `an account that nobody opened asks (${index + 1})`,
    day: [open, at('09:01', action, refuses('account_unknown'))],
  })),
  {
    reason: 'account_exists',
    when: 'an account is opened twice',
    day: [at('09:00', dan.opens(), refuses('account_exists'))],
  },
  {
    reason: 'account_frozen',
    when: 'a frozen account orders',
    day: [
      open,
      at('09:00', dan.frozen(), happens('account_frozen')),
      at('09:01', dan.buys('1.00', 'FREE'), refuses('account_frozen')),
    ],
  },
  {
    reason: 'demo_account_only',
    when: 'a real account is reset',
    day: [at('09:00', ana.resets(), refuses('demo_account_only'))],
  },
  {
    reason: 'real_account_only',
    when: 'a demo account is paid into',
    day: [at('09:00', dan.gets('1.00'), refuses('real_account_only'))],
  },
  {
    reason: 'instrument_unknown',
    when: 'the instrument does not exist',
    day: [
      at(
        '09:00',
        ({ engine, now }) =>
          engine.apply({
            kind: 'place',
            at: now,
            account: 2,
            instrument: 77,
            side: 'buy',
            lots: lotUnits(10_000),
            target: undefined,
            stopLoss: undefined,
            takeProfit: undefined,
            leverage: 1,
            seenPrice: undefined,
            request: REFERENCE,
          }),
        refuses('instrument_unknown'),
      ),
    ],
  },
  {
    reason: 'instrument_unknown',
    when: 'a quote is of no instrument',
    day: [
      at(
        '09:00',
        ({ engine, now }) =>
          engine.apply({ kind: 'quote', at: now, instrument: 77, seq: 1, bid: points(1), ask: points(2) }),
        refuses('instrument_unknown'),
      ),
    ],
  },
  {
    reason: 'instrument_unknown',
    when: 'a status is of no instrument',
    day: [
      at(
        '09:00',
        ({ engine, now }) => engine.apply({ kind: 'market', at: now, instrument: 77, status: 'open' }),
        refuses('instrument_unknown'),
      ),
    ],
  },
  {
    reason: 'instrument_disabled',
    when: 'the operator took it out',
    day: [
      at('09:00', quote('DISABLED', '1.00000', '1.00010')),
      at('09:01', dan.buys('1.00', 'DISABLED'), refuses('instrument_disabled')),
    ],
  },
  {
    reason: 'market_closed',
    when: 'the session is over',
    day: [open, at('09:01', market('FREE', 'closed')), at('09:02', dan.buys('1.00', 'FREE'), refuses('market_closed'))],
  },
  {
    reason: 'price_stale',
    when: 'quotes stopped coming',
    day: [open, at('09:01', market('FREE', 'stale')), at('09:02', dan.buys('1.00', 'FREE'), refuses('price_stale'))],
  },
  {
    reason: 'price_unconfirmed',
    when: 'a quote that looks wrong waits to be confirmed',
    day: [
      open,
      at('09:01', market('FREE', 'held')),
      at('09:02', dan.buys('1.00', 'FREE'), refuses('price_unconfirmed')),
    ],
  },
  {
    reason: 'price_stale',
    when: 'no quote has come yet',
    day: [at('09:02', dan.buys('1.00', 'FREE'), refuses('price_stale'))],
  },
  {
    reason: 'conversion_missing',
    when: 'no instrument gives the rate',
    day: [
      at('09:00', quote('EURNOK', '11.50000', '11.51000')),
      at('09:01', dan.buys('1.00', 'EURNOK'), refuses('conversion_missing')),
    ],
  },
  {
    reason: 'lots_too_small',
    when: 'less than the minimum',
    day: [open, at('09:01', dan.buys('0.0099', 'FREE'), refuses('lots_too_small'))],
  },
  {
    reason: 'lots_too_small',
    when: 'nothing',
    day: [open, at('09:01', dan.buys('0', 'FREE'), refuses('lots_too_small'))],
  },
  {
    reason: 'lots_too_small',
    when: 'less than nothing',
    day: [open, at('09:01', dan.buys('-1.00', 'FREE'), refuses('lots_too_small'))],
  },
  {
    reason: 'lots_too_large',
    when: 'more than the maximum',
    day: [open, at('09:01', dan.buys('100.01', 'FREE'), refuses('lots_too_large'))],
  },
  {
    reason: 'lots_off_step',
    when: 'between two steps',
    day: [open, at('09:01', dan.buys('0.0101', 'FREE'), refuses('lots_off_step'))],
  },
  {
    reason: 'leverage_not_set',
    when: 'no leverage is offered at all',
    day: [
      at('09:00', quote('NOLEVERAGE', '1.00000', '1.00010')),
      at('09:01', dan.buys('1.00', 'NOLEVERAGE', { leverage: 10 }), refuses('leverage_not_set')),
    ],
  },
  {
    reason: 'leverage_not_offered',
    when: "a multiple of one's own",
    day: [open, at('09:01', dan.buys('1.00', 'FREE', { leverage: 50 }), refuses('leverage_not_offered'))],
  },
  {
    reason: 'target_missing',
    when: 'a target of zero',
    day: [open, at('09:01', dan.buys('1.00', 'FREE', { target: '0' }), refuses('target_missing'))],
  },
  {
    reason: 'target_at_market',
    when: 'a target at the ask',
    day: [open, at('09:01', dan.buys('1.00', 'FREE', { target: '1.10010' }), refuses('target_at_market'))],
  },
  {
    reason: 'stop_loss_wrong_side',
    when: 'above the bid',
    day: [open, at('09:01', dan.buys('1.00', 'FREE', { stopLoss: '1.10005' }), refuses('stop_loss_wrong_side'))],
  },
  {
    reason: 'stop_loss_wrong_side',
    when: 'below zero',
    day: [open, at('09:01', dan.buys('1.00', 'FREE', { stopLoss: '-1.00000' }), refuses('stop_loss_wrong_side'))],
  },
  {
    reason: 'take_profit_wrong_side',
    when: 'below the ask',
    day: [open, at('09:01', dan.buys('1.00', 'FREE', { takeProfit: '1.10005' }), refuses('take_profit_wrong_side'))],
  },
  {
    reason: 'take_profit_wrong_side',
    when: 'of a short, below zero',
    day: [open, at('09:01', dan.sells('1.00', 'FREE', { takeProfit: '-1.00000' }), refuses('take_profit_wrong_side'))],
  },
  {
    reason: 'margin_not_enough',
    when: 'an empty account orders',
    day: [open, at('09:01', ana.buys('0.01', 'FREE'), refuses('margin_not_enough'))],
  },
  {
    reason: 'margin_call',
    when: 'the level is below 100',
    day: [
      open,
      at('09:00', ana.gets('1200.00'), happens('credited')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
      at('09:02', quote('FREE', '1.09900', '1.09910'), happens('margin_notice')),
      at('09:03', ana.buys('0.01', 'FREE'), refuses('margin_call')),
    ],
  },
  {
    reason: 'too_many_orders',
    when: 'one order more than an account may have',
    day: [
      open,
      ...Array.from({ length: ORDERS_PER_ACCOUNT_MAX }, () =>
        at('09:01', dan.buys('0.01', 'FREE', { target: '1.00000' }), waits('limit')),
      ),
      at('09:02', dan.buys('0.01', 'FREE'), refuses('too_many_orders')),
      at('09:02', dan.buys('0.01', 'FREE', { target: '1.00000' }), refuses('too_many_orders')),
      at('09:03', dan.cancels(7), drops(7, 'user')),
      at('09:04', dan.buys('0.01', 'FREE'), fills('1.10010')),
    ],
  },
  {
    reason: 'amount_too_large',
    when: 'a deposit of more than a billion',
    day: [at('09:00', ana.gets('1000000000.01'), refuses('amount_too_large'))],
  },
  {
    reason: 'amount_too_large',
    when: 'a withdrawal of more than a billion',
    day: [at('09:00', ana.withdraws('1000000000.01', REFERENCE), refuses('amount_too_large'))],
  },
  {
    reason: 'amount_too_large',
    when: 'a position worth nine billion',
    day: [rich, dear, at('09:01', ana.buys('100', 'FIXED'), refuses('amount_too_large'))],
  },
  {
    reason: 'amount_too_large',
    when: 'positions that are together worth more than a billion',
    day: [
      rich,
      dear,
      at('09:01', ana.buys('6', 'FIXED'), fills('90000.00000')),
      at('09:02', ana.buys('6', 'FIXED'), refuses('amount_too_large')),
    ],
  },
  {
    reason: 'amount_too_large',
    when: 'a pending order for as much',
    day: [rich, dear, at('09:01', ana.sells('100', 'FIXED', { target: '95000.00000' }), refuses('amount_too_large'))],
  },
  {
    reason: 'amount_too_large',
    when: 'a target beyond all prices',
    day: [open, at('09:01', dan.buys('0.01', 'FREE', { target: '100000.00001' }), refuses('amount_too_large'))],
  },
  {
    reason: 'amount_too_large',
    when: 'a take-profit beyond all prices',
    day: [open, at('09:01', dan.buys('0.01', 'FREE', { takeProfit: '100000.00001' }), refuses('amount_too_large'))],
  },
  {
    reason: 'amount_not_positive',
    when: 'a deposit of nothing',
    day: [at('09:00', ana.gets('0'), refuses('amount_not_positive'))],
  },
  {
    reason: 'amount_not_positive',
    when: 'a withdrawal of less than nothing',
    day: [at('09:00', ana.withdraws('-5.00', REFERENCE), refuses('amount_not_positive'))],
  },
  {
    reason: 'balance_not_enough',
    when: 'a withdrawal of more than there is',
    day: [at('09:00', ana.withdraws('5.00', REFERENCE), refuses('balance_not_enough'))],
  },
  {
    reason: 'order_unknown',
    when: 'an order that was never placed',
    day: [
      ...waiting,
      at('09:03', dan.closes(2), refuses('order_unknown')),
      at('09:03', dan.cancels(0), refuses('order_unknown')),
      at('09:03', dan.sets('FREE', {}, 2), refuses('order_unknown')),
    ],
  },
  {
    reason: 'not_yours',
    when: "somebody else's order",
    day: [
      ...holding,
      at('09:03', ana.closes(1), refuses('not_yours')),
      at('09:03', ana.cancels(1), refuses('not_yours')),
      at('09:03', ana.sets('FREE', {}, 1), refuses('not_yours')),
    ],
  },
  {
    reason: 'order_not_holding',
    when: 'a pending order is closed',
    day: [...waiting, at('09:03', dan.closes(1), refuses('order_not_holding'))],
  },
  {
    reason: 'order_not_pending',
    when: 'a holding is cancelled',
    day: [...holding, at('09:03', dan.cancels(1), refuses('order_not_pending'))],
  },
  {
    reason: 'order_ended',
    when: 'an order that is over',
    day: [
      ...ended,
      at('09:03', dan.closes(1), refuses('order_ended')),
      at('09:03', dan.cancels(1), refuses('order_ended')),
      at('09:03', dan.sets('FREE', {}, 1), refuses('order_ended')),
    ],
  },
  {
    reason: 'transfer_unknown',
    when: 'a withdrawal that nobody asked for is paid',
    day: [at('09:00', ana.settles(true, REFERENCE), refuses('transfer_unknown'))],
  },
  {
    reason: 'transfer_exists',
    when: 'the same deposit comes twice',
    day: [
      at('09:00', ana.gets('5.00', 'deposit', REFERENCE), happens('credited')),
      at('09:01', ana.gets('5.00', 'deposit', REFERENCE), refuses('transfer_exists')),
    ],
  },
  {
    reason: 'transfer_settled',
    when: 'a withdrawal is paid twice',
    day: [
      at('09:00', ana.gets('5.00'), happens('credited')),
      at('09:01', ana.withdraws('5.00', REFERENCE), happens('withdrawal_locked')),
      at('09:02', ana.settles(true, REFERENCE), happens('withdrawal_settled')),
      at('09:03', ana.settles(true, REFERENCE), refuses('transfer_settled')),
    ],
  },
  ...[
    { contractSize: 1000 },
    { pricePrecision: 4 },
    { quoteCurrency: 'EUR' },
    { marginMode: 'fixed' as const },
    { version: 1, enabled: false },
    { contractSize: 0 },
    { pricePrecision: 7 },
    { lotMin: lotUnits(150) },
    { lotMin: lotUnits(2_000_000) },
    { lotStep: lotUnits(0) },
    { leverages: [0] },
    { feePerLot: micros(-1) },
    { feePerLot: micros(9_000_000_000_000_000) },
    { feeOfMargin: ppm(1_000_001) },
    { financingLong: ppm(-1_000_001) },
    { lotMax: lotUnits(9_000_000_000_000_000) },
    { id: -1 },
  ].map((change) => ({
    reason: 'terms_not_accepted' as const,
    when: `the operator sets ${JSON.stringify(change)}`,
    day: [at('09:00', terms('FREE', change), refuses('terms_not_accepted'))],
  })),
]

describe('refusals', () => {
  for (const { reason, when, day } of ROWS) scenario(`${reason}: ${when}`, [ana, dan], day)

  test('every word is heard somewhere', () => {
    const heard = new Set(ROWS.map((row) => row.reason))
    expect(TRADING_REFUSALS.filter((word) => !heard.has(word))).toEqual([])
  })
})

describe('of two faults the customer hears of the first in this order', () => {
  const worst = (terms: object) =>
    dan.buys('0.0001', 'FREE', { leverage: 7, target: '0', stopLoss: '9.00000', ...terms })
  scenario(
    'from the account to the price',
    [dan],
    [
      at('09:00', dan.frozen(), happens('account_frozen')),
      at('09:00', market('FREE', 'closed')),
      at('09:00', terms('FREE', { enabled: false }), happens('instrument_set')),
      at('09:01', worst({}), refuses('account_frozen')),
      at('09:02', dan.frozen(false), happens('account_frozen')),
      at('09:02', worst({}), refuses('instrument_disabled')),
      at('09:03', terms('FREE', { enabled: true }), happens('instrument_set')),
      at('09:03', worst({}), refuses('market_closed')),
      at('09:04', market('FREE', 'open')),
      at('09:04', worst({}), refuses('price_stale')),
      at('09:05', quote('FREE', '1.10000', '1.10010')),
      at('09:05', worst({}), refuses('lots_too_small')),
      at(
        '09:06',
        dan.buys('100', 'FREE', { leverage: 7, target: '0', stopLoss: '9.00000' }),
        refuses('leverage_not_offered'),
      ),
      at('09:07', dan.buys('100', 'FREE', { target: '0', stopLoss: '9.00000' }), refuses('target_missing')),
      at('09:08', dan.buys('100', 'FREE', { target: '1.10010', stopLoss: '9.00000' }), refuses('target_at_market')),
      at(
        '09:09',
        dan.buys('100', 'FREE', { stopLoss: '9.00000', takeProfit: '0.50000' }),
        refuses('stop_loss_wrong_side'),
      ),
      at('09:10', dan.buys('100', 'FREE', { takeProfit: '0.50000' }), refuses('take_profit_wrong_side')),
      at('09:11', dan.buys('100', 'FREE'), refuses('margin_not_enough')),
    ],
  )
})

scenario(
  'setting again what holds already is accepted and does nothing',
  [dan],
  [at('09:00', terms('FREE', { version: 1 })), at('09:00', feeType(1))],
)
