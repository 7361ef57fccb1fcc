/**
 * An attacker changes objects of the store while the job that earns rewards runs. It writes in the lane that asks
 * before its COMMIT, so it stores nothing until the objects are right.
 */
import { fund } from '@veritick/testing/customers'
import { storeKinds } from '@veritick/testing/stores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/index.ts'
import { friendOf, inviterOf, invites, later, openInvites, server, trades } from './invites-fixture.ts'

describe.runIf(storeKinds().includes('server'))('on PostgreSQL', () => {
  beforeAll(async () => {
    await openInvites()
  }, 240_000)
  afterAll(() => server.close())

  test('no reward and no list of the ranking is written', { timeout: 90_000 }, async () => {
    const friend = await friendOf((await inviterOf()).code)
    await fund(server, friend.caller, 310)
    await trades(friend.caller, '500.00')
    await later(3 * DAY_MS, friend)
    await server.context.core.projected()
    const { query } = server.context.store
    const written = async () => [
      await query('select step from invite_rewards'),
      await query('select listed_at from ranking_progress'),
    ]
    const before = await written()
    await query('create function liar() returns integer language sql as $$ select 1 $$')
    const refused = 'objects of the store were changed while the server runs'
    await expect(invites().earn()).rejects.toThrow(refused)
    await expect(server.context.ranking.refresh()).rejects.toThrow(refused)
    await query('drop function liar()')
    expect(await written()).toEqual(before)
  })
})
