/**
 * Customers in the office: search, profile, orders, ledger, sessions, notes, freeze, closing. Views of a profile are
 * recorded with the viewer. Addresses and numbers are masked for roles that do not need them.
 */
import { z } from 'zod'
import { DRAW_TYPE } from '../money.ts'
import { choice, prose, text, whole, word, words } from '../schemas/fields.ts'
import { accountSummary, order } from '../schemas/orders.ts'
import { count, id, moment, money } from '../schemas/values.ts'
import {
  CHANGES,
  DECIDES,
  filterText,
  idOf,
  listOf,
  momentIfGiven,
  type OfficeCall,
  paged,
  pages,
  READS,
  reasonText,
} from './call.ts'
import { ledgerLine, orderEvent, session } from './people-records.ts'

/** State of the identity verification; 3 is rejected and may submit again. */
export const IDENTITY_STATES = [0, 1, 2, 3] as const
export const identityStatus = z.literal(IDENTITY_STATES)

/** As customers know it. */
const orderId = whole({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Id of the order' })

const NOTE_MAX = 2000
/** Messages to customers are short, because they are mailed. */
export const REMARK_MAX = 500
export const CREDIT_SCORE_MAX = 100

const person = idOf('person')
/** Absent: the customer's default account. */
export const tradingAccount = idOf('trading account').optional()
/** Messages to the customer. */
export const remark = (description: string) => prose({ max: REMARK_MAX, description })

/** The facts that identify a customer in a list. */
export const brief = z.object({ id, uid: z.string() })

const customerFault = z
  .string()
  .nullable()
  .meta({
    description:
      'The row, the identity or the records of the customer were changed in the store, in English: nothing of them ' +
      'is shown, and a customer whose row was changed counts as frozen; null: nothing',
  })
const sumOfCustomer = money.nullable().meta({ description: 'null: see fault' })

/** Facts about the customer beside a record. */
export const customerSummary = brief.extend({
  fault: customerFault,
  country: z.string(),
  registered_at: moment.nullable().meta({ description: 'null: see fault' }),
  identity_status: identityStatus,
  frozen: z.boolean(),
  credit_score: count.nullable().meta({ description: 'null: see fault' }),
  balance: sumOfCustomer,
  deposited: sumOfCustomer,
  withdrawn: sumOfCustomer,
})

/** The actor of an action: a staff member with a name, or `provider:sandbox`, `ledger` and others without one. */
export const actor = z.object({ who: z.string(), name: z.string() })

/** The last change of a staff member's access or role. */
export const access = z.object({
  what: z.literal(['invited', 'reset', 'disabled', 'enabled', 'role']),
  by: actor,
  at: moment,
})
/** An approver: start date, and whether the access was changed since. */
export const staffMember = actor.extend({
  since: moment.nullable().meta({ description: 'Date of the invitation; null: not a staff member' }),
  access: access.nullable().meta({ description: 'null: never' }),
})

const freeze = z.object({ since: moment, by: actor, reason_text: z.string(), remark: z.string() })

/** `by`: a staff member, or `customer:17` without a name. */
const closure = z.object({
  state: z.literal(['closing', 'refusing', 'closed', 'reopening', 'erased']),
  since: moment,
  by: actor,
  reason_text: z.string().meta({ description: 'Of staff; empty: the customer closed it' }),
  owed: money.nullable().meta({ description: 'null: not known at the moment' }),
  erasable_at: moment.nullable().meta({
    description: 'The data are erased from then on; null while money is owed, or while the amount is not known',
  }),
  erased_at: moment.nullable(),
})

const row = z.object({
  id,
  uid: z.string(),
  fault: customerFault,
  kind: z.literal(['demo', 'real']),
  email: z.string().meta({ description: 'Masked' }),
  phone: z.string().meta({ description: 'Masked' }),
  country: z.string(),
  created_at: moment.nullable().meta({ description: 'null: see fault' }),
  identity_status: identityStatus,
  frozen: z.boolean(),
  closed: z.boolean(),
  balance: money.nullable().meta({
    description: "Of all accounts of the customer's own kind together; null: see fault",
  }),
  credit_score: count.nullable().meta({ description: 'null: see fault' }),
})

const account = accountSummary.extend({
  trading_account: id,
  kind: z.literal(['demo', 'real']),
  opened_at: moment,
  is_default: z.boolean().meta({ description: 'A new sign-in trades on it' }),
  locked: money,
  profit: money,
  holdings: count,
  pendings: count,
})

const profile = z.object({
  id,
  uid: z.string(),
  fault: customerFault,
  kind: z.literal(['demo', 'real']),
  created_at: moment,
  contact: z.object({
    masked: z.boolean(),
    email: z.string(),
    email_confirmed_at: moment.nullable(),
    phone: z.string(),
    phone_confirmed_at: moment.nullable(),
    language: z.string(),
  }),
  country: z.string().meta({ description: 'Residence as stated at the registration, ISO 3166' }),
  invite_code: z.string(),
  invited_by: brief.nullable(),
  invited: count.meta({ description: 'Number of referrals' }),
  identity_status: identityStatus,
  identity_changed_at: moment.nullable(),
  credit_score: count,
  two_factor: z.boolean(),
  password_changed_at: moment.nullable(),
  email_changed_at: moment.nullable(),
  terms: z
    .object({ version: z.string(), accepted_at: moment })
    .nullable()
    .meta({ description: 'Version of the terms of use that was accepted last; null for a demo customer' }),
  holds: z
    .array(z.object({ kind: z.literal(['password_changed', 'payee_new']), until: moment }))
    .meta({ description: 'Holds on withdrawals with their ends. Only time lifts them, staff cannot.' }),
  frozen: freeze.nullable(),
  closed: closure.nullable(),
  accounts: z.array(account).meta({ description: 'All accounts of the customer, oldest first' }),
  sums: z.object({
    deposited: sumOfCustomer,
    withdrawn: sumOfCustomer,
    deposits_waiting: count,
    withdrawals_open: count,
    profit: money.meta({ description: 'Realised, of all closed orders' }),
    fees: money,
    financing: money,
  }),
  sessions: count,
  notes: count,
})

const note = z.object({
  id,
  by: actor,
  text: z.string(),
  at: moment,
  fault: z
    .string()
    .nullable()
    .meta({ description: 'The note was changed in the store, in English: no other field of it counts; null: nothing' }),
})

const payee = z.object({
  id,
  type: z.literal(Object.values(DRAW_TYPE)),
  currency_code: z.string(),
  protocol_code: z.string(),
  account: z.string(),
  bank_name: z.string(),
  payee_name: z.string(),
  created_at: moment,
  usable_at: moment,
  sharing: z.array(brief).meta({ description: 'Other customers who saved the same' }),
  own_place: z.boolean().meta({ description: 'It is a current or former deposit address or account of the platform' }),
})

/** One entry of the audit log, the same in every list. */
export const auditLine = z.object({
  id,
  by: actor,
  role: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject: z.string(),
  subject_name: z.string().meta({
    description: 'Name of a staff member, UID of a customer, code of an instrument; empty: only the number is known',
  }),
  subject_uid: z
    .string()
    .meta({ description: 'UID of the customer whose record it is; empty: of none, or the record was erased' }),
  reason_text: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  names: z.array(actor).meta({ description: 'Staff named in before and after' }),
  at: moment,
  fault: z.string().nullable().meta({ description: 'Why the entry does not count; its other texts are empty then' }),
})

export const PEOPLE_CALLS = {
  peopleSearch: {
    ...CHANGES,
    path: '/office/people/search',
    caller: 'people_read',
    doc:
      'Customers by number, uid, invite code, e-mail address or phone, narrowed by filters. Reads only; it is ' +
      'posted because the search text is personal and URLs are stored in logs. Searching by parts of an address ' +
      'or number needs the permission to see them.',
    request: z.object({
      q: text({
        max: 254,
        description: 'Number, uid, invite code, e-mail address or phone; empty: all customers',
      }).optional(),
      kind: word(['demo', 'real'], 'Demo or real accounts').optional(),
      identity: choice(IDENTITY_STATES, '0 none, 1 waiting, 2 verified, 3 rejected').optional(),
      frozen: choice([0, 1], '1: frozen, 0: not frozen').optional(),
      closed: choice([0, 1], '1: closed, 0: open').optional(),
      since: momentIfGiven('Registered from this moment on, Unix milliseconds'),
      ...paged(['id', 'balance']),
    }),
    answer: listOf(row),
  },
  person: {
    ...READS,
    path: '/office/people/person',
    caller: 'people_read',
    doc: 'One customer: contact, registration, identity, holds, freeze, closing, account. The view is recorded.',
    request: z.object({ id: person }),
    answer: profile,
  },
  personOrders: {
    ...READS,
    path: '/office/people/orders',
    caller: 'people_read',
    doc:
      'Pending (0), holding (1) or ended (3) orders with the quotes that filled them, newest first, and the ' +
      'account beside them.',
    request: z.object({
      id: person,
      trading_account: tradingAccount,
      status: choice([0, 1, 3], '0 pending, 1 holding, 3 ended'),
      ...pages,
    }),
    answer: accountSummary.extend({ data: z.array(order.extend({ id })), total: count, profit: money }),
  },
  personOrderEvents: {
    ...READS,
    path: '/office/people/order_events',
    caller: 'people_read',
    doc: 'Events of one order, oldest first: placement, changes, fill, financing, end, with levels and quotes.',
    request: z.object({ id: person, order: orderId }),
    answer: listOf(orderEvent),
  },
  personLedger: {
    ...READS,
    path: '/office/people/ledger',
    caller: 'people_read',
    doc: 'Every change of the balance, newest first, each with the balance after it.',
    request: z.object({ id: person, trading_account: tradingAccount, ...pages }),
    answer: listOf(ledgerLine),
  },
  personPayees: {
    ...READS,
    path: '/office/people/payees',
    caller: 'withdrawals_read',
    doc: 'Saved addresses and bank accounts, with other customers who saved the same.',
    request: z.object({ id: person }),
    answer: z.object({ data: z.array(payee), total: count }),
  },
  personSessions: {
    ...READS,
    path: '/office/people/sessions',
    caller: 'people_read',
    doc: 'Sessions of the customer, the latest use first.',
    request: z.object({ id: person }),
    answer: z.object({ data: z.array(session), total: count }),
  },
  endPersonSessions: {
    ...DECIDES,
    path: '/office/people/end_sessions',
    caller: 'people_sign_out',
    doc: 'Ends one session of the customer, or all of them.',
    request: z.object({
      id: person,
      session: words({ max: 32, description: 'Id of a session, or "all"' }),
      reason_text: reasonText,
    }),
    answer: z.object({ ended: count }),
  },
  personNotes: {
    ...READS,
    path: '/office/people/notes',
    caller: 'people_read',
    doc: 'Notes of staff about the customer, newest first.',
    request: z.object({ id: person, ...pages }),
    answer: listOf(note),
  },
  addPersonNote: {
    ...CHANGES,
    path: '/office/people/add_note',
    caller: 'people_note',
    doc: 'Adds a note. Notes are never changed; only the erasure of a closed account removes them, and refuses more.',
    request: z.object({ id: person, text: prose({ max: NOTE_MAX, description: 'Plain text' }) }),
    answer: note,
  },
  personAudit: {
    ...READS,
    path: '/office/people/audit',
    caller: 'audit_read',
    doc:
      'Actions of staff on the customer, their deposits, withdrawals and corrections, and views of them; newest ' +
      'first.',
    request: z.object({ id: person, action: filterText('Only this action'), ...pages }),
    answer: listOf(auditLine),
  },
  freezePerson: {
    ...DECIDES,
    path: '/office/people/freeze',
    caller: 'people_freeze',
    doc:
      'Freezes the account: the customer may close and cancel, not open or withdraw. The customer is notified with ' +
      'the remark.',
    request: z.object({ id: person, remark: remark('Message to the customer'), reason_text: reasonText }),
    answer: z.object({ id, frozen: freeze.nullable() }),
  },
  unfreezePerson: {
    ...DECIDES,
    path: '/office/people/unfreeze',
    caller: 'people_freeze',
    doc: 'Lifts the freeze and notifies the customer.',
    request: z.object({ id: person, reason_text: reasonText }),
    answer: z.object({ id, frozen: freeze.nullable() }),
  },
  closePerson: {
    ...DECIDES,
    path: '/office/people/close',
    caller: 'people_close',
    doc:
      'Closes the account at the written request of the customer, who is notified. Refused with the first obstacle, ' +
      'as for the customer: closing_orders_open, closing_withdrawal_open, closing_deposit_open, ' +
      'closing_booking_open, closing_identity_waiting, closing_balance_left, account_frozen.',
    request: z.object({ id: person, reason_text: reasonText }),
    answer: z.object({ id, closed: closure.nullable() }),
  },
  reopenPerson: {
    ...DECIDES,
    path: '/office/people/reopen',
    caller: 'people_close',
    doc: 'Reopens a closed account while its data are not erased, and notifies the customer.',
    request: z.object({ id: person, reason_text: reasonText }),
    answer: z.object({ id, closed: closure.nullable() }),
  },
  setCreditScore: {
    ...DECIDES,
    path: '/office/people/credit_score',
    caller: 'people_credit_score',
    doc: 'Sets the credit score, which customers see and on which no limit depends.',
    request: z.object({
      id: person,
      score: whole({ min: 0, max: CREDIT_SCORE_MAX, description: '0 to 100' }),
      reason_text: reasonText,
    }),
    answer: z.object({ id, credit_score: count }),
  },
} as const satisfies Record<string, OfficeCall>
