/**
 * The states of a reward and the transitions between them. Two staff members decide: one approves, another pays after
 * the review period. Until the engine has answered, a reward that is paid is `paying`.
 */
import { INVITE_STEPS, type InviteStep, type UserId } from '@veritick/domain'
import { momentText } from '../../services/messages/index.ts'
import { recordSeals } from '../../services/seals/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import { inviteRewards, type Transaction } from '../../store/index.ts'
import { isFrozen, requireNoBar, tellCustomer } from '../accounts/index.ts'
import {
  checkDecider,
  isApprovalValid,
  type RecordKind,
  type Requirement,
  type Transition,
} from '../approvals/index.ts'
import { type CaseworkParts, type DecidedCredit, type ShownKind, sealOf, usdText } from '../money/index.ts'
import { type Participant, participantsOf, programmeOfPair } from './programme.ts'
import { changeReward, findReward, lockReward, type RewardRow, rewardsNamed } from './queries.ts'
import { signalsOf, signalWordsIn, wordsOfSignals } from './signals.ts'

const SEALS = recordSeals('invite_rewards', inviteRewards)

/** Rewards as lists and pages show them. */
export const SHOWN_REWARDS: ShownKind<RewardRow> = {
  record: 'reward',
  seals: SEALS,
  idOf: ({ reward }) => reward,
  named: rewardsNamed,
}

export const REWARDS: RecordKind<RewardRow, CaseworkParts> = {
  name: 'reward',
  find: (_parts, tx, id) => findReward(tx.db, id),
  /** An approval that does not count any more is left out. */
  lock: (_parts, tx, id) => lockReward(tx.db, id),
  counting: async (parts, tx, row) => {
    if (row.state !== 'approved' || row.approvedBy === null || row.approvedAt === null) return row
    const counts = await isApprovalValid({ ...parts, query: tx.query }, { who: row.approvedBy, at: row.approvedAt })
    return counts ? row : { ...row, approvedBy: null, approvedAt: null }
  },
  change: (_parts, tx, id, changes) => changeReward(tx.db, id, changes),
  facts: ({ user, invited, step, amount, state, flags, approvedBy, decidedBy }) => ({
    user,
    invited,
    step,
    amount: usdText(amount),
    state,
    flags,
    approvedBy,
    decidedBy,
  }),
  seal: ({ encryption }, row) => sealOf(encryption, rewardDecided(row)),
  seals: SEALS,
  refusal: () => 'record_decided',
}

/** The movement of the decision to pay this reward. */
export function rewardDecided({ reward, account, amount, invited, step }: RewardRow): DecidedCredit {
  const cause = `${invited}:${step}`
  return { record: 'reward', id: reward, movement: 'reward', account, amounts: [amount], cause }
}

type Of<Input> = Transition<RewardRow, CaseworkParts, Input>
type Need<Input> = Requirement<RewardRow, CaseworkParts, Input>

/** The steps of the friend, measured before the transaction, because the engine's answers wait for commits. */
export type MeasuredStep = {
  /** `undefined`: there was no such reward or friend. */
  readonly measured: { readonly invited: Participant; readonly steps: readonly InviteStep[] } | undefined
}
export type ApprovalInput = MeasuredStep & { readonly acceptSignals: boolean }

/** The invited customer decides neither. */
const notInvited: Need<unknown> = async ({ parts, tx, actor, row }) => {
  await checkDecider(parts, tx, { actor, user: row.invited })
}
const stillInProgramme: Need<unknown> = async ({ parts, tx, row }) => {
  if (programmeOfPair(parts.settings, await pairOf(parts, tx, row)) === 'excluded') rollbackWith('reward_excluded')
}
/** The job asks the same before it writes a reward; a reward that was written in another way is not paid either. */
const inviterVerified: Need<unknown> = async ({ parts, tx, row }) => {
  const { inviter } = await pairOf(parts, tx, row)
  if (inviter.identity !== 'verified') rollbackWith('reward_unverified')
}
/**
 * The step was measured again just now, from proven rows: staff approve and pay what the server can prove. A step that
 * was reached stays reached, so later movements of the friend change nothing. The friend who was measured is the one of
 * the row that is proven here.
 */
const stepProven: Need<MeasuredStep> = async ({ parts, tx, row, input: { measured } }) => {
  const { invited } = await pairOf(parts, tx, row)
  const isOfFriend = measured !== undefined && areSameFriend(measured.invited, invited)
  if (!isOfFriend || !measured.steps.includes(row.step)) rollbackWith('record_changed')
}
const areSameFriend = (one: Participant, other: Participant): boolean =>
  one.user_id === other.user_id &&
  one.created_at === other.created_at &&
  one.first_sign_in_at === other.first_sign_in_at
/** The amount follows from the step alone: another one was written by something else than this server. */
const amountOfStep: Need<unknown> = ({ row }) => {
  const rule = INVITE_STEPS.find(({ step }) => step === row.step)
  if (rule?.reward !== row.amount) rollbackWith('record_changed')
}
const signalsAccepted: Need<ApprovalInput> = async ({ tx, row, input }) => {
  const signals = await signalsOf(tx.query, { inviter: row.user, invited: row.invited })
  if (signals.length > 0 && !input.acceptSignals) rollbackWith('reward_suspicious')
}
/** Signs that the first approver has not seen need a new approval. */
const noFurtherSignals: Need<unknown> = async ({ tx, row }) => {
  const accepted = signalWordsIn(row.flags)
  const found = wordsOfSignals(await signalsOf(tx.query, { inviter: row.user, invited: row.invited }))
  if (found.some((word) => !accepted.includes(word))) rollbackWith('reward_suspicious')
}
const otherApprover: Need<unknown> = ({ row, actor }) => {
  if (row.approvedBy === null || row.approvedBy === actor.who) rollbackWith('second_person_needed')
}
const reviewOver: Need<unknown> = ({ row, now }) => {
  if (now < row.reviewUntil) rollbackWith('reward_held')
}
const noneFrozen: Need<unknown> = async ({ parts: { encryption }, tx: { db }, row }) => {
  await requireNoBar({ db, encryption }, row.user)
  if (await isFrozen({ db, encryption }, row.invited)) rollbackWith('account_frozen')
}

type Pair = { readonly user: UserId; readonly invited: UserId }

async function pairOf(
  parts: Pick<CaseworkParts, 'encryption' | 'knownStaff'>,
  { query }: Pick<Transaction, 'query'>,
  { user, invited }: Pair,
) {
  const people = await participantsOf({ ...parts, query }, [user, invited])
  const [inviter, friend] = [people.get(user), people.get(invited)]
  if (inviter === undefined || friend === undefined) return rollbackWith('person_unknown')
  if (!inviter.isProven || !friend.isProven || friend.invited_by !== user) return rollbackWith('record_changed')
  return { inviter, invited: friend }
}

export const REWARD_TRANSITIONS: {
  readonly approve: Of<ApprovalInput>
  readonly pay: Of<MeasuredStep>
  readonly reject: Of<{ readonly remark: string }>
  readonly book: Of<undefined>
  readonly refuse: Of<undefined>
} = {
  /** Also replaces an approval that does not count any more, or that was given before further signs were found. */
  approve: {
    from: ['held', 'approved'],
    to: 'approved',
    by: ['staff'],
    action: 'reward_approve',
    requires: [notInvited, stillInProgramme, amountOfStep, stepProven, signalsAccepted],
    change: async ({ tx, row, actor, now }) => ({
      approvedBy: actor.who,
      approvedAt: now,
      flags: wordsOfSignals(await signalsOf(tx.query, { inviter: row.user, invited: row.invited })).join(' '),
    }),
  },
  pay: {
    from: ['approved'],
    to: 'paying',
    by: ['staff'],
    action: 'reward_pay',
    moves: 'reward',
    refusal: (state) => (state === 'held' ? 'second_person_needed' : 'record_decided'),
    requires: [
      ...[notInvited, otherApprover, reviewOver, stillInProgramme, noneFrozen, inviterVerified],
      ...[amountOfStep, stepProven, noFurtherSignals],
    ],
    change: ({ actor, reason }) => ({ decidedBy: actor.who, decidedReason: reason }),
  },
  reject: {
    from: ['held', 'approved'],
    to: 'rejected',
    by: ['staff'],
    action: 'reward_reject',
    requires: [notInvited],
    change: ({ actor, reason, now, input }) => ({
      decidedBy: actor.who,
      decidedReason: reason,
      remark: input.remark,
      endedAt: now,
    }),
    tell: ({ parts, tx }, { user, amount, remark: reason }) => {
      const message = { name: 'reward_rejected', values: { amount: usdText(amount), reason } } as const
      return tellCustomer({ ...parts, tx }, { user, message })
    },
  },
  book: {
    from: ['paying'],
    to: 'paid',
    by: ['ledger'],
    change: ({ now }) => ({ endedAt: now }),
    tell: ({ parts, tx, now }, { user, amount }) => {
      const values = { amount: usdText(amount), time: momentText(now) }
      return tellCustomer({ ...parts, tx }, { user, message: { name: 'reward_paid', values } })
    },
  },
  refuse: {
    from: ['paying'],
    to: 'approved',
    by: ['ledger'],
    action: 'reward_refused',
    change: () => ({ decidedBy: null, decidedReason: '' }),
  },
}
