/**
 * Every call of the office except sign-in and links, made without a session and by a customer: the office and the app
 * refuse it. areas.test.ts checks the permissions of each role.
 */
import { OFFICE_CALL_NAMES, OFFICE_CALLS, type OfficeCall, type OfficeCallName } from '@veritick/contract/office'
import { StaffCaller } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const call = (name: OfficeCallName): OfficeCall => OFFICE_CALLS[name]
const NAMES = OFFICE_CALL_NAMES.filter((name) => call(name).caller !== 'visitor')

let doors: TestServer
let customer: Caller

beforeAll(async () => {
  doors = await openTestServer()
  customer = await doors.person()
}, 120_000)
afterAll(() => doors.close(), 30_000)

test('nobody signed in: every call is refused with 999', async () => {
  const nobody = new StaffCaller(doors)
  for (const name of NAMES)
    expect(await nobody.asks(name, {}), name).toMatchObject({ code: 999, reason: 'session_missing', data: null })
})

test("a customer's token is no session of the office", async () => {
  for (const name of NAMES) {
    const { methods, path } = call(name)
    const [method = 'GET'] = methods
    const answered = await new StaffCaller(doors).raw(method, path, {
      headers: { authorization: customer.token ?? '', origin: doors.officeUrl },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
    expect(answered, name).toMatchObject({ code: 999, reason: 'session_missing' })
  }
})

test("the customers' door does not know them: the app's page, or nothing", async () => {
  for (const name of NAMES) {
    const { methods, path } = call(name)
    const [method = 'GET'] = methods
    const there = await fetch(doors.url + path, { method, headers: { authorization: customer.token ?? '' } })
    expect(await there.text(), name).not.toContain('"code":1,')
  }
})
