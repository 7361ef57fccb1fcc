/**
 * One-time links and app codes of staff work once. The store says which were used, so an attacker who writes to the
 * store makes a used one unused again (decision 165).
 */
import {
  appCode,
  firstAdmin,
  linkOf,
  type Member,
  STAFF_PASSWORD,
  StaffCaller,
  staffMember,
  welcomed,
} from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let ada: Member

beforeAll(async () => {
  server = await openTestServer()
  ada = await firstAdmin(server)
})
afterAll(() => server.close())

const reason_text = 'lost the phone'
const sql = (text: string) => server.context.store.query<Record<string, unknown>>(text)
const looks = (link: string) => new StaffCaller(server).reason('welcomeLook', { link })
const resets = async ({ id }: Member) => linkOf(await ada.caller.does('staffReset', { id, reason_text }))

test('a link that was used, and one that a newer link replaced, open nothing', async () => {
  const finn = await staffMember(server, 'finance')
  const [first, second] = [await resets(finn), await resets(finn)]
  await sql('update staff_links set ended_at = null')
  expect([await looks(first), await looks(second)]).toEqual(['link_not_usable', 'good'])
  await welcomed(server, second)
  await sql('update staff_links set ended_at = null')
  expect(await looks(second)).toBe('link_not_usable')
  // A later reset still leads in.
  await welcomed(server, await resets(finn))
})

test('a used code of an app does not sign in', async () => {
  const rita = await staffMember(server, 'risk')
  server.passTime(30_000)
  const totp_code = appCode(rita.secret, server.context.runtime.now())
  const signIn = { email: rita.email, password: STAFF_PASSWORD, totp_code }
  expect(await new StaffCaller(server).reason('signIn', signIn)).toBe('good')
  await sql('update staff set totp_step = 0')
  expect(await new StaffCaller(server).reason('signIn', signIn)).toBe('login_wrong')
})
