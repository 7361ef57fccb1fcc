/** Trading rule 8 as scenarios: deposits, withdrawals, frozen accounts, demo money and its reset. */
import { describe } from 'vitest'
import { market, person, quote } from './people.ts'
import { at, closes, drops, fills, happens, has, protects, refuses, scenario, waits } from './scenario.ts'
import { usd } from './world.ts'

const ana = person('Ana', 1, 'real')
const dan = person('Dan', 3, 'demo')
const FIRST = '11'.repeat(16)
const SECOND = '22'.repeat(16)

describe('money in', () => {
  scenario(
    'happens once a reference',
    [ana],
    [
      at('09:00', ana.gets('250.00', 'deposit', FIRST), happens('credited'), has(ana, { balance: '250.00' })),
      at('09:01', ana.gets('250.00', 'deposit', FIRST), refuses('transfer_exists'), has(ana, { balance: '250.00' })),
      at(
        '09:02',
        ana.gets('30.00', 'reward', SECOND),
        happens('credited', { category: 'reward' }),
        has(ana, { balance: '280.00' }),
      ),
    ],
  )

  scenario(
    'an adjustment may take away, never below zero',
    [ana],
    [
      at('09:00', ana.gets('250.00'), happens('credited')),
      at('09:01', ana.gets('-250.01', 'adjustment'), refuses('balance_not_enough')),
      at('09:02', ana.gets('-250.00', 'adjustment'), happens('credited'), has(ana, { balance: '0.00' })),
      at('09:03', ana.gets('-0.01', 'deposit'), refuses('amount_not_positive')),
      at('09:03', ana.gets('0', 'adjustment'), refuses('amount_not_positive')),
      at('09:04', ana.gets('5.00', 'adjustment'), happens('credited'), has(ana, { balance: '5.00' })),
    ],
  )

  scenario(
    'an adjustment takes only what positions leave free, and closes none',
    [ana],
    [
      at('09:00', ana.gets('2000.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010', { margin: '1100.00' }), has(ana, { free: '890.00' })),
      at('09:02', ana.gets('-890.01', 'adjustment'), refuses('margin_not_enough')),
      at(
        '09:03',
        ana.gets('-890.00', 'adjustment'),
        happens('credited'),
        has(ana, { balance: '1110.00', free: '0.00' }),
      ),
      at('09:04', ana.gets('100.00', 'adjustment'), happens('credited'), has(ana, { free: '100.00' })),
    ],
  )

  scenario(
    'one billion is the most that an account holds',
    [ana],
    [
      at('09:00', ana.gets('1000000000.000001'), refuses('amount_too_large')),
      at('09:01', ana.gets('999999999.999999'), happens('credited')),
      at('09:02', ana.gets('0.000002'), refuses('amount_too_large')),
      at('09:03', ana.gets('0.000001'), happens('credited'), has(ana, { balance: '1000000000.00' })),
    ],
  )
})

describe('a withdrawal', () => {
  scenario(
    'is locked, then paid',
    [ana],
    [
      at('09:00', ana.gets('250.00'), happens('credited')),
      at(
        '09:01',
        ana.withdraws('100.00', FIRST),
        happens('withdrawal_locked'),
        has(ana, { balance: '150.00', locked: '100.00', equity: '150.00' }),
      ),
      at('09:02', ana.withdraws('100.00', FIRST), refuses('transfer_exists')),
      at(
        '09:03',
        ana.settles(true, FIRST),
        happens('withdrawal_settled', { amount: usd('100.00') }),
        has(ana, { balance: '150.00', locked: '0.00' }),
      ),
      at('09:04', ana.settles(true, FIRST), refuses('transfer_settled')),
      at('09:04', ana.settles(false, FIRST), refuses('transfer_settled')),
      at('09:05', ana.withdraws('100.00', FIRST), refuses('transfer_exists')),
    ],
  )

  scenario(
    'is locked, then given back',
    [ana],
    [
      at('09:00', ana.gets('250.00'), happens('credited')),
      at(
        '09:01',
        ana.withdraws('250.00', FIRST),
        happens('withdrawal_locked'),
        has(ana, { balance: '0.00', locked: '250.00' }),
      ),
      at(
        '09:02',
        ana.settles(false, FIRST),
        happens('withdrawal_settled', { paid: false }),
        has(ana, { balance: '250.00', locked: '0.00' }),
      ),
    ],
  )

  scenario(
    'leaves the margin alone and pays no unrealised profit',
    [ana],
    [
      at('09:00', ana.gets('2000.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010', { margin: '1100.00' }), has(ana, { free: '890.00' })),
      at('09:02', ana.withdraws('890.01', FIRST), refuses('margin_not_enough')),
      at(
        '09:03',
        ana.withdraws('890.00', FIRST),
        happens('withdrawal_locked'),
        has(ana, { balance: '1110.00', free: '0.00' }),
      ),
      at('09:04', quote('FREE', '1.20000', '1.20010'), has(ana, { free: '10000.00' })),
      at('09:05', ana.withdraws('1110.01', SECOND), refuses('balance_not_enough')),
      at(
        '09:06',
        ana.withdraws('1110.00', SECOND),
        happens('withdrawal_locked'),
        has(ana, { balance: '0.00', locked: '2000.00' }),
      ),
    ],
  )

  // An attacker withdrew the loss of a position whose price waited to be confirmed.
  scenario(
    'waits while a position has no confirmed price, and takes the loss into account then',
    [ana],
    [
      at('09:00', ana.gets('2000.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:00', market('FREE', 'held')),
      at('09:00', ana.withdraws('1.00', SECOND), happens('withdrawal_locked')),
      at('09:00', market('FREE', 'open')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010', { margin: '1100.00' })),
      at('09:02', market('FREE', 'held')),
      at('09:02', ana.withdraws('2000.00', FIRST), refuses('balance_not_enough')),
      at('09:02', ana.withdraws('800.00', FIRST), refuses('price_unconfirmed')),
      at('09:03', market('FREE', 'stale')),
      at('09:03', ana.withdraws('800.00', FIRST), refuses('price_stale')),
      at('09:04', market('FREE', 'open')),
      at('09:04', quote('FREE', '1.09500', '1.09510')),
      at('09:05', ana.withdraws('800.00', FIRST), refuses('margin_not_enough')),
      at('09:06', ana.withdraws('300.00', FIRST), happens('withdrawal_locked')),
    ],
  )

  // An attacker saw a price elsewhere while the market was closed, withdrew what the opening would cost, and cancelled.
  scenario(
    'leaves a twentieth of the currencies held in a closed market, where long and short of one instrument meet',
    [ana],
    [
      at('09:00', ana.gets('30000.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10000')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10000', { margin: '1100.00' })),
      at('09:02', market('FREE', 'closed')),
      at('09:02', ana.withdraws('28900.01', FIRST), refuses('margin_not_enough')),
      at('09:02', ana.withdraws('24500.01', FIRST), refuses('market_closed')),
      at('09:02', ana.withdraws('24500.00', FIRST), happens('withdrawal_locked')),
      at('09:02', ana.withdraws('0.01', SECOND), refuses('market_closed')),
      at('09:03', market('FREE', 'open')),
      at('09:03', ana.sells('0.60', 'FREE'), fills('1.10000', { margin: '660.00' })),
      at('09:04', market('FREE', 'closed')),
      at('09:04', ana.withdraws('3300.01', SECOND), refuses('market_closed')),
      at('09:04', ana.withdraws('3300.00', SECOND), happens('withdrawal_locked')),
      at('09:05', market('FREE', 'open')),
      at('09:05', ana.withdraws('440.00', '33'.repeat(16)), happens('withdrawal_locked')),
    ],
  )

  scenario(
    'leaves a fifth of the shares held in a closed market',
    [ana],
    [
      at('09:00', ana.gets('10000.00'), happens('credited')),
      at('09:00', quote('AAPL', '100.00', '100.00')),
      at('09:01', ana.buys('100.00', 'AAPL', { leverage: 20 }), fills('100.00', { margin: '500.00' })),
      at('09:02', market('AAPL', 'closed')),
      at('09:02', ana.withdraws('7998.01', FIRST), refuses('market_closed')),
      at('09:02', ana.withdraws('7998.00', FIRST), happens('withdrawal_locked')),
    ],
  )

  // The same attack one minute before the close, with an instrument whose margin is far below its value.
  scenario(
    'leaves the cover of an instrument with a fixed margin in an open market too',
    [ana],
    [
      at('09:00', ana.gets('5007.00'), happens('credited')),
      at('09:00', quote('FIXED', '30.00000', '30.00000')),
      at('09:01', ana.buys('1.00', 'FIXED'), fills('30.00000', { margin: '1000.00' })),
      at('09:02', ana.withdraws('3500.01', FIRST), refuses('margin_not_enough')),
      at('09:03', market('FIXED', 'closed')),
      at('09:03', ana.withdraws('3500.01', FIRST), refuses('market_closed')),
      at('09:04', market('FIXED', 'open')),
      at('09:04', ana.withdraws('3500.00', FIRST), happens('withdrawal_locked')),
    ],
  )

  scenario(
    'waits for the instrument that converts a position, too',
    [ana],
    [
      at('09:00', ana.gets('3000.00'), happens('credited')),
      at('09:00', quote('USDJPY', '110.000', '110.010')),
      at('09:00', quote('EURJPY', '130.000', '130.010')),
      at('09:01', ana.buys('0.10', 'EURJPY'), fills('130.010')),
      at('09:02', market('USDJPY', 'held')),
      at('09:02', ana.withdraws('1.00', FIRST), refuses('price_unconfirmed')),
      at('09:03', market('EURJPY', 'stale')),
      at('09:03', ana.withdraws('1.00', FIRST), refuses('price_stale')),
      at('09:04', market('EURJPY', 'open')),
      at('09:04', market('EURJPY', 'closed')),
      at('09:04', ana.withdraws('1.00', FIRST), refuses('price_unconfirmed')),
      at('09:05', market('USDJPY', 'open')),
      at('09:05', market('USDJPY', 'closed')),
      at('09:05', ana.withdraws('1.00', FIRST), happens('withdrawal_locked')),
    ],
  )

  // An attacker's source was silent, or crossed, in a fall of two hours before the close, and paid out in the break.
  for (const [code, other] of [
    ['EURJPY', 'USDJPY'],
    ['USDJPY', 'EURJPY'],
  ] as const) {
    scenario(
      `waits for the next opening where ${code} was held or stale when its session ended`,
      [ana],
      [
        at('09:00', ana.gets('3000.00'), happens('credited')),
        at('09:00', quote('USDJPY', '110.000', '110.010')),
        at('09:00', quote('EURJPY', '130.000', '130.010')),
        at('09:01', ana.buys('0.10', 'EURJPY'), fills('130.010')),
        at('09:02', market(code, 'stale')),
        at('09:03', market(code, 'closed')),
        at('09:03', market(other, 'closed')),
        at('09:03', ana.withdraws('1.00', FIRST), refuses('price_stale')),
        at('09:04', market(other, 'open')),
        at('09:04', ana.withdraws('1.00', FIRST), refuses('price_stale')),
        at('09:05', market(code, 'open')),
        at('09:05', market(code, 'held')),
        at('09:05', market(code, 'closed')),
        at('09:05', ana.withdraws('1.00', FIRST), refuses('price_stale')),
        at('09:06', market(code, 'open')),
        at('09:06', market(code, 'closed')),
        at('09:06', ana.withdraws('1.00', FIRST), happens('withdrawal_locked')),
      ],
    )
  }

  scenario(
    'belongs to its account',
    [ana, person('Eve', 4, 'real')],
    [
      at('09:00', ana.gets('250.00', 'deposit', FIRST), happens('credited')),
      at('09:01', ana.withdraws('100.00', SECOND), happens('withdrawal_locked')),
      at('09:02', person('Eve', 4, 'real').settles(false, SECOND), refuses('transfer_unknown')),
      at('09:03', ana.settles(true, FIRST), refuses('transfer_unknown')),
      at('09:04', ana.settles(true, '33'.repeat(16)), refuses('transfer_unknown')),
    ],
  )

  // Decision 44 says why it comes back whole when it is not paid.
  for (const [paid, left] of [
    [true, '0.00'],
    [false, '1800.00'],
  ] as const) {
    scenario(
      `locked money takes no part in a loss, ${paid ? 'and is paid' : 'and comes back whole when it is not paid'}`,
      [ana],
      [
        at('09:00', ana.gets('3000.00'), happens('credited')),
        at('09:00', quote('FREE', '1.10000', '1.10010')),
        at('09:01', ana.withdraws('1800.00', FIRST), happens('withdrawal_locked')),
        at('09:02', ana.buys('1.00', 'FREE', { stopLoss: '1.09900' }), fills('1.10010')),
        at(
          '09:03',
          quote('FREE', '1.08000', '1.08010'),
          closes(ana, '1.08000', { profit: '-2010.00' }),
          protects(ana, '810.00'),
        ),
        at(
          '09:04',
          ana.settles(paid, FIRST),
          happens('withdrawal_settled'),
          has(ana, { balance: left, locked: '0.00' }),
        ),
      ],
    )
  }
})

describe('a frozen account', () => {
  scenario(
    'may close, cancel and set stops, not open or withdraw',
    [ana],
    [
      at('09:00', ana.gets('5000.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
      at('09:01', ana.buys('1.00', 'FREE', { target: '1.00000' }), waits('limit')),
      at('09:02', ana.frozen(), happens('account_frozen')),
      at('09:02', ana.frozen()),
      at('09:03', ana.buys('1.00', 'FREE'), refuses('account_frozen')),
      at('09:03', ana.buys('1.00', 'FREE', { target: '1.05000' }), refuses('account_frozen')),
      at('09:03', ana.withdraws('1.00', FIRST), refuses('account_frozen')),
      at('09:04', ana.sets('FREE', { stopLoss: '1.09000' }, 1), happens('stops_set')),
      at('09:04', ana.cancels(2), drops(2, 'user')),
      at('09:05', ana.closes(1), closes(ana, '1.10000', { profit: '-10.00' })),
      at('09:06', ana.frozen(false), happens('account_frozen', { frozen: false })),
      at('09:07', ana.withdraws('1.00', FIRST), happens('withdrawal_locked')),
    ],
  )
})

describe('a demo account', () => {
  scenario(
    'starts with 100,000 and knows neither deposit nor withdrawal',
    [dan],
    [
      at('09:00', dan.gets('1.00'), refuses('real_account_only'), has(dan, { balance: '100000.00' })),
      at('09:01', dan.withdraws('1.00', FIRST), refuses('real_account_only')),
    ],
  )

  scenario(
    'is reset to 100,000: everything ends at its last price, in a closed market too',
    [dan],
    [
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', dan.buys('1.00', 'FREE'), fills('1.10010')),
      at('09:02', dan.buys('1.00', 'FREE', { target: '1.00000' }), waits('limit')),
      at('09:02', dan.sells('1.00', 'FREE'), fills('1.10000')),
      at('09:03', market('FREE', 'closed')),
      at('09:04', quote('FREE', '1.05000', '1.05010')),
      at(
        '09:05',
        dan.resets(),
        drops(2, 'demo_reset'),
        closes(dan, '1.05000', { order: 1, reason: 'demo_reset', profit: '-5010.00' }),
        closes(dan, '1.05010', { order: 3, reason: 'demo_reset', profit: '4990.00' }),
        happens('demo_reset', { granted: usd('20.00') }),
        has(dan, { balance: '100000.00', margin: '0.00', holdings: 0, pendings: 0 }),
      ),
    ],
  )

  scenario(
    'gives back what it won',
    [dan],
    [
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', dan.buys('1.00', 'FREE'), fills('1.10010')),
      at('09:02', quote('FREE', '1.20000', '1.20010')),
      at(
        '09:03',
        dan.resets(),
        closes(dan, '1.20000', { profit: '9990.00' }),
        happens('demo_reset', { granted: usd('-9990.00') }),
      ),
      at('09:04', dan.resets(), happens('demo_reset', { granted: usd('0') }), has(dan, { balance: '100000.00' })),
    ],
  )

  scenario(
    'below zero it is granted, not protected',
    [dan],
    [
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', dan.buys('80.00', 'FREE'), fills('1.10010', { margin: '88000.00' })),
      at('09:02', market('FREE', 'closed')),
      at('09:03', quote('FREE', '1.08000', '1.08010')),
      at(
        '09:04',
        dan.resets(),
        closes(dan, '1.08000', { profit: '-160800.00' }),
        happens('demo_reset', { granted: usd('160800.00') }),
      ),
      at('09:05', dan.closes(1), refuses('order_ended')),
    ],
  )

  scenario('a real account is not reset', [ana], [at('09:00', ana.resets(), refuses('demo_account_only'))])
})
