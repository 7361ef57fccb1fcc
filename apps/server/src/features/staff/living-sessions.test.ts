/**
 * An attacker with write access to the store and a copy of the cookie of a staff member puts the row of their ended
 * session back. The session stays ended, also after a restart.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { OFFICE_CALLS } from '@veritick/contract/office'
import { millis } from '@veritick/domain'
import { startOn } from '@veritick/testing/server-on'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { StaffCaller, staffMember } from '@veritick/testing/test-office'
import type { TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIVING_SESSIONS_FILE, LivingSessions, STAFF_IDLE_MILLIS } from './living-sessions.ts'
import { staffSessionsOf } from './session.ts'

const STARTS = 240_000
let location: StoreLocation
let server: TestServer
beforeAll(async () => {
  location = await openLocation(oneStoreKind()[0], ['simulated'])
  server = await startOn(location)
}, STARTS)
afterAll(async () => {
  await server.close()
  await location.clean()
})

/** How the server of now answers the cookie of a session. */
async function answerTo({ cookie = '' }: Pick<StaffCaller, 'cookie'>): Promise<string> {
  const { reason = 'good' } = await new StaffCaller(server).raw('GET', OFFICE_CALLS.me.path, { headers: { cookie } })
  return reason
}
const restarted = async () => {
  await server.close()
  server = await startOn(location)
}

test('after a restart a session that was not used for too long has ended, whatever the store says', async () => {
  const { context } = server
  const file = join(location.dataDir, 'living-sessions-of-a-test.json')
  const { id } = await staffMember(server, 'support')
  let at = context.runtime.now()
  const now = () => at
  const started = () =>
    staffSessionsOf({
      ...context,
      runtime: { ...context.runtime, now },
      living: new LivingSessions({ file, log: context.log, now }),
    })
  const first = started()
  const begin = () => first.begin(context.store.query, { staff: id, device: 'a browser' })
  const [unused, used] = [await begin(), await begin()]
  at = millis(at + STAFF_IDLE_MILLIS - 1)
  expect(await first.find(used)).toBeDefined()
  at = millis(at + STAFF_IDLE_MILLIS - 1)
  await context.store.query('update staff_sessions set last_used_at = $1', [at])
  const second = started()
  expect([await second.find(unused), (await second.find(used))?.staff.id]).toEqual([undefined, id])
  expect(await second.list(id)).toHaveLength(1)
})

test(
  'a staff session that its owner ended stays ended for a thief who puts its row back, and after a restore',
  async () => {
    const { caller: fay } = await staffMember(server, 'finance')
    const { caller: gil } = await staffMember(server, 'finance')
    const { cookie } = fay
    await server.context.store.query('create table kept as select * from staff_sessions')
    expect(await answerTo({ cookie })).toBe('good')
    await fay.does('signOut', {})
    const putBack = async () => {
      const { query } = server.context.store
      await query('delete from staff_sessions')
      await query('insert into staff_sessions select * from kept')
    }
    await putBack()
    expect(await answerTo({ cookie })).toBe('session_ended')
    await restarted()
    await putBack()
    expect(await answerTo({ cookie })).toBe('session_ended')
    expect(await answerTo(gil), 'a session that was not ended').toBe('good')

    // A restore brings the store alone.
    await server.close()
    rmSync(join(location.dataDir, 'simulated', LIVING_SESSIONS_FILE))
    server = await startOn(location)
    expect(await answerTo(gil)).toBe('session_ended')
  },
  STARTS,
)
