/**
 * On both stores: what was written down for ever stays. On one of them: a first link is renewed until an admin has
 * come, and a restart forgets no change.
 */

import { must } from '@veritick/domain'
import { termsIn } from '@veritick/testing/core-views'
import { oneStoreKind, openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import {
  firstAdmin,
  linkOf,
  type Member,
  STAFF_PASSWORD,
  StaffCaller,
  signsIn,
  staffed,
  welcomed,
} from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLink } from '../features/staff/links.ts'
import { insertStaff } from '../features/staff/rows.ts'

const reason_text = 'agreed on Tuesday'

describe.each(storeKinds())('on the %s store', (kind) => {
  let location: StoreLocation
  let server: TestServer

  beforeAll(async () => {
    location = await openLocation(kind, ['simulated'])
    server = await openTestServer({ dataDir: location.dataDir, config: { databaseUrl: location.databaseUrl } })
    await firstAdmin(server)
    const risk = await staffed(server, 'risk')
    const { id } = must((await risk.does('instrumentList', { q: 'EURUSD' })).data[0], 'it is in the catalogue')
    await risk.does('instrumentChange', { id, changes: { enabled: false }, seen_version: 0, reason_text })
  })
  afterAll(async () => {
    await server.close()
    await location.clean()
  })

  test.each(['audit', 'settings', 'instrument_changes'])(
    '%s: neither changed, nor removed, nor emptied',
    async (table) => {
      const { store, settings } = server.context
      await settings.change({
        key: 'draw_min_usd',
        value: '11.00',
        who: 'staff:1',
        reason: reason_text,
        seenVersion: 0,
      })
      const before = await store.query(`select * from ${table}`)
      expect(before.length).toBeGreaterThan(0)
      for (const attempt of [`update ${table} set reason = 'another'`, `delete from ${table}`, `truncate ${table}`])
        await expect(store.query(attempt), attempt).rejects.toThrow('append-only')
      expect(await store.query(`select * from ${table}`)).toEqual(before)
    },
  )
})

describe('starts again', () => {
  let location: StoreLocation
  let server: TestServer
  let opener: Member
  const open = async () => {
    server = await openTestServer({ dataDir: location.dataDir, config: { databaseUrl: location.databaseUrl } })
    return server
  }
  const firstOf = (opened: TestServer) => opened.office.firstLink?.split('/').at(-1) ?? ''

  beforeAll(async () => {
    location = await openLocation(oneStoreKind()[0], ['simulated'])
    await open()
  })
  afterAll(async () => {
    await server.close()
    await location.clean()
  })

  test('until an admin has signed in, every start makes a new first link and ends the one before', async () => {
    const first = firstOf(server)
    await server.close()
    const second = firstOf(await open())
    expect(second).not.toBe(first)
    expect(await new StaffCaller(server).reason('welcomeLook', { link: first })).toBe('link_not_usable')
    opener = await firstAdmin(server)
    await server.close()
    expect((await open()).office.firstLink).toBeUndefined()
    // An attacker writes that no admin has signed in. The row has no seal over the last sign-in.
    await server.context.store.query('update staff set signed_in_at = null')
    await server.close()
    expect((await open()).office.firstLink).toBeUndefined()
    const rows = await server.context.store.query<{ staff: number }>('select count(*) as staff from staff')
    expect(rows).toEqual([{ staff: 1 }])
  })

  test('sessions of staff and changed terms of an instrument outlive a restart', async () => {
    const ada = await newAdmin()
    const link = linkOf(
      await ada.caller.does('staffInvite', { name: 'Rita', email: 'rita@office.example', role: 'risk', reason_text }),
    )
    const rita = await welcomed(server, link)
    const [before] = (await rita.caller.does('instrumentList', { q: 'EURUSD' })).data
    const id = before?.id ?? 0
    await rita.caller.does('instrumentChange', {
      id,
      changes: { fee_per_lot: '4.500000' },
      seen_version: 0,
      reason_text,
    })
    await rita.caller.does('instrumentChange', { id, changes: { enabled: false }, seen_version: 1, reason_text })
    const cookie = rita.caller.cookie ?? ''
    await server.close()
    await open()
    const me = await new StaffCaller(server).raw('GET', '/office/me', { headers: { cookie } })
    expect(me.data).toMatchObject({ staff: { id: rita.id } })
    const found = await new StaffCaller(server).raw('GET', `/office/instruments/instrument?id=${id}`, {
      headers: { cookie },
    })
    expect(found.data).toMatchObject({
      terms: { ...before?.terms, fee_per_lot: '4.500000', enabled: false },
      catalogue: before?.terms,
      changed_version: 2,
    })
    const engine = await termsIn(server, id)
    expect(engine).toMatchObject({ feePerLot: 4_500_000, enabled: false })
    expect((await server.visitor.does('tradeList', {})).find((each) => each.Id === id)?.MarketStatus).toBe(0)
  })

  test('an only admin who lost the phone is reset by a start that names them; it is recorded; no other staff member can be', async () => {
    const starts = (resetAdmin: string) =>
      openTestServer({ dataDir: location.dataDir, config: { databaseUrl: location.databaseUrl, resetAdmin } })
    await server.close()
    await expect(starts('eve@office.example')).rejects.toThrow('no admin who may come in has this address')
    await expect(starts('rita@office.example')).rejects.toThrow('no admin who may come in has this address')
    server = await starts('ADA@office.example')
    const signIn = { email: opener.email, password: STAFF_PASSWORD, totp_code: '123456' }
    expect(await new StaffCaller(server).reason('signIn', signIn)).toBe('login_wrong')
    const again = await welcomed(server, server.office.resetLink?.split('/').at(-1) ?? '')
    expect([again.id, again.secret === opener.secret]).toEqual([opener.id, false])
    const { data } = await again.caller.does('auditList', { action: 'staff_reset' })
    expect(data).toMatchObject([
      { by: { who: 'server' }, role: 'operator', subject: String(opener.id), after: { state: 'invited' } },
    ])
    await server.close()
    expect((await open()).office.resetLink).toBeUndefined()
    expect(await (await signedAnew(again)).reason('me', {})).toBe('good')
  })

  const signedAnew = (member: Member) => {
    server.passTime(30_000)
    return signsIn(server, member)
  }

  /** One more admin, by a link as the first start makes it. */
  async function newAdmin(): Promise<Member> {
    const { store, runtime } = server.context
    const made = {
      name: 'Bo',
      email: 'bo@office.example',
      role: 'admin',
      invitedBy: undefined,
      createdAt: runtime.now(),
    } as const
    const { link } = await store.transaction(async (tx) =>
      makeLink(server.context, tx, await insertStaff(server.context, tx, made)),
    )
    return welcomed(server, link)
  }
})
