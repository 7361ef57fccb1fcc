/**
 * Texts that a language rightly shares with English: terms that its traders use unchanged, and words that happen to be
 * spelled alike. Each was reviewed by its translator; any other text that equals English was left over by mistake.
 */
import type { Language } from './index.ts'

export const SAME_AS_ENGLISH: { readonly [L in Language]?: readonly string[] } = {
  de: ['Limit', 'Margin', 'Minimum', 'Order', 'Orders', 'Passkeys', 'Slippage', 'Spread', 'Status', 'System', 'Wallet'],
  fr: [
    'Crypto',
    'Distance',
    'E-mail',
    'Instruments',
    'Messages',
    'Minimum',
    'Mobile',
    'Notifications',
    'Positions',
    'Slippage',
    'Spread',
    'Trading',
    'Types',
    'pips',
    '{{count}} hash',
    '{{count}} minute',
    '{{count}} minutes',
    '{{lots}} lots',
  ],
  it: ['Crypto', 'E-mail', 'Equity', 'Limit', 'Password', 'Slippage', 'Spread', 'Trading', '{{count}} hash'],
  spa: ['Ranking', 'Spread', 'Use {{count}} decimal.', 'pips', '{{count}} hash', '{{count}} hashes'],
  pt: ['E-mail', 'Ranking', 'Slippage', 'Spread', 'Status', 'pips', '{{count}} hash', '{{count}} hashes'],
  tr: ['Limit', 'Spread', '{{count}} hash'],
  id: [
    'Deposit',
    'Fibonacci',
    'Leverage',
    'Limit',
    'Magnet',
    'Margin',
    'Pending',
    'Slippage',
    'Spread',
    'Status',
    'Total {{rate}}',
    'Win rate',
    'Win rate {{rate}}',
  ],
  jp: ['pips', '{{count}} pips'],
  th: ['pips', '{{count}} pips'],
  vn: ['Fibonacci', 'Spread'],
}
