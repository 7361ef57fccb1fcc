/** Calls about deposits and withdrawals, for real accounts only. */
import { z } from 'zod'
import { REVIEW_STATUS } from '../identity.ts'
import { CHARGE_STATUS, CHARGE_TYPE, DRAW_FEE_TYPE, DRAW_STATUS, DRAW_TYPE, STATEMENT } from '../money.ts'
import { choice, decimal, lineIfGiven, text, whole, word, wordsIfGiven } from '../schemas/fields.ts'
import { proof } from '../schemas/proof.ts'
import { count, decimalText, ID_MAX, id, isoMoment, money } from '../schemas/values.ts'
import { type Call, CHANGE, POST, READ } from './call.ts'

const none = z.object({})
const PAGE_MAX = 1_000_000
const page = whole({ min: 1, max: PAGE_MAX, description: 'Page, from 1' }).optional()
const record = (description: string) => whole({ min: 1, max: ID_MAX, description })
const picture = wordsIfGiven({ max: 1000, description: 'URL that image_upload answered' })
const line = (description: string) => lineIfGiven({ max: 200, description })
const drawType = choice([DRAW_TYPE.coin, DRAW_TYPE.bank], '1 crypto, 2 bank')
const day = (description: string) => text({ max: 10, pattern: /^\d{4}-\d{2}-\d{2}$/, description })

/** The query of a statement. */
export const STATEMENT_REQUEST = z.object({
  from: day('First day, UTC'),
  to: day('Last day, UTC'),
  format: word(STATEMENT.formats, 'csv or pdf'),
})

const pricedAt = isoMoment.nullable().meta({ description: 'When the operator set it; null: never' })
const network = z.object({
  id,
  currency_code: z.string(),
  protocol_code: z.string(),
  address: z.string(),
  usd_price: decimalText,
  usd_price_at: pricedAt,
  remark: z.string(),
  trial: z.boolean().meta({ description: 'Trial entry: no money must be sent' }),
})
const symbol = z.object({ id, name: z.string(), usd_price: decimalText, usd_price_at: pricedAt })
const bankAccount = z.object({
  id,
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string(),
  bank_remark: z.string(),
  usd_price: decimalText,
  reference: z.string().meta({ description: 'Reference for the text of the next transfer; each report uses one' }),
  trial: z.boolean(),
})
const usual = count.meta({
  description: 'Usual minutes: the median of the last ones, or the setting of the operator',
})
const chargeTerms = z.object({
  minimum: money,
  email_confirmed: z.boolean(),
  identity_status: z.literal(Object.values(REVIEW_STATUS)),
  left_without_verification: money.nullable().meta({ description: 'null: verified, no such limit' }),
  ways: z.array(z.literal(Object.values(CHARGE_TYPE))).meta({ description: 'Open payment methods; empty: none' }),
  card: z.object({ offered: z.boolean(), trial: z.boolean() }),
  usual_minutes: usual,
})
const step = z.object({ step: z.string(), at: isoMoment, note: z.string() })
const needsCheck = z
  .boolean()
  .meta({ description: 'The record was found changed: it takes no decision, and its amounts do not count' })
export const chargeRecord = z.object({
  id,
  type: z.literal(Object.values(CHARGE_TYPE)),
  number: decimalText.meta({ description: 'As typed, in currency_code' }),
  currency_code: z.string(),
  protocol_code: z.string(),
  usd_price: decimalText.meta({ description: 'Price of one in USD when it was reported' }),
  usd: money.meta({ description: 'Value in USD when it was reported' }),
  reference: z.string().meta({ description: 'Reference in the text of a bank transfer; otherwise empty' }),
  credited: money.nullable().meta({ description: 'Credited amount' }),
  status: z.literal(Object.values(CHARGE_STATUS)),
  status_name: z.string(),
  remark: z.string(),
  paid_to: z.string().meta({ description: 'Deposit address or account; empty for a card' }),
  tx_hash: z.string().meta({ description: 'As reported; empty: none was' }),
  pay_url: z
    .string()
    .meta({ description: 'URL of the page of the provider while the payment is open; otherwise empty' }),
  expires_at: isoMoment.nullable().meta({ description: 'Expiry of an open card payment' }),
  needs_check: needsCheck,
  created_at: isoMoment,
  timeline: z.array(step),
})
const drawCurrency = z.object({
  id,
  type: z.literal(Object.values(DRAW_TYPE)),
  code: z.string(),
  protocol: z.string(),
  draw_rate: decimalText.meta({ description: 'USD for fee_type 1, otherwise a share of the amount' }),
  fee_type: z.literal(Object.values(DRAW_FEE_TYPE)),
  usd_price: decimalText,
  price_old: z.boolean().meta({ description: 'The price is too old: a withdrawal is refused until it is set again' }),
  trial: z.boolean().meta({ description: 'Trial entry: a withdrawal is decided as usual, and no money is sent' }),
})
const drawTerms = z.object({
  identity_status: z.literal(Object.values(REVIEW_STATUS)),
  minimum: money,
  left_today: money,
  held_until: isoMoment.nullable().meta({ description: 'After a password change' }),
  payee_hold_hours: count,
  usual_minutes: usual,
})
export const drawRecord = z.object({
  id,
  type: z.literal(Object.values(DRAW_TYPE)),
  number: money.meta({ description: 'USD, locked' }),
  fee: money,
  real_number: decimalText.meta({ description: 'Payout, in the currency' }),
  draw_currency: z.object({ code: z.string(), protocol: z.string() }),
  status: z.literal(Object.values(DRAW_STATUS)),
  status_name: z.string(),
  created_at: isoMoment,
  address: z.string(),
  payee_account: z.string(),
  payee_name: z.string(),
  notes: z.string().meta({ description: 'Reason of the rejection, or the payment reference' }),
  memo: z.string(),
  can_cancel: z.boolean(),
  needs_check: needsCheck,
  usual_minutes: usual,
  timeline: z.array(step),
})
export const drawMethod = z.object({
  id,
  type: z.literal(Object.values(DRAW_TYPE)),
  draw_currency: z.object({ id, code: z.string(), protocol: z.string() }),
  dc_address: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string(),
  created_at: isoMoment,
  usable_at: isoMoment,
  usable: z.boolean(),
})

const READS = { ...READ, caller: 'real' } as const
const REPORT = { ...CHANGE, caller: 'real' } as const
const ORDER = { ...POST, caller: 'real' } as const

export const MONEY_CALLS = {
  chargeInfo: {
    ...READS,
    path: '/api/quickCharge/info',
    doc: 'Networks for crypto deposits, each with its address.',
    request: none,
    answer: z.array(network),
  },
  chargeSymbols: {
    ...READS,
    path: '/api/quickCharge/symbols',
    doc: 'Currencies for bank transfers.',
    request: none,
    answer: z.array(symbol),
  },
  chargeWireInfo: {
    ...READS,
    path: '/api/quickCharge/wire_info',
    doc: 'Bank accounts for a currency.',
    request: z.object({ bank_coin: record('Id of the currency') }),
    answer: z.array(bankAccount),
  },
  chargeTerms: {
    ...READS,
    path: '/api/quickCharge/terms',
    doc:
      'Current terms of a deposit: minimum, rest of the limit without verification, whether the e-mail is ' +
      'confirmed, usual time.',
    request: none,
    answer: chargeTerms,
  },
  chargeList: {
    ...READS,
    path: '/api/quickCharge/quick_ist',
    doc: 'Deposits of the caller with their states, newest first.',
    request: z.object({
      type: choice(Object.values(CHARGE_TYPE), '0 coin, 1 bank, 2 card; left out: all').optional(),
      page,
    }),
    answer: z.object({ data: z.array(chargeRecord), total: count }),
  },
  chargeSubmit: {
    ...REPORT,
    movesMoney: true,
    opens: true,
    names: { record: 'picture', as: 'proofImg' },
    path: '/api/quickCharge/submit',
    doc: 'Submits a crypto deposit that was sent, with a picture as proof. It is credited after a review.',
    request: z.object({
      number: decimal('How many coins were sent'),
      proofImg: picture,
      charge_id: record('Id of the network'),
      address: line('The address that was paid to'),
      tx_hash: line('Hash of the transaction; the same one counts once'),
    }),
    answer: chargeRecord,
  },
  chargeWireSubmit: {
    ...REPORT,
    movesMoney: true,
    opens: true,
    names: { record: 'picture', as: 'proofImg' },
    path: '/api/quickCharge/wire_submit',
    doc: 'Submits a bank transfer that was sent, with a picture as proof. It is credited after a review.',
    request: z.object({
      number: decimal("Amount that was wired, in the account's currency"),
      proofImg: picture,
      wire_id: record('Id of the bank account'),
    }),
    answer: chargeRecord,
  },
  chargeCard: {
    ...ORDER,
    movesMoney: true,
    opens: true,
    path: '/api/quickCharge/card',
    doc:
      'Starts a payment by bank card and answers the URL of the page of the provider. No card number reaches ' +
      'this server.',
    request: z.object({ number: decimal('USD') }),
    answer: z.object({ id, url: z.string() }),
  },
  drawSymbols: {
    ...READS,
    path: '/api/account/draw_symbol_list',
    doc: 'Currencies for withdrawals, with fee and price in USD.',
    request: z.object({ type: drawType.optional() }),
    answer: z.array(drawCurrency),
  },
  drawTerms: {
    ...READS,
    path: '/api/account/draw_terms',
    doc: 'Current terms of a withdrawal: identity, minimum, rest of the daily limit, a hold and its end, usual time.',
    request: none,
    answer: drawTerms,
  },
  draw: {
    ...ORDER,
    movesMoney: true,
    opens: true,
    names: { record: 'payee', as: 'draw_method_id' },
    path: '/api/account/draw',
    doc: 'Requests a withdrawal to a saved address or account; the amount is locked until it is paid or released.',
    request: z.object({
      draw_currency_id: record('Id of the currency'),
      number: decimal('USD'),
      draw_method_id: record('Id of the bound method'),
      memo: line('A note of your own'),
      ...proof,
    }),
    answer: drawRecord,
  },
  drawCancel: {
    ...ORDER,
    movesMoney: true,
    protects: true,
    names: { record: 'withdrawal', as: 'id' },
    path: '/api/account/draw_cancel',
    doc:
      'Cancels a waiting withdrawal; the amount becomes available again. Asks for the second factor like ' +
      'session_end.',
    request: z.object({ id: record('Id of the withdrawal'), ...proof }),
    answer: drawRecord,
  },
  drawList: {
    ...READS,
    path: '/api/account/draw_list',
    doc: 'Withdrawals of the caller with each step and its time, newest first.',
    request: z.object({ type: drawType.optional(), page }),
    answer: z.object({ data: z.array(drawRecord), total: count }),
  },
  drawMethods: {
    ...READS,
    path: '/api/wallet/get_draw_method',
    doc: 'Saved addresses and bank accounts of the caller.',
    request: z.object({ draw_type: drawType.optional(), draw_id: record('Id of the currency').optional() }),
    answer: z.array(drawMethod),
  },
  bindDrawMethod: {
    ...ORDER,
    movesMoney: true,
    path: '/api/wallet/bind_draw_method',
    doc:
      'Saves an address or bank account with a code that was mailed for it. It can be used after the waiting ' +
      'period.',
    request: z.object({
      type: drawType,
      draw_id: record('Id of the currency'),
      dc_address: line('Address, for coins'),
      bank_name: line('For a bank'),
      bank_address: line('For a bank; may be left out'),
      bank_swift: line('For a bank'),
      payee_name: line('For a bank'),
      payee_account: line('IBAN or account number, for a bank'),
      ...proof,
    }),
    answer: drawMethod,
  },
  deleteDrawMethod: {
    ...ORDER,
    movesMoney: true,
    protects: true,
    names: { record: 'payee', as: 'id' },
    path: '/api/wallet/del_draw_method',
    doc: 'Deletes a saved address or bank account. Asks for the second factor like session_end.',
    request: z.object({ id: record('Id of the method'), ...proof }),
    answer: z.null(),
  },
} as const satisfies Record<string, Call>
