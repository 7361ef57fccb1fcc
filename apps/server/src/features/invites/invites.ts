/**
 * The casework of invite rewards: approved by one staff member, paid by another, booked by the engine under the
 * reward's own reference. Decision and audit are written together (`paying`), then the engine is asked, then it is
 * marked and the inviter told. A crash between two of these is harmless, because the booking happens once.
 */
import type { Reason } from '@veritick/contract'
import { assert, isTemporaryRefusal } from '@veritick/domain'
import { eq } from 'drizzle-orm'
import { type Refusal, refuse } from '../../calls/index.ts'
import { isCoreBusy } from '../../journal/index.ts'
import type { Actor } from '../../services/audit/index.ts'
import { MINUTE_MS } from '../../services/clock/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import { requireRecordSealed } from '../../services/seals/index.ts'
import { inTransaction } from '../../services/transactions/index.ts'
import { inviteRewards } from '../../store/index.ts'
import { advance, isReasonValid, LEDGER, openCase } from '../approvals/index.ts'
import { type CaseworkParts, creditOnce, finishRecords, oneRunEach, RecordsLeft } from '../money/index.ts'
import { earnRewards } from './earn.ts'
import { measuredOrNothing } from './measure.ts'
import { participantsOf } from './programme.ts'
import { findReward, type RewardFilter, type RewardRow, rewardPage } from './queries.ts'
import { type MeasuredStep, REWARD_TRANSITIONS, REWARDS, rewardDecided } from './transitions.ts'

/** How soon a step that was reached becomes a reward. */
export const EARN_MS = 10 * MINUTE_MS
/** How soon a payment that a crash interrupted is finished. */
const RESUME_MS = 30_000

export type RewardDecided = { readonly ok: true; readonly value: RewardRow } | Refusal

type Decision = { readonly reward: number; readonly actor: Actor; readonly reason: string }

export type Invites = {
  /**
   * Refusals: `reason_missing`, `record_unknown`, `record_own`, `record_decided`, `reward_excluded`,
   * `reward_suspicious` (signs that are not accepted).
   */
  approve(decision: Decision & { readonly acceptSignals: boolean }): Promise<RewardDecided>
  /**
   * Refusals as for `approve`, and `second_person_needed` (not approved, approved by the caller, or the approval counts
   * no more), `reward_held`, `account_frozen`, `account_closed` (of the inviter), `reward_unverified` (the inviter).
   */
  pay(decision: Decision): Promise<RewardDecided>
  /** Refusals: `reason_missing`, `record_unknown`, `record_own`, `record_decided`. */
  reject(decision: Decision & { readonly remark: string }): Promise<RewardDecided>
  queue(
    wanted: RewardFilter & { readonly page: number; readonly size: number; readonly oldestFirst: boolean },
  ): Promise<{ readonly rows: readonly RewardRow[]; readonly total: number }>
  find(reward: number): Promise<RewardRow | undefined>
  /** Writes the rewards that were earned; also runs by itself. */
  earn(): Promise<number>
  /** Finishes every payment that was decided and is not marked yet; also runs by itself. */
  resumeIntents(): Promise<void>
  stop(): Promise<void>
}

export async function openInvites(parts: CaseworkParts & { readonly jobs: Jobs }): Promise<Invites> {
  const { store, runtime, jobs } = parts
  const payments = paymentsOf(parts)
  // A reward that fails is in the log and tried again by the job; the server starts without it.
  await payments.resume().catch((error: unknown) => {
    if (!(error instanceof RecordsLeft)) throw error
  })
  const earning = jobs.add({
    name: 'invite_rewards',
    everyMs: EARN_MS,
    // The read tables are being filled from the journal, or the store is late: a reward is written by a later run.
    isTooEarly: isCoreBusy,
    run: () => earnRewards(parts),
  })
  const resuming = jobs.add({ name: 'invite_payments', everyMs: RESUME_MS, run: payments.resume })

  return {
    queue: (wanted) => rewardPage(store.db, wanted),
    find: (reward) => findReward(store.db, reward),
    earn: () => earning.run(),
    resumeIntents: payments.resume,

    approve: async ({ reward: id, actor, reason, acceptSignals }) => {
      if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
      const measured = await measuredFor(parts, id)
      return inTransaction(store, async (tx) => {
        const opened = await openCase(REWARDS, { parts, tx, id, actor })
        const input = { measured, acceptSignals }
        return advance(opened, REWARD_TRANSITIONS.approve, { reason, input, now: runtime.now() })
      })
    },

    pay: async ({ reward: id, actor, reason }) => {
      if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
      const measured = await measuredFor(parts, id)
      const decided = await inTransaction(store, async (tx) => {
        const opened = await openCase(REWARDS, { parts, tx, id, actor })
        return advance(opened, REWARD_TRANSITIONS.pay, { reason, input: { measured }, now: runtime.now() })
      })
      return decided.ok ? payments.finish(id) : decided
    },

    reject: async ({ reward: id, actor, reason, remark }) => {
      if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
      if (!isReasonValid(remark)) return refuse('reason_missing', 'remark')
      return inTransaction(store, async (tx) => {
        const opened = await openCase(REWARDS, { parts, tx, id, actor })
        const input = { remark: remark.trim() }
        return advance(opened, REWARD_TRANSITIONS.reject, { reason, input, now: runtime.now() })
      })
    },

    stop: async () => {
      await earning.stop()
      await resuming.stop()
    },
  }
}

/** Before the transaction of a decision. Throws CoreBusy. */
async function measuredFor(parts: CaseworkParts, reward: number): Promise<MeasuredStep['measured']> {
  const { store, core, encryption, knownAccounts, runtime } = parts
  const { query, db } = store
  const row = await findReward(db, reward)
  const people = row && (await participantsOf({ ...parts, query }, [row.invited]))
  const invited = row && people?.get(row.invited)
  if (invited === undefined) return undefined
  const { steps } = await measuredOrNothing({ query, core, encryption, knownAccounts, now: runtime.now() }, invited)
  return { invited, steps }
}

type Payments = { finish(reward: number): Promise<RewardDecided>; resume(): Promise<void> }

function paymentsOf(parts: CaseworkParts): Payments {
  const { store } = parts

  const finish = oneRunEach(async (reward: number): Promise<RewardDecided> => {
    const row = await findReward(store.db, reward)
    assert(row !== undefined, `reward ${reward} is there`)
    if (row.state !== 'paying') return { ok: true, value: row }
    requireRecordSealed(parts, 'invite_rewards', { schema: inviteRewards, id: reward, row })
    const fault = await creditOnce(parts, rewardDecided(row))
    // Decided as it is and shown as in progress; tried again in a moment.
    if (fault !== undefined && isTemporaryRefusal(fault)) return { ok: true, value: row }
    return booked(parts, { reward, fault })
  })

  const resume = async (): Promise<void> => {
    const rows = await store.db
      .select({ reward: inviteRewards.reward })
      .from(inviteRewards)
      .where(eq(inviteRewards.state, 'paying'))
    const ids = rows.map(({ reward }) => reward)
    await finishRecords(parts, { record: 'reward', ids }, finish)
  }

  return { finish, resume }
}

/** Takes the answer of the engine. After a refusal the reward waits for its payment as before. */
async function booked(
  parts: CaseworkParts,
  answer: { readonly reward: number; readonly fault: Reason | undefined },
): Promise<RewardDecided> {
  const { reward: id, fault } = answer
  if (fault !== undefined) parts.log.warn({ reward: id, reason: fault }, 'a reward was refused by the ledger')
  const marked = await inTransaction(parts.store, async (tx) => {
    const opened = await openCase(REWARDS, { parts, tx, id, actor: LEDGER })
    const { book, refuse: refused } = REWARD_TRANSITIONS
    const given = { reason: fault ?? '', input: undefined, now: parts.runtime.now() }
    return advance(opened, fault === undefined ? book : refused, given)
  })
  return marked.ok && fault !== undefined ? refuse(fault) : marked
}
