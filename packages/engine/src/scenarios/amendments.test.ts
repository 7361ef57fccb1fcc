/**
 * The change of a pending order as scenarios: what it may become, what is refused, and who enters first at the same
 * price.
 */
import { describe } from 'vitest'
import { ORDERS_PER_ACCOUNT_MAX } from '../engine.ts'
import { market, person, quote, terms } from './people.ts'
import { at, drops, fills, happens, refuses, scenario, waits } from './scenario.ts'
import { priceOf } from './world.ts'

const ana = person('Ana', 1, 'demo')
const bob = person('Bob', 2, 'real')
const start = [at('09:00', quote('FREE', '1.08500', '1.08510'))]
const level = (text: string) => priceOf('FREE', text)

describe('a pending order gets another target', () => {
  scenario(
    'it fills at the new one and no longer at the old one',
    [ana],
    [
      ...start,
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08400', stopLoss: '1.08300' }), waits('limit')),
      at(
        '09:02',
        ana.amends('FREE', { target: '1.08200', stopLoss: '1.08100', takeProfit: '1.08450' }),
        happens('order_amended', {
          order: 1,
          target: level('1.08200'),
          stopLoss: level('1.08100'),
          takeProfit: level('1.08450'),
        }),
      ),
      at('09:03', quote('FREE', '1.08290', '1.08300')),
      at('09:04', quote('FREE', '1.08190', '1.08200'), fills('1.08200', { pending: true, reference: '1.08200' })),
    ],
  )

  scenario(
    'a stop order too, and its stops can be taken off',
    [ana],
    [
      ...start,
      at('09:01', ana.sells('1.00', 'FREE', { target: '1.08400', stopLoss: '1.08600' }), waits('stop')),
      at('09:02', ana.amends('FREE', { target: '1.08300' }), happens('order_amended', { stopLoss: undefined })),
      at('09:03', quote('FREE', '1.08400', '1.08410')),
      at(
        '09:04',
        quote('FREE', '1.08300', '1.08310'),
        happens('order_opened', { price: level('1.08300'), stopLoss: undefined }),
      ),
    ],
  )

  scenario(
    'a change is checked like a new order',
    [ana, bob],
    [
      ...start,
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08400' }), waits('limit')),
      at('09:02', ana.amends('FREE', { target: '1.08510' }), refuses('target_at_market')),
      at('09:02', ana.amends('FREE', { target: '1.08600' }), refuses('target_wrong_side')),
      at('09:02', ana.amends('FREE', { target: '0.00000' }), refuses('target_missing')),
      at('09:02', ana.amends('FREE', { target: '1.08300', stopLoss: '1.08300' }), refuses('stop_loss_wrong_side')),
      at('09:02', ana.amends('FREE', { target: '1.08300', takeProfit: '1.08200' }), refuses('take_profit_wrong_side')),
      at('09:02', bob.amends('FREE', { target: '1.08300' }, 1), refuses('not_yours')),
      at('09:02', ana.amends('FREE', { target: '1.08300' }, 9), refuses('order_unknown')),
      at('09:03', market('FREE', 'held')),
      at('09:03', ana.amends('FREE', { target: '1.08300' }), refuses('price_unconfirmed')),
      at('09:03', market('FREE', 'stale')),
      at('09:03', ana.amends('FREE', { target: '1.08300' }), refuses('price_stale')),
      at('09:03', market('FREE', 'closed')),
      at('09:03', ana.amends('FREE', { target: '1.08300' }), refuses('market_closed')),
      at('09:03', market('FREE', 'open')),
      at('09:04', terms('FREE', { enabled: false }), happens('instrument_set')),
      at('09:04', ana.amends('FREE', { target: '1.08300' }), refuses('instrument_disabled')),
      at('09:04', ana.frozen(), happens('account_frozen')),
      at('09:04', ana.amends('FREE', { target: '1.08300' }), refuses('account_frozen')),
      at('09:05', ana.cancels(1), drops(1, 'user')),
      at('09:05', ana.amends('FREE', { target: '1.08300' }), refuses('order_ended')),
    ],
  )

  scenario(
    'a position has no target',
    [ana],
    [
      ...start,
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.08510')),
      at('09:02', ana.amends('FREE', { target: '1.08300' }), refuses('order_not_pending')),
    ],
  )

  scenario(
    'an account with as many orders as it may have changes one of them',
    [ana],
    [
      ...start,
      ...Array.from({ length: ORDERS_PER_ACCOUNT_MAX }, () =>
        at('09:01', ana.buys('0.01', 'FREE', { target: '1.08400' }), waits('limit')),
      ),
      at('09:02', ana.buys('0.01', 'FREE', { target: '1.08400' }), refuses('too_many_orders')),
      at('09:02', ana.amends('FREE', { target: '1.08300' }, 1), happens('order_amended', { order: 1 })),
    ],
  )

  scenario(
    'below a margin level of 100 nothing is placed and nothing is changed',
    [bob],
    [
      ...start,
      at('09:00', bob.gets('1200.00'), happens('credited')),
      at('09:01', bob.buys('1.00', 'FREE'), fills('1.08510', { margin: '1085.00' })),
      at('09:02', bob.buys('0.01', 'FREE', { target: '1.08300' }), waits('limit')),
      at('09:03', quote('FREE', '1.08380', '1.08390'), happens('margin_notice', { level: 100 })),
      at('09:04', bob.amends('FREE', { target: '1.08200' }, 2), refuses('margin_call')),
    ],
  )
})

describe('two orders that one quote reaches: margin for one', () => {
  const both = [
    ...start,
    at('09:00', bob.gets('1300.00'), happens('credited')),
    at('09:01', bob.buys('1.00', 'FREE', { target: '1.08400' }), waits('limit')),
    at('09:02', bob.buys('1.00', 'FREE', { target: '1.08400' }), waits('limit')),
  ]

  scenario(
    'the older one enters',
    [bob],
    [
      ...both,
      at(
        '09:05',
        quote('FREE', '1.08390', '1.08400'),
        happens('order_opened', { order: 1 }),
        drops(2, 'margin_not_enough'),
      ),
    ],
  )

  scenario(
    'one whose target was changed enters behind one whose target stands longer',
    [bob],
    [
      ...both,
      at('09:03', bob.amends('FREE', { target: '1.08390' }, 1), happens('order_amended', { order: 1 })),
      at('09:04', bob.amends('FREE', { target: '1.08400' }, 1), happens('order_amended', { order: 1 })),
      at(
        '09:05',
        quote('FREE', '1.08390', '1.08400'),
        happens('order_opened', { order: 2 }),
        drops(1, 'margin_not_enough'),
      ),
    ],
  )

  scenario(
    'a change of stops alone keeps the place',
    [bob],
    [
      ...both,
      at(
        '09:03',
        bob.amends('FREE', { target: '1.08400', stopLoss: '1.08000' }, 1),
        happens('order_amended', { order: 1 }),
      ),
      at(
        '09:05',
        quote('FREE', '1.08390', '1.08400'),
        happens('order_opened', { order: 1 }),
        drops(2, 'margin_not_enough'),
      ),
    ],
  )
})
