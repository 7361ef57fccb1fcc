/**
 * Trading rule 4 as scenarios: what a pending order is called, when it fills, and why it may end without a position.
 */
import { lotUnits } from '@veritick/domain'
import { describe } from 'vitest'
import { market, person, quote, terms } from './people.ts'
import { at, closes, drops, fills, happens, has, refuses, scenario, waits } from './scenario.ts'
import { clock, priceOf } from './world.ts'

const ana = person('Ana', 1, 'demo')
const bob = person('Bob', 2, 'real')

describe('a pending order', () => {
  const rows: readonly {
    side: 'buys' | 'sells'
    target: string
    kind: 'limit' | 'stop'
    not: [string, string]
    fill: [string, string]
    price: string
  }[] = [
    {
      side: 'buys',
      target: '1.08400',
      kind: 'limit',
      not: ['1.08391', '1.08401'],
      fill: ['1.08390', '1.08400'],
      price: '1.08400',
    },
    {
      side: 'buys',
      target: '1.08600',
      kind: 'stop',
      not: ['1.08589', '1.08599'],
      fill: ['1.08590', '1.08600'],
      price: '1.08600',
    },
    {
      side: 'sells',
      target: '1.08600',
      kind: 'limit',
      not: ['1.08599', '1.08609'],
      fill: ['1.08600', '1.08610'],
      price: '1.08600',
    },
    {
      side: 'sells',
      target: '1.08400',
      kind: 'stop',
      not: ['1.08401', '1.08411'],
      fill: ['1.08400', '1.08410'],
      price: '1.08400',
    },
    // Between bid and ask: still below the ask that a buy would pay, above the bid that a sell would get.
    {
      side: 'buys',
      target: '1.08505',
      kind: 'limit',
      not: ['1.08496', '1.08506'],
      fill: ['1.08495', '1.08505'],
      price: '1.08505',
    },
    {
      side: 'sells',
      target: '1.08505',
      kind: 'limit',
      not: ['1.08504', '1.08514'],
      fill: ['1.08505', '1.08515'],
      price: '1.08505',
    },
    // In a gap a limit gets better than its target, a stop worse.
    {
      side: 'buys',
      target: '1.08400',
      kind: 'limit',
      not: ['1.08500', '1.08510'],
      fill: ['1.08290', '1.08300'],
      price: '1.08300',
    },
    {
      side: 'buys',
      target: '1.08600',
      kind: 'stop',
      not: ['1.08500', '1.08510'],
      fill: ['1.08690', '1.08700'],
      price: '1.08700',
    },
    {
      side: 'sells',
      target: '1.08600',
      kind: 'limit',
      not: ['1.08500', '1.08510'],
      fill: ['1.08700', '1.08710'],
      price: '1.08700',
    },
    {
      side: 'sells',
      target: '1.08400',
      kind: 'stop',
      not: ['1.08500', '1.08510'],
      fill: ['1.08300', '1.08310'],
      price: '1.08300',
    },
  ]
  for (const { side, target, kind, not, fill, price } of rows) {
    scenario(
      `${side} ${target} with the market at 1.08500 / 1.08510 is a ${kind}: not at ${not.join(' / ')}, but at ${fill.join(' / ')}`,
      [ana],
      [
        at('09:00', quote('FREE', '1.08500', '1.08510')),
        at('09:01', ana[side]('1.00', 'FREE', { target }), waits(kind), has(ana, { pendings: 1, margin: '0' })),
        at('09:02', quote('FREE', ...not)),
        at(
          '09:03',
          quote('FREE', ...fill),
          fills(price, { pending: true, reference: target }),
          has(ana, { pendings: 0, holdings: 1 }),
        ),
      ],
    )
  }

  scenario(
    'at the market is refused',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08510' }), refuses('target_at_market')),
      at('09:01', ana.sells('1.00', 'FREE', { target: '1.08500' }), refuses('target_at_market')),
      at('09:02', ana.buys('1.00', 'FREE', { target: '1.08500' }), waits('limit')),
      at('09:02', ana.sells('1.00', 'FREE', { target: '1.08510' }), waits('limit')),
    ],
  )

  scenario(
    'stays what it was called at placement, wherever the market went',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08600' }), waits('stop')),
      at('09:02', market('FREE', 'closed')),
      at('17:05', quote('FREE', '1.08690', '1.08700')),
      at('17:06', market('FREE', 'open')),
      at('17:07', quote('FREE', '1.08689', '1.08699'), fills('1.08699', { pending: true })),
    ],
  )

  scenario(
    'is cancelled by its owner and never fills',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08400' }), waits('limit')),
      at('09:02', ana.cancels(), drops(1, 'user')),
      at('09:03', quote('FREE', '1.08300', '1.08310')),
    ],
  )

  scenario(
    'takes its stops along and is closed by them',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at(
        '09:01',
        ana.buys('1.00', 'FREE', { target: '1.08400', stopLoss: '1.08300', takeProfit: '1.08450' }),
        waits('limit'),
      ),
      at('09:02', quote('FREE', '1.08390', '1.08400'), fills('1.08400', { pending: true })),
      at(
        '09:03',
        quote('FREE', '1.08450', '1.08460'),
        closes(ana, '1.08450', { profit: '50.00', reason: 'take_profit', reference: '1.08450' }),
      ),
    ],
  )
})

describe('a pending order that may not open at its trigger is cancelled with the reason', () => {
  const start = [at('09:00', quote('FREE', '1.08500', '1.08510'))]

  scenario(
    'the gap jumped its stop-loss',
    [ana],
    [
      ...start,
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08400', stopLoss: '1.08300' }), waits('limit')),
      at('09:02', quote('FREE', '1.08300', '1.08310'), drops(1, 'stop_loss_wrong_side')),
    ],
  )

  scenario(
    'the gap jumped its take-profit',
    [ana],
    [
      ...start,
      at('09:01', ana.sells('1.00', 'FREE', { target: '1.08400', takeProfit: '1.08200' }), waits('stop')),
      at('09:02', quote('FREE', '1.08190', '1.08200'), drops(1, 'take_profit_wrong_side')),
    ],
  )

  scenario(
    'its margin is missing',
    [bob],
    [
      ...start,
      at('09:00', bob.gets('1093.99'), happens('credited')),
      at('09:01', bob.buys('1.00', 'FREE', { target: '1.08400' }), waits('limit')),
      // 1,084.00 margin by the target and 10.00 for the spread of the fill.
      at('09:02', quote('FREE', '1.08390', '1.08400'), drops(1, 'margin_not_enough')),
      at('09:03', quote('FREE', '1.08500', '1.08510')),
      at('09:03', bob.gets('0.01'), happens('credited')),
      at('09:04', bob.buys('1.00', 'FREE', { target: '1.08400' }), waits('limit')),
      at(
        '09:05',
        quote('FREE', '1.08390', '1.08400'),
        fills('1.08400', { pending: true, margin: '1084.00' }),
        has(bob, { free: '0.00' }),
      ),
    ],
  )

  scenario(
    'the account is in margin call',
    [bob],
    [
      ...start,
      at('09:00', bob.gets('1200.00'), happens('credited')),
      at('09:01', bob.buys('1.00', 'FREE'), fills('1.08510', { margin: '1085.00' })),
      at('09:02', bob.buys('0.01', 'FREE', { target: '1.08390' }), waits('limit')),
      at(
        '09:03',
        quote('FREE', '1.08380', '1.08390'),
        happens('margin_notice', { level: 100 }),
        drops(2, 'margin_call'),
      ),
    ],
  )

  scenario(
    'the account is frozen',
    [ana],
    [
      ...start,
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08400' }), waits('limit')),
      at('09:02', ana.frozen(), happens('account_frozen')),
      at('09:03', quote('FREE', '1.08390', '1.08400'), drops(1, 'account_frozen')),
    ],
  )

  scenario(
    'its instrument takes no new orders any more; who holds it gets out, by hand or by a stop',
    [ana],
    [
      ...start,
      at('09:01', ana.buys('1.00', 'FREE', { stopLoss: '1.08300' }), fills('1.08510')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08400' }), waits('limit')),
      at('09:02', terms('FREE', { enabled: false }), happens('instrument_set')),
      at('09:03', ana.buys('1.00', 'FREE'), refuses('instrument_disabled')),
      at('09:03', ana.sets('FREE', { takeProfit: '1.09000' }, 2), happens('stops_set')),
      at('09:04', quote('FREE', '1.08390', '1.08400'), drops(3, 'instrument_disabled')),
      at('09:05', ana.closes(2), closes(ana, '1.08390', { profit: '-120.00' })),
      at('09:06', quote('FREE', '1.08300', '1.08310'), closes(ana, '1.08300', { reason: 'stop_loss' })),
    ],
  )
})

describe('an order that waited while the terms changed', () => {
  const start = [at('09:00', quote('FREE', '1.08500', '1.08510'))]
  const waiting = (size: string) => at('09:01', ana.buys(size, 'FREE', { target: '1.08400' }), waits('limit'))
  for (const [what, change, refusal] of [
    ['its leverage is no longer offered', { leverages: [1, 10] }, 'leverage_not_offered'],
    ['it is larger than orders may be now', { lotMax: lotUnits(9_900) }, 'lots_too_large'],
    ['it is smaller than orders may be now', { lotMin: lotUnits(10_100) }, 'lots_too_small'],
  ] as const) {
    scenario(
      `ends at its target: ${what}; it can be cancelled, not changed`,
      [ana],
      [
        ...start,
        waiting('1.00'),
        waiting('1.00'),
        at('09:02', terms('FREE', change), happens('instrument_set')),
        at('09:03', ana.amends('FREE', { target: '1.08450' }, 1), refuses(refusal)),
        at('09:03', ana.sets('FREE', { stopLoss: '1.08000' }, 1), happens('stops_set')),
        at('09:03', ana.cancels(2), drops(2, 'user')),
        at('09:04', quote('FREE', '1.08390', '1.08400'), drops(1, 'terms_changed')),
      ],
    )
  }
})

describe('a quote that had to be confirmed', () => {
  const named = { seq: 2, bid: priceOf('FREE', '1.07990'), ask: priceOf('FREE', '1.08000'), time: clock('09:03') }
  const seen = { quote: named, at: clock('09:04') }
  scenario(
    'triggers when it counts, and is named with its own time',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08000' }), waits('limit')),
      at('09:02', ana.sells('1.00', 'FREE', { takeProfit: '1.08100' }), fills('1.08500')),
      at(
        '09:04',
        quote('FREE', '1.07990', '1.08000', '09:03'),
        happens('order_closed', { reason: 'take_profit', ...seen }),
        happens('order_opened', { order: 1, pending: true, ...seen }),
      ),
    ],
  )
})
