/** Trading rule 5 as scenarios: margin, fee and profit in each mode and currency, to the last digit. */
import { describe } from 'vitest'
import { feeType, market, person, quote, terms } from './people.ts'
import { at, closes, drops, fills, happens, has, refuses, scenario, waits } from './scenario.ts'
import { usd } from './world.ts'

const ana = person('Ana', 1, 'demo')
const bob = person('Bob', 2, 'real')

describe('margin', () => {
  scenario(
    'leveraged: lots x contract x Close / leverage',
    [ana],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'EURUSD', { leverage: 100 }), fills('1.08510', { margin: '1085.00' })),
      at('09:02', ana.buys('1.00', 'EURUSD', { leverage: 20 }), fills('1.08510', { margin: '5425.00' })),
      at(
        '09:03',
        ana.sells('0.01', 'EURUSD', { leverage: 30 }),
        fills('1.08500', { margin: '36.166667' }),
        has(ana, { margin: '6546.166667' }),
      ),
    ],
  )

  scenario(
    'fixed: lots x contract, whatever the price',
    [ana],
    [
      at('09:00', quote('FIXED', '7.25000', '7.25100')),
      at('09:01', ana.buys('0.50', 'FIXED'), fills('7.25100', { margin: '500.00' })),
      at('09:02', quote('FIXED', '1.00000', '1.00100'), has(ana, { margin: '500.00' })),
      at('09:03', ana.buys('0.50', 'FIXED'), fills('1.00100', { margin: '500.00' })),
      at('09:04', ana.buys('0.50', 'FIXED', { leverage: 10 }), refuses('leverage_not_offered')),
    ],
  )

  scenario(
    'a pending order pays for its target, however far the gap went',
    [ana],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('0.10', 'EURUSD', { target: '1.08000' }), waits('limit')),
      at(
        '09:02',
        quote('EURUSD', '1.07490', '1.07500'),
        fills('1.07500', { pending: true, margin: '108.00', fee: '0.70' }),
      ),
    ],
  )

  scenario(
    'stays what it was at the opening',
    [ana],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'EURUSD'), fills('1.08510', { margin: '1085.00' })),
      at('09:02', quote('EURUSD', '1.20000', '1.20010'), has(ana, { margin: '1085.00' })),
      at('09:03', terms('EURUSD', { leverages: [5] }), happens('instrument_set'), has(ana, { margin: '1085.00' })),
      at('09:04', ana.buys('1.00', 'EURUSD', { leverage: 100 }), refuses('leverage_not_offered')),
      at('09:04', ana.buys('1.00', 'EURUSD', { leverage: 5 }), fills('1.20010', { margin: '24000.00' })),
    ],
  )

  scenario(
    'gold and shares',
    [ana],
    [
      at('09:00', quote('XAUUSD', '2000.00', '2000.30')),
      at('09:01', ana.buys('1.00', 'XAUUSD'), fills('2000.30', { margin: '2000.00', fee: '7.00' })),
      at('09:02', quote('XAUUSD', '2010.00', '2010.30')),
      at('09:03', ana.closes(), closes(ana, '2010.00', { profit: '970.00' })),
      at('09:30', quote('AAPL', '190.00', '190.02')),
      at('09:31', ana.sells('10', 'AAPL'), fills('190.00', { margin: '95.00', fee: '0.20' })),
      at('09:32', ana.closes(), closes(ana, '190.02', { profit: '-0.20' })),
    ],
  )
})

describe('opening needs margin, fee and spread', () => {
  scenario(
    'to the micro-dollar',
    [bob],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      // 1,085.00 margin + 7.00 fee + 10.00 spread.
      at('09:00', bob.gets('1101.999999'), happens('credited')),
      at('09:01', bob.buys('1.00', 'EURUSD'), refuses('margin_not_enough')),
      at('09:02', bob.gets('0.000001'), happens('credited')),
      at(
        '09:03',
        bob.buys('1.00', 'EURUSD'),
        fills('1.08510'),
        has(bob, { balance: '1095.00', equity: '1085.00', free: '0.00' }),
      ),
      at('09:04', bob.buys('0.01', 'EURUSD'), refuses('margin_not_enough')),
    ],
  )

  scenario(
    'profit of what is held counts',
    [bob],
    [
      at('09:00', quote('FREE', '1.00000', '1.00010')),
      at('09:00', bob.gets('1010.00'), happens('credited')),
      at('09:01', bob.buys('1.00', 'FREE'), fills('1.00010'), has(bob, { free: '0.00' })),
      at('09:02', quote('FREE', '1.02000', '1.02010'), has(bob, { free: '2000.00' })),
      at('09:03', bob.buys('1.00', 'FREE'), fills('1.02010', { margin: '1020.00' }), has(bob, { free: '970.00' })),
    ],
  )
})

describe('fee', () => {
  scenario(
    'type 1: lots x rate, rounded up',
    [ana],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('0.10', 'EURUSD'), fills('1.08510', { fee: '0.70' }), has(ana, { balance: '99999.30' })),
      at('09:02', terms('EURUSD', { feePerLot: usd('0.033333') }), happens('instrument_set')),
      at('09:03', ana.buys('0.01', 'EURUSD'), fills('1.08510', { fee: '0.000334' })),
    ],
  )

  scenario(
    'type 2: margin x rate, rounded up',
    [ana],
    [
      at('08:59', feeType(2), happens('fee_type_set', { feeType: 2 })),
      at('08:59', feeType(2)),
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('1.00', 'EURUSD'), fills('1.08510', { margin: '1085.00', fee: '1.085' })),
      at(
        '09:02',
        ana.buys('0.01', 'EURUSD', { leverage: 30 }),
        fills('1.08510', { margin: '36.166667', fee: '0.036167' }),
      ),
      at('09:03', quote('FIXED', '7.25000', '7.25100')),
      at('09:04', ana.buys('0.50', 'FIXED'), fills('7.25100', { margin: '500.00', fee: '0.50' })),
    ],
  )

  scenario(
    'is paid once, at the opening, and not given back',
    [ana],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08500')),
      at('09:01', ana.buys('1.00', 'EURUSD'), fills('1.08500', { fee: '7.00' })),
      at('09:02', ana.closes(), closes(ana, '1.08500', { profit: '0' }), has(ana, { balance: '99993.00' })),
      at('09:03', ana.buys('1.00', 'EURUSD', { target: '1.08000' }), waits('limit'), has(ana, { balance: '99993.00' })),
      at('09:04', ana.cancels(), drops(2, 'user'), has(ana, { balance: '99993.00' })),
    ],
  )
})

describe('conversion', () => {
  scenario(
    'USDJPY divides by itself',
    [ana],
    [
      at('09:00', quote('USDJPY', '150.000', '150.010')),
      at(
        '09:01',
        ana.buys('0.10', 'USDJPY'),
        fills('150.010', { margin: '100.00', fee: '0.70' }),
        has(ana, { profit: '-0.666667' }),
      ),
      // 9,900 JPY at 151.000.
      at('09:02', quote('USDJPY', '151.000', '151.010'), has(ana, { profit: '65.562914' })),
      at('09:03', ana.closes(), closes(ana, '151.000', { profit: '65.562914' })),
    ],
  )

  scenario(
    'EURJPY divides by USDJPY: margin at the rate of the opening, profit at that of the close',
    [ana],
    [
      at('09:00', quote('USDJPY', '150.000', '150.010')),
      at('09:00', quote('EURJPY', '162.500', '162.520')),
      at(
        '09:01',
        ana.buys('0.10', 'EURJPY'),
        fills('162.520', { margin: '108.333334' }),
        has(ana, { profit: '-1.333333' }),
      ),
      at('09:02', quote('USDJPY', '151.000', '151.010'), has(ana, { profit: '-1.324503', margin: '108.333334' })),
      at('09:03', quote('EURJPY', '163.000', '163.020')),
      at('09:04', ana.closes(), closes(ana, '163.000', { profit: '31.788079' })),
    ],
  )

  scenario(
    'EURGBP multiplies by GBPUSD',
    [ana],
    [
      at('09:00', quote('GBPUSD', '1.25000', '1.25010')),
      at('09:00', quote('EURGBP', '0.86000', '0.86010')),
      at('09:01', ana.sells('0.10', 'EURGBP'), fills('0.86000', { margin: '107.50' }), has(ana, { profit: '-1.25' })),
      at('09:02', quote('GBPUSD', '1.30000', '1.30010')),
      at('09:03', quote('EURGBP', '0.85900', '0.85910')),
      at('09:04', ana.closes(), closes(ana, '0.85910', { profit: '11.70' })),
    ],
  )

  scenario(
    'no rate, no order: it is never taken as 1',
    [ana],
    [
      at('09:00', quote('EURJPY', '162.500', '162.520')),
      at('09:00', quote('EURNOK', '11.50000', '11.51000')),
      at('09:01', ana.buys('0.10', 'EURJPY'), refuses('conversion_missing')),
      at('09:01', ana.buys('0.10', 'EURJPY', { target: '160.000' }), refuses('conversion_missing')),
      at('09:01', ana.buys('0.10', 'EURNOK'), refuses('conversion_missing')),
      at('09:02', quote('USDJPY', '150.000', '150.010')),
      at('09:03', ana.buys('0.10', 'EURJPY'), fills('162.520')),
    ],
  )

  scenario(
    'a rate taken away: what waits is cancelled, what is held keeps its last rate and can not be closed by hand',
    [ana],
    [
      at('09:00', quote('USDJPY', '150.000', '150.010')),
      at('09:00', quote('EURJPY', '162.500', '162.520')),
      at('09:01', ana.buys('0.10', 'EURJPY', { stopLoss: '161.000' }), fills('162.520')),
      at('09:02', ana.buys('0.10', 'EURJPY', { target: '162.000' }), waits('limit')),
      at(
        '09:03',
        terms('EURJPY', { conversion: { kind: 'missing' } }),
        happens('instrument_set'),
        has(ana, { profit: '-1.333333' }),
      ),
      at('09:04', ana.closes(1), refuses('conversion_missing')),
      at(
        '09:05',
        quote('EURJPY', '161.980', '162.000'),
        drops(2, 'conversion_missing'),
        has(ana, { profit: '-36.00' }),
      ),
      at(
        '09:06',
        quote('EURJPY', '161.000', '161.020'),
        closes(ana, '161.000', { reason: 'stop_loss', profit: '-101.333333' }),
      ),
    ],
  )

  scenario(
    'the status of the instrument that gives the rate does not matter',
    [ana],
    [
      at('09:00', quote('USDJPY', '150.000', '150.010')),
      at('09:00', market('USDJPY', 'closed')),
      at('09:00', quote('EURJPY', '162.500', '162.520')),
      at('09:01', ana.buys('0.10', 'EURJPY'), fills('162.520')),
    ],
  )
})
