/**
 * Every refusal reason of the engine, each on a day of a customer or an operator who gets it. The rows are in
 * refusal-rows.ts.
 */
import { TRADING_REFUSALS } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { feeType, market, quote, terms } from './people.ts'
import { ana, dan, REFUSAL_ROWS } from './refusal-rows.ts'
import { at, happens, refuses, scenario } from './scenario.ts'

describe('refusals', () => {
  for (const { reason, when, day } of REFUSAL_ROWS) scenario(`${reason}: ${when}`, [ana, dan], day)

  test('every reason has a row', () => {
    const reached = new Set(REFUSAL_ROWS.map((row) => row.reason))
    expect(TRADING_REFUSALS.filter((reason) => !reached.has(reason))).toEqual([])
  })
})

describe('of two faults the first in this order is the reason', () => {
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
  'terms and a fee type that hold already are accepted and lead to no event',
  [dan],
  [at('09:00', terms('FREE', { version: 1 })), at('09:00', feeType(1))],
)
