/**
 * The table of refusals: for every reason of the engine the steps before it and the action that gets it. The reasons of
 * orders come first, then those of accounts, of money, and of terms that the operator sets.
 */
import { accountId, lotUnits, micros, points, ppm, type TradingRefusal } from '@veritick/domain'
import { ORDERS_PER_ACCOUNT_MAX } from '../engine.ts'
import { type Action, market, person, quote, terms } from './people.ts'
import { at, drops, fills, happens, type Moment, refuses, waits } from './scenario.ts'

/** The day on which a customer or an operator gets the reason. */
type RefusalRow = { readonly reason: TradingRefusal; readonly when: string; readonly day: readonly Moment[] }

export const ana = person('Ana', 1, 'real')
export const dan = person('Dan', 2, 'demo')
/** Its account was never opened. */
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

/** A row whose day ends with one or several actions that get the reason. `before`: the steps that lead there. */
function refused(
  reason: TradingRefusal,
  when: string,
  action: Action | readonly Action[],
  before: readonly Moment[] = [open],
): RefusalRow {
  const actions = typeof action === 'function' ? [action] : action
  return { reason, when, day: [...before, ...actions.map((each) => at('09:05', each, refuses(reason)))] }
}

const ORDERS: readonly RefusalRow[] = [
  refused('instrument_unknown', 'the instrument does not exist', ({ engine, now }) =>
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
  ),
  refused('instrument_unknown', 'a quote is of no instrument', ({ engine, now }) =>
    engine.apply({ kind: 'quote', at: now, instrument: 77, seq: 1, bid: points(1), ask: points(2) }),
  ),
  refused('instrument_unknown', 'a status is of no instrument', ({ engine, now }) =>
    engine.apply({ kind: 'market', at: now, instrument: 77, status: 'open' }),
  ),
  refused('instrument_disabled', 'the operator took it out', dan.buys('1.00', 'DISABLED'), [
    at('09:00', quote('DISABLED', '1.00000', '1.00010')),
  ]),
  refused('market_closed', 'the session is over', dan.buys('1.00', 'FREE'), [
    open,
    at('09:01', market('FREE', 'closed')),
  ]),
  refused('price_stale', 'quotes stopped coming', dan.buys('1.00', 'FREE'), [
    open,
    at('09:01', market('FREE', 'stale')),
  ]),
  refused('price_unconfirmed', 'a quote that looks wrong waits to be confirmed', dan.buys('1.00', 'FREE'), [
    open,
    at('09:01', market('FREE', 'held')),
  ]),
  refused('price_stale', 'no quote has come yet', dan.buys('1.00', 'FREE'), []),
  refused('conversion_missing', 'no instrument gives the rate', dan.buys('1.00', 'EURNOK'), [
    at('09:00', quote('EURNOK', '11.50000', '11.51000')),
  ]),
  refused('lots_too_small', 'less than the minimum', dan.buys('0.0099', 'FREE')),
  refused('lots_too_small', 'nothing', dan.buys('0', 'FREE')),
  refused('lots_too_small', 'less than nothing', dan.buys('-1.00', 'FREE')),
  refused('lots_too_large', 'more than the maximum', dan.buys('100.01', 'FREE')),
  refused('lots_off_step', 'between two steps', dan.buys('0.0101', 'FREE')),
  refused('leverage_not_set', 'no leverage is offered at all', dan.buys('1.00', 'NOLEVERAGE', { leverage: 10 }), [
    at('09:00', quote('NOLEVERAGE', '1.00000', '1.00010')),
  ]),
  refused(
    'leverage_not_offered',
    'a leverage that the instrument does not offer',
    dan.buys('1.00', 'FREE', { leverage: 50 }),
  ),
  refused('target_missing', 'a target of zero', dan.buys('1.00', 'FREE', { target: '0' })),
  refused('target_at_market', 'a target at the ask', dan.buys('1.00', 'FREE', { target: '1.10010' })),
  refused(
    'target_wrong_side',
    'a limit order is changed to a price above the ask',
    dan.amends('FREE', { target: '1.11000' }),
    [open, at('09:01', dan.buys('1.00', 'FREE', { target: '1.09000' }), waits('limit'))],
  ),
  refused('stop_loss_wrong_side', 'above the bid', dan.buys('1.00', 'FREE', { stopLoss: '1.10005' })),
  refused('stop_loss_wrong_side', 'below zero', dan.buys('1.00', 'FREE', { stopLoss: '-1.00000' })),
  refused('take_profit_wrong_side', 'below the ask', dan.buys('1.00', 'FREE', { takeProfit: '1.10005' })),
  refused('take_profit_wrong_side', 'of a short, below zero', dan.sells('1.00', 'FREE', { takeProfit: '-1.00000' })),
  refused('margin_not_enough', 'an empty account orders', ana.buys('0.01', 'FREE')),
  refused('margin_call', 'the level is below 100', ana.buys('0.01', 'FREE'), [
    open,
    at('09:00', ana.gets('1200.00'), happens('credited')),
    at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
    at('09:02', quote('FREE', '1.09900', '1.09910'), happens('margin_notice')),
  ]),
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
  refused('amount_too_large', 'a position worth nine billion', ana.buys('100', 'FIXED'), [rich, dear]),
  refused('amount_too_large', 'positions that are together worth more than a billion', ana.buys('6', 'FIXED'), [
    rich,
    dear,
    at('09:01', ana.buys('6', 'FIXED'), fills('90000.00000')),
  ]),
  refused('amount_too_large', 'a pending order for as much', ana.sells('100', 'FIXED', { target: '95000.00000' }), [
    rich,
    dear,
  ]),
  refused(
    'amount_too_large',
    'positions that quotes to come could make worth more than eight billion',
    [dan.buys('1.00', 'FREE'), dan.sells('1.00', 'FREE'), dan.buys('1.00', 'FREE', { target: '1.00000' })],
    [
      open,
      at('09:00', market('FREE', 'open', 1_000_000_000)),
      at('09:01', dan.buys('7.00', 'FREE'), fills('1.10010')),
      at('09:02', dan.buys('0.99', 'FREE'), fills('1.10010')),
    ],
  ),
  refused('amount_too_large', 'a target beyond all prices', dan.buys('0.01', 'FREE', { target: '100000.00001' })),
  refused(
    'amount_too_large',
    'a take-profit beyond all prices',
    dan.buys('0.01', 'FREE', { takeProfit: '100000.00001' }),
  ),
  refused(
    'order_unknown',
    'an order that was never placed',
    [dan.closes(2), dan.cancels(0), dan.sets('FREE', {}, 2)],
    waiting,
  ),
  refused(
    'not_yours',
    'an order of another customer',
    [ana.closes(1), ana.cancels(1), ana.sets('FREE', {}, 1)],
    holding,
  ),
  refused('order_not_holding', 'a pending order is closed', dan.closes(1), waiting),
  refused('part_too_large', 'a part is larger than its position', dan.closesPart('9.00', 1), holding),
  refused('rest_too_small', 'the rest of a position would be below the minimum', dan.closesPart('0.60', 1), [
    ...holding,
    at('09:03', terms('FREE', { lotMin: lotUnits(6_000) }), happens('instrument_set')),
  ]),
  refused('order_not_pending', 'a holding is cancelled', dan.cancels(1), holding),
  refused('order_ended', 'an order that is over', [dan.closes(1), dan.cancels(1), dan.sets('FREE', {}, 1)], ended),
]

const ACCOUNTS: readonly RefusalRow[] = [
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
  ].map((action, index) =>
    refused('account_unknown', `a command names an account that was never opened (${index + 1})`, action),
  ),
  refused('account_exists', 'an account is opened twice', dan.opens()),
  refused('account_frozen', 'a frozen account orders', dan.buys('1.00', 'FREE'), [
    open,
    at('09:00', dan.frozen(), happens('account_frozen')),
  ]),
  refused('demo_account_only', 'a real account is reset', ana.resets()),
  refused('real_account_only', 'a demo account is paid into', dan.gets('1.00')),
  refused('amount_too_large', 'a deposit of more than a billion', ana.gets('1000000000.01')),
  refused('amount_too_large', 'a withdrawal of more than a billion', ana.withdraws('1000000000.01', REFERENCE)),
  refused('amount_not_positive', 'a deposit of nothing', ana.gets('0')),
  refused('amount_not_positive', 'a withdrawal of less than nothing', ana.withdraws('-5.00', REFERENCE)),
  refused('balance_not_enough', 'a withdrawal of more than there is', ana.withdraws('5.00', REFERENCE)),
  refused('transfer_unknown', 'a withdrawal is paid that no customer asked for', ana.settles(true, REFERENCE)),
  refused('transfer_exists', 'the same deposit comes twice', ana.gets('5.00', 'deposit', REFERENCE), [
    at('09:00', ana.gets('5.00', 'deposit', REFERENCE), happens('credited')),
  ]),
  refused('transfer_settled', 'a withdrawal is paid twice', ana.settles(true, REFERENCE), [
    at('09:00', ana.gets('5.00'), happens('credited')),
    at('09:01', ana.withdraws('5.00', REFERENCE), happens('withdrawal_locked')),
    at('09:02', ana.settles(true, REFERENCE), happens('withdrawal_settled')),
  ]),
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
  ].map((change) =>
    refused('terms_not_accepted', `the operator sets ${JSON.stringify(change)}`, terms('FREE', change)),
  ),
]

export const REFUSAL_ROWS: readonly RefusalRow[] = [...ORDERS, ...ACCOUNTS]
