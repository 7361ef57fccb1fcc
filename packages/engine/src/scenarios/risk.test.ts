/** Trading rule 6 as scenarios: notices, stop-out, and the operator's payment of a negative balance. */
import { describe } from 'vitest'
import { market, person, quote } from './people.ts'
import {
  at,
  closes,
  drops,
  fills,
  happens,
  has,
  protects,
  refuses,
  scenario,
  stopsOut,
  waits,
  warns,
} from './scenario.ts'

const ana = person('Ana', 1, 'real')
const bob = person('Bob', 2, 'real')

/** One lot bought at 1.10010: margin 1,100.00, equity 2,000.00 less 1.00 for each point below. */
const longAt = (deposit: string) => [
  at('09:00', ana.gets(deposit), happens('credited')),
  at('09:00', quote('FREE', '1.10000', '1.10010')),
  at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010', { margin: '1100.00' })),
]

describe('notices', () => {
  scenario(
    'below 100, below 75, armed again from 80 and 105: each once',
    [ana],
    [
      ...longAt('2000.00'),
      at('09:02', quote('FREE', '1.09110', '1.09120'), has(ana, { equity: '1100.00' })),
      at('09:03', quote('FREE', '1.09109', '1.09119'), warns(ana, 100), has(ana, { equity: '1099.00' })),
      at('09:04', quote('FREE', '1.09000', '1.09010')),
      at('09:05', quote('FREE', '1.08835', '1.08845'), has(ana, { equity: '825.00' })),
      at('09:06', quote('FREE', '1.08834', '1.08844'), warns(ana, 75)),
      at('09:07', quote('FREE', '1.08889', '1.08899'), has(ana, { equity: '879.00' })),
      at('09:08', quote('FREE', '1.08834', '1.08844')),
      at('09:09', quote('FREE', '1.08890', '1.08900'), warns(ana, 75, true), has(ana, { equity: '880.00' })),
      at('09:10', quote('FREE', '1.08834', '1.08844'), warns(ana, 75)),
      at('09:11', quote('FREE', '1.09164', '1.09174'), warns(ana, 75, true), has(ana, { equity: '1154.00' })),
      at('09:12', quote('FREE', '1.09165', '1.09175'), warns(ana, 100, true), has(ana, { equity: '1155.00' })),
      at('09:13', quote('FREE', '1.08834', '1.08844'), warns(ana, 100), warns(ana, 75)),
    ],
  )

  scenario(
    'below 100 nothing new is taken, at 100 it is checked by its margin',
    [ana],
    [
      ...longAt('2000.00'),
      at('09:02', quote('FREE', '1.09109', '1.09119'), warns(ana, 100)),
      at('09:03', ana.buys('0.01', 'FREE'), refuses('margin_call')),
      at('09:03', ana.sells('0.01', 'FREE', { target: '1.20000' }), refuses('margin_call')),
      at('09:04', quote('FREE', '1.09110', '1.09120')),
      at('09:05', ana.sells('0.01', 'FREE', { target: '1.20000' }), waits('limit')),
      at('09:05', ana.buys('0.01', 'FREE'), refuses('margin_not_enough')),
      at('09:06', ana.closes(1), closes(ana, '1.09110', { profit: '-900.00' })),
      // Nothing is held any more: every level is passed upward on the next quote.
      at('09:07', quote('EURUSD', '1.08500', '1.08510'), warns(ana, 100, true)),
    ],
  )

  scenario(
    'a deposit lets a quote of any open instrument arm them again',
    [ana],
    [
      ...longAt('2000.00'),
      at('09:02', quote('FREE', '1.08834', '1.08844'), warns(ana, 100), warns(ana, 75)),
      at('09:03', ana.gets('331.00'), happens('credited'), has(ana, { equity: '1155.00' })),
      at('09:04', market('EURUSD', 'closed')),
      at('09:04', quote('EURUSD', '1.08500', '1.08510')),
      at('09:05', market('EURUSD', 'open')),
      at('09:06', quote('EURUSD', '1.08500', '1.08510'), warns(ana, 100, true), warns(ana, 75, true)),
    ],
  )

  scenario(
    'are not given on a quote of a market that is not open',
    [ana],
    [
      ...longAt('2000.00'),
      at('09:02', market('FREE', 'stale')),
      at('09:03', quote('FREE', '1.00000', '1.00010'), has(ana, { equity: '-8010.00' })),
      at('09:04', market('FREE', 'open')),
      at('09:05', quote('FREE', '1.10000', '1.10010')),
    ],
  )

  scenario(
    'accounts are checked one after the other by their number',
    [bob, ana],
    [
      at('09:00', bob.gets('1200.00'), happens('credited')),
      at('09:00', ana.gets('1200.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', bob.buys('1.00', 'FREE'), fills('1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
      at('09:02', quote('FREE', '1.09900', '1.09910'), warns(ana, 100), warns(bob, 100)),
    ],
  )
})

describe('stop-out', () => {
  const twoLongs = (deposit: string) => [
    ...longAt(deposit),
    at('09:01', ana.buys('0.50', 'FREE'), fills('1.10010', { margin: '550.00' })),
  ]

  scenario(
    'not above 50',
    [ana],
    [
      ...twoLongs('2000.50'),
      at(
        '09:02',
        quote('FREE', '1.09227', '1.09237'),
        warns(ana, 100),
        warns(ana, 75),
        has(ana, { equity: '826.00', margin: '1650.00' }),
      ),
    ],
  )

  scenario(
    'at exactly 50: the largest loss first, until the level is above 50',
    [ana],
    [
      ...twoLongs('2001.00'),
      at(
        '09:02',
        quote('FREE', '1.09226', '1.09236'),
        warns(ana, 100),
        warns(ana, 75),
        stopsOut(ana, { equity: '825.00', margin: '1650.00' }),
        closes(ana, '1.09226', { order: 1, reason: 'stop_out', profit: '-784.00' }),
        has(ana, { equity: '825.00', margin: '550.00', holdings: 1 }),
      ),
      at('09:03', quote('FREE', '1.09226', '1.09236'), warns(ana, 100, true), warns(ana, 75, true)),
    ],
  )

  scenario(
    'pending orders go first; what is left below zero is paid by the operator',
    [ana],
    [
      ...twoLongs('2000.00'),
      at('09:02', ana.buys('0.10', 'FREE', { target: '1.09000' }), waits('limit')),
      at('09:02', ana.sells('0.10', 'FREE', { target: '1.20000' }), waits('limit')),
      at(
        '09:03',
        quote('FREE', '1.08500', '1.08510'),
        warns(ana, 100),
        warns(ana, 75),
        stopsOut(ana, { equity: '-265.00', margin: '1650.00' }),
        drops(3, 'stop_out'),
        drops(4, 'stop_out'),
        closes(ana, '1.08500', { order: 1, reason: 'stop_out', profit: '-1510.00' }),
        closes(ana, '1.08500', { order: 2, reason: 'stop_out', profit: '-755.00' }),
        protects(ana, '265.00'),
        has(ana, { balance: '0.00', equity: '0.00', margin: '0.00', holdings: 0, pendings: 0 }),
      ),
    ],
  )

  scenario(
    'equal losses: the older order goes first',
    [ana],
    [
      at('09:00', ana.gets('1300.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('0.50', 'FREE'), fills('1.10010')),
      at('09:01', ana.buys('0.50', 'FREE'), fills('1.10010')),
      at(
        '09:02',
        quote('FREE', '1.09200', '1.09210'),
        warns(ana, 100),
        warns(ana, 75),
        stopsOut(ana, { equity: '490.00', margin: '1100.00' }),
        closes(ana, '1.09200', { order: 1, profit: '-405.00' }),
      ),
    ],
  )

  scenario(
    'a winner is closed only when the losers were not enough',
    [ana],
    [
      at('09:00', ana.gets('2300.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:00', quote('EURUSD', '1.08500', '1.08510')),
      at('09:01', ana.buys('0.10', 'EURUSD'), fills('1.08510', { order: 1, margin: '108.50' })),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010', { order: 2, margin: '1100.00' })),
      at('09:02', quote('EURUSD', '1.08610', '1.08620')),
      at(
        '09:03',
        quote('FREE', '1.08010', '1.08020'),
        warns(ana, 100),
        warns(ana, 75),
        stopsOut(ana, { equity: '309.30', margin: '1208.50' }),
        closes(ana, '1.08010', { order: 2, profit: '-2000.00' }),
        // 309.30 / 108.50: the winner stays.
        has(ana, { holdings: 1, equity: '309.30' }),
      ),
    ],
  )

  scenario(
    'only what can be traded now is closed; the rest follows when its market opens',
    [ana],
    [
      at('09:00', ana.gets('2300.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:00', quote('AAPL', '200.00', '200.00')),
      at('09:01', ana.buys('100', 'AAPL', { leverage: 20 }), fills('200.00', { margin: '1000.00', fee: '2.00' })),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010', { margin: '1100.00' })),
      at('09:02', market('AAPL', 'closed')),
      at('09:03', quote('AAPL', '190.00', '190.00')),
      // 2,298.00 - 1,000.00 (AAPL) - 900.00 = 398.00 of 2,100.00; without FREE 398.00 of 1,000.00.
      at(
        '09:04',
        quote('FREE', '1.09110', '1.09120'),
        warns(ana, 100),
        warns(ana, 75),
        stopsOut(ana, { equity: '398.00', margin: '2100.00' }),
        closes(ana, '1.09110', { order: 2, reason: 'stop_out' }),
        has(ana, { holdings: 1, equity: '398.00', margin: '1000.00' }),
      ),
      // Nothing can be closed: no event.
      at('09:05', quote('EURUSD', '1.08500', '1.08510')),
      at('09:06', market('AAPL', 'open')),
      at(
        '09:07',
        quote('AAPL', '189.00', '189.00'),
        stopsOut(ana, { equity: '298.00', margin: '1000.00' }),
        closes(ana, '189.00', { order: 1, reason: 'stop_out', profit: '-1100.00' }),
        has(ana, { balance: '298.00', holdings: 0 }),
      ),
    ],
  )

  scenario(
    'a falling conversion rate stops out too',
    [ana],
    [
      at('09:00', ana.gets('1000.00'), happens('credited')),
      at('09:00', quote('USDJPY', '150.000', '150.000')),
      at('09:00', quote('EURJPY', '150.000', '150.000')),
      at('09:01', ana.buys('0.50', 'EURJPY'), fills('150.000', { margin: '500.00', fee: '3.50' })),
      at(
        '09:02',
        quote('EURJPY', '147.900', '147.900'),
        has(ana, { profit: '-700.00', equity: '296.50' }),
        warns(ana, 100),
        warns(ana, 75),
      ),
      at(
        '09:03',
        quote('USDJPY', '140.000', '140.000'),
        stopsOut(ana, { equity: '246.50', margin: '500.00' }),
        closes(ana, '147.900', { reason: 'stop_out', profit: '-750.00' }),
      ),
    ],
  )
})

describe('negative balance protection', () => {
  scenario(
    'a stop-loss in a gap',
    [ana],
    [
      at('09:00', ana.gets('1200.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE', { stopLoss: '1.09900' }), fills('1.10010')),
      at(
        '09:02',
        quote('FREE', '1.08000', '1.08010'),
        closes(ana, '1.08000', { reason: 'stop_loss', profit: '-2010.00' }),
        protects(ana, '810.00'),
        has(ana, { balance: '0.00' }),
      ),
    ],
  )

  scenario(
    'not while something is held',
    [ana],
    [
      at('09:00', ana.gets('2400.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:00', quote('EURUSD', '1.10000', '1.10000')),
      at('09:01', ana.buys('1.00', 'FREE', { stopLoss: '1.09900' }), fills('1.10010')),
      at('09:01', ana.sells('1.00', 'EURUSD'), fills('1.10000', { fee: '7.00' })),
      at('09:02', quote('EURUSD', '1.07000', '1.07000'), has(ana, { profit: '2990.00' })),
      at(
        '09:03',
        quote('FREE', '1.07000', '1.07010'),
        closes(ana, '1.07000', { reason: 'stop_loss', profit: '-3010.00' }),
        has(ana, { balance: '-617.00', equity: '2383.00' }),
      ),
      at('09:04', ana.closes(2), closes(ana, '1.07000', { profit: '3000.00' }), has(ana, { balance: '2383.00' })),
    ],
  )

  scenario(
    'a close by hand',
    [ana],
    [
      at('09:00', ana.gets('1200.00'), happens('credited')),
      at('09:00', quote('FREE', '1.10000', '1.10010')),
      at('09:01', ana.buys('1.00', 'FREE'), fills('1.10010')),
      at('09:02', market('FREE', 'closed')),
      at('09:03', quote('FREE', '1.08000', '1.08010')),
      at('09:04', market('FREE', 'open')),
      at(
        '09:05',
        ana.closes(),
        closes(ana, '1.08000', { profit: '-2010.00', reason: 'user' }),
        protects(ana, '810.00'),
      ),
    ],
  )
})
