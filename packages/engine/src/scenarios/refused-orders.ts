/** The refusals of orders, by instrument, size, price, margin and the state of an order. */
import { accountId, lotUnits, points } from '@veritick/domain'
import { ORDERS_PER_ACCOUNT_MAX } from '../engine.ts'
import { market, quote, terms } from './people.ts'
import { ana, dan, open, REFERENCE, type RefusalRow } from './refusal-rows.ts'
import { at, drops, fills, happens, refuses, waits } from './scenario.ts'

const ended = [
  open,
  at('09:01', dan.buys('1.00', 'FREE', { target: '1.00000' }), waits('limit')),
  at('09:02', dan.cancels(), drops(1, 'user')),
]
const waiting = [open, at('09:01', dan.buys('1.00', 'FREE', { target: '1.00000' }), waits('limit'))]
const holding = [open, at('09:01', dan.buys('1.00', 'FREE'), fills('1.10010'))]
const rich = at('09:00', ana.gets('1000000000.00'), happens('credited'))
const dear = at('09:00', quote('FIXED', '90000.00000', '90000.00000'))

export const REFUSED_ORDERS: readonly RefusalRow[] = [
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
            account: accountId(2),
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
    reason: 'target_wrong_side',
    when: 'a limit order is changed to a price above the ask',
    day: [
      open,
      at('09:01', dan.buys('1.00', 'FREE', { target: '1.09000' }), waits('limit')),
      at('09:02', dan.amends('FREE', { target: '1.11000' }), refuses('target_wrong_side')),
    ],
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
    when: 'an order of another customer',
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
    reason: 'part_too_large',
    when: 'a part is larger than its position',
    day: [...holding, at('09:03', dan.closesPart('9.00', 1), refuses('part_too_large'))],
  },
  {
    reason: 'rest_too_small',
    when: 'the rest of a position would be below the minimum',
    day: [
      ...holding,
      at('09:03', terms('FREE', { lotMin: lotUnits(6_000) }), happens('instrument_set')),
      at('09:04', dan.closesPart('0.60', 1), refuses('rest_too_small')),
    ],
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
]
