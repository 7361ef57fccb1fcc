/** Trading rule 7 as scenarios: what a night costs or brings. */

import { ppm } from '@veritick/domain'
import { describe } from 'vitest'
import { market, person, quote, rollover, terms } from './people.ts'
import { at, fills, finances, happens, has, scenario, waits } from './scenario.ts'
import { clock } from './world.ts'

const ana = person('Ana', 1, 'demo')

describe('financing', () => {
  scenario(
    'each side by its rate, three nights on Wednesday',
    [ana],
    [
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
      at('09:02', ana.sells('1.00', 'FREE'), fills('1.10000')),
      at('09:03', ana.buys('1.00', 'FREE', { target: '1.00000' }), waits('limit')),
      // 100,000 x 1.10000 x 3.6 % / 360 a night.
      at(
        '17:00',
        rollover({ forex: 3 }),
        finances(1, '-33.00', 3),
        finances(2, '16.50', 3),
        happens('rollover_done'),
        has(ana, { balance: '99983.50', equity: '99963.50' }),
      ),
      at(
        'Thu 17:00',
        rollover(),
        finances(1, '-11.00', 1),
        finances(2, '5.50', 1),
        happens('rollover_done'),
        has(ana, { balance: '99978.00' }),
      ),
    ],
  )

  scenario(
    'at the last known close, in a closed market too',
    [ana],
    [
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
      at('16:57', quote('FREE', '1.20000', '1.20010')),
      at('16:58', market('FREE', 'closed')),
      at('17:00', rollover(), finances(1, '-12.00', 1), happens('rollover_done')),
    ],
  )

  scenario(
    'shares have nights of their own, three on Friday',
    [ana],
    [
      at('09:30', quote('AAPL', '190.00', '190.02')),
      at('09:31', ana.buys('100', 'AAPL'), fills('190.02')),
      at('09:31', quote('FREE', '1.10000', '1.10010')),
      at('09:31', ana.buys('0.10', 'FREE'), fills('1.10010')),
      at(
        'Fri 17:00',
        rollover({ us_stocks: 3 }),
        finances(1, '-5.70', 3),
        finances(2, '-1.10', 1),
        happens('rollover_done'),
      ),
      at('Sat 17:00', rollover({ us_stocks: 0, forex: 0 }), happens('rollover_done')),
      at('Mon 17:00', rollover({ us_stocks: 0 }), finances(2, '-1.10', 1), happens('rollover_done')),
    ],
  )

  scenario(
    'in another currency at the rate of the moment, to the nearest micro-dollar',
    [ana],
    [
      at('09:00', quote('USDJPY', '150.000', '150.010')),
      at('09:00', quote('EURJPY', '162.500', '162.520')),
      at('09:01', ana.buys('0.10', 'EURJPY'), fills('162.520')),
      at('17:00', rollover(), finances(1, '-1.083333', 1), happens('rollover_done')),
    ],
  )

  scenario(
    'no rate, no line',
    [ana],
    [
      at('08:00', terms('FREE', { financingLong: ppm(0) }), happens('instrument_set')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
      at('17:00', rollover(), happens('rollover_done')),
    ],
  )

  scenario(
    'each instant once',
    [ana],
    [
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
      at('17:00', rollover(), finances(1, '-11.00', 1), happens('rollover_done', { at: clock('17:00') })),
      at('17:00', rollover()),
      at('16:00', rollover(), has(ana, { balance: '99989.00' })),
    ],
  )
})
