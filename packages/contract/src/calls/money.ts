/** Calls about deposits and withdrawals, for real accounts only. */
import { type Call, CHANGE, POST, READ } from './call.ts'

const LOOK = { ...READ, caller: 'real' } as const
const REPORT = { ...CHANGE, caller: 'real' } as const
const ORDER = { ...POST, caller: 'real' } as const

export const MONEY_CALLS = {
  chargeInfo: {
    ...LOOK,
    path: '/api/quickCharge/info',
    doc: 'Networks for crypto deposits, each with its address.',
  },
  chargeSymbols: { ...LOOK, path: '/api/quickCharge/symbols', doc: 'Currencies for bank transfers.' },
  chargeWireInfo: { ...LOOK, path: '/api/quickCharge/wire_info', doc: 'Bank accounts for a currency.' },
  chargeTerms: {
    ...LOOK,
    path: '/api/quickCharge/terms',
    doc:
      'Current terms of a deposit: minimum, rest of the limit without verification, whether the e-mail is ' +
      'confirmed, usual time.',
  },
  chargeList: {
    ...LOOK,
    path: '/api/quickCharge/quick_ist',
    doc: 'Deposits of the caller with their states, newest first.',
  },
  chargeSubmit: {
    ...REPORT,
    path: '/api/quickCharge/submit',
    doc: 'Submits a crypto deposit that was sent, with a picture as proof. It is credited after a review.',
  },
  chargeWireSubmit: {
    ...REPORT,
    path: '/api/quickCharge/wire_submit',
    doc: 'Submits a bank transfer that was sent, with a picture as proof. It is credited after a review.',
  },
  chargeCard: {
    ...ORDER,
    path: '/api/quickCharge/card',
    doc:
      'Starts a payment by bank card and answers the URL of the page of the provider. No card number reaches ' +
      'this server.',
  },
  drawSymbols: {
    ...LOOK,
    path: '/api/account/draw_symbol_list',
    doc: 'Currencies for withdrawals, with fee and price in USD.',
  },
  drawTerms: {
    ...LOOK,
    path: '/api/account/draw_terms',
    doc: 'Current terms of a withdrawal: identity, minimum, rest of the daily limit, a hold and its end, usual time.',
  },
  draw: {
    ...ORDER,
    path: '/api/account/draw',
    doc: 'Requests a withdrawal to a saved address or account; the amount is locked until it is paid or released.',
  },
  drawCancel: {
    ...ORDER,
    path: '/api/account/draw_cancel',
    doc:
      'Cancels a waiting withdrawal; the amount becomes available again. Asks for the second factor like ' +
      'session_end.',
  },
  drawList: {
    ...LOOK,
    path: '/api/account/draw_list',
    doc: 'Withdrawals of the caller with each step and its time, newest first.',
  },
  drawMethods: {
    ...LOOK,
    path: '/api/wallet/get_draw_method',
    doc: 'Saved addresses and bank accounts of the caller.',
  },
  bindDrawMethod: {
    ...ORDER,
    path: '/api/wallet/bind_draw_method',
    doc:
      'Saves an address or bank account with a code that was mailed for it. It can be used after the waiting ' +
      'period.',
  },
  deleteDrawMethod: {
    ...ORDER,
    path: '/api/wallet/del_draw_method',
    doc: 'Deletes a saved address or bank account. Asks for the second factor like session_end.',
  },
} as const satisfies Record<string, Call>
