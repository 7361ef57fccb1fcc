/** Which tables have seals, and which of their columns a seal covers. */

/** `key`: the columns that name a row. `columns`: what else the seal covers. */
type Sealed = { readonly key: readonly string[]; readonly columns: readonly string[] }

/**
 * A change of one of these columns gives the row a new seal: by `changeSealed`, for a record of casework by
 * `seals.renew`, for a state of an identity check by `changeState`. The erasure gives the texts of a record of money a
 * new seal too. Any other row that it empties keeps its old seal and is used no more.
 */
export const SEALED_TABLES = {
  accounts: { key: ['account_id'], columns: ['user_id', 'kind'] },
  canned_answers: { key: ['canned_id'], columns: ['title', 'language', 'text', 'changed_by', 'at'] },
  closures: {
    key: ['closure_id'],
    columns: [
      'version',
      ...['user_id', 'state', 'requested_by', 'requested_at', 'refusal', 'closed_at', 'kept_days'],
      ...['reopened_by', 'reopened_at', 'erased_at'],
    ],
  },
  corrections: {
    key: ['correction_id'],
    columns: [
      'version',
      ...['user_id', 'account_id', 'amount', 'category', 'state', 'requested_by', 'created_at', 'decided_by'],
      ...['remark', 'reason', 'decided_reason', 'ended_at'],
    ],
  },
  customer_notices: { key: ['notice_id'], columns: ['user_id', 'account_id', 'facts', 'at'] },
  deposits: {
    key: ['deposit_id'],
    columns: [
      'version',
      ...['user_id', 'account_id', 'method', 'currency', 'units', 'usd_price', 'amount', 'tx_hash'],
      ...['state', 'credited', 'payment_reference', 'proposed_by', 'proposed_at', 'decided_by'],
      ...['paid_to', 'proof', 'provider', 'provider_reference', 'reference'],
      ...['channel', 'protocol', 'flags', 'remark', 'pay_url', 'expires_at', 'created_at', 'ended_at'],
    ],
  },
  freezes: { key: ['user_id'], columns: ['frozen', 'version', 'applied', 'decided_by', 'reason', 'remark', 'at'] },
  identities: { key: ['user_id'], columns: ['version', 'state', 'changed_at'] },
  instrument_changes: { key: ['instrument', 'version'], columns: ['changes', 'who', 'reason', 'at'] },
  invite_rewards: {
    key: ['reward_id'],
    columns: [
      'version',
      ...['user_id', 'account_id', 'invited_id', 'step', 'amount', 'state', 'review_until'],
      ...['approved_by', 'approved_at', 'decided_by', 'volume', 'net_deposit', 'flags', 'earned_at', 'ended_at'],
      ...['decided_reason', 'remark'],
    ],
  },
  news: {
    key: ['news_id'],
    columns: [
      ...['kind', 'state', 'version', 'text_version', 'picture', 'publish_at', 'end_at'],
      ...['created_by', 'created_at', 'changed_by', 'changed_at'],
    ],
  },
  news_texts: { key: ['news_id', 'version', 'language'], columns: ['title', 'summary', 'body'] },
  passkeys: { key: ['passkey_id'], columns: ['user_id', 'credential_id', 'public_key', 'created_at'] },
  payees: {
    key: ['payee_id'],
    columns: [
      'version',
      ...['user_id', 'method', 'currency', 'code', 'protocol', 'encrypted', 'account_print'],
      ...['created_at', 'usable_at', 'deleted_at'],
    ],
  },
  price_alerts: {
    key: ['alert_id'],
    columns: ['version', 'user_id', 'account_id', 'instrument', 'side', 'price', 'repeats', 'note'],
  },
  sessions: {
    key: ['token_hash'],
    columns: ['user_id', 'kind', 'expires_at', 'proven_at', 'proven_by', 'proven_of', 'second_factor_at'],
  },
  settings: { key: ['key', 'version'], columns: ['value', 'who', 'reason', 'at', 'holds_from'] },
  staff: {
    key: ['staff_id'],
    columns: [
      'version',
      ...['name', 'email', 'role', 'password_hash', 'totp_encrypted', 'disabled_at'],
      ...['created_at', 'first_sign_in_at', 'access_changed_at', 'access_change', 'access_changed_by'],
    ],
  },
  staff_links: { key: ['link_hash'], columns: ['staff_id', 'totp_encrypted', 'expires_at'] },
  staff_sessions: { key: ['token_hash'], columns: ['staff_id', 'expires_at'] },
  withdrawals: {
    key: ['withdrawal_id'],
    columns: [
      'version',
      ...['user_id', 'account_id', 'amount', 'state', 'needs_two', 'first_approver', 'first_approved_at'],
      ...['second_approver', 'second_approved_at', 'rejection_proposed_by', 'rejection_proposed_at'],
      ...['rejection_confirmed_by', 'payment_reference', 'method', 'currency', 'protocol', 'payee_id'],
      ...['fee', 'usd_price', 'received', 'refusal', 'two_limit', 'day_amount'],
      ...['notes', 'created_at', 'approved_at', 'ended_at'],
    ],
  },
  users: {
    key: ['user_id'],
    columns: [
      'version',
      ...['kind', 'email', 'area_code', 'phone', 'password_hash', 'two_factor_at', 'demo_hash', 'invited_by'],
      ...['frozen_at', 'closure_id', 'password_changed_at', 'email_changed_at'],
      ...['email_confirmed_at', 'phone_confirmed_at', 'created_at', 'first_sign_in_at', 'country', 'invite_code'],
      'credit_score',
    ],
  },
} as const satisfies { readonly [table: string]: Sealed }

export type SealedTable = keyof typeof SEALED_TABLES

export type Value = string | number | boolean | null | Uint8Array
/** The columns of a row by their names in the store; others beside them do not matter. */
export type SealedRow<Table extends SealedTable> = {
  readonly [Column in (typeof SEALED_TABLES)[Table]['key' | 'columns'][number]]: Value
}
export type Key<Table extends SealedTable> = {
  readonly [Column in (typeof SEALED_TABLES)[Table]['key'][number]]: string | number
}
