/**
 * The tables of money that comes in and goes out: what was asked, how it was decided, who did it. The money itself
 * stands in the journal only. Part of schema.ts, whose rules hold here too. Amounts are micro-dollars; times are wall
 * time.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { type SQL, sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, isPicture, isStaff, oneOf, whole } from './columns.ts'

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
    /** Of all other columns but the number (services/audit). */
    seal: text('seal').notNull().default(''),
  },
  (table) => [index('audit_subject').on(table.subjectKind, table.subject), index('audit_at').on(table.at)],
)

/** State-changing requests that made a record: asking again within a day finds it. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text('key').primaryKey(),
    content: text('content').notNull(),
    /** The kind of record: `KeyedRecord` in services/idempotency. */
    kind: text('kind').notNull(),
    /** Id of the record that it made. */
    record: integer('record').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [index('idempotency_keys_at').on(table.at)],
)

export const DEPOSIT_METHODS = ['coin', 'bank', 'card'] as const
export const DEPOSIT_STATES = ['begun', 'unchecked', 'crediting', 'finished', 'rejected', 'invalid'] as const

/**
 * The reference under which the engine moves the money of a record, made from its number as in
 * features/money/transfers.ts. Its index finds the record of a line of the account log.
 */
const transferOf = (text: string): string => `left(encode(sha256((${text})::bytea), 'hex'), 32)`
/** A deposit that is credited for a known payment has the reference of the payment. A backslash begins an escape. */
export const depositTransferSql = transferOf(
  String.raw`case when state in ('crediting', 'finished') and payment_reference is not null
    then 'payment:' || replace(payment_reference, '\', '\\') else 'charge:' || deposit_id::text end`,
)
export const depositTransfer = sql.raw(depositTransferSql) as SQL<string>
export const withdrawalTransfer = sql.raw(transferOf(`'draw:' || withdrawal_id::text`)) as SQL<string>

export const deposits = pgTable(
  'deposits',
  {
    deposit: integer('deposit_id').primaryKey(),
    user: integer('user_id').$type<UserId>().notNull(),
    /** The account that the money is credited to. */
    account: integer('account_id').$type<AccountId>().notNull(),
    method: text('method').$type<(typeof DEPOSIT_METHODS)[number]>().notNull(),
    /** Id of the network or bank account; 0 for a card. */
    channel: integer('channel').notNull(),
    currency: text('currency').notNull(),
    protocol: text('protocol').notNull(),
    /** Where it was to be paid to, as it was shown at that moment. */
    paidTo: text('paid_to').notNull(),
    /** Amount as typed, in the currency's smallest step. */
    units: whole('units').notNull(),
    usdPrice: whole('usd_price').notNull(),
    /** The value at that price. */
    amount: whole('amount').notNull(),
    /** As the customer reported it, with its chain. */
    txHash: text('tx_hash'),
    /**
     * The payment that staff found, in its one spelling: a transaction with its chain, or a bank's reference with the
     * account that was paid to. Before the credit it belongs to the proposal of the first approver.
     */
    paymentReference: text('payment_reference'),
    /** File of the proof picture; null for a card. */
    proof: text('proof'),
    /** The provider that takes the card, and its name for the payment. */
    provider: text('provider'),
    providerReference: text('provider_reference'),
    /** Of a wire: what its text should say. */
    reference: text('reference'),
    /** Words for the reviewer, separated by spaces. */
    flags: text('flags').notNull(),
    /** `begun`: on a provider's page; `crediting`: decided, the ledger entry is in progress. */
    state: text('state').$type<(typeof DEPOSIT_STATES)[number]>().notNull(),
    credited: whole('credited'),
    remark: text('remark').notNull(),
    /** First of two approvers: `credited` and `remark` are their proposal until the second approver agrees. */
    proposedBy: text('proposed_by'),
    proposedAt: whole('proposed_at'),
    /** Where a payment that was begun goes on, and when it ends by itself. */
    payUrl: text('pay_url'),
    expiresAt: whole('expires_at'),
    decidedBy: text('decided_by'),
    createdAt: whole('created_at').notNull(),
    endedAt: whole('ended_at'),
    /** Rises by one each time that this server seals the row (services/seals). */
    version: integer('version').notNull().default(0),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    index('deposits_user').on(table.user, table.createdAt),
    uniqueIndex('deposits_transfer').on(depositTransfer),
    index('deposits_state').on(table.state, table.createdAt),
    index('deposits_finished').on(table.endedAt).where(sql`state = 'finished'`),
    index('deposits_crediting').on(table.deposit).where(sql`state = 'crediting'`),
    index('deposits_decided_by').on(table.decidedBy, table.endedAt),
    // One payment is credited once. Another customer may report the same transaction: hashes are public.
    uniqueIndex('deposits_payment').on(table.paymentReference).where(sql`state in ('crediting', 'finished')`),
    uniqueIndex('deposits_own_tx_hash').on(table.user, table.txHash).where(sql`state in ('unchecked', 'crediting')`),
    index('deposits_tx_hash').on(table.txHash),
    uniqueIndex('deposits_provider').on(table.provider, table.providerReference),
    uniqueIndex('deposits_reference').on(table.reference),
    index('deposits_begun').on(table.expiresAt).where(sql`state = 'begun'`),
    check('deposits_state', oneOf('state', DEPOSIT_STATES)),
    check('deposits_method', oneOf('method', DEPOSIT_METHODS)),
    check('deposits_amount', sql`units > 0 and amount >= 0 and credited > 0`),
    check(
      'deposits_credited',
      sql`state not in ('crediting', 'finished') or (credited is not null and decided_by is not null)`,
    ),
    check(
      'deposits_paid',
      sql`state not in ('crediting', 'finished') or method <> 'coin' or payment_reference is not null`,
    ),
    // Where one person decides alone, the reference of the bank tells whether the transfer was credited before. Without
    // it the payment is our own reference (`ownWireOf`).
    check(
      'deposits_paid_bank',
      sql`state not in ('crediting', 'finished') or method <> 'bank' or (payment_reference is not null
        and (payment_reference not like 'wire:%' or proposed_by is not null))`,
    ),
    check('deposits_proof', isPicture('proof')),
    check('deposits_ended', sql`(state in ('finished', 'rejected', 'invalid')) = (ended_at is not null)`),
    check('deposits_proposal', sql`(proposed_by is null) = (proposed_at is null) and proposed_by <> decided_by`),
    check('deposits_proposed_by', isStaff('proposed_by')),
    check('deposits_begun', sql`state <> 'begun' or (method = 'card' and expires_at is not null)`),
  ],
)

/** Every notice of a payment provider that was carried out; the same one again finds itself here. */
export const paymentNotices = pgTable(
  'payment_notices',
  {
    provider: text('provider').notNull(),
    /** The number of the provider with a keyed mark, so that only the server makes it (deposits/cards.ts). */
    notice: text('notice_id').notNull(),
    deposit: integer('deposit_id').notNull(),
    outcome: text('outcome').$type<'paid' | 'failed'>().notNull(),
    amount: whole('amount').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.notice] }),
    check('payment_notices_outcome', oneOf('outcome', ['paid', 'failed'])),
  ],
)

export const PAYEE_METHODS = ['coin', 'bank'] as const

/** Addresses and bank accounts that a customer may withdraw to. */
export const payees = pgTable(
  'payees',
  {
    payee: integer('payee_id').primaryKey(),
    user: integer('user_id').$type<UserId>().notNull(),
    method: text('method').$type<(typeof PAYEE_METHODS)[number]>().notNull(),
    /** Id of the withdraw currency. */
    currency: integer('currency').notNull(),
    /** Of the currency, when it was bound: an address of one chain is never paid on another. */
    code: text('code').notNull().default(''),
    protocol: text('protocol').notNull().default(''),
    /** Address or account number, names, bank: encrypted; null once they were erased. */
    encrypted: bytes('encrypted'),
    /** Keyed hash of the account in its one spelling. */
    accountPrint: text('account_print').notNull(),
    createdAt: whole('created_at').notNull(),
    usableAt: whole('usable_at').notNull(),
    deletedAt: whole('deleted_at'),
    /** Rises by one with each change that this server seals (services/seals). */
    version: integer('version').notNull().default(1),
    /** Of the columns that `services/seals` names; of no use once the payee was erased. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    uniqueIndex('payees_own').on(table.user, table.currency, table.accountPrint).where(sql`deleted_at is null`),
    index('payees_account').on(table.accountPrint),
    check('payees_method', oneOf('method', PAYEE_METHODS)),
    check('payees_erased', sql`encrypted is not null or deleted_at is not null`),
  ],
)

export const WITHDRAWAL_STATES = [
  'locking',
  'refused',
  'waiting',
  'approved',
  'paying',
  'rejecting',
  'cancelling',
  'paid',
  'rejected',
  'cancelled',
] as const

export const withdrawals = pgTable(
  'withdrawals',
  {
    withdrawal: integer('withdrawal_id').primaryKey(),
    user: integer('user_id').$type<UserId>().notNull(),
    /** The account that the money is taken from. */
    fromAccount: integer('account_id').$type<AccountId>().notNull(),
    method: text('method').$type<(typeof PAYEE_METHODS)[number]>().notNull(),
    currency: text('currency').notNull(),
    protocol: text('protocol').notNull(),
    payee: integer('payee_id').notNull(),
    /** The payee as it was at that moment, and the customer's note: encrypted; null once they were erased. */
    encrypted: bytes('encrypted'),
    amount: whole('amount').notNull(),
    fee: whole('fee').notNull(),
    usdPrice: whole('usd_price').notNull(),
    /** The amount that arrives, in the currency's smallest step. */
    received: whole('received').notNull(),
    /**
     * `locking`: requested, not locked yet; `refused`: the engine did not lock it; neither is shown. `paying`,
     * `rejecting`, `cancelling`: decided, the ledger entry is in progress.
     */
    state: text('state').$type<(typeof WITHDRAWAL_STATES)[number]>().notNull(),
    /** Why the engine would not lock it. */
    refusal: text('refusal'),
    needsTwo: boolean('needs_two').notNull(),
    /** The figures that `needsTwo` was decided by: the limit then, and the sum that was requested in 24 hours. */
    twoLimit: whole('two_limit'),
    dayAmount: whole('day_amount'),
    firstApprover: text('first_approver'),
    firstApprovedAt: whole('first_approved_at'),
    secondApprover: text('second_approver'),
    secondApprovedAt: whole('second_approved_at'),
    /**
     * Two staff members reject a withdrawal that was approved: both say that it was not sent. Of one that waits they
     * are null.
     */
    rejectionProposedBy: text('rejection_proposed_by'),
    rejectionProposedAt: whole('rejection_proposed_at'),
    rejectionConfirmedBy: text('rejection_confirmed_by'),
    /** The reference of the payment, or the message of a rejection, also of a proposed one. */
    notes: text('notes').notNull(),
    /** The payment's reference in its one spelling, with its chain: one payment pays one withdrawal. */
    paymentReference: text('payment_reference'),
    createdAt: whole('created_at').notNull(),
    approvedAt: whole('approved_at'),
    endedAt: whole('ended_at'),
    /** Rises by one each time that this server seals the row (services/seals). */
    version: integer('version').notNull().default(0),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    index('withdrawals_user').on(table.user, table.createdAt),
    uniqueIndex('withdrawals_transfer').on(withdrawalTransfer),
    index('withdrawals_state').on(table.state, table.createdAt),
    index('withdrawals_paid').on(table.endedAt).where(sql`state = 'paid'`),
    uniqueIndex('withdrawals_payment').on(table.paymentReference),
    index('withdrawals_moving')
      .on(table.withdrawal)
      .where(sql`state in ('locking', 'paying', 'rejecting', 'cancelling')`),
    check('withdrawals_state', oneOf('state', WITHDRAWAL_STATES)),
    check('withdrawals_method', oneOf('method', PAYEE_METHODS)),
    check('withdrawals_amount', sql`amount > 0 and fee >= 0 and received > 0`),
    check('withdrawals_erased', sql`encrypted is not null or ended_at is not null`),
    check('withdrawals_refusal', sql`(state = 'refused') = (refusal is not null)`),
    check('withdrawals_ended', sql`(state in ('refused', 'paid', 'rejected', 'cancelled')) = (ended_at is not null)`),
    check(
      'withdrawals_approved',
      sql`state not in ('approved', 'paying', 'paid') or (approved_at is not null and first_approver is not null)`,
    ),
    check('withdrawals_two', sql`approved_at is null or not needs_two or second_approver is not null`),
    check('withdrawals_paid', sql`state not in ('paying', 'paid') or payment_reference is not null`),
    check(
      'withdrawals_approvals',
      sql`(first_approver is null) = (first_approved_at is null)
        and (second_approver is null) = (second_approved_at is null)`,
    ),
    check('withdrawals_approvers', sql`first_approver <> second_approver`),
    check('withdrawals_first_approver', isStaff('first_approver')),
    check('withdrawals_second_approver', isStaff('second_approver')),
    check(
      'withdrawals_rejection',
      sql`(rejection_proposed_by is null) = (rejection_proposed_at is null)
        and (rejection_confirmed_by is null or rejection_proposed_by is not null)
        and rejection_proposed_by <> rejection_confirmed_by`,
    ),
    check(
      'withdrawals_given_back',
      sql`approved_at is null or (state in ('rejecting', 'rejected')) = (rejection_confirmed_by is not null)`,
    ),
    check('withdrawals_rejection_proposed_by', isStaff('rejection_proposed_by')),
    check('withdrawals_rejection_confirmed_by', isStaff('rejection_confirmed_by')),
    index('withdrawals_approver').on(table.firstApprover, table.approvedAt),
  ],
)
