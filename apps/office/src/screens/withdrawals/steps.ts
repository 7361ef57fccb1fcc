/** The possible next steps of a withdrawal for the reader, and why a step is not possible. */
import type { OfficeData } from '@veritick/contract/office'

type Withdrawal = Pick<OfficeData<'withdrawalFind'>, 'state' | 'moving' | 'approvals' | 'blocked' | 'price_old'> & {
  readonly person: Pick<OfficeData<'withdrawalFind'>['person'], 'frozen'>
}

export const isOpen = (state: Withdrawal['state']): boolean => state === 'waiting' || state === 'approved'

export type Steps = {
  readonly approve: boolean
  readonly pay: boolean
  readonly reject: boolean
  /** Why the reader cannot take the next step. */
  readonly blockedText: string | undefined
  /** A warning before marking as paid or rejecting. */
  readonly caution: string | undefined
}

const BLOCKED_TEXTS = {
  second_person_needed: 'You gave the first approval: a second staff member must give the second.',
  account_frozen: 'The account is frozen. Unfreeze it first, or reject the withdrawal.',
  record_own: 'This is your own account: a colleague must decide.',
  record_decided: 'This withdrawal is already decided.',
} as const

const PRICE_OLD =
  'The price of this currency is too old to approve by. An admin sets it, or saves “Withdrawal currencies” in the ' +
  'settings again unchanged.'

const FROZEN_BEFORE_PAID =
  'The account is frozen: send nothing. If the money was sent before the freeze, mark it as paid; if not, reject ' +
  'the withdrawal or wait.'

export function stepsOf(withdrawal: Withdrawal, mayReview: boolean): Steps {
  const { state, moving, blocked, person, price_old } = withdrawal
  const live = isOpen(state) && !moving
  const decides = live && mayReview
  const free = decides && blocked === null
  const isOld = free && state === 'waiting' && price_old
  return {
    approve: free && state === 'waiting' && !isOld,
    pay: free && state === 'approved',
    reject: decides,
    blockedText: decides && blocked !== null ? BLOCKED_TEXTS[blocked] : isOld ? PRICE_OLD : undefined,
    caution: decides && state === 'approved' && person.frozen ? FROZEN_BEFORE_PAID : undefined,
  }
}

/** The effect of an approval: the last one that is needed releases the payment. */
export function afterApproval(approvals: Withdrawal['approvals']): {
  readonly before: string
  readonly after: string
  readonly state: string
} {
  const given = approvals.given.length
  const { needed } = approvals
  return {
    before: `${given} of ${needed}`,
    after: `${given + 1} of ${needed}`,
    state: given + 1 >= needed ? 'approved' : 'waiting',
  }
}
