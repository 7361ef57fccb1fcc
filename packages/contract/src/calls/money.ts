/** Calls about deposits and withdrawals, for real accounts only. */
import { type Call, CHANGE, POST, READ } from './call.ts'

const LOOK = { ...READ, caller: 'real' } as const
const REPORT = { ...CHANGE, caller: 'real' } as const
const ORDER = { ...POST, caller: 'real' } as const

export const MONEY_CALLS = {
  chargeInfo: {
    ...LOOK,
    path: '/api/quickCharge/info',
    doc: 'Networks that coins can be paid in on, each with its address.',
  },
  chargeSymbols: { ...LOOK, path: '/api/quickCharge/symbols', doc: 'Currencies that can be wired in.' },
  chargeWireInfo: { ...LOOK, path: '/api/quickCharge/wire_info', doc: 'Bank accounts that take a currency.' },
  chargeTerms: {
    ...LOOK,
    path: '/api/quickCharge/terms',
    doc:
      'What a deposit needs now: the smallest amount, what may still come in without verification, whether the ' +
      'e-mail is confirmed, the usual time.',
  },
  chargeList: { ...LOOK, path: '/api/quickCharge/quick_ist', doc: 'Own deposits with their states, newest first.' },
  chargeSubmit: {
    ...REPORT,
    path: '/api/quickCharge/submit',
    doc: 'Reports coins that were sent, with a picture as proof. Credited when the office has seen them.',
  },
  chargeWireSubmit: {
    ...REPORT,
    path: '/api/quickCharge/wire_submit',
    doc: 'Reports a wire that was sent, with a picture as proof. Credited when the office has seen it.',
  },
  chargeCard: {
    ...ORDER,
    path: '/api/quickCharge/card',
    doc:
      "Begins a payment by bank card: answers the address of the provider's page. No card number ever reaches this " +
      'server.',
  },
  drawSymbols: {
    ...LOOK,
    path: '/api/account/draw_symbol_list',
    doc: 'What can be withdrawn, with fee and price in USD.',
  },
  drawTerms: {
    ...LOOK,
    path: '/api/account/draw_terms',
    doc:
      'What a withdrawal needs now: identity, smallest amount, what is left today, a hold and its end, the usual ' +
      'time.',
  },
  draw: {
    ...ORDER,
    path: '/api/account/draw',
    doc: 'Asks for a withdrawal to a bound address or account; the amount is locked until it is paid or released.',
  },
  drawCancel: {
    ...ORDER,
    path: '/api/account/draw_cancel',
    doc:
      'Takes back a withdrawal that still waits; the amount is free again. Asks for the second factor as ' +
      'session_end does.',
  },
  drawList: {
    ...LOOK,
    path: '/api/account/draw_list',
    doc: 'Own withdrawals with each step and its time, newest first.',
  },
  drawMethods: { ...LOOK, path: '/api/wallet/get_draw_method', doc: 'Own bound addresses and bank accounts.' },
  bindDrawMethod: {
    ...ORDER,
    path: '/api/wallet/bind_draw_method',
    doc: 'Binds an address or bank account, with a code that was mailed for it. It can be used after the waiting time.',
  },
  deleteDrawMethod: {
    ...ORDER,
    path: '/api/wallet/del_draw_method',
    doc: 'Removes a bound address or bank account. Asks for the second factor as session_end does.',
  },
} as const satisfies Record<string, Call>
