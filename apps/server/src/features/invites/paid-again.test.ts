/** An attacker with write access to the store deletes the row of a paid reward, so that the server writes it anew. */
import { must } from '@veritick/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/index.ts'
import {
  approve,
  balance,
  earned,
  inviterOf,
  later,
  openInvites,
  pay,
  rewardsOf,
  server,
  wordOf,
} from './invites-fixture.ts'

beforeAll(openInvites, 120_000)
afterAll(() => server.close())

test('an inviter whose paid reward is deleted and earned again is paid once', async () => {
  const inviter = await inviterOf()
  const { friend, row } = await earned(inviter)
  expect(wordOf(await approve(row))).toBe('good')
  await later(8 * DAY_MS, friend, inviter)
  expect(wordOf(await pay(row))).toBe('good')
  const paid = await balance(inviter)
  await server.context.store.query('delete from invite_rewards where reward_id = $1', [row.reward])
  const again = must((await rewardsOf(friend))[0], 'the reward that was written anew')
  expect(again.reward).not.toBe(row.reward)
  expect(wordOf(await approve(again))).toBe('good')
  await later(8 * DAY_MS, friend, inviter)
  await pay(again)
  expect(await balance(inviter)).toBe(paid)
})
