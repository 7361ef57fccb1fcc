/** Trading rule 4 as scenarios: which quote fills a market order, and in which order things happen within one quote. */
import { describe } from 'vitest'
import { market, person, quote } from './people.ts'
import { at, closes, fills, happens, has, refuses, scenario, waits } from './scenario.ts'

const ana = person('Ana', 1, 'demo')
const bob = person('Bob', 2, 'real')

describe('a market order', () => {
  scenario(
    'buys at the ask and is closed at the bid',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.08510'), has(ana, { profit: '-10.00', equity: '99990.00' })),
      at('09:02', quote('FREE', '1.08600', '1.08612'), has(ana, { profit: '90.00' })),
      at(
        '09:03',
        ana.closes(),
        closes(ana, '1.08600', { profit: '90.00', reason: 'user' }),
        has(ana, { balance: '100090.00', margin: '0' }),
      ),
    ],
  )

  scenario(
    'sells at the bid and is closed at the ask',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.sells('1.00', 'FREE'), fills('1.08500'), has(ana, { profit: '-10.00' })),
      at('09:02', quote('FREE', '1.08600', '1.08612')),
      at('09:03', ana.closes(), closes(ana, '1.08612', { profit: '-112.00', reason: 'user' })),
    ],
  )

  scenario(
    'keeps the price that the customer saw as evidence and fills at the market',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { seen: '1.08505' }), fills('1.08510', { reference: '1.08505' })),
    ],
  )

  scenario(
    'is a position of its own, also against another one',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.08510', { order: 1 })),
      at(
        '09:02',
        ana.sells('1.00', 'FREE'),
        fills('1.08500', { order: 2 }),
        has(ana, { holdings: 2, profit: '-20.00', margin: '2170.00' }),
      ),
      at('09:03', ana.closes(1), closes(ana, '1.08500', { order: 1 }), has(ana, { holdings: 1 })),
    ],
  )

  scenario(
    'is of 0.01 lots at least, in steps of 0.01, and of 100 lots at most',
    [bob],
    [
      at('09:00', bob.gets('1000000.00'), happens('credited')),
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', bob.buys('0.01', 'FREE'), fills('1.08510', { margin: '10.85' })),
      at('09:02', bob.buys('0.009', 'FREE'), refuses('lots_too_small')),
      at('09:03', bob.buys('0.015', 'FREE'), refuses('lots_off_step')),
      at('09:04', bob.buys('100', 'FREE'), fills('1.08510', { margin: '108500.00' })),
      at('09:05', bob.buys('100.01', 'FREE'), refuses('lots_too_large')),
    ],
  )
})

describe('within one quote', () => {
  scenario(
    'protections come before stop-out and entries, so that no notice is given',
    [bob],
    [
      at('09:00', bob.gets('2000.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', bob.buys('0.10', 'FREE', { target: '1.09450' }), waits('limit')),
      at('09:02', bob.buys('1.00', 'FREE', { stopLoss: '1.09500' }), fills('1.10010', { margin: '1100.00' })),
      at('09:03', bob.buys('0.50', 'FREE'), fills('1.10010', { margin: '550.00' }), has(bob, { equity: '1985.00' })),
      // With both positions the level would be 1,085 / 1,650 = 65.8 %.
      at(
        '09:04',
        quote('FREE', '1.09400', '1.09410'),
        closes(bob, '1.09400', { order: 2, reason: 'stop_loss', profit: '-610.00' }),
        fills('1.09410', { order: 1, pending: true, margin: '109.45' }),
        has(bob, { balance: '1390.00', profit: '-306.00', margin: '659.45' }),
      ),
    ],
  )

  scenario(
    'the oldest order goes first, of whichever customer',
    [ana, bob],
    [
      at('09:00', bob.gets('5000.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', bob.buys('0.10', 'FREE', { takeProfit: '1.10500' }), fills('1.10010', { order: 1 })),
      at('09:02', ana.sells('0.10', 'FREE', { stopLoss: '1.10500' }), fills('1.10000', { order: 2 })),
      at('09:03', bob.buys('0.10', 'FREE', { target: '1.10400' }), waits('stop')),
      at('09:03', ana.sells('0.10', 'FREE', { target: '1.10450' }), waits('limit')),
      at('09:04', bob.buys('0.10', 'FREE', { takeProfit: '1.10100' }), fills('1.10010', { order: 5 })),
      at(
        '09:05',
        quote('FREE', '1.10500', '1.10510'),
        closes(bob, '1.10500', { order: 1, reason: 'take_profit', profit: '49.00' }),
        closes(ana, '1.10510', { order: 2, reason: 'stop_loss', profit: '-51.00' }),
        closes(bob, '1.10500', { order: 5, reason: 'take_profit', profit: '49.00' }),
        fills('1.10510', { order: 3, pending: true }),
        fills('1.10500', { order: 4, pending: true }),
      ),
    ],
  )

  scenario(
    'a quote of another instrument triggers nothing here',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE', { stopLoss: '1.08400' }), fills('1.08510')),
      at('09:02', quote('EURUSD', '1.00000', '1.00010')),
    ],
  )
})

describe('while the market is not open', () => {
  for (const status of ['closed', 'stale'] as const) {
    scenario(
      `(${status}) a quote is only remembered: nothing is triggered until the next one`,
      [ana],
      [
        at('09:00', quote('FREE', '1.08500', '1.08510')),
        at('09:01', ana.buys('1.00', 'FREE', { stopLoss: '1.08400' }), fills('1.08510')),
        at('09:01', ana.buys('1.00', 'FREE', { target: '1.08300' }), waits('limit')),
        at('09:02', market('FREE', status)),
        at('09:03', quote('FREE', '1.08000', '1.08010'), has(ana, { profit: '-510.00' })),
        at('09:04', market('FREE', 'open')),
        at(
          '09:05',
          quote('FREE', '1.08100', '1.08110'),
          closes(ana, '1.08100', { reason: 'stop_loss', profit: '-410.00' }),
          fills('1.08110', { pending: true }),
        ),
      ],
    )
  }

  scenario(
    'no order, no close',
    [ana],
    [
      at('09:00', quote('FREE', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.08510')),
      at('09:02', market('FREE', 'closed')),
      at('09:03', ana.closes(), refuses('market_closed')),
      at('09:03', ana.buys('1.00', 'FREE'), refuses('market_closed')),
      at('09:03', ana.buys('1.00', 'FREE', { target: '1.08000' }), refuses('market_closed')),
      at('09:04', market('FREE', 'stale')),
      at('09:05', ana.closes(), refuses('price_stale')),
      at('09:05', ana.buys('1.00', 'FREE'), refuses('price_stale')),
    ],
  )
})
