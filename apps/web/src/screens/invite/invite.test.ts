/** The states of the invite screen. */
import type { InviteFriend, InviteInfo } from '@veritick/contract'
import { expect, test } from 'vitest'
import { closedTexts, codeInLink, conditionsOf, inviteLink, notCounted, progressOf, rewardsOf } from './invite.ts'

const info: InviteInfo = {
  state: 'open',
  invite_code: 'K7M2QP34',
  rules: {
    sign_in_days: 7,
    volume: '500.000000',
    kept_days: 3,
    review_working_days: 3,
    effective_from: 1_740_470_400_000,
    steps: [{ step: 1, net_deposit: '300.000000', reward: '30.000000' }],
  },
  friends: 1,
  held: '30.000000',
  paid: '0.000000',
}
const friend: InviteFriend = {
  number: 1,
  name: 'a***',
  joined_at: 1,
  counts: 1,
  sign_in: 'done',
  volume_reached: 0,
  kept_days: 2,
  rewards: [],
}
const formats = { money: (text: string) => `${Number(text)} USD`, moment: (at: number) => `at ${at}` }

test('the link contains the code, and both parameters are read', () => {
  expect(inviteLink('https://trade.example', 'K7M2QP34')).toBe('https://trade.example/register?invite_code=K7M2QP34')
  expect(codeInLink(new URL(inviteLink('https://a.example', 'A&B 1')).search)).toBe('A&B 1')
  expect(codeInLink('?invite=K7M2QP34')).toBe('K7M2QP34')
  expect(codeInLink('?from=%2Ftrade')).toBe('')
})

test('every number of the rules comes from the server', () => {
  const other = { ...info.rules, sign_in_days: 8, volume: '501.000000', kept_days: 4, review_working_days: 5 }
  const values = conditionsOf({ rules: other }, formats).map((text) => Object.values(text.values))
  expect(values.flat()).toEqual(['8', '501 USD', '4', '5', 'at 1740470400000'])
})

test.each<[Partial<InviteFriend>, readonly string[]]>([
  [{}, ['sign_in_done +', 'volume_open', 'kept_open']],
  [{ volume_reached: 1, kept_days: 3 }, ['sign_in_done +', 'volume_done +', 'kept_done +']],
  [{ sign_in: 'open', kept_days: 0 }, ['sign_in_open', 'volume_open', 'kept_open']],
  [{ sign_in: 'missed' }, ['sign_in_missed', 'volume_open', 'kept_open']],
  [{ counts: 0 }, []],
])('progress of %j', (more, expected) => {
  const shown = progressOf({ ...friend, ...more }, info).map(
    ({ key, isMet }) => `${key.replace('invite.', '')}${isMet ? ' +' : ''}`,
  )
  expect(shown).toEqual(expected)
})

test('the days kept so far, of the days needed', () => {
  expect(progressOf(friend, info)[2]?.values).toEqual({ day: '2', days: '3' })
})

test('a friend who does not count: registered too early, or no part of the programme', () => {
  expect(notCounted(friend, info, formats)).toBeUndefined()
  const start = info.rules.effective_from
  const reason = (joined: number) => notCounted({ ...friend, counts: 0, joined_at: joined }, info, formats)
  expect(reason(start - 1)).toEqual({ key: 'invite.not_counted_early', values: { time: `at ${start}` } })
  expect(reason(start)).toEqual({ key: 'invite.not_counted_excluded', values: {} })
})

test('each reward has its sentence', () => {
  const rewards = [
    { step: 1, amount: '30.000000', state: 'paid' as const, from: 5 },
    { step: 2, amount: '500.000000', state: 'held' as const, from: 6 },
    { step: 3, amount: '1000.000000', state: 'rejected' as const, from: 7 },
  ]
  expect(rewardsOf({ rewards }, formats)).toEqual([
    { key: 'invite.reward_paid', values: { amount: '30 USD', time: 'at 5' } },
    { key: 'invite.reward_held', values: { amount: '500 USD', time: 'at 6' } },
    { key: 'invite.reward_rejected', values: { amount: '1000 USD', time: 'at 7' } },
  ])
})

test('the reason for no programme', () => {
  expect(closedTexts(info)).toBeUndefined()
  expect(closedTexts({ state: 'country_off' })?.title).toBe('invite.off_title')
  expect(closedTexts({ state: 'excluded' })?.title).toBe('invite.excluded_title')
})
