/** A reversal as scenarios: both ends at one quote, checked as if the holding had ended, or nothing at all. */
import { describe } from 'vitest'
import { market, person, quote, terms } from './people.ts'
import { at, closes, fills, happens, has, refuses, scenario, warns } from './scenario.ts'

const ana = person('Ana', 1, 'demo')
const ben = person('Ben', 2, 'real')

describe('a reversal', () => {
  scenario(
    'closes a long at the bid and opens a short of the same size at the same bid, without stops',
    [ana],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('0.10', 'EURUSD', { stopLoss: '1.08400' }), fills('1.08510', { fee: '0.70' })),
      at('09:02', quote('EURUSD', '1.08700', '1.08710')),
      at(
        '09:03',
        ana.reverses(1),
        closes(ana, '1.08700', { profit: '19.00', reason: 'reversal', order: 1 }),
        fills('1.08700', { fee: '0.70', order: 2 }),
        has(ana, { balance: '100017.60' }),
      ),
      // The stop-loss of the first position is gone with it.
      at('09:04', quote('EURUSD', '1.08300', '1.08310')),
      at(
        '09:05',
        ana.reverses(2),
        closes(ana, '1.08310', { profit: '39.00', order: 2 }),
        fills('1.08310', { order: 3 }),
      ),
    ],
  )

  scenario(
    'needs only the margin of the new position: the one of the old is free',
    [ben],
    [
      at('09:00', ben.gets('120.00'), happens('credited')),
      at('09:01', quote('EURUSD', '1.08500', '1.08510')),
      at('09:02', ben.buys('0.10', 'EURUSD', { leverage: 100 }), fills('1.08510', { margin: '108.50' })),
      at('09:03', ben.sells('0.10', 'EURUSD', { leverage: 100 }), refuses('margin_not_enough')),
      at('09:04', ben.reverses(1), closes(ben, '1.08500'), fills('1.08500', { margin: '108.50' })),
    ],
  )

  scenario(
    'whose opening is refused closes nothing',
    [ben],
    [
      at('09:00', ben.gets('120.00'), happens('credited')),
      at('09:01', quote('EURUSD', '1.08500', '1.08510')),
      at('09:02', ben.buys('0.10', 'EURUSD', { leverage: 100 }), fills('1.08510')),
      at('09:03', quote('EURUSD', '1.08390', '1.08400'), warns(ben, 100)),
      at('09:04', ben.reverses(1), refuses('margin_not_enough')),
      at('09:05', ben.frozen(), happens('account_frozen')),
      at('09:05', ben.reverses(1), refuses('account_frozen')),
      at('09:06', ben.frozen(false), happens('account_frozen')),
      at('09:06', market('EURUSD', 'held')),
      at('09:06', ben.reverses(1), refuses('price_unconfirmed')),
      at('09:07', market('EURUSD', 'closed')),
      at('09:07', ben.reverses(1), refuses('market_closed')),
      at('09:08', market('EURUSD', 'open')),
      at('09:08', quote('EURUSD', '1.08500', '1.08510'), warns(ben, 100, true)),
      at('09:09', ben.closes(1), closes(ben, '1.08500', { order: 1 })),
    ],
  )

  scenario(
    'keeps to the terms that hold now, not to those of the old position',
    [ana],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('0.10', 'EURUSD', { leverage: 100 }), fills('1.08510')),
      at('09:02', terms('EURUSD', { enabled: false }), happens('instrument_set')),
      at('09:03', ana.reverses(1), refuses('instrument_disabled')),
    ],
  )

  scenario(
    'of a pending order, of an ended one or of another customer is refused',
    [ana, ben],
    [
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('0.10', 'EURUSD'), fills('1.08510')),
      at('09:02', ben.reverses(1), refuses('not_yours')),
      at('09:03', ana.closes(1), closes(ana, '1.08500')),
      at('09:04', ana.reverses(1), refuses('order_ended')),
      at('09:05', ana.reverses(9), refuses('order_unknown')),
    ],
  )
})
