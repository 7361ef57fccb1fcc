/**
 * The permissions of each role: exactly what its work needs. Roles that decide about money cannot change payment
 * channels or staff. An admin can, and decides about no customer's money. No permission changes a price or a fill.
 */

export const ROLES = ['support', 'compliance', 'finance', 'risk', 'content', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The roles with each permission. */
export const MATRIX = {
  /** Search, profile, orders, ledger, sessions, notes of customers. */
  people_read: ['support', 'compliance', 'finance', 'risk'],
  /** Full e-mail addresses and numbers; other roles see them masked. */
  people_contact: ['support', 'compliance'],
  people_note: ['support', 'compliance', 'finance', 'risk'],
  /** Sign a customer out everywhere. */
  people_sign_out: ['support', 'compliance'],
  /** A frozen customer may close, not open or withdraw. */
  people_freeze: ['compliance', 'risk'],
  /** Close a customer's account at their written request, and reopen it. */
  people_close: ['compliance'],
  people_credit_score: ['compliance', 'risk'],
  identity_review: ['compliance'],
  deposits_read: ['support', 'compliance', 'finance'],
  deposits_review: ['finance'],
  withdrawals_read: ['support', 'compliance', 'finance'],
  withdrawals_review: ['finance'],
  corrections_read: ['compliance', 'finance'],
  corrections_ask: ['finance', 'compliance'],
  /** Never the own request: another staff member must approve. */
  corrections_approve: ['finance'],
  rewards_read: ['support', 'compliance', 'finance'],
  /** Approve and pay invite rewards: each reward needs two staff members. */
  rewards_review: ['finance'],
  rewards_reject: ['compliance', 'finance'],
  /** Conversations with customers and feedback. */
  support_read: ['support', 'compliance'],
  /** Answer, close and hand over conversations; mark feedback as done. */
  support_reply: ['support', 'compliance'],
  /** Edit the canned answers. */
  support_canned: ['support', 'content'],
  exposure_read: ['finance', 'risk'],
  instruments_read: ['support', 'risk', 'admin'],
  instruments_change: ['risk'],
  settings_read: ['compliance', 'finance', 'risk', 'content', 'admin'],
  settings_registration: ['compliance', 'admin'],
  /** Limits, holds and usual times of deposits and withdrawals. */
  settings_money: ['admin'],
  /** Addresses, banks and currencies of deposits and withdrawals. */
  settings_channels: ['admin'],
  settings_trading: ['risk', 'admin'],
  settings_contact: ['content', 'admin'],
  /** The operator, its companies with brand and documents, claims, the address for desktop browsers. */
  settings_company: ['admin'],
  /** Recipients of alerts. */
  settings_alerts: ['admin'],
  /** Send a test message to check the provider. */
  sms_test: ['admin'],
  /** Drafts of all articles; support and compliance answer questions about them. */
  news_read: ['support', 'compliance', 'content', 'admin'],
  news_write: ['content'],
  /** Publish and withdraw. Compliance can withdraw a text that must not be public. */
  news_publish: ['content', 'compliance'],
  audit_read: ['compliance', 'admin'],
  health_read: ['finance', 'risk', 'admin'],
  staff_manage: ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof MATRIX

export const PERMISSIONS = Object.keys(MATRIX).filter((word): word is Permission => Object.hasOwn(MATRIX, word))

export function isRole(word: string): word is Role {
  return ROLES.some((role) => role === word)
}

export function may(role: Role, permission: Permission): boolean {
  const holders: readonly Role[] = MATRIX[permission]
  return holders.includes(role)
}

export const permissionsOf = (role: Role): readonly Permission[] =>
  PERMISSIONS.filter((permission) => may(role, permission))
