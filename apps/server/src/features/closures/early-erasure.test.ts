/**
 * An attacker with write access to the store wants the data of a closed account erased years before their day, with
 * the evidence in them. They change what the closing or the hourly job reads for the moment of the read.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UserId } from '@veritick/domain'
import { type Attacker, openAttacker } from '@veritick/testing/attacker'
import { CORA, customer, openChannels, set, userOf, verify } from '@veritick/testing/customers'
import { storeKinds } from '@veritick/testing/stores'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/index.ts'

const YEARS = 1827

describe.runIf(storeKinds().includes('server'))('on PostgreSQL', { timeout: 60_000 }, () => {
  let server: TestServer
  let attacker: Attacker
  beforeAll(async () => {
    server = await openTestServer()
    attacker = await openAttacker(server)
    await openChannels(server)
  }, 240_000)
  afterAll(async () => {
    await attacker.end()
    await server.close()
  })

  const closes = (user: UserId) => server.context.closures.close({ user, actor: CORA, reason: 'letter of Tuesday' })
  const rowOf = async (user: UserId) => {
    const [row] = await attacker.sql(
      `select closure_id, state, closed_at, kept_days from closures where user_id = ${user}`,
    )
    return row
  }
  const neverVerified = (user: UserId) =>
    attacker.sql(`update identity_submissions set state = 'rejected', verified_print = null where user_id = ${user}`)
  const pictures = () => readdirSync(join(server.context.config.dataDir, server.context.config.world, 'files')).length

  test('no row that the job was shown for a moment erases an account before its day', async () => {
    const carl = await customer(server, 'carl')
    await verify(server, carl)
    const user = await userOf(carl)
    expect(await closes(user)).toMatchObject({ ok: true, value: { state: 'closed', keptDays: YEARS } })
    const before = pictures()
    const kept = await rowOf(user)
    const letsErase = await attacker.holdsMoneyOf(user)
    await attacker.sql(`update closures set kept_days = 0, closed_at = 1 where user_id = ${user}`)
    await attacker.sql(`update users set kind = 'demo' where user_id = ${user}`)
    const swept = server.context.closures.sweep()
    await attacker.untilWaits('pg_advisory_xact_lock', swept)
    await attacker.sql(
      `update closures set kept_days = ${YEARS}, closed_at = ${kept?.closed_at} where user_id = ${user}`,
    )
    await attacker.sql(`update users set kind = 'real' where user_id = ${user}`)
    await letsErase()
    await swept.catch(() => undefined)
    expect([await rowOf(user), pictures()]).toEqual([kept, before])
  })

  test('a closed account that the job takes for an unused one is kept for years', async () => {
    const dora = await customer(server, 'dora')
    await verify(server, dora)
    const user = await userOf(dora)
    await set(server, 'closed_account_kept_days', 365)
    expect(await closes(user)).toMatchObject({ ok: true, value: { keptDays: 365 } })
    await set(server, 'closed_account_kept_days', YEARS)
    await neverVerified(user)
    server.passTime(400 * DAY_MS)
    await server.context.closures.sweep().catch(() => undefined)
    expect((await rowOf(user))?.state).toBe('closed')
  })

  test('a verified customer who closes is kept for years, whatever the rows say', async () => {
    const emil = await customer(server, 'emil')
    await verify(server, emil)
    const user = await userOf(emil)
    await neverVerified(user)
    expect(await closes(user)).toMatchObject({ ok: true, value: { state: 'closed', keptDays: YEARS } })
  })
})
