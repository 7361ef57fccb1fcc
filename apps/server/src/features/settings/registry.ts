/**
 * Every setting that the operator may change while the platform runs: its meaning, its schema, its first value. No
 * setting can change a market price, a fill or the trading result of one customer. The code contains no address or
 * account to pay to: until the operator enters one there is no payment channel, and the app shows that.
 */

import { moneyOf, OPERATOR_NOT_STATED } from '@veritick/contract'
import { ALERT_KINDS, ROLES, type SettingKey } from '@veritick/contract/office'
import { type Micros, MONEY_MAX } from '@veritick/domain'
import { LANGUAGE_OF_OTHER_BROWSERS, OFFERED } from '@veritick/locales'
import { z } from 'zod'
import { FIRST_ALERT_RECIPIENTS } from './alert-recipients.ts'
import { AREAS, INVITE_OFF_COUNTRIES } from './areas.ts'
import { banks, chargeNetworks, chargeSymbols, drawCurrencies } from './channels.ts'
import { claims, companies, desktopHost, documents, operator } from './companies.ts'

type Entry<Schema extends z.ZodType> = {
  /** Reads the JSON that is kept; its output is what the code works with. */
  readonly schema: Schema
  /** Until it is changed for the first time. */
  readonly fallback: z.input<Schema>
  /** Visitors may read it (`GET /api/default/setting?key=`). */
  readonly isPublic: boolean
  readonly doc: string
}

function entry<Schema extends z.ZodType>(given: Entry<Schema>): Entry<Schema> {
  return given
}

const usd = z.string().transform((text, context): Micros => {
  const amount = moneyOf(text)
  if (amount !== undefined && amount >= 0 && amount <= MONEY_MAX) return amount
  context.addIssue({ code: 'custom', message: 'write an amount in USD such as "1000.00"' })
  return z.NEVER
})
/** A limit of the decisions of staff, which customers do not read. */
const staffUsd = (fallback: string) => ({ schema: usd, fallback, isPublic: false })
const hours = z.int().min(0).max(720)
const country = z.string().regex(/^[A-Z]{2}$/, 'two capital letters (ISO 3166)')
/** Every visitor reads the address, so it must not contain a name or password. */
const hasNoCredentials = (address: string) =>
  URL.canParse(address) && new URL(address).username === '' && new URL(address).password === ''
const unique = <Item>(items: readonly Item[], key: (item: Item) => unknown) =>
  new Set(items.map(key)).size === items.length

export const SETTINGS = {
  // --- Registration ---
  verify_reg_type: entry({
    schema: z.literal([1, 2, 3]),
    fallback: 2,
    isPublic: true,
    doc: 'Fields of the registration: area code and phone, a captcha, or a phone only.',
  }),
  is_show_mobile: entry({
    schema: z.literal([0, 1]),
    fallback: 1,
    isPublic: true,
    doc: 'Whether registration offers a field for a mobile number.',
  }),
  default_language: entry({
    schema: z.literal(OFFERED),
    fallback: LANGUAGE_OF_OTHER_BROWSERS,
    isPublic: true,
    doc: 'Language of a first visit by a browser that asks for none of the offered languages.',
  }),
  restricted_countries: entry({
    schema: z.array(country).max(300),
    fallback: ['KP', 'IL', 'CN', 'VU', 'CU'],
    isPublic: true,
    doc: 'Residents of these countries can neither register nor be verified.',
  }),
  areas: entry({
    schema: z
      .array(z.object({ id: z.int().min(1), code: country, global_code: z.string().regex(/^[1-9]\d{0,5}$/) }))
      .min(1)
      .max(400)
      .refine((items) => unique(items, (item) => item.id), 'an id stands twice'),
    fallback: [...AREAS],
    isPublic: true,
    doc: 'Calling codes to pick from.',
  }),
  // --- Identity ---
  identity_birth_date_required: entry({
    schema: z.literal([0, 1]),
    fallback: 0,
    isPublic: true,
    doc: 'Whether a birth date must be handed in with the documents, or the reviewer may read it from them.',
  }),
  identity_rejected_days: entry({
    schema: z.int().min(0).max(3650),
    fallback: 90,
    isPublic: true,
    doc: 'Days after which pictures, name, number and birth date of rejected documents are erased.',
  }),
  // --- Closed accounts ---
  closed_account_kept_days: entry({
    schema: z.int().min(365).max(7305),
    fallback: 1827,
    isPublic: true,
    doc:
      'Days after which the personal data of a closed account are erased: of a customer who was verified or moved ' +
      'money. 1827 days are five years, which the laws of the EU against money laundering demand.',
  }),
  closed_unused_account_kept_days: entry({
    schema: z.int().min(0).max(3650),
    fallback: 30,
    isPublic: true,
    doc: 'The same for a registered customer who was never verified and never moved money.',
  }),
  // --- Messages of customers ---
  support_kept_days: entry({
    schema: z.int().min(1).max(3650),
    fallback: 365,
    isPublic: true,
    doc: 'Days after which messages of the chat, their pictures, and feedback that is done are deleted.',
  }),
  // --- Invite programme ---
  invite_off_countries: entry({
    schema: z.array(country).max(300),
    fallback: [...INVITE_OFF_COUNTRIES],
    isPublic: true,
    doc: 'The invite programme does not exist in these countries: neither for inviters nor for friends.',
  }),
  invite_special_accounts: entry({
    schema: z.array(z.string().regex(/^\d{8,10}$/, 'a UID: eight to ten digits')).max(2_000),
    fallback: [],
    isPublic: false,
    doc: 'UIDs of customers who neither earn nor cause invite rewards, such as partners and relatives of staff.',
  }),
  // --- Waiting times ---
  payee_hold_hours: entry({
    schema: hours,
    fallback: 24,
    isPublic: true,
    doc: 'Hours before a new address or bank account can be withdrawn to.',
  }),
  password_hold_hours: entry({
    schema: hours,
    fallback: 24,
    isPublic: true,
    doc: 'Hours without withdrawals after a password was changed or reset, or an e-mail address added or replaced.',
  }),
  setting_delay_hours: entry({
    schema: z.int().min(24).max(720),
    fallback: 24,
    isPublic: false,
    doc:
      'Hours before a change that weakens a protection comes into force: new addresses and accounts that customers ' +
      'pay to, a higher price in USD of a deposited currency, new or better terms of withdrawals, higher limits, ' +
      'shorter waiting times, an earlier deletion, fewer recipients of an alert, and a shorter delay itself.',
  }),
  usual_hours_identity: entry({
    schema: hours,
    fallback: 24,
    isPublic: true,
    doc: usualDoc('the review of an identity'),
  }),
  usual_hours_deposit: entry({ schema: hours, fallback: 24, isPublic: true, doc: usualDoc('the check of a deposit') }),
  usual_hours_draw: entry({
    schema: hours,
    fallback: 24,
    isPublic: true,
    doc: usualDoc('a withdrawal from request to payment'),
  }),
  // --- Money in ---
  deposit_min_usd: entry({
    schema: usd,
    fallback: '10.00',
    isPublic: true,
    doc: 'The smallest deposit that is taken.',
  }),
  deposit_without_verification_max_usd: entry({
    schema: usd,
    fallback: '1000.00',
    isPublic: true,
    doc: 'All deposits together that a customer without verified identity may report; 0: verification comes first.',
  }),
  deposit_two_person_limit_usd: entry({
    ...staffUsd('10000.00'),
    doc:
      'A credit needs two approvers when the credits of staff to the customer in 24 hours reach this amount with ' +
      'it, or when it exceeds the reported amount by more than 2 %.',
  }),
  deposit_approver_limit_usd: entry({
    ...staffUsd('50000.00'),
    doc:
      'A credit needs a second approver when what its approver has credited alone in 24 hours, to all customers, ' +
      'reaches this amount with it. 0: every credit needs two.',
  }),
  deposit_price_max_hours: entry({
    schema: hours,
    fallback: 12,
    isPublic: false,
    doc:
      'Hours after which a price of the deposit networks and wire currencies is too old: at a price other than ' +
      'exactly 1 USD two different people then credit each deposit, until an admin saves the list again. 0: no limit.',
  }),
  charge_networks: entry({
    schema: chargeNetworks,
    fallback: [],
    isPublic: false,
    doc:
      'Chains and addresses that deposits are received on, with their price in USD. None: the app says that there is ' +
      'no channel. Saving the list confirms all its prices, also when nothing is changed.',
  }),
  charge_symbols: entry({
    schema: chargeSymbols,
    fallback: [],
    isPublic: false,
    doc:
      'Currencies of wire deposits, with their price in USD. Saving the list confirms all its prices, also when ' +
      'nothing is changed.',
  }),
  charge_banks: entry({
    schema: banks,
    fallback: [],
    isPublic: false,
    doc: 'Bank accounts that wire deposits are received on.',
  }),
  card_provider: entry({
    schema: z.literal(['none', 'sandbox']),
    fallback: 'none',
    isPublic: true,
    doc:
      'Provider of payments by bank card. Our sandbox is a page for trials, which takes no card and ' +
      'credits money that was not paid.',
  }),
  // --- Money out ---
  draw_min_usd: entry({ schema: usd, fallback: '10.00', isPublic: true, doc: 'The smallest withdrawal.' }),
  draw_max_day_usd: entry({
    schema: usd,
    fallback: '50000.00',
    isPublic: true,
    doc: 'All withdrawals together that one customer, all accounts together, may request in 24 hours.',
  }),
  draw_two_person_limit_usd: entry({
    ...staffUsd('1000.00'),
    doc:
      'A withdrawal that brings the requests of one customer, all accounts together, in 24 hours to this amount ' +
      'or more needs two approvers.',
  }),
  draw_approver_limit_usd: entry({
    ...staffUsd('5000.00'),
    doc:
      'A withdrawal needs a second approver when what its approver has approved alone in 24 hours, of all customers, ' +
      'reaches this amount with it. 0: every withdrawal needs two.',
  }),
  draw_currencies: entry({
    schema: drawCurrencies,
    fallback: [],
    isPublic: false,
    doc:
      'Channels of withdrawals, with fee and price. None: the app says that there is no channel. Saving the list ' +
      'confirms all its prices, also when nothing is changed.',
  }),
  draw_price_max_hours: entry({
    schema: hours,
    fallback: 12,
    isPublic: false,
    doc:
      'Hours after which a price in the withdrawal currencies is too old: at a price other than exactly 1 USD ' +
      'withdrawals are then neither requested nor approved until an admin saves the list again. 0: no limit.',
  }),
  // --- Trading ---
  trade_fee_type: entry({
    schema: z.literal([1, 2]),
    fallback: 1,
    isPublic: true,
    doc:
      'How the fee of an order is computed: lots times rate, or margin times rate. Holds for orders opened ' +
      'from then on, pending ones included.',
  }),
  // --- Contact ---
  support_email: entry({
    schema: z.union([z.literal(''), z.email()]),
    fallback: '',
    isPublic: true,
    doc: 'Where customers write to; empty: not shown.',
  }),
  service_link: entry({
    schema: z.union([
      z.literal(''),
      z.url({ protocol: /^https$/ }).refine(hasNoCredentials, 'an address with a name or password in it'),
    ]),
    fallback: '',
    isPublic: true,
    doc: 'Address of the support chat of another provider. Used only if customers copy or open that link.',
  }),
  service_link_type: entry({
    schema: z.literal([1, 2, 3]),
    fallback: 1,
    isPublic: true,
    doc: 'Where customers chat: in the app (1), or with another provider, whose link they copy (2) or open (3).',
  }),
  support_hours: entry({
    schema: z.string().max(200),
    fallback: '',
    isPublic: true,
    doc: 'When staff answer, with the time zone; empty: the chat says nothing about it.',
  }),
  complaint_email: entry({
    schema: z.union([z.literal(''), z.email()]),
    fallback: '',
    isPublic: false,
    doc: 'Complaints are also mailed to this address; empty: they are in the office only.',
  }),
  // --- The operator and its companies ---
  operator: entry({
    schema: operator,
    fallback: OPERATOR_NOT_STATED,
    isPublic: false,
    doc: 'Contract party of all customers, and brand of the main site. Empty fields are shown as not stated.',
  }),
  companies: entry({
    schema: companies,
    fallback: [],
    isPublic: false,
    doc: 'White labels: brand and profile of each company that shows this platform under its own name.',
  }),
  company_documents: entry({
    schema: documents,
    fallback: [],
    isPublic: false,
    doc: 'Documents on the page of a company. Every visitor can open them.',
  }),
  company_claims: entry({
    schema: claims,
    fallback: [],
    isPublic: false,
    doc: 'Figures on the page of a company, each with its source. None is built in.',
  }),
  desktop_host: entry({
    schema: desktopHost,
    fallback: '',
    isPublic: false,
    doc: 'Desktop browsers are led to this host, the host of the app with pc as its first part; empty: they stay.',
  }),
  terms_changed_on: entry({
    schema: z.union([z.literal(''), z.iso.date()]),
    fallback: '',
    isPublic: false,
    doc:
      'Day on which the terms of use changed. A day after that of the texts asks every customer to accept them ' +
      'again, from the change of this setting on. Empty: the day of the texts.',
  }),
  // --- Alerts to staff ---
  alert_recipients: entry({
    schema: z
      .array(z.object({ id: z.int().min(1), kind: z.literal(ALERT_KINDS), role: z.literal(ROLES) }))
      .max(100)
      .refine((items) => unique(items, (item) => item.id), 'an id stands twice')
      .refine((items) => unique(items, (item) => `${item.kind} ${item.role}`), 'a role stands twice at the same alert'),
    fallback: FIRST_ALERT_RECIPIENTS,
    isPublic: false,
    doc: 'Which roles get which alert by mail.',
  }),
  alert_quiet_minutes: entry({
    schema: z.int().min(5).max(1440),
    fallback: 60,
    isPublic: false,
    doc: 'Minutes between two mails about the same kind of alert, the mail that it is over included.',
  }),
  alert_feed_silent_seconds: entry({
    schema: z.int().min(10).max(3600),
    fallback: 300,
    isPublic: false,
    doc:
      'Seconds that an instrument of an open market may be without a price that can be traded on before ' +
      'staff are alerted.',
  }),
  alert_commit_late_ms: entry({
    schema: z.int().min(100).max(60_000),
    fallback: 2000,
    isPublic: false,
    doc: 'Milliseconds that a commit may take before staff are alerted.',
  }),
} as const satisfies Readonly<Record<SettingKey, Entry<z.ZodType>>>

/** The value that `settings.get` gives: amounts as Micros, channels with their meaning. */
export type SettingValue<Key extends SettingKey> = z.output<(typeof SETTINGS)[Key]['schema']>

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

function usualDoc(what: string): string {
  return `How long ${what} usually takes; shown until enough of them have been measured.`
}
