/**
 * The table of calls: name, methods, path, caller, whether it changes state, and one line of documentation. Request and
 * response schemas have the same names in `schemas/`. The server registers its routes from this table and the web app
 * builds its requests from it.
 */

import { ACCOUNT_CALLS } from './calls/accounts.ts'
import { type Call, CHANGE, READ } from './calls/call.ts'
import { IDENTITY_CALLS } from './calls/identity.ts'
import { MONEY_CALLS } from './calls/money.ts'
import { NOTICE_CALLS } from './calls/notices.ts'

export type { Call, Caller } from './calls/call.ts'

export const CALLS = {
  ...ACCOUNT_CALLS,
  ...IDENTITY_CALLS,
  ...MONEY_CALLS,
  ...NOTICE_CALLS,
  createAccountDemoForU: {
    ...CHANGE,
    path: '/api/user/createAccountDemoForU',
    caller: 'visitor',
    doc:
      'Opens a demo account, or signs in to the existing one of this device (same demo_id, or same ' +
      'idempotency-key of 16 characters or more). Answers a new token. Use POST: the demo_id is a secret, and ' +
      'URLs are stored in logs.',
  },
  userInfo: { ...READ, path: '/api/user/info', caller: 'user', doc: 'The signed-in customer.' },
  logout: {
    ...CHANGE,
    path: '/api/user/logout',
    caller: 'user',
    doc: 'Ends the session of the token; its private topics close.',
  },
  getBasicInfo: {
    ...READ,
    path: '/api/basicSet/getBasicInfo',
    caller: 'visitor',
    doc: 'Settings of the platform that every client needs.',
  },
  getCompanyStatus: {
    ...READ,
    path: '/api/company/getCompanyStatus',
    caller: 'visitor',
    doc: 'Startup status: non-zero redirects clients to loss_url.',
  },
  tradeList: {
    ...READ,
    path: '/v1/api/forex/trade_list',
    caller: 'visitor',
    doc: 'Every instrument with its terms, market status and last quote.',
  },
  getCategories: { ...READ, path: '/v1/api/forex/getCategories', caller: 'visitor', doc: 'Categories of instruments.' },
  searchCurrency: {
    ...READ,
    path: '/v1/api/forex/searchCurrency',
    caller: 'visitor',
    doc: 'Instruments whose code or name contains the keyword.',
  },
  kline: {
    ...READ,
    path: '/v1/api/forex/kline',
    caller: 'visitor',
    doc: 'Candles, oldest first, the open one included; page back with before.',
  },
  abbreviatedCacheKline: {
    ...READ,
    path: '/v1/api/forex/abbreviated_cache_kline',
    caller: 'visitor',
    doc: 'At most 60 closes for the small chart of a list row.',
  },
  submit: {
    ...CHANGE,
    path: '/v1/api/forex/submit',
    caller: 'user',
    doc: 'Places a market order (status 1) or a pending order (status 0). Answers the order.',
  },
  myDeal: {
    ...READ,
    path: '/v1/api/forex/my_deal',
    caller: 'user',
    doc: 'Pending (0), holding (1) or ended (3) orders, newest first, with the account summary.',
  },
  close: {
    ...CHANGE,
    path: '/v1/api/forex/close',
    caller: 'user',
    doc: 'Closes an open position at the current quote. Answers the order.',
  },
  cancelTrade: {
    ...CHANGE,
    path: '/v1/api/forex/cancel_trade',
    caller: 'user',
    doc: 'Cancels a pending order. Answers the order.',
  },
  setStopPrice: {
    ...CHANGE,
    path: '/v1/api/forex/set_stop_price',
    caller: 'user',
    doc:
      'Sets stop-loss and take-profit of an open position or pending order; 0 turns one off, both are required. ' +
      'Answers the order.',
  },
  receipt: {
    ...READ,
    path: '/v1/api/forex/receipt',
    caller: 'user',
    doc: 'The journal events of an own order with the proof of their place; checks offline with `npm run verify`.',
  },
  resetForexDemoAccount: {
    ...CHANGE,
    path: '/v1/api/main/user/resetForexDemoAccount',
    caller: 'user',
    doc: 'Closes all positions of a demo account, cancels its pending orders and restores its demo money.',
  },
  getBalance: { ...READ, path: '/v1/api/main/wallet/getBalance', caller: 'user', doc: 'The balance.' },
  forexDetail: {
    ...READ,
    path: '/v1/api/main/account/forexDetail',
    caller: 'user',
    doc: 'The balance and its locked part.',
  },
  forexChange: {
    ...READ,
    path: '/v1/api/main/accountLog/forexChange',
    caller: 'user',
    doc: 'Every change of the balance, newest first.',
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS

export const CALL_NAMES = Object.keys(CALLS).filter((name): name is CallName => Object.hasOwn(CALLS, name))

/** Entries of each page of every list. */
export const PAGE_SIZE = 20
export const KLINE_LIMIT_DEFAULT = 500
export const KLINE_LIMIT_MAX = 1500
/** Points of an abbreviated chart. */
export const SPARKLINE_POINTS_MAX = 60

/** Headers beside the ordinary ones. */
export const HEADER_TOKEN = 'authorization'
export const HEADER_LANGUAGE = 'lang'
export const HEADER_IDEMPOTENCY = 'idempotency-key'
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255
/** `true` when a state-changing call was answered from its stored answer. */
export const HEADER_REPEATED = 'idempotent-replayed'
