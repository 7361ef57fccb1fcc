/**
 * The rows of matrix.test.ts: the records of Ana, and for each call what Ben sends of them and what he is answered. A
 * call whose record names a record has its rows from that; any other call without a row does not compile.
 */

import type { CallName, Reason } from '@veritick/contract'
import { CALLS, type Call, type NamedRecord } from '@veritick/contract/calls'
import { type AccountId, must, type UserId } from '@veritick/domain'
import { LEGAL_VERSION } from '@veritick/locales/legal'
import { PASSWORD } from '@veritick/testing/people'

export const ANA = 'ana.private@example.com'
export const TRON_OF_ANA = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const CARD_USD = '50'

export type Second = Pick<Hers, 'holding' | 'pending' | 'ended' | 'withdrawal' | 'notice'> & {
  readonly account: AccountId
}

/** The records of Ana: every id, link and code that another customer could send. */
export type Hers = {
  readonly user: UserId
  /** The default one first. */
  readonly accounts: readonly AccountId[]
  /** The records on her second real account. */
  readonly second: Second
  readonly holding: number
  readonly pending: number
  readonly ended: number
  readonly withdrawal: number
  readonly payee: number
  readonly session: string
  readonly notice: number
  readonly priceAlert: number
  readonly picture: string
  /** Of a card payment that she has begun, and the key she began it with. */
  readonly card: string
  readonly cardKey: string
  readonly code: string
  readonly appCode: string
  readonly recoveryCode: string
  readonly passkeyId: string
  /** The answer of her authenticator at her sign-in: used up. */
  readonly passkey: string
}

/**
 * The request of Ben, made of the records of Ana, and the reason that he gets. `good`: the answer is about his own
 * records; the test looks for Ana's in it.
 */
export type Row = {
  readonly sends: (hers: Hers) => Readonly<Record<string, unknown>>
  readonly told: Reason | 'good'
  /** The parameter that a refusal names. */
  readonly field?: string
  /** The idempotency key that he sends. */
  readonly key?: (hers: Hers) => string
  readonly unverified?: true
}

const nothing = { sends: () => ({}), told: 'good' } as const
const his = (params: Readonly<Record<string, unknown>>): Row => ({ sends: () => params, told: 'good' })
const refused = ([told, field]: readonly [Reason, field?: string], sends: Row['sends']): Row => ({
  sends,
  told,
  ...(field !== undefined && { field }),
})
export const passwords = {
  password: 'not her password',
  new_password: 'another harbour at six',
  secondary_password: 'another harbour at six',
}

/** Calls whose request names a record: their rows are made from that, one for each record of hers. */
type NamingCall = {
  [Name in CallName]: (typeof CALLS)[Name] extends { readonly names: object } ? Name : never
}[CallName]

/** The reason of a request that names a record of another customer: that of a record that does not exist. */
const UNKNOWN: { readonly [Kind in NamedRecord]: Reason } = {
  order: 'order_unknown',
  withdrawal: 'draw_unknown',
  payee: 'payee_unknown',
  session: 'session_unknown',
  notice: 'notice_unknown',
  price_alert: 'price_alert_unknown',
  passkey: 'passkey_unknown',
  picture: 'picture_unknown',
}

/** The fields of `Hers`, by the kind of record. */
const RECORDS: { readonly [Kind in NamedRecord]: readonly (keyof Hers)[] } = {
  order: ['holding', 'pending', 'ended'],
  withdrawal: ['withdrawal'],
  payee: ['payee'],
  session: ['session'],
  notice: ['notice'],
  price_alert: ['priceAlert'],
  passkey: ['passkeyId'],
  picture: ['picture'],
}

/** The further parameters of such a request. */
const BESIDE: { readonly [Name in NamingCall]?: (hers: Hers) => Readonly<Record<string, unknown>> } = {
  noticeRead: ({ notice }) => ({ until: notice }),
  priceAlertChange: () => ({ side: 'above', price: '1.2', repeat: true }),
  closePart: () => ({ cont: '0.01' }),
  setStopPrice: () => ({ stop_loss_price: '1', target_profit_price: '0' }),
  amendTrade: () => ({ target_price: '1', stop_loss_price: '0', target_profit_price: '0' }),
  chargeSubmit: () => ({ charge_id: 1, number: '50' }),
  chargeWireSubmit: () => ({ wire_id: 1, number: '50' }),
  draw: () => ({ draw_currency_id: 1, number: '50' }),
  ...{ feedbackOwn: () => ({ kind: 'fault', text: 'x' }), supportSend: () => ({ text: 'x' }) },
  identitySubmit: ({ picture: link }) => ({ name: 'Carl', card_id: 'C1234567', reverse_pic: link }),
}

export function rowsOf(name: CallName): readonly Row[] {
  const { names }: Call = CALLS[name]
  const written = Object.entries(ROWS).find(([each]) => each === name)?.[1]
  if (names === undefined) return [must(written, `a row for ${name}`)]
  const { record, as } = names
  const beside = Object.entries(BESIDE).find(([each]) => each === name)?.[1]
  return RECORDS[record].map((key) => ({
    ...refused([UNKNOWN[record], as], (hers) => ({ ...beside?.(hers), [as]: hers[key] })),
    ...(name === 'identitySubmit' ? { unverified: true } : {}),
  }))
}

export const ROWS: { readonly [Name in Exclude<CallName, NamingCall>]: Row } = {
  // About no customer: the same answer for all.
  captcha: nothing,
  acceptTerms: his({ version: LEGAL_VERSION }),
  areaList: nothing,
  setting: his({ key: 'is_show_mobile' }),
  getBasicInfo: nothing,
  getCompany: nothing,
  getCompanyStatus: nothing,
  companySearch: nothing,
  tradeList: nothing,
  getCategories: nothing,
  searchCurrency: his({ keyword: 'EUR' }),
  newsList: nothing,
  newsInfo: refused(['news_unknown', 'id'], () => ({ id: 1 })),
  kline: his({ forex_id: 1, period: '1min' }),
  abbreviatedCacheKline: his({ forex_id: 1 }),
  createAccountDemoForU: nothing,
  followList: his({ kind: 'real' }),
  // In her name.
  sendEmail: his({ to: ANA, type: 2 }),
  sendSms: his({ to: '+85291234567', type: 2 }),
  register: refused(['captcha_wrong', 'sms_code'], () => ({
    account: ANA,
    password: PASSWORD,
    re_password: PASSWORD,
    key: 'x',
    sms_code: 'x',
    country: 'HK',
    adult: true,
    terms: true,
  })),
  loginForU: refused(['login_wrong'], () => ({ account: ANA, password: passwords.password })),
  forgetPassword: refused(['code_wrong', 'auth_code'], ({ code }) => ({ account: ANA, ...passwords, auth_code: code })),
  // His own session, with her codes.
  userInfo: nothing,
  logout: nothing,
  sendCode: his({ purpose: 'payee', dc_address: TRON_OF_ANA }),
  amendPassword: refused(['code_wrong', 'auth_code'], ({ code }) => ({
    new_password: passwords.new_password,
    auth_code: code,
  })),
  confirmEmail: refused(['email_confirmed'], ({ code }) => ({ auth_code: code, email: ANA })),
  prove: refused(['code_wrong', 'auth_code'], ({ code }) => ({ auth_code: code })),
  noticeList: nothing,
  pushState: nothing,
  pushSubscribe: refused(['push_endpoint_refused', 'endpoint'], () => ({
    endpoint: 'https://push.example.com/of-ana',
    p256dh: 'B'.padEnd(87, 'A'),
    auth: 'A'.repeat(22),
    topics: 'orders',
    details: false,
  })),
  pushUnsubscribe: nothing,
  priceAlertList: nothing,
  priceAlertAdd: his({ forex_id: 1, side: 'below', price: '1.01', repeat: false, note: 'his own' }),
  followOwn: nothing,
  inviteInfo: nothing,
  inviteList: nothing,
  followListed: his({ listed: false }),
  favouriteList: nothing,
  favouriteSet: his({ codes: 'EURUSD' }),
  sessionList: nothing,
  twoFactorBegin: refused(['code_wrong', 'auth_code'], ({ code }) => ({ auth_code: code })),
  twoFactorConfirm: refused(['two_factor_off'], ({ appCode }) => ({ totp_code: appCode })),
  twoFactorOff: refused(['two_factor_off'], ({ recoveryCode }) => ({ totp_code: recoveryCode })),
  closingState: nothing,
  closeAccount: refused(['closing_balance_left'], () => ({})),
  recoveryCodes: refused(['two_factor_off'], ({ recoveryCode }) => ({ totp_code: recoveryCode })),
  passkeyOptions: his({ purpose: 'sign_in' }),
  passkeySignIn: refused(['passkey_expired', 'passkey'], ({ passkey }) => ({ passkey })),
  passkeyProofOptions: refused(['passkey_unknown'], () => ({})),
  passkeyBegin: refused(['code_wrong', 'auth_code'], ({ code }) => ({ auth_code: code })),
  passkeyAdd: refused(['passkey_wrong', 'passkey'], ({ passkey }) => ({ passkey, name: 'hers' })),
  passkeyList: nothing,
  identityCenter: nothing,
  ...{ getEmail: nothing, supportState: nothing, supportTyping: nothing, supportMessages: his({ before: 100 }) },
  ...{ complaintEmail: his({ text: 'too slow' }), feedbackSend: his({ kind: 'other', text: 'a line of his' }) },
  supportSeen: his({ seq: 1, read: 'yes' }),
  // Orders.
  submit: his({ forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 }),
  received: his({ key: 'of-ana' }),
  myDeal: his({ status: 1 }),
  resetForexDemoAccount: refused(['demo_account_only'], () => ({})),
  getBalance: nothing,
  forexDetail: nothing,
  forexChange: nothing,
  // Money in and out.
  chargeInfo: nothing,
  chargeSymbols: nothing,
  chargeWireInfo: his({ bank_coin: 1 }),
  chargeTerms: nothing,
  chargeList: nothing,
  // There is nothing to name but a sum: what he sends of hers is the key of the same payment, which would answer with
  // hers.
  chargeCard: { ...his({ number: CARD_USD }), key: ({ cardKey }) => cardKey },
  drawSymbols: nothing,
  drawTerms: nothing,
  drawList: nothing,
  drawMethods: his({ draw_id: 1 }),
  bindDrawMethod: refused(['code_wrong', 'auth_code'], ({ code }) => ({
    type: 1,
    draw_id: 1,
    dc_address: TRON_OF_ANA,
    auth_code: code,
  })),
}
