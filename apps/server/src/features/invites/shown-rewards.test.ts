/** A reward that was changed in the store is shown to staff as changed, and takes no decision until it is back. */
import { awake, type Member, staffMember } from '@veritick/testing/test-office'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earned, inviterOf, openInvites, server } from './invites-fixture.ts'

let finn: Member

beforeAll(async () => {
  await openInvites()
  finn = await staffMember(server, 'finance')
}, 120_000)
afterAll(() => server.close())

test('staff are shown a changed reward as changed, and the others as ever', async () => {
  const inviter = await inviterOf()
  const { reward: id } = (await earned(inviter)).row
  const { reward: other } = (await earned(inviter)).row
  // The clock was moved by days.
  const { caller: greta } = await awake(server, finn)
  const faults = async () => {
    const { data } = await greta.does('rewardList', {})
    const faultOf = (reward: number) => data.find((each) => each.id === reward)?.fault
    expect((await greta.does('rewardFind', { id })).fault).toBe(faultOf(id))
    return [faultOf(id), faultOf(other)]
  }
  expect(await faults()).toEqual([null, null])
  const { query } = server.context.store
  await query('update invite_rewards set amount = amount * 3 where reward_id = $1', [id])
  const changed = `reward_id ${id}: this row was inserted or changed in the store`
  expect(await faults()).toEqual([expect.stringContaining(changed), null])
  expect(await greta.reason('rewardApprove', { id, reason_text: 'looked at it' })).toBe('record_changed')
  await query('update invite_rewards set amount = amount / 3 where reward_id = $1', [id])
  expect(await faults()).toEqual([null, null])
})
