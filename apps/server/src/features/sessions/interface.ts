/** The interface of sessions for the rest of the server. */
import type { AccountId, Millis, UserId } from '@veritick/domain'
import type { Session } from '../../calls/index.ts'
import type { Query, Transaction } from '../../store/index.ts'

/**
 * By what the owner proved to be there: a second factor, or a mailed code and what that was asked for
 * (features/accounts/step-up.ts).
 */
export type Proof = { readonly by: 'totp' | 'passkey' } | { readonly by: 'code'; readonly of: string }
/** The newest proof and its time. */
export type Proven = Proof & { readonly at: Millis }

/** The account that a session trades on. */
export type TradedAccount = Pick<Session, 'account' | 'accountKind'>

/** A session as its owner sees it in a list. */
export type SignedIn = {
  readonly id: string
  readonly tokenHash: string
  readonly device: string
  readonly createdAt: Millis
  readonly lastUsedAt: Millis
  readonly expiresAt: Millis
}

export type Owner = {
  readonly user: UserId
  readonly kind: 'demo' | 'real'
  readonly device: string
  /** True: the sign-in passed the second factor. */
  readonly secondFactor?: boolean
}

export type Sessions = {
  /**
   * A fresh session on the user's default account; the token is told this once. It begins if and only if the
   * transaction commits, which is one of its own where none is given.
   */
  begin(owner: Owner, tx?: Transaction): Promise<string>
  /** `undefined`: never was, was ended, or its time is up. Counts as use. */
  find(token: string): Promise<Session | undefined>
  /**
   * The same for a token that came over the network; `from` names the address it came from, whose unknown tokens have
   * ceilings.
   */
  findFor(token: string, from: () => string): Promise<Session | TokenRefusal>
  end(session: Pick<Session, 'tokenHash' | 'kind'>): Promise<void>
  /**
   * From now on the session trades on another account of its user. `account_unknown`: the user owns no such account;
   * nothing has changed. Requests that were read before end on the account that they began on.
   */
  switchAccount(session: Session, account: AccountId): Promise<Session | 'account_unknown'>
  /** The session as it is now: on which account, after a switch. */
  current(session: Session): Session
  /**
   * Ends all of a user's sessions but one, or only the one with the id `only`, if and only if the transaction commits.
   * Returns their number. While the end of the transaction is unknown, their next use waits for it and reads the store.
   */
  endSessions(
    tx: Transaction,
    which: { readonly user: UserId; readonly except: string | undefined; readonly only?: string | undefined },
  ): Promise<number>
  /** True until it is ended, its time is up, or the store is not certain; then its next use reads the store. */
  alive(session: Session): boolean
  /**
   * `alive`, and no end of it is on its way into the store. For a transaction that holds the lock of the customer's
   * row: what the transaction before it decided holds, although memory may not have been told of its end yet.
   */
  isOpen(query: Query, session: Session): Promise<boolean>
  /** True while the session with this id, of this user, lives. A row that was written into the store is none. */
  isSignedIn(owner: { readonly user: UserId; readonly id: string }): Promise<boolean>
  /** The same for a session that is known by the hash of its token. */
  isLiving(owner: { readonly user: UserId; readonly tokenHash: string }): Promise<boolean>
  /** Living sessions, the latest use first; for a list, because their rows are not proven. */
  list(user: UserId): Promise<readonly SignedIn[]>
  /** Stores the proof as the newest one of the session. */
  prove(session: Session, proof: Proof): Promise<void>
  /** The newest proof of the session, of any age; `undefined`: it has none. */
  provenOf(session: Session): Proven | undefined
  /** Forgets the newest proof if it was a mailed code for this. Any other proof stays. */
  forgetCode(session: Session, of: string): Promise<void>
  /** True when the session passed the second factor, at its sign-in or since. */
  passedSecondFactor(session: Session): boolean
  /** Deletes sessions that ended some time ago, as the job does each day; gives their number. */
  sweep(): Promise<number>
  stop(): Promise<void>
}

/** Why a token opens nothing; `too_many_requests`: unknown ones have come from that address too often. */
export type TokenRefusal = 'session_ended' | 'too_many_requests'
