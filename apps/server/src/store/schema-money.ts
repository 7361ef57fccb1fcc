/**
 * The tables of money that comes in and goes out: what was asked, how it was decided, who did it. The money itself
 * stands in the journal only. Part of schema.ts, whose rules hold here too. Amounts are micro-dollars; times are wall
 * time.
 */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, whole } from './columns.ts'

/** The audit log: actions of staff and actions of the server. A trigger refuses every change. */
export const audit = pgTable(
  'audit',
  {
    entry: integer('entry_id').primaryKey().generatedAlwaysAsIdentity(),
    /** `staff:7`, `provider:sandbox`. */
    who: text('who').notNull(),
    role: text('role').notNull(),
    action: text('action').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    /** JSON, without secrets and document numbers. */
    before: text('before'),
    after: text('after'),
    at: whole('at').notNull(),
  },
  (table) => [index('audit_subject').on(table.subjectKind, table.subject), index('audit_at').on(table.at)],
)

/** State-changing requests that made a record: asking again within a day finds it. */
export const claims = pgTable(
  'claims',
  {
    key: text('key').primaryKey(),
    content: text('content').notNull(),
    /** What kind of record: `ClaimKind` in features/deciding. */
    kind: text('kind').notNull(),
    /** Id of the record that it made. */
    record: integer('record').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [index('claims_at').on(table.at)],
)

export const deposits = pgTable(
  'deposits',
  {
    deposit: integer('deposit_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').notNull(),
    /** 0 coin, 1 bank, 2 card. */
    type: smallint('type').$type<0 | 1 | 2>().notNull(),
    /** Id of the network or bank account; 0 for a card. */
    channel: integer('channel').notNull(),
    currency: text('currency').notNull(),
    protocol: text('protocol').notNull(),
    /** Where it was to be paid to, as it was shown at that moment. */
    paidTo: text('paid_to').notNull(),
    /** Amount as typed, in the currency's smallest step. */
    units: whole('units').notNull(),
    usdPrice: whole('usd_price').notNull(),
    /** What it is worth at that price. */
    amount: whole('amount').notNull(),
    txHash: text('tx_hash'),
    /** File of the proof picture; null for a card. */
    proof: text('proof'),
    /** Who takes the card, and their name for the payment. */
    provider: text('provider'),
    providerReference: text('provider_reference'),
    /** Of a wire: what its text should say. */
    reference: text('reference'),
    /** Words for the reviewer, separated by spaces. */
    flags: text('flags').notNull(),
    /** 0 unchecked, 1 finished, 2 rejected, 3 invalid, 4 begun on a provider's page. Never goes back. */
    status: smallint('status').$type<0 | 1 | 2 | 3 | 4>().notNull(),
    /** The credit is decided and on its way to the ledger. */
    crediting: boolean('crediting').notNull(),
    credited: whole('credited'),
    remark: text('remark').notNull(),
    /**
     * Who said first what is to be credited, where two must: `credited` and `remark` are theirs until the second
     * agrees.
     */
    firstBy: text('first_by'),
    firstAt: whole('first_at'),
    /** Where a payment that was begun goes on, and when it ends by itself. */
    payUrl: text('pay_url'),
    expiresAt: whole('expires_at'),
    decidedBy: text('decided_by'),
    createdAt: whole('created_at').notNull(),
    endedAt: whole('ended_at'),
  },
  (table) => [
    index('deposits_user').on(table.user, table.createdAt),
    index('deposits_status').on(table.status, table.createdAt),
    index('deposits_finished').on(table.endedAt).where(sql`status = 1`),
    index('deposits_crediting').on(table.deposit).where(sql`crediting`),
    // A transaction counts once; one that was reported with a mistake and refused may be reported again.
    uniqueIndex('deposits_tx_hash').on(table.txHash).where(sql`status in (0, 1)`),
    uniqueIndex('deposits_provider').on(table.provider, table.providerReference),
    uniqueIndex('deposits_reference').on(table.reference),
    index('deposits_begun').on(table.expiresAt).where(sql`status = 4`),
  ],
)

/** Every notice of a payment provider that was genuine; the same one again finds itself here. */
export const paymentNotices = pgTable(
  'payment_notices',
  {
    provider: text('provider').notNull(),
    notice: text('notice_id').notNull(),
    deposit: integer('deposit_id').notNull(),
    outcome: text('outcome').$type<'paid' | 'failed'>().notNull(),
    amount: whole('amount').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.notice] })],
)

/** Addresses and bank accounts that a customer may withdraw to. */
export const payees = pgTable(
  'payees',
  {
    payee: integer('payee_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').notNull(),
    /** 1 coin, 2 bank. */
    type: smallint('type').$type<1 | 2>().notNull(),
    /** Id of the withdraw currency. */
    currency: integer('currency').notNull(),
    /** Of the currency, when it was bound: an address of one chain is never paid on another. */
    code: text('code').notNull().default(''),
    protocol: text('protocol').notNull().default(''),
    /** Address or account number, names, bank: encrypted. */
    sealed: bytes('sealed').notNull(),
    /** Keyed hash of the account in its one spelling. */
    accountPrint: text('account_print').notNull(),
    createdAt: whole('created_at').notNull(),
    usableAt: whole('usable_at').notNull(),
    deletedAt: whole('deleted_at'),
  },
  (table) => [
    uniqueIndex('payees_own').on(table.user, table.currency, table.accountPrint).where(sql`deleted_at is null`),
    index('payees_account').on(table.accountPrint),
  ],
)

export const withdrawals = pgTable(
  'withdrawals',
  {
    withdrawal: integer('withdrawal_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').notNull(),
    type: smallint('type').$type<1 | 2>().notNull(),
    currency: text('currency').notNull(),
    protocol: text('protocol').notNull(),
    payee: integer('payee_id').notNull(),
    /** The payee as it was at that moment, and the customer's note: encrypted. */
    sealed: bytes('sealed').notNull(),
    amount: whole('amount').notNull(),
    fee: whole('fee').notNull(),
    usdPrice: whole('usd_price').notNull(),
    /** What arrives, in the currency's smallest step. */
    received: whole('received').notNull(),
    /** `asked`: not locked yet; `refused`: the engine would not lock it. Neither is shown. */
    state: text('state')
      .$type<'asked' | 'refused' | 'waiting' | 'approved' | 'paid' | 'rejected' | 'cancelled'>()
      .notNull(),
    /** The state that is decided and on its way through the ledger. */
    intent: text('intent').$type<'waiting' | 'paid' | 'rejected' | 'cancelled'>(),
    /** Why the engine would not lock it. */
    refusal: text('refusal'),
    needsTwo: boolean('needs_two').notNull(),
    /** What `needsTwo` was decided by: the limit then, and all that was asked for in 24 hours. */
    twoLimit: whole('two_limit'),
    dayAmount: whole('day_amount'),
    firstBy: text('first_by'),
    firstAt: whole('first_at'),
    secondBy: text('second_by'),
    secondAt: whole('second_at'),
    /** The reference of the payment, or why it was rejected. */
    notes: text('notes').notNull(),
    /** The payment's reference in its one spelling, with its chain: one payment pays one withdrawal. */
    paymentReference: text('payment_reference'),
    createdAt: whole('created_at').notNull(),
    approvedAt: whole('approved_at'),
    endedAt: whole('ended_at'),
  },
  (table) => [
    index('withdrawals_user').on(table.user, table.createdAt),
    index('withdrawals_state').on(table.state, table.createdAt),
    index('withdrawals_paid').on(table.endedAt).where(sql`state = 'paid'`),
    uniqueIndex('withdrawals_payment').on(table.paymentReference),
    index('withdrawals_intent').on(table.withdrawal).where(sql`intent is not null`),
  ],
)
