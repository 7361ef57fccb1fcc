/** What the matrix of two people is made of: everything that is Ana's, and what Ben sends of it. */
import type { Reason } from '@veritick/contract'
import type { AccountId, UserId } from '@veritick/domain'

export type Second = Pick<Hers, 'holding' | 'pending' | 'ended' | 'withdrawal' | 'notice'> & {
  readonly account: AccountId
}

/** What is Ana's: every id, link and code that another customer could send. */
export type Hers = {
  readonly user: UserId
  /** The default one first. */
  readonly accounts: readonly AccountId[]
  /** What stands on her second real account. */
  readonly second: Second
  readonly holding: number
  readonly pending: number
  readonly ended: number
  readonly withdrawal: number
  readonly payee: number
  readonly session: string
  readonly notice: number
  readonly priceAlert: number
  readonly picture: string
  /** Of a card payment that she has begun, and the key she began it with. */
  readonly card: string
  readonly cardKey: string
  readonly code: string
  readonly appCode: string
  readonly recoveryCode: string
  readonly passkeyId: string
  /** What her authenticator answered when it signed in: used up. */
  readonly passkey: string
}

/**
 * What Ben sends with what is Ana's, and the word he gets; `good`: about his own things, which the answer is searched
 * for hers.
 */
export type Row = {
  readonly sends: (hers: Hers) => Readonly<Record<string, unknown>>
  readonly told: Reason | 'good'
  /** The parameter that a refusal names. */
  readonly field?: string
  /** The idempotency key that he sends. */
  readonly key?: (hers: Hers) => string
  readonly unverified?: true
}
