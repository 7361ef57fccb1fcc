/** The calls of the office about invite rewards; the feature decides, this shows. */
import { moneyText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { INVITE_STEPS, keptDays, type Micros, micros, must } from '@veritick/domain'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import { pageOf, recordAccess, sortOf, userIn } from '../../services/office/index.ts'
import { isFrozen } from '../accounts/index.ts'
import { identityStatusCode, isApprovalValid } from '../approvals/index.ts'
import { briefOf } from '../customers/index.ts'
import { shownRecords } from '../money/index.ts'
import { staffOf } from '../staff/index.ts'
import type { Context } from './context.ts'
import type { RewardDecided } from './invites.ts'
import { measuredOrNothing } from './measure.ts'
import { participantsOf, programmeOfPair } from './programme.ts'
import { friendsOf, type RewardRow } from './queries.ts'
import { signalsOf, signalWordsIn } from './signals.ts'
import { SHOWN_REWARDS } from './transitions.ts'

type Shown = OfficeData<'rewardApprove'>
type Names = 'rewardList' | 'rewardFind' | 'rewardApprove' | 'rewardPay' | 'rewardReject'

export function rewardHandlers(context: Context): OfficeHandlers<Names> {
  const { invites } = context
  const one = async (row: RewardRow, who: string): Promise<Shown> =>
    must((await rowsOf(context, [row], who))[0], 'a row is shown')
  const answer = async (done: RewardDecided, who: string) =>
    done.ok ? { ok: true as const, data: await one(done.value, who) } : done

  return {
    rewardList: async ({ params, actor }) => {
      const { user, state, flag } = params
      const sort = sortOf(params.sort, ['id'])
      const oldestFirst = sort === undefined ? state === 'held' || state === 'approved' : !sort.descending
      const wanted = { user: userIn(user), state, flag, ...pageOf(params), oldestFirst }
      const { rows, total } = await invites.queue(wanted)
      return { ok: true, data: { data: await rowsOf(context, rows, actor.who), total } }
    },

    rewardFind: async ({ params, actor }) => {
      const row = await invites.find(params.id)
      if (row === undefined) return refuse('record_unknown', 'id')
      if (row.reward !== params.id) return refuse('record_changed', 'id')
      await recordAccess(context, { actor, kind: 'reward', id: row.reward })
      return { ok: true, data: { ...(await one(row, actor.who)), ...(await evidenceOf(context, row)) } }
    },

    rewardApprove: async ({ params, actor }) => {
      const { id: reward, reason_text: reason, accept_signals: acceptSignals = false } = params
      return answer(await invites.approve({ reward, actor, reason, acceptSignals }), actor.who)
    },

    rewardPay: async ({ params, actor }) =>
      answer(await invites.pay({ reward: params.id, actor, reason: params.reason_text }), actor.who),

    rewardReject: async ({ params, actor }) => {
      const { id: reward, reason_text: reason, remark } = params
      return answer(await invites.reject({ reward, actor, reason, remark }), actor.who)
    },
  }
}

async function rowsOf(context: Context, read: readonly RewardRow[], who: string): Promise<Shown[]> {
  const rows = await shownRecords(context, SHOWN_REWARDS, read)
  const { query } = context.store
  const named = await staffOf(
    { ...context, query },
    rows.flatMap((row) => [row.approvedBy, row.decidedBy]),
  )
  const counts = async ({ state, approvedBy: by, approvedAt: at }: RewardRow) =>
    by !== null &&
    at !== null &&
    (state !== 'approved' || (await isApprovalValid({ ...context, query }, { who: by, at })))
  return Promise.all(
    rows.map(async (row) => {
      const approver = (await counts(row)) ? row.approvedBy : null
      return {
        id: row.reward,
        user: briefOf(row.user),
        invited: briefOf(row.invited),
        step: row.step,
        amount: moneyText(micros(row.amount)),
        state: row.state,
        fault: row.fault ?? null,
        flags: signalWordsIn(row.flags),
        earned_at: row.earnedAt,
        held_until: row.reviewUntil,
        approved_by: approver === null ? null : named(approver),
        approved_at: approver === null ? null : row.approvedAt,
        decided_by: row.decidedBy === null ? null : named(row.decidedBy),
        decided_reason: row.decidedReason,
        remark: row.remark,
        ended_at: row.endedAt,
        yours: approver === who,
      }
    }),
  )
}

/**
 * The evidence for both approvers: the figures at the step, the figures now, and the signals that the two accounts
 * share.
 */
async function evidenceOf(context: Context, row: RewardRow) {
  const { store, core, encryption, knownStaff, knownAccounts, runtime, settings } = context
  const { query, db } = store
  const people = await participantsOf({ query, encryption, knownStaff }, [row.user, row.invited])
  const inviter = must(people.get(row.user), 'a reward has an inviter')
  const invited = must(people.get(row.invited), 'a reward has an invited customer')
  const measured = await measuredOrNothing({ query, core, encryption, knownAccounts, now: runtime.now() }, invited)
  const kept = measured.kept(thresholdOf(row))
  const signals = await signalsOf(query, { inviter: row.user, invited: row.invited })
  return {
    trading_account: row.account,
    volume: moneyText(micros(row.volume)),
    net_deposit: moneyText(micros(row.netDeposit)),
    now: {
      proven: measured.isProven && inviter.isProven,
      registered_at: invited.created_at,
      first_sign_in_at: invited.first_sign_in_at,
      sign_in: measured.signIn,
      country: invited.verified_country ?? invited.country ?? '',
      inviter_country: inviter.verified_country ?? inviter.country ?? '',
      identity: identityStatusCode(invited.identity),
      inviter_identity: identityStatusCode(inviter.identity),
      programme: programmeOfPair(settings, { inviter, invited }),
      net_deposit: moneyText(kept.net),
      kept_days: keptDays(kept),
      frozen: (await isFrozen({ ...context, db }, row.user)) || (await isFrozen({ ...context, db }, row.invited)),
      invited_in_all: await friendsOf(query, row.user),
    },
    signals: signals.map(({ by, user }) => ({ by, person: briefOf(user) })),
  }
}

function thresholdOf({ step }: RewardRow): Micros {
  return must(
    INVITE_STEPS.find((each) => each.step === step),
    `step ${step} has a rule`,
  ).netDeposit
}
