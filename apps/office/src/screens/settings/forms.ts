/**
 * The form of each setting, instead of its stored JSON. The server validates; the form only helps with typing and
 * labels. A setting without a form or a title does not compile.
 */
import { DRAW_FEE_TYPE, DRAW_TYPE } from '@veritick/contract'
import { ALERT_KINDS, type AlertKind, ROLES, type SettingKey } from '@veritick/contract/office'
import { LANGUAGE_FACTS, OFFERED } from '@veritick/locales'
import { COMPANY_FORMS } from './companyForms.ts'
import type { Choice, Field, Form } from './formTypes.ts'

export type { Choice, Field, Form } from './formTypes.ts'

const one = (field: Field): Form => ({ kind: 'one', field })
const usd = (label: string): Form => one({ name: 'value', label: `${label}, USD`, kind: 'decimal' })
const hours = (label: string): Form => one({ name: 'value', label, kind: 'whole', unit: 'hours' })
const choice = (label: string, choices: readonly Choice[]): Form =>
  one({ name: 'value', label, kind: 'choice', choices })

const ENABLED: Field = { name: 'enabled', label: 'Offered to customers', kind: 'flag' }
const TRIAL: Field = {
  name: 'trial',
  label: 'Trial',
  kind: 'flag',
  help: 'Has no real address: it starts with TRIAL, and the app warns not to send money.',
}
/** Never filled in by default: an overlooked 1 beside BTC would pay a thousand BTC for 1,000 USD. */
const PRICE: Field = {
  name: 'usd_price',
  label: 'Price of one, USD',
  kind: 'decimal',
  help: 'The value of one unit: 1 for USD and for coins pegged to it, such as USDT or USDC.',
}

const ALERT_NAMES: Readonly<Record<AlertKind, string>> = {
  feed_silent: 'No prices arrive',
  protection_paid: 'Negative balance protection was paid',
  queue_old: 'A review queue waits longer than usual',
  disk_full: 'A disk is full or nearly full',
  commit_late: 'Commits are late',
  clock_stopped: 'The market clock has stopped',
  backup_old: 'No recent backup',
  journal_damaged: 'The journal is damaged',
  record_changed: 'A record of money was changed in the store',
  notice_lost: 'A notice to a customer could not be stored',
}

/** One choice for each code of the contract, in its order. */
function choicesOf<Name extends string>(
  codes: Readonly<Record<Name, number>>,
  names: Readonly<Record<Name, string>>,
): readonly Choice[] {
  const known = (name: string): name is Name => Object.hasOwn(codes, name)
  return Object.keys(codes)
    .filter(known)
    .map((name): Choice => [codes[name], names[name]])
}

export const FORMS: Readonly<Record<SettingKey, Form>> = {
  verify_reg_type: choice('Registration requires', [
    [1, 'Area code and phone'],
    [2, 'A captcha'],
    [3, 'A phone only'],
  ]),
  is_show_mobile: choice('Field for a mobile number', [
    [1, 'Shown'],
    [0, 'Not shown'],
  ]),
  default_language: choice(
    'Language of other browsers',
    OFFERED.map((language): Choice => [language, LANGUAGE_FACTS[language].name]),
  ),
  restricted_countries: { kind: 'words', label: 'Countries', help: 'Two capital letters each, such as KP.' },
  areas: {
    kind: 'rows',
    of: 'area',
    fields: [
      { name: 'code', label: 'Country', kind: 'line', max: 2, help: 'Two capital letters' },
      { name: 'global_code', label: 'Calling code', kind: 'line', max: 6, help: 'Digits, without +' },
    ],
    fresh: { code: '', global_code: '' },
  },
  identity_birth_date_required: choice('Birth date with the documents', [
    [1, 'Required'],
    [0, 'May be left out: the reviewer reads it from the document'],
  ]),
  identity_rejected_days: one({
    name: 'value',
    label: 'Erase rejected documents after',
    kind: 'whole',
    unit: 'days',
    help: 'Pictures, name, number and birth date, for good.',
  }),
  closed_account_kept_days: one({
    name: 'value',
    label: 'Erase the data of a closed account after',
    kind: 'whole',
    unit: 'days',
    help: 'Of customers who were verified or moved money. 1827 days are five years, as laws of the EU demand.',
  }),
  closed_unused_account_kept_days: one({
    name: 'value',
    label: 'Erase the data of an unused closed account after',
    kind: 'whole',
    unit: 'days',
    help: 'Of customers who were never verified and never moved money.',
  }),
  invite_off_countries: {
    kind: 'words',
    label: 'Countries without the programme',
    help: 'Two capital letters each, such as DE.',
  },
  invite_special_accounts: { kind: 'words', label: 'UIDs', help: 'They neither earn nor cause rewards.' },
  payee_hold_hours: hours('Waiting period of a new address or account'),
  setting_delay_hours: hours('Delay before weaker protection applies'),
  password_hold_hours: hours('Withdrawal hold after a change of password or e-mail address'),
  usual_hours_identity: hours('Usual time of an identity review'),
  usual_hours_deposit: hours('Usual time of a deposit check'),
  usual_hours_draw: hours('Usual time of a withdrawal'),
  deposit_min_usd: usd('Smallest deposit'),
  deposit_without_verification_max_usd: usd('Total deposits without verification'),
  deposit_two_person_limit_usd: usd('Two approvers above'),
  deposit_approver_limit_usd: usd('One approver alone credits less than'),
  deposit_price_max_hours: hours('Deposit prices may be this old'),
  charge_networks: {
    kind: 'rows',
    of: 'network',
    fields: [
      { name: 'currency_code', label: 'Currency', kind: 'line', max: 12, help: 'Such as USDT' },
      { name: 'protocol_code', label: 'Chain', kind: 'line', max: 200, help: 'Such as TRC20, ERC20, BTC' },
      {
        name: 'address',
        label: 'Address that customers pay to',
        kind: 'line',
        max: 200,
        help: 'Checked by the rules of its chain.',
      },
      PRICE,
      { name: 'remark', label: 'Note for customers', kind: 'line', max: 500, optional: true },
      ENABLED,
      TRIAL,
    ],
    fresh: {
      currency_code: '',
      protocol_code: '',
      address: '',
      usd_price: '',
      remark: '',
      enabled: true,
      trial: false,
    },
  },
  charge_symbols: {
    kind: 'rows',
    of: 'currency',
    fields: [{ name: 'name', label: 'Currency', kind: 'line', max: 12, help: 'Such as EUR' }, PRICE, ENABLED],
    fresh: { name: '', usd_price: '', enabled: true },
  },
  charge_banks: {
    kind: 'rows',
    of: 'bank',
    fields: [
      { name: 'bank_coin', label: 'Accepted currency', kind: 'entry', of: 'charge_symbols', called: 'name' },
      { name: 'bank_name', label: 'Bank', kind: 'line', max: 200 },
      { name: 'bank_address', label: 'Address of the bank', kind: 'line', max: 500, optional: true },
      { name: 'bank_swift', label: 'SWIFT', kind: 'line', max: 11, optional: true },
      { name: 'payee_name', label: 'Holder', kind: 'line', max: 200 },
      { name: 'payee_account', label: 'IBAN or account number', kind: 'line', max: 200 },
      { name: 'bank_remark', label: 'Note for customers', kind: 'line', max: 500, optional: true },
      ENABLED,
      TRIAL,
    ],
    fresh: {
      bank_coin: '',
      bank_name: '',
      bank_address: '',
      bank_swift: '',
      payee_name: '',
      payee_account: '',
      bank_remark: '',
      enabled: true,
      trial: false,
    },
  },
  card_provider: choice('Card provider', [
    ['none', 'None: cards are not offered'],
    ['sandbox', 'Our sandbox: charges no card and credits play money'],
  ]),
  draw_min_usd: usd('Smallest withdrawal'),
  draw_max_day_usd: usd('Total withdrawals of one customer in 24 hours'),
  draw_two_person_limit_usd: usd('Two approvers above'),
  draw_approver_limit_usd: usd('One approver alone approves less than'),
  draw_currencies: {
    kind: 'rows',
    of: 'currency',
    fields: [
      {
        name: 'type',
        label: 'Paid by',
        kind: 'choice',
        choices: choicesOf(DRAW_TYPE, { coin: 'Crypto', bank: 'Bank' }),
      },
      { name: 'code', label: 'Currency', kind: 'line', max: 12, help: 'Such as USDT or EUR' },
      {
        name: 'protocol',
        label: 'Chain',
        kind: 'line',
        max: 20,
        optional: true,
        help: 'For coins, such as TRC20; empty for a bank.',
      },
      {
        name: 'fee_type',
        label: 'Fee type',
        kind: 'choice',
        choices: choicesOf(DRAW_FEE_TYPE, { fixed: 'A fixed amount in USD', share: 'A share of the amount' }),
      },
      { name: 'draw_rate', label: 'Fee', kind: 'decimal', help: 'USD, or the share: 0.01 is 1 %.' },
      PRICE,
      ENABLED,
      TRIAL,
    ],
    fresh: {
      type: DRAW_TYPE.coin,
      code: '',
      protocol: '',
      draw_rate: '0',
      fee_type: DRAW_FEE_TYPE.fixed,
      usd_price: '',
      enabled: true,
      trial: false,
    },
  },
  draw_price_max_hours: hours('Withdrawal prices may be this old'),
  trade_fee_type: choice('Fee of an order', [
    [1, 'Lots times rate'],
    [2, 'Margin times rate'],
  ]),
  support_email: one({
    name: 'value',
    label: 'Address',
    kind: 'line',
    max: 254,
    optional: true,
    help: 'Empty: not shown.',
  }),
  service_link: one({
    name: 'value',
    label: 'Address, https',
    kind: 'line',
    max: 500,
    optional: true,
    help: 'Used only if “How the chat opens” copies or opens the link. Empty: the chat of the app.',
  }),
  service_link_type: choice('The support link is', [
    [1, 'Not used: the chat of the app'],
    [2, 'A link to copy'],
    [3, 'Opened outside'],
  ]),
  ...COMPANY_FORMS,
  support_hours: one({
    name: 'value',
    label: 'When staff answer',
    kind: 'line',
    max: 200,
    optional: true,
    help: 'With the time zone. Empty: the chat says nothing about it.',
  }),
  complaint_email: one({
    name: 'value',
    label: 'Address',
    kind: 'line',
    max: 254,
    optional: true,
    help: 'Empty: complaints are in the office only.',
  }),
  support_kept_days: one({ name: 'value', label: 'Messages and feedback are kept for', kind: 'whole', unit: 'days' }),
  alert_recipients: {
    kind: 'rows',
    of: 'alert',
    fields: [
      {
        name: 'kind',
        label: 'Alert',
        kind: 'choice',
        choices: ALERT_KINDS.map((kind): Choice => [kind, ALERT_NAMES[kind]]),
      },
      { name: 'role', label: 'Goes to', kind: 'choice', choices: ROLES.map((role): Choice => [role, role]) },
    ],
    fresh: { kind: '', role: '' },
  },
  alert_quiet_minutes: one({
    name: 'value',
    label: 'Time between two mails about the same alert',
    kind: 'whole',
    unit: 'minutes',
  }),
  alert_feed_silent_seconds: one({
    name: 'value',
    label: 'Time without a price of an instrument',
    kind: 'whole',
    unit: 'seconds',
  }),
  alert_commit_late_ms: one({ name: 'value', label: 'A commit is late after', kind: 'whole', unit: 'milliseconds' }),
}

type Kept = readonly { readonly key: SettingKey; readonly value: unknown }[]

/** The form of a setting with the entries of other settings as its choices. */
export function formOf(key: SettingKey, all: Kept): Form {
  const form = FORMS[key]
  if (form.kind !== 'rows') return form
  return { ...form, fields: form.fields.map((field) => (field.kind === 'entry' ? chosenFrom(field, all) : field)) }
}

function chosenFrom(field: Extract<Field, { kind: 'entry' }>, all: Kept): Field {
  const value = all.find(({ key }) => key === field.of)?.value
  const entries: readonly Readonly<Record<string, unknown>>[] = Array.isArray(value) ? value : []
  const choices = entries.map((entry): Choice => [Number(entry.id), String(entry[field.called])])
  const { name, label } = field
  return choices.length > 0
    ? { name, label, kind: 'choice', choices }
    : { name, label, kind: 'choice', choices, help: `None yet: add one in “${TITLES[field.of]}” first.` }
}

export const isFormed = (key: string): key is SettingKey => Object.hasOwn(FORMS, key)

/** The title of each setting, grouped in the order in which an office is set up. */
export const TITLES: Readonly<Record<SettingKey, string>> = {
  verify_reg_type: 'Registration method',
  is_show_mobile: 'Mobile number at registration',
  default_language: 'Language of a first visit',
  restricted_countries: 'Restricted countries',
  areas: 'Calling codes',
  identity_birth_date_required: 'Birth date of an identity',
  identity_rejected_days: 'Erasure of rejected documents',
  closed_account_kept_days: 'Erasure of closed accounts',
  closed_unused_account_kept_days: 'Erasure of unused closed accounts',
  invite_off_countries: 'Countries without invite rewards',
  invite_special_accounts: 'Accounts without invite rewards',
  payee_hold_hours: 'Hold for new payees',
  setting_delay_hours: 'Delay of weaker protection',
  password_hold_hours: 'Hold after a change of password or e-mail',
  usual_hours_identity: 'Usual time: identity',
  usual_hours_deposit: 'Usual time: deposit',
  usual_hours_draw: 'Usual time: withdrawal',
  deposit_min_usd: 'Smallest deposit',
  deposit_without_verification_max_usd: 'Deposits without verification',
  deposit_two_person_limit_usd: 'Two-approver limit for deposits',
  deposit_approver_limit_usd: 'Daily limit of one approver for deposits',
  deposit_price_max_hours: 'Age limit of deposit prices',
  charge_networks: 'Deposit networks',
  charge_symbols: 'Wire currencies',
  charge_banks: 'Deposit banks',
  card_provider: 'Card provider',
  draw_min_usd: 'Smallest withdrawal',
  draw_max_day_usd: 'Daily withdrawal limit',
  draw_two_person_limit_usd: 'Two-approver limit for withdrawals',
  draw_approver_limit_usd: 'Daily limit of one approver for withdrawals',
  draw_currencies: 'Withdrawal currencies',
  draw_price_max_hours: 'Age limit of withdrawal prices',
  trade_fee_type: 'Order fee type',
  support_email: 'Support address',
  service_link: 'Support chat',
  service_link_type: 'How the chat opens',
  operator: 'Operator and main site',
  companies: 'Companies',
  company_documents: 'Documents',
  company_claims: 'Claims',
  desktop_host: 'Host for desktop browsers',
  terms_changed_on: 'Day of the terms of use',
  support_hours: 'Support hours',
  complaint_email: 'Complaint address',
  support_kept_days: 'Deletion of messages',
  alert_recipients: 'Alert recipients',
  alert_quiet_minutes: 'Quiet interval of alerts',
  alert_feed_silent_seconds: 'Alert: no prices arrive',
  alert_commit_late_ms: 'Alert: late commits',
}
