/** The callers: the session of a customer, or a staff member and their session. */
import type { Role } from '@veritick/contract/office'
import type { AccountId, Millis, UserId } from '@veritick/domain'

/** A customer's session. Identity, payees, devices and notices belong to the user; money and orders to the account. */
export type Session = {
  readonly user: UserId
  /** `real`: the user is a registered customer. */
  readonly kind: 'demo' | 'real'
  /** The account that the session trades on. */
  readonly account: AccountId
  readonly accountKind: 'demo' | 'real'
  /** Names the session without showing the token. */
  readonly tokenHash: string
  readonly expiresAt: Millis
}

export type StaffMember = { readonly id: number; readonly name: string; readonly email: string; readonly role: Role }

export type StaffSession = {
  readonly staff: StaffMember
  readonly tokenHash: string
  /** The value that the CSRF header of the session's requests must carry. */
  readonly csrf: string
  readonly idleEndsAt: Millis
  readonly expiresAt: Millis
  /** The session was checked before the store stopped answering (decision 87). Only two calls accept it. */
  readonly isRemembered?: true
}
