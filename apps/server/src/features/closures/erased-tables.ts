/**
 * The tables that name a customer or an account, and what the erasure of a closed account does to each. The statements
 * run in this order after the closure is marked as erased. A test compares the list with the tables of the store, so a
 * new table needs its line here.
 */
import type { Changes } from '../../services/seals/index.ts'

/**
 * `statement`: with the user's number as $1. `atClosing`: it runs already when the account is closed. `kept`: why
 * nothing is erased. `files`: Files.forget.
 */
type Rule =
  | { readonly statement: string; readonly atClosing?: true }
  | { readonly kept: string }
  | { readonly files: true }

const erase = (table: string) => ({ statement: `delete from ${table} where user_id = $1` })
const eraseOfAccounts = (table: string) => ({
  statement: `delete from ${table} where account_id in (select account_id from accounts where user_id = $1)`,
})
const ERASED_AT = `(select erased_at from closures where user_id = $1 and state = 'erased')`

/**
 * SQL: a document was refused and its owner was never verified with another. Its hashes stay when the account is
 * closed, so that the same document is found in the next account. `row`: an alias of `identity_submissions`.
 */
export function isRefused(row: string): string {
  return `(${row}.state = 'rejected' and not exists (select 1 from identity_submissions verified
    where verified.user_id = ${row}.user_id and verified.state = 'verified'))`
}

const NUMBERS_ONLY = 'holds numbers, amounts and times'

export const ERASED_TABLES: Readonly<Record<string, Rule>> = {
  users: {
    // The sealed columns: ERASED_OF_USER.
    statement: 'update users set language = null where user_id = $1',
  },
  identity_submissions: {
    // Country and decision stay. The hash of the number goes, except of a refused document: the person may be verified
    // again with the document. The hash of name and birth date goes with them, of a refused document too.
    statement: `update identity_submissions as own set encrypted = null,
      number_print = case when ${isRefused('own')} then number_print else 'erased ' || submission_id end,
      verified_print = null, person_print = null, flags = '', remark = '', erased_at = coalesce(erased_at, ${ERASED_AT})
      where user_id = $1`,
  },
  payees: {
    statement: `update payees set encrypted = null, account_print = 'erased ' || payee_id,
      deleted_at = coalesce(deleted_at, ${ERASED_AT}) where user_id = $1`,
  },
  // The references of payments stay: one payment is credited and pays once. The texts are sealed: ERASED_OF_RECORDS.
  withdrawals: { statement: 'update withdrawals set encrypted = null where user_id = $1' },
  deposits: { kept: 'its texts are erased under a new seal' },
  support_messages: {
    statement: `delete from support_messages where conversation_id in (
      select conversation_id from conversations where user_id = $1)`,
  },
  conversations: {
    statement: `update conversations set state = 'closed', waiting_since = null, assigned_to = null
      where user_id = $1`,
  },
  feedback: erase('feedback'),
  notes: erase('notes'),
  freezes: erase('freezes'),
  customer_notices: erase('customer_notices'),
  // A price alert that is still watched fires no more: its row is gone.
  price_alerts: { ...erase('price_alerts'), atClosing: true },
  push_subscriptions: { ...erase('push_subscriptions'), atClosing: true },
  favourites: erase('favourites'),
  user_networks: erase('user_networks'),
  known_browsers: { statement: `delete from known_browsers where owner = 'customer ' || $1::int` },
  sessions: erase('sessions'),
  passkeys: erase('passkeys'),
  two_factor: erase('two_factor'),
  recovery_codes: erase('recovery_codes'),
  ranking_consents: erase('ranking_consents'),
  ranking_codes: erase('ranking_codes'),
  ranking_entries: eraseOfAccounts('ranking_entries'),
  notice_mails: eraseOfAccounts('notice_mails'),
  files: { files: true },
  accounts: { kept: NUMBERS_ONLY },
  account_log: { kept: NUMBERS_ONLY },
  account_totals: { kept: NUMBERS_ONLY },
  ledger_entries: { kept: NUMBERS_ONLY },
  orders: { kept: NUMBERS_ONLY },
  equity_days: { kept: NUMBERS_ONLY },
  identities: { kept: NUMBERS_ONLY },
  invite_rewards: { kept: NUMBERS_ONLY },
  terms_acceptances: { kept: NUMBERS_ONLY },
  notice_progress: { kept: 'one row for the whole journal' },
  corrections: { kept: 'the vouchers of entries of the ledger' },
  closures: { kept: 'the record of the erasure' },
}

/** The sealed columns of the customer's row after the erasure. */
export const ERASED_OF_USER: Changes<'users'> = {
  ...{ email: null, email_confirmed_at: null, email_changed_at: null },
  ...{ area_code: null, phone: null, phone_confirmed_at: null },
  ...{ password_hash: null, password_changed_at: null, demo_hash: null, two_factor_at: null, country: null },
  invite_code: null,
}

/** The sealed texts of the customer's records after the erasure. */
export const ERASED_OF_RECORDS: {
  readonly deposits: Changes<'deposits'>
  readonly withdrawals: Changes<'withdrawals'>
} = { deposits: { remark: '', pay_url: null }, withdrawals: { notes: '' } }

export const ERASING: readonly string[] = Object.values(ERASED_TABLES).flatMap((rule) =>
  'statement' in rule ? [rule.statement] : [],
)

/** The statements for the records that end with an account, and do not come back when it is reopened. */
export const ENDING: readonly string[] = Object.values(ERASED_TABLES).flatMap((rule) =>
  'statement' in rule && rule.atClosing ? [rule.statement] : [],
)
