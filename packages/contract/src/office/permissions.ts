/**
 * What the operator's people may do, by role: each exactly what its work needs. Whoever decides about money cannot
 * change where it is paid to or who works here, and an admin, who can, decides about nobody's money. No permission
 * changes a price or a fill.
 */

export const ROLES = ['support', 'compliance', 'finance', 'risk', 'content', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who holds each permission. */
export const MATRIX = {
  /** Search, profile, orders, ledger, sessions, notes of customers. */
  people_read: ['support', 'compliance', 'finance', 'risk'],
  /** E-mail addresses and numbers as they are; everybody else sees them masked. */
  people_contact: ['support', 'compliance'],
  people_note: ['support', 'compliance', 'finance', 'risk'],
  /** Sign a customer out everywhere. */
  people_sign_out: ['support', 'compliance'],
  /** May close, not open or withdraw. */
  people_freeze: ['compliance', 'risk'],
  people_credit_score: ['compliance', 'risk'],
  identity_review: ['compliance'],
  deposits_read: ['support', 'compliance', 'finance'],
  deposits_review: ['finance'],
  withdrawals_read: ['support', 'compliance', 'finance'],
  withdrawals_review: ['finance'],
  corrections_read: ['compliance', 'finance'],
  corrections_ask: ['finance', 'compliance'],
  /** Never one's own: another person who holds it. */
  corrections_approve: ['finance'],
  exposure_read: ['finance', 'risk'],
  instruments_read: ['support', 'risk', 'admin'],
  instruments_change: ['risk'],
  settings_read: ['compliance', 'finance', 'risk', 'content', 'admin'],
  settings_registration: ['compliance', 'admin'],
  /** Limits, holds and usual times of money in and out. */
  settings_money: ['admin'],
  /** Addresses, banks and currencies: where money goes. */
  settings_channels: ['admin'],
  settings_trading: ['risk', 'admin'],
  settings_contact: ['content', 'admin'],
  /** Who is alerted to what. */
  settings_alerts: ['admin'],
  /** Send a short message to try the provider. */
  sms_test: ['admin'],
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
