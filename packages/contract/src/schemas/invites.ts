/** The invite programme on the wire: its rules, the sums of the inviter, and the progress of each friend. */
import { z } from 'zod'
import { INVITE_PROGRAMME_STATES, INVITE_REWARD_STATES, INVITE_SIGN_INS } from '../invites.ts'
import { count, moment, money } from './values.ts'

const step = z.int().min(1).meta({ description: 'Number of the step, from 1' })

export const inviteInfo = z.object({
  state: z
    .literal(INVITE_PROGRAMME_STATES)
    .meta({ description: 'country_off: the operator has no programme in the country of the caller' }),
  invite_code: z.string(),
  rules: z.object({
    sign_in_days: count.meta({ description: 'The friend signs in within this many days of the registration' }),
    volume: money.meta({ description: 'Value of closed positions of real accounts' }),
    kept_days: count.meta({ description: 'Days that the net deposit of a step stays' }),
    review_working_days: count.meta({ description: 'Working days of the review of a reward' }),
    effective_from: moment.meta({ description: 'Earlier registrations earn nothing' }),
    steps: z.array(z.object({ step, net_deposit: money, reward: money })),
  }),
  friends: count.meta({ description: 'Customers who registered with the code' }),
  held: money.meta({ description: 'Sum of the rewards in review' }),
  paid: money.meta({ description: 'Sum of the rewards paid' }),
})

export const inviteFriend = z.object({
  number: z.int().min(1).meta({ description: 'The first friend is 1; says nothing about the friend' }),
  name: z.string().meta({ description: 'Masked' }),
  joined_at: moment,
  counts: z.literal([0, 1]).meta({ description: '0: this registration earns no rewards' }),
  sign_in: z.literal(INVITE_SIGN_INS),
  volume_reached: z.literal([0, 1]),
  kept_days: count.meta({ description: 'Days that the net deposit of the first step has stayed' }),
  rewards: z.array(
    z.object({
      step,
      amount: money,
      state: z.literal(INVITE_REWARD_STATES),
      from: moment.meta({ description: 'Held: the end of the review period; otherwise when it was decided' }),
    }),
  ),
})

export const inviteList = z.object({ data: z.array(inviteFriend), total: count })
