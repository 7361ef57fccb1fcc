/** The actions that a staff member has on a reward now, and the sentences of the screen before each step. */
import { IDENTITY_STATUS } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'

export type Reward = OfficeData<'rewardFind'>

type Rights = { readonly review: boolean; readonly reject: boolean }

export type Steps = {
  readonly approve: boolean
  readonly pay: boolean
  readonly reject: boolean
  /** Why it cannot be paid by this staff member now; `undefined`: it can, or it is decided. */
  readonly note: string | undefined
}

const isOpen = ({ state }: Reward) => state === 'held' || state === 'approved'

/** The signs of one person that are new since the approval. */
export function furtherSignals({ flags, signals }: Pick<Reward, 'flags' | 'signals'>): boolean {
  return signals.some(({ by }) => !flags.includes(by))
}

export function stepsFor(reward: Reward, rights: Rights, now: number): Steps {
  const open = isOpen(reward)
  const note = open ? noteFor(reward, now) : undefined
  const isApproved = reward.state === 'approved' && reward.approved_by !== null
  return {
    approve: open && rights.review && reward.now.programme !== 'excluded' && (!isApproved || furtherSignals(reward)),
    pay: isApproved && rights.review && note === undefined,
    reject: open && rights.reject,
    note,
  }
}

function noteFor(reward: Reward, now: number): string | undefined {
  if (reward.now.programme === 'excluded') return 'A special account takes part: the reward can only be rejected.'
  if (reward.state === 'approved' && reward.approved_by === null)
    return 'The approval counts no more, because the access of its approver was changed: it must be approved again.'
  if (reward.state === 'held') return undefined
  if (reward.yours) return 'You approved it: another staff member must pay.'
  if (furtherSignals(reward)) return 'Further signs of one person were found since the approval: approve it again.'
  if (now < reward.held_until) return 'The review period has not ended yet.'
  if (reward.now.inviter_identity !== IDENTITY_STATUS.verified) return 'The identity of the inviter is not verified.'
  return reward.now.frozen ? 'One of the two customers is frozen.' : undefined
}
