/**
 * Writes a reward for each step that an invited customer has reached: once, by the key of the table. A job reads all
 * invited customers that may reach one more. Nothing is paid here.
 */
import {
  addWorkingDays,
  INVITE_RULES,
  INVITE_STEPS,
  type InviteStep,
  type Millis,
  must,
  type UserId,
} from '@veritick/domain'
import { RowChanged, sealInserted } from '../../services/seals/index.ts'
import { inviteRewards } from '../../store/index.ts'
import { accountNamed } from '../accounts/index.ts'
import { type CaseworkParts, isRecordFault, RecordsLeft } from '../money/index.ts'
import { type Measured, measureInvited } from './measure.ts'
import {
  type Participant,
  participantsOf,
  programmeOfPair,
  type ReadingPeople,
  readParticipants,
  requireProven,
} from './programme.ts'
import { signalsOf, wordsOfSignals } from './signals.ts'

/** Invited customers of one read. */
const CUSTOMERS_AT_ONCE = 200

/**
 * The number of new rewards. A customer whose rows do not prove themselves earns nothing and stops no other one. Throws
 * RecordsLeft after the last one; the log names each.
 */
export async function earnRewards(parts: CaseworkParts): Promise<number> {
  const reading = { ...parts, query: parts.store.background.query }
  let [earned, changed] = [0, 0]
  for (let after = 0; ; ) {
    const candidates = await candidatesAfter(reading, after)
    const inviters = await participantsOf(
      reading,
      candidates.flatMap(({ invited_by: inviter }) => inviter ?? []),
    )
    for (const invited of candidates) {
      const inviter = invited.invited_by === null ? undefined : inviters.get(invited.invited_by)
      if (inviter === undefined) continue
      try {
        earned += await earnOf(parts, { inviter, invited })
      } catch (error) {
        if (!isRecordFault(error)) throw error
        changed += 1
        const fault = { customer: invited.user_id, fault: error.message }
        parts.log.error(fault, 'an invited customer earns no reward: rows were changed in the store')
      }
    }
    const last = candidates.at(-1)
    if (last === undefined || candidates.length < CUSTOMERS_AT_ONCE) break
    after = last.user_id
  }
  if (changed > 0) throw new RecordsLeft(`${changed} invited customers earn no reward: rows were changed in the store`)
  return earned
}

/**
 * Invited customers who registered in time, have signed in, are verified, have ever deposited, and have a step left, of
 * verified inviters whose account is not closed. Without the verified friend one person could invite any number of own
 * accounts and pass one deposit from each to the next by opposite positions; without the verified inviter one person
 * could invite their one verified account from another one.
 */
const candidatesAfter = (parts: ReadingPeople, after: number): Promise<Participant[]> =>
  readParticipants(
    parts,
    `where u.invited_by is not null and u.user_id > $1 and u.created_at >= $2
       and u.first_sign_in_at is not null
       and (select count(*) from identities i
         where i.user_id in (u.user_id, u.invited_by) and i.state = 'verified') = 2
       and (select count(*) from invite_rewards r where r.invited_id = u.user_id) < $3
       and not exists (select 1 from closures c where c.user_id = u.invited_by and c.state in ('closed', 'erased'))
       and exists (select 1 from deposits d where d.user_id = u.user_id and d.state = 'finished')
     order by u.user_id limit ${CUSTOMERS_AT_ONCE}`,
    [after, INVITE_RULES.effectiveFrom, INVITE_STEPS.length],
  )

type Pair = { readonly inviter: Participant; readonly invited: Participant }

/** The statement of `candidatesAfter` chooses by columns that a forger can write; here each of them is proven. */
async function earnOf(parts: CaseworkParts, pair: Pair): Promise<number> {
  const { store, core, encryption, knownAccounts, runtime } = parts
  const { query } = store.background
  const { inviter, invited } = pair
  if (programmeOfPair(parts.settings, pair) !== 'open') return 0
  requireProven(inviter)
  requireProven(invited)
  if (inviter.identity !== 'verified' || invited.identity !== 'verified')
    throw new RowChanged(`table identities: the state of ${inviter.user_id} or ${invited.user_id} has a wrong seal`)
  // A clock that is ahead for a moment makes no deposit one that was kept.
  const now = runtime.guardedNow()
  const measured = await measureInvited({ query, core, encryption, knownAccounts, now }, invited)
  const known = await query<{ step: InviteStep }>('select step from invite_rewards where invited_id = $1', [
    invited.user_id,
  ])
  const fresh = measured.steps.filter((step) => !known.some((each) => each.step === step))
  for (const step of fresh) await insertReward(parts, { inviter: inviter.user_id, invited, step, measured, now })
  return fresh.length
}

async function insertReward(
  parts: CaseworkParts,
  made: {
    readonly inviter: UserId
    readonly invited: Participant
    readonly step: InviteStep
    readonly measured: Measured
    readonly now: Millis
  },
): Promise<void> {
  const { inviter, invited, step, measured, now } = made
  const { query, db } = parts.store.background
  const rule = must(
    INVITE_STEPS.find((each) => each.step === step),
    `step ${step} has a rule`,
  )
  const named = { user: inviter, account: undefined }
  const { account } = must(await accountNamed({ ...parts, db }, named), 'an inviter has an account')
  const signals = await signalsOf(query, { inviter, invited: invited.user_id })
  // In the lane that asks before its COMMIT whether objects of the store were changed.
  await parts.store.transaction(async (tx) => {
    const row = {
      user: inviter,
      account,
      invited: invited.user_id,
      step,
      amount: rule.reward,
      state: 'held',
      volume: measured.volume,
      netDeposit: measured.kept(rule.netDeposit).net,
      flags: wordsOfSignals(signals).join(' '),
      earnedAt: now,
      reviewUntil: addWorkingDays(now, INVITE_RULES.reviewWorkingDays),
      decidedReason: '',
      remark: '',
    } as const
    const [inserted] = await tx.db
      .insert(inviteRewards)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: inviteRewards.reward })
    if (inserted !== undefined)
      await sealInserted(parts, tx, { table: 'invite_rewards', schema: inviteRewards, id: inserted.id, row })
  })
}
