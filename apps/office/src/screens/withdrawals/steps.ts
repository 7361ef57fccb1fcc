/** The possible next steps of a withdrawal for the reader, and why a step is not possible. */
import type { OfficeData } from '@veritick/contract/office'
import { amountText } from '../../format/money.ts'
import { ageText, DAY } from '../../format/time.ts'

type Withdrawal = Pick<
  OfficeData<'withdrawalFind'>,
  | 'state'
  | 'moving'
  | 'fault'
  | 'approvals'
  | 'approver_limit'
  | 'two_people'
  | 'rejection'
  | 'void_rejection'
  | 'blocked'
  | 'price_old'
> & {
  readonly person: Pick<OfficeData<'withdrawalFind'>['person'], 'frozen'>
}

export const isOpen = (state: Withdrawal['state']): boolean => state === 'waiting' || state === 'approved'

export type Steps = {
  readonly approve: boolean
  readonly pay: boolean
  readonly reject: boolean
  /** The reader may end a proposed rejection. */
  readonly dropRejection: boolean
  /** The reader may take some step, or could without `blockedText`. */
  readonly decides: boolean
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
  record_changed:
    'Facts about this customer were changed in the store: “Customer” says which. The withdrawal cannot be approved ' +
    'until they are right again. If it is rejected, the money goes back to the account.',
} as const

/** The sentence about a record that was changed in the store, with the next steps of staff. */
export const changedText = (fault: string): string =>
  `This record was changed in the store: ${fault}. Nothing else on this page counts. Send nothing, and tell an ` +
  'admin: find out who can write to the store, compare the record with the audit log and with the bank or the ' +
  'chain, and do what docs/operating.md says under “When the stored state is in doubt”.'

const PRICE_OLD =
  'The price of this currency is too old to approve by. An admin sets it, or saves “Withdrawal currencies” in the ' +
  'settings again unchanged.'

const FROZEN_BEFORE_PAID =
  'The account is frozen: send nothing. If the money was sent before the freeze, mark it as paid; if not, reject ' +
  'the withdrawal or wait.'

/** `reader`: the actor word of the reader. */
export function stepsOf(withdrawal: Withdrawal, mayReview: boolean, reader: string): Steps {
  const { state, moving, fault, blocked, price_old, rejection } = withdrawal
  const live = isOpen(state) && !moving && fault === null
  const decides = live && mayReview
  const free = decides && blocked === null
  const isOld = free && state === 'waiting' && price_old
  return {
    approve: free && state === 'waiting' && !isOld,
    pay: free && state === 'approved',
    reject: decides && rejection?.by.who !== reader,
    dropRejection: free && state === 'approved' && rejection !== null,
    decides,
    blockedText: decides && blocked !== null ? BLOCKED_TEXTS[blocked] : isOld ? PRICE_OLD : undefined,
    caution: decides && state === 'approved' ? cautionOf(withdrawal, reader) : undefined,
  }
}

function cautionOf(withdrawal: Withdrawal, reader: string): string | undefined {
  const { rejection, void_rejection: voided, person } = withdrawal
  if (rejection === null && voided !== null)
    return (
      `${voided.by.name} proposed to reject it. The proposal does not count any more, because the access of ` +
      `${voided.by.name} was changed since: send nothing before you have asked why. ` +
      (person.frozen ? FROZEN_BEFORE_PAID : '')
    ).trim()
  if (rejection === null) return person.frozen ? FROZEN_BEFORE_PAID : undefined
  const rest = 'If the money was sent, mark it as paid. To pay it now, end the proposal first.'
  return rejection.by.who === reader
    ? `You proposed to reject it: send nothing. A second staff member must confirm that nothing was sent. ${rest}`
    : `${rejection.by.name} proposed to reject it: send nothing. Confirm it only if you have checked that nothing ` +
        `was sent. ${rest}`
}

/** The effect of rejecting. `proposes`: once it was approved, a second staff member must confirm. */
export function rejectingDoes({
  state,
  rejection,
}: Pick<Withdrawal, 'state' | 'rejection'>): 'rejects' | 'proposes' | 'confirms' {
  if (state === 'waiting') return 'rejects'
  return rejection === null ? 'proposes' : 'confirms'
}

type Rejecting = { readonly message: string; readonly reason: string; readonly isUnsent: boolean }

/** The request of a rejection, with the proposed rejection that the page shows. */
export function rejectInput(
  { id, state, rejection }: Pick<OfficeData<'withdrawalFind'>, 'id' | 'state' | 'rejection'>,
  { message, reason, isUnsent }: Rejecting,
) {
  const said = { id, remark: message, reason_text: reason, seen_rejection: rejection?.at ?? 0 }
  return state === 'approved' ? { ...said, not_sent: isUnsent } : said
}

/** Why two staff members must approve a withdrawal that waits; `undefined`: one is enough. */
export function whyTwoText({ state, moving, approvals, approver_limit, two_people }: Withdrawal): string | undefined {
  if (state !== 'waiting' || moving) return undefined
  if (two_people !== null)
    return (
      `Two staff members must approve: ${amountText(two_people.day_amount)} USD requested in 24 hours, the limit was ` +
      `${amountText(two_people.limit)} USD.`
    )
  if (approver_limit !== null)
    return (
      `You have approved ${amountText(approver_limit.approved)} USD alone in 24 hours, and with this withdrawal the ` +
      `limit of one approver, ${amountText(approver_limit.limit)} USD, is reached: after you a second staff member ` +
      'must approve it.'
    )
  if (approvals.needed === 2)
    return 'Two staff members must approve: the first approver has reached the limit of what one approves alone.'
  return undefined
}

type Saved = Pick<OfficeData<'withdrawalFind'>, 'payee_bound_at' | 'created_at'>

/**
 * The warning when the payee was saved less than a day before the request; `undefined`: saved earlier. The setting
 *  `payee_hold_hours` may allow it, and so does a thief of an account.
 */
export function savedShortlyText({ payee_bound_at: saved, created_at: requested }: Saved): string | undefined {
  if (saved === null || requested - saved >= DAY) return undefined
  return `The address or account was saved only ${ageText(requested - saved)} before the request.`
}

/** The effect of an approval: the last one that is needed releases the payment. */
export function afterApproval({ approvals, approver_limit }: Pick<Withdrawal, 'approvals' | 'approver_limit'>): {
  readonly before: string
  readonly after: string
  readonly state: string
} {
  const given = approvals.given.length
  const needed = approver_limit === null ? approvals.needed : 2
  return {
    before: `${given} of ${approvals.needed}`,
    after: `${given + 1} of ${needed}`,
    state: given + 1 >= needed ? 'approved' : 'waiting',
  }
}
