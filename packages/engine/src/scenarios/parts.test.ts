/**
 * Closing a part of a position as scenarios: what the part takes with it, what stays, what is refused, and that no way
 * of dividing a position makes or loses money.
 */
import { lotUnits } from '@veritick/domain'
import { describe } from 'vitest'
import { ORDERS_PER_ACCOUNT_MAX } from '../engine.ts'
import { market, person, quote, rollover, terms } from './people.ts'
import {
  at,
  closes,
  fills,
  finances,
  happens,
  has,
  refuses,
  scenario,
  splits,
  stopsOut,
  waits,
  warns,
} from './scenario.ts'

const ana = person('Ana', 1, 'demo')
const ben = person('Ben', 2, 'real')
const start = [at('09:00', quote('EURUSD', '1.08500', '1.08510'))]
const long = [
  ...start,
  at(
    '09:01',
    ana.buys('1.00', 'EURUSD', { leverage: 100, stopLoss: '1.08000' }),
    fills('1.08510', { margin: '1085.00', fee: '7.00' }),
  ),
]

describe('a part of a position closes', () => {
  scenario(
    'it becomes an order of its own with its share; the rest keeps its number, its stops and what is left',
    [ana],
    [
      ...long,
      at('09:02', quote('EURUSD', '1.08700', '1.08710')),
      at(
        '09:03',
        ana.closesPart('0.30', 1),
        splits(1, { part: 2, lots: '0.30', margin: '325.50', fee: '2.10', swap: '0' }),
        closes(ana, '1.08700', { profit: '57.00', reason: 'user', order: 2 }),
        has(ana, { balance: '100050.00', margin: '759.50', profit: '133.00', equity: '100183.00', holdings: 1 }),
      ),
      at('09:04', ana.buys('0.01', 'EURUSD'), fills('1.08710', { order: 3 })),
      at('09:05', quote('EURUSD', '1.08000', '1.08010'), closes(ana, '1.08000', { profit: '-357.00', order: 1 })),
    ],
  )

  scenario(
    'of a short at the ask, with amounts that do not divide: the rest takes what is left',
    [ana],
    [
      ...start,
      at('09:01', ana.sells('0.07', 'EURUSD', { leverage: 30 }), fills('1.08500', { margin: '253.166667' })),
      at(
        '09:02',
        ana.closesPart('0.02', 1),
        splits(1, { part: 2, lots: '0.02', margin: '72.333333', fee: '0.14' }),
        closes(ana, '1.08510', { profit: '-0.20', order: 2 }),
        has(ana, { margin: '180.833334' }),
      ),
      at(
        '09:03',
        ana.closesPart('0.03', 1),
        splits(1, { part: 3, lots: '0.03', margin: '108.5', fee: '0.21' }),
        closes(ana, '1.08510', { profit: '-0.30', order: 3 }),
        has(ana, { margin: '72.333334' }),
      ),
      at(
        '09:04',
        ana.closesPart('0.02', 1),
        closes(ana, '1.08510', { profit: '-0.20', order: 1 }),
        has(ana, { margin: '0' }),
      ),
    ],
  )

  scenario(
    'the financing so far is shared, and the next night is that of the rest',
    [ana],
    [
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
      at('17:00', rollover(), finances(1, '-11.00', 1), happens('rollover_done')),
      at('17:01', quote('FREE', '1.10000', '1.10010')),
      at(
        '17:02',
        ana.closesPart('0.30', 1),
        splits(1, { part: 2, lots: '0.30', swap: '-3.30' }),
        closes(ana, '1.10000', { order: 2 }),
      ),
      at('Thu 17:00', rollover(), finances(1, '-7.70', 1), happens('rollover_done')),
      at(
        'Thu 17:01',
        ana.closesPart('0.10', 1),
        splits(1, { part: 3, lots: '0.10', swap: '-2.20' }),
        closes(ana, '1.10000', { order: 3 }),
      ),
    ],
  )

  scenario(
    'of a pending order that opened, and of fixed margin',
    [ana],
    [
      at('09:00', quote('FIXED', '1.00000', '1.00100')),
      at('09:01', ana.buys('0.50', 'FIXED', { target: '0.99000' }), waits('limit')),
      at('09:02', quote('FIXED', '0.98900', '0.99000'), fills('0.99000', { pending: true, margin: '500.00' })),
      at(
        '09:03',
        ana.closesPart('0.20', 1),
        splits(1, { part: 2, lots: '0.20', margin: '200.00' }),
        closes(ana, '0.98900', { profit: '-0.20', order: 2 }),
        has(ana, { margin: '300.00' }),
      ),
    ],
  )

  scenario(
    'at the limit of orders too: the part has ended before the next command',
    [ana],
    [
      ...start,
      ...Array.from({ length: ORDERS_PER_ACCOUNT_MAX }, () =>
        at('09:01', ana.buys('0.02', 'EURUSD'), fills('1.08510')),
      ),
      at(
        '09:02',
        ana.closesPart('0.01', 1),
        splits(1, { part: 501, lots: '0.01' }),
        closes(ana, '1.08500', { order: 501 }),
      ),
      at('09:03', ana.buys('0.01', 'EURUSD'), refuses('too_many_orders')),
    ],
  )
})

describe('a part that is the whole', () => {
  scenario(
    'closes the position under its number, with negative balance protection',
    [ben],
    [
      at('09:00', ben.gets('150.00'), happens('credited')),
      at('09:01', quote('EURUSD', '1.08500', '1.08510')),
      at('09:02', ben.buys('0.10', 'EURUSD', { leverage: 100 }), fills('1.08510')),
      at('09:03', market('EURUSD', 'closed')),
      at('09:04', quote('EURUSD', '1.06000', '1.06010')),
      at('09:05', terms('EURUSD', { lotMin: lotUnits(2_000) }), happens('instrument_set')),
      at('09:06', market('EURUSD', 'open')),
      at(
        '09:07',
        ben.closesPart('0.10', 1),
        closes(ben, '1.06000', { profit: '-251.00', order: 1 }),
        happens('balance_protected'),
        has(ben, { balance: '0', margin: '0', holdings: 0 }),
      ),
    ],
  )
})

describe('a part is refused', () => {
  scenario(
    'below the minimum, off the step, above the position, or where too little would be left',
    [ana],
    [
      ...long,
      at('09:02', ana.closesPart('0', 1), refuses('lots_too_small')),
      at('09:02', ana.closesPart('-0.10', 1), refuses('lots_too_small')),
      at('09:02', ana.closesPart('0.0099', 1), refuses('lots_too_small')),
      at('09:02', ana.closesPart('0.015', 1), refuses('lots_off_step')),
      at('09:02', ana.closesPart('1.01', 1), refuses('part_too_large')),
      at('09:02', ana.closesPart('900000000', 1), refuses('part_too_large')),
      at('09:03', terms('EURUSD', { lotMin: lotUnits(500) }), happens('instrument_set')),
      at('09:04', ana.closesPart('0.04', 1), refuses('lots_too_small')),
      at('09:04', ana.closesPart('0.96', 1), refuses('rest_too_small')),
      at(
        '09:04',
        ana.closesPart('0.95', 1),
        splits(1, { part: 2, lots: '0.95' }),
        closes(ana, '1.08500', { order: 2 }),
      ),
    ],
  )

  scenario(
    'where the close of the whole is: pending, ended, of another customer, market closed, held or stale',
    [ana, ben],
    [
      ...start,
      at('09:01', ana.buys('1.00', 'EURUSD', { target: '1.08000' }), waits('limit')),
      at('09:02', ana.closesPart('0.50', 1), refuses('order_not_holding')),
      at('09:03', ana.buys('1.00', 'EURUSD'), fills('1.08510', { order: 2 })),
      at('09:04', ben.closesPart('0.50', 2), refuses('not_yours')),
      at('09:04', ana.closesPart('0.50', 9), refuses('order_unknown')),
      at('09:05', market('EURUSD', 'closed')),
      at('09:05', ana.closesPart('0.50', 2), refuses('market_closed')),
      at('09:05', ana.closesPart('9.00', 2), refuses('market_closed')),
      at('09:06', market('EURUSD', 'held')),
      at('09:06', ana.closesPart('0.50', 2), refuses('price_unconfirmed')),
      at('09:07', market('EURUSD', 'stale')),
      at('09:07', ana.closesPart('0.50', 2), refuses('price_stale')),
      at('09:08', market('EURUSD', 'open')),
      at('09:08', ana.frozen(), happens('account_frozen')),
      at(
        '09:09',
        ana.closesPart('0.50', 2),
        splits(2, { part: 3, lots: '0.50' }),
        closes(ana, '1.08500', { order: 3 }),
      ),
      at('09:10', ana.closesPart('0.10', 3), refuses('order_ended')),
      at('09:11', ana.closes(2), closes(ana, '1.08500', { order: 2 })),
      at('09:12', ana.closesPart('0.10', 2), refuses('order_ended')),
    ],
  )

  scenario(
    'when an earlier part has left less than it asks for',
    [ana],
    [
      ...long,
      at(
        '09:02',
        ana.closesPart('0.60', 1),
        splits(1, { part: 2, lots: '0.60' }),
        closes(ana, '1.08500', { order: 2 }),
      ),
      at('09:02', ana.closesPart('0.60', 1), refuses('part_too_large')),
      at(
        '09:03',
        ana.closesPart('0.40', 1),
        closes(ana, '1.08500', { order: 1 }),
        has(ana, { holdings: 0, margin: '0' }),
      ),
    ],
  )
})

describe('the rest', () => {
  scenario(
    'is what a reversal turns round, and what new stops belong to',
    [ana],
    [
      ...long,
      at(
        '09:02',
        ana.closesPart('0.30', 1),
        splits(1, { part: 2, lots: '0.30' }),
        closes(ana, '1.08500', { order: 2 }),
      ),
      at('09:03', ana.sets('EURUSD', { stopLoss: '1.08300' }, 1), happens('stops_set', { order: 1 })),
      at('09:04', ana.reverses(1), closes(ana, '1.08500', { order: 1 }), fills('1.08500', { order: 3, fee: '4.90' })),
      at('09:05', quote('EURUSD', '1.08290', '1.08300')),
    ],
  )

  scenario(
    'is closed by the stop-out at its own level',
    [ben],
    [
      at('09:00', ben.gets('130.00'), happens('credited')),
      at('09:01', quote('EURUSD', '1.08500', '1.08510')),
      at('09:02', ben.buys('0.10', 'EURUSD', { leverage: 100 }), fills('1.08510', { margin: '108.50' })),
      at('09:03', quote('EURUSD', '1.08290', '1.08300'), warns(ben, 100)),
      // 107.30 of equity for 108.50 of margin: half of it is closed.
      at(
        '09:04',
        ben.closesPart('0.05', 1),
        splits(1, { part: 2, lots: '0.05', margin: '54.25' }),
        closes(ben, '1.08290', { profit: '-11.00', order: 2 }),
        has(ben, { balance: '118.30', margin: '54.25', equity: '107.30' }),
      ),
      at('09:05', quote('EURUSD', '1.08280', '1.08290'), warns(ben, 100, true)),
      at('09:06', quote('EURUSD', '1.06900', '1.06910'), warns(ben, 100), warns(ben, 75)),
      at(
        '09:07',
        quote('EURUSD', '1.06680', '1.06690'),
        stopsOut(ben, { equity: '26.80', margin: '54.25' }),
        closes(ben, '1.06680', { profit: '-91.50', reason: 'stop_out', order: 1 }),
      ),
    ],
  )
})
