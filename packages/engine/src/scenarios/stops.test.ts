/** Trading rule 4 as scenarios: stop-losses and take-profits, at their level, in gaps, and set later. */
import { describe } from 'vitest'
import { market, person, quote } from './people.ts'
import { at, closes, drops, fills, happens, has, refuses, scenario, waits } from './scenario.ts'

const ana = person('Ana', 1, 'demo')

describe('stop-loss and take-profit', () => {
  scenario(
    'a stop-loss closes at the first price beyond it',
    [ana],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('0.10', 'EURUSD', { stopLoss: '1.08400' }), fills('1.08510', { fee: '0.70' })),
      at('09:02', quote('EURUSD', '1.08401', '1.08411')),
      at(
        '09:03',
        quote('EURUSD', '1.08390', '1.08400'),
        closes(ana, '1.08390', { profit: '-12.00', reason: 'stop_loss', reference: '1.08400' }),
      ),
      at('09:04', quote('EURUSD', '1.08290', '1.08300'), has(ana, { balance: '99987.30' })),
    ],
  )

  const rows: readonly {
    side: 'buys' | 'sells'
    stops: object
    quote: [string, string]
    price: string
    profit: string
    reason: 'stop_loss' | 'take_profit'
  }[] = [
    {
      side: 'buys',
      stops: { stopLoss: '1.08400' },
      quote: ['1.08400', '1.08410'],
      price: '1.08400',
      profit: '-110.00',
      reason: 'stop_loss',
    },
    {
      side: 'buys',
      stops: { takeProfit: '1.08600' },
      quote: ['1.08600', '1.08610'],
      price: '1.08600',
      profit: '90.00',
      reason: 'take_profit',
    },
    {
      side: 'sells',
      stops: { stopLoss: '1.08600' },
      quote: ['1.08590', '1.08600'],
      price: '1.08600',
      profit: '-100.00',
      reason: 'stop_loss',
    },
    {
      side: 'sells',
      stops: { takeProfit: '1.08400' },
      quote: ['1.08390', '1.08400'],
      price: '1.08400',
      profit: '100.00',
      reason: 'take_profit',
    },
    // Gaps: worse than the level for a stop-loss, better for a take-profit.
    {
      side: 'buys',
      stops: { stopLoss: '1.08400' },
      quote: ['1.08000', '1.08010'],
      price: '1.08000',
      profit: '-510.00',
      reason: 'stop_loss',
    },
    {
      side: 'buys',
      stops: { takeProfit: '1.08600' },
      quote: ['1.09000', '1.09010'],
      price: '1.09000',
      profit: '490.00',
      reason: 'take_profit',
    },
    {
      side: 'sells',
      stops: { stopLoss: '1.08600' },
      quote: ['1.09000', '1.09010'],
      price: '1.09010',
      profit: '-510.00',
      reason: 'stop_loss',
    },
    {
      side: 'sells',
      stops: { takeProfit: '1.08400' },
      quote: ['1.08000', '1.08010'],
      price: '1.08010',
      profit: '490.00',
      reason: 'take_profit',
    },
    // A widened spread alone closes a short on the ask, although the bid stands still.
    {
      side: 'sells',
      stops: { stopLoss: '1.08600' },
      quote: ['1.08500', '1.08650'],
      price: '1.08650',
      profit: '-150.00',
      reason: 'stop_loss',
    },
  ]
  for (const { side, stops, quote: last, price, profit, reason } of rows) {
    scenario(
      `one lot, ${side} with ${JSON.stringify(stops)}, at ${last.join(' / ')} brings ${profit}`,
      [ana],
      [
        at('09:00', quote('FREE', '1.08500', '1.08510')),
        at('09:01', ana[side]('1.00', 'FREE', stops), fills(side === 'buys' ? '1.08510' : '1.08500')),
        at('09:02', quote('FREE', ...last), closes(ana, price, { profit, reason })),
      ],
    )
  }

  scenario(
    'a long is not closed by the ask, a short not by the bid',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { takeProfit: '1.08600' }), fills('1.08510')),
      at('09:01', ana.sells('1.00', 'FREE', { takeProfit: '1.08400' }), fills('1.08500')),
      at('09:02', quote('FREE', '1.08599', '1.08609')),
      at('09:03', quote('FREE', '1.08391', '1.08401')),
    ],
  )

  scenario(
    'must stand on the right side of bid and ask',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { stopLoss: '1.08500' }), refuses('stop_loss_wrong_side')),
      at('09:01', ana.buys('1.00', 'FREE', { takeProfit: '1.08510' }), refuses('take_profit_wrong_side')),
      at('09:01', ana.sells('1.00', 'FREE', { stopLoss: '1.08510' }), refuses('stop_loss_wrong_side')),
      at('09:01', ana.sells('1.00', 'FREE', { takeProfit: '1.08500' }), refuses('take_profit_wrong_side')),
      at('09:02', ana.buys('1.00', 'FREE', { stopLoss: '1.08499', takeProfit: '1.08511' }), fills('1.08510')),
      at('09:02', ana.sells('1.00', 'FREE', { stopLoss: '1.08511', takeProfit: '1.08499' }), fills('1.08500')),
      at(
        '09:03',
        ana.buys('1.00', 'FREE', { target: '1.08400', stopLoss: '1.08400' }),
        refuses('stop_loss_wrong_side'),
      ),
      at(
        '09:03',
        ana.buys('1.00', 'FREE', { target: '1.08400', takeProfit: '1.08400' }),
        refuses('take_profit_wrong_side'),
      ),
      at(
        '09:04',
        ana.buys('1.00', 'FREE', { target: '1.08400', stopLoss: '1.08399', takeProfit: '1.08401' }),
        waits('limit'),
      ),
    ],
  )

  scenario(
    'are set and taken off later',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { stopLoss: '1.08400' }), fills('1.08510')),
      at('09:02', ana.sets('FREE', { takeProfit: '1.08600' }), happens('stops_set')),
      at('09:03', quote('FREE', '1.08300', '1.08310')),
      at('09:04', ana.sets('FREE', { stopLoss: '1.08300' }), refuses('stop_loss_wrong_side')),
      at('09:05', ana.sets('FREE', { stopLoss: '1.08250' }), happens('stops_set')),
      at(
        '09:06',
        quote('FREE', '1.08250', '1.08260'),
        closes(ana, '1.08250', { reason: 'stop_loss', profit: '-260.00' }),
      ),
    ],
  )

  scenario(
    'of a pending order are checked against its target, those of a holding against the last quote, while the market is closed',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.08000' }), waits('limit')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.08510')),
      at('09:02', market('FREE', 'closed')),
      at('09:03', ana.sets('FREE', { stopLoss: '1.08000' }, 1), refuses('stop_loss_wrong_side')),
      at(
        '09:03',
        ana.sets('FREE', { stopLoss: '1.07999', takeProfit: '1.08001' }, 1),
        happens('stops_set', { order: 1 }),
      ),
      at('09:04', ana.sets('FREE', { stopLoss: '1.08500' }, 2), refuses('stop_loss_wrong_side')),
      at('09:04', ana.sets('FREE', { stopLoss: '1.08499' }, 2), happens('stops_set', { order: 2 })),
      at('09:05', market('FREE', 'stale')),
      at('09:06', ana.sets('FREE', {}, 2), happens('stops_set', { order: 2, stopLoss: undefined })),
      at('09:07', ana.cancels(1), drops(1, 'user')),
    ],
  )
})
