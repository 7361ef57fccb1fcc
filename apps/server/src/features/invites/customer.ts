/** The calls of the inviter: the programme with its rules, and the friends without their personal data. */
import { moneyText, PAGE_SIZE } from '@veritick/contract'
import { INVITE_RULES, INVITE_STEPS, keptDays, micros, must, type UserId } from '@veritick/domain'
import type { Handlers } from '../../calls/index.ts'
import { personOf } from '../accounts/index.ts'
import type { Context } from './context.ts'
import { FIRST_DEPOSIT, measuredOrNothing } from './measure.ts'
import { isInTime, type Participant, participantsOf, programmeOf, programmeOfPair } from './programme.ts'
import { friendsOf, friendsPage, rewardSums, rewardsFor } from './queries.ts'

export function inviteHandlers(context: Context): Handlers<'inviteInfo' | 'inviteList'> {
  const { store, settings } = context
  const { query } = store

  return {
    inviteInfo: async ({ session }) => {
      const { user } = session
      const person = await personOf({ ...context, db: store.db }, user)
      const sums = await rewardSums(query, user)
      const data = {
        state: programmeOf(settings, await participantOf(context, user)),
        invite_code: person.inviteCode ?? '',
        rules: RULES,
        friends: await friendsOf(query, user),
        held: moneyText(micros(sums.inReview)),
        paid: moneyText(micros(sums.paid)),
      }
      return { ok: true, data }
    },

    inviteList: async ({ session, params }) => {
      const { user } = session
      const { page = 1 } = params
      const { rows, total } = await friendsPage({ ...context, query }, { inviter: user, page, size: PAGE_SIZE })
      const inviter = await participantOf(context, user)
      const rewards = await rewardsFor(
        query,
        rows.map((row) => row.user_id),
      )
      const data = []
      for (const [index, row] of rows.entries()) {
        const own = rewards.filter((reward) => reward.invited_id === row.user_id)
        const number = total - (page - 1) * PAGE_SIZE - index
        data.push({ number, ...(await progressOf(context, { inviter, invited: row })), rewards: own.map(wireReward) })
      }
      return { ok: true, data: { data, total } }
    },
  }
}

const RULES = {
  sign_in_days: INVITE_RULES.signInDays,
  volume: moneyText(INVITE_RULES.volume),
  kept_days: INVITE_RULES.keptDays,
  review_working_days: INVITE_RULES.reviewWorkingDays,
  effective_from: INVITE_RULES.effectiveFrom,
  steps: INVITE_STEPS.map(({ step, netDeposit, reward }) => ({
    step,
    net_deposit: moneyText(netDeposit),
    reward: moneyText(reward),
  })),
}

async function participantOf(
  context: Pick<Context, 'store' | 'encryption' | 'knownStaff'>,
  user: UserId,
): Promise<Participant> {
  const people = await participantsOf({ ...context, query: context.store.query }, [user])
  return must(people.get(user), 'a session belongs to a user')
}

/** Conditions as met or not: neither amounts nor moments of the friend's money. */
async function progressOf(context: Context, pair: { readonly inviter: Participant; readonly invited: Participant }) {
  const { store, core, encryption, knownAccounts, runtime, settings } = context
  const { invited } = pair
  const measured = await measuredOrNothing(
    { query: store.query, core, encryption, knownAccounts, now: runtime.now() },
    invited,
  )
  const isCounted = isInTime(invited) && programmeOfPair(settings, pair) === 'open'
  return {
    name: friendName(invited),
    joined_at: invited.created_at,
    counts: isCounted ? (1 as const) : (0 as const),
    sign_in: measured.signIn,
    volume_reached: measured.isVolumeReached ? (1 as const) : (0 as const),
    kept_days: keptDays(measured.kept(FIRST_DEPOSIT)),
  }
}

/** `a***`, or `***78` for a customer with a number only. */
function friendName({ email, phone }: Participant): string {
  return email === null ? `***${(phone ?? '').slice(-2)}` : `${email.slice(0, 1)}***`
}

type Shown = Awaited<ReturnType<typeof rewardsFor>>[number]

function wireReward({ step, amount, state, review_until: reviewUntil, ended_at: endedAt }: Shown) {
  const isOpen = state !== 'paid' && state !== 'rejected'
  return {
    step,
    amount: moneyText(micros(amount)),
    state: isOpen ? ('held' as const) : state,
    from: endedAt ?? reviewUntil,
  }
}
