/** The refusals of accounts, of money that comes and goes, and of terms that the operator sets. */
import { lotUnits, micros, ppm } from '@veritick/domain'
import { person, terms } from './people.ts'
import { ana, dan, open, REFERENCE, type RefusalRow } from './refusal-rows.ts'
import { at, happens, refuses } from './scenario.ts'

/** Its account was never opened. */
const stranger = person('Nobody', 99, 'real')

export const REFUSED_ACCOUNTS: readonly RefusalRow[] = [
  ...[
    stranger.buys('1.00', 'FREE'),
    stranger.closes(1),
    stranger.cancels(1),
    stranger.sets('FREE', {}, 1),
    stranger.resets(),
    stranger.gets('1.00'),
    stranger.withdraws('1.00', REFERENCE),
    stranger.settles(true, REFERENCE),
    stranger.frozen(),
  ].map((action, index) => ({
    reason: 'account_unknown' as const,
    when: `a command names an account that was never opened (${index + 1})`,
    day: [open, at('09:01', action, refuses('account_unknown'))],
  })),
  {
    reason: 'account_exists',
    when: 'an account is opened twice',
    day: [at('09:00', dan.opens(), refuses('account_exists'))],
  },
  {
    reason: 'account_frozen',
    when: 'a frozen account orders',
    day: [
      open,
      at('09:00', dan.frozen(), happens('account_frozen')),
      at('09:01', dan.buys('1.00', 'FREE'), refuses('account_frozen')),
    ],
  },
  {
    reason: 'demo_account_only',
    when: 'a real account is reset',
    day: [at('09:00', ana.resets(), refuses('demo_account_only'))],
  },
  {
    reason: 'real_account_only',
    when: 'a demo account is paid into',
    day: [at('09:00', dan.gets('1.00'), refuses('real_account_only'))],
  },
  {
    reason: 'amount_too_large',
    when: 'a deposit of more than a billion',
    day: [at('09:00', ana.gets('1000000000.01'), refuses('amount_too_large'))],
  },
  {
    reason: 'amount_too_large',
    when: 'a withdrawal of more than a billion',
    day: [at('09:00', ana.withdraws('1000000000.01', REFERENCE), refuses('amount_too_large'))],
  },
  {
    reason: 'amount_not_positive',
    when: 'a deposit of nothing',
    day: [at('09:00', ana.gets('0'), refuses('amount_not_positive'))],
  },
  {
    reason: 'amount_not_positive',
    when: 'a withdrawal of less than nothing',
    day: [at('09:00', ana.withdraws('-5.00', REFERENCE), refuses('amount_not_positive'))],
  },
  {
    reason: 'balance_not_enough',
    when: 'a withdrawal of more than there is',
    day: [at('09:00', ana.withdraws('5.00', REFERENCE), refuses('balance_not_enough'))],
  },
  {
    reason: 'transfer_unknown',
    when: 'a withdrawal is paid that no customer asked for',
    day: [at('09:00', ana.settles(true, REFERENCE), refuses('transfer_unknown'))],
  },
  {
    reason: 'transfer_exists',
    when: 'the same deposit comes twice',
    day: [
      at('09:00', ana.gets('5.00', 'deposit', REFERENCE), happens('credited')),
      at('09:01', ana.gets('5.00', 'deposit', REFERENCE), refuses('transfer_exists')),
    ],
  },
  {
    reason: 'transfer_settled',
    when: 'a withdrawal is paid twice',
    day: [
      at('09:00', ana.gets('5.00'), happens('credited')),
      at('09:01', ana.withdraws('5.00', REFERENCE), happens('withdrawal_locked')),
      at('09:02', ana.settles(true, REFERENCE), happens('withdrawal_settled')),
      at('09:03', ana.settles(true, REFERENCE), refuses('transfer_settled')),
    ],
  },
  ...[
    { contractSize: 1000 },
    { pricePrecision: 4 },
    { quoteCurrency: 'EUR' },
    { marginMode: 'fixed' as const },
    { version: 1, enabled: false },
    { contractSize: 0 },
    { pricePrecision: 7 },
    { lotMin: lotUnits(150) },
    { lotMin: lotUnits(2_000_000) },
    { lotStep: lotUnits(0) },
    { leverages: [0] },
    { feePerLot: micros(-1) },
    { feePerLot: micros(9_000_000_000_000_000) },
    { feeOfMargin: ppm(1_000_001) },
    { financingLong: ppm(-1_000_001) },
    { lotMax: lotUnits(9_000_000_000_000_000) },
    { id: -1 },
  ].map((change) => ({
    reason: 'terms_not_accepted' as const,
    when: `the operator sets ${JSON.stringify(change)}`,
    day: [at('09:00', terms('FREE', change), refuses('terms_not_accepted'))],
  })),
]
