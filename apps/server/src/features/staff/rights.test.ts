/**
 * The rights of each role in the office: every call except sign-in and links, made without a session, by a customer,
 * and by each role, compared with a table of the permissions of roles.
 */
import {
  OFFICE_CALL_NAMES,
  OFFICE_CALLS,
  type OfficeCall,
  type OfficeCallName,
  type Permission,
  permissionsOf,
  ROLES,
  type Role,
  SETTING_GROUPS,
  SETTING_KEYS,
} from '@veritick/contract/office'
import { firstAdmin, StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const call = (name: OfficeCallName): OfficeCall => OFFICE_CALLS[name]
const NAMES = OFFICE_CALL_NAMES.filter((name) => call(name).caller !== 'visitor')

/** The table again, by role instead of by permission, so that a slip in the table gives or takes no right. */
const HELD: { readonly [Each in Role]: readonly Permission[] } = {
  support: [
    'people_read',
    'people_contact',
    'people_note',
    'people_sign_out',
    'deposits_read',
    'withdrawals_read',
    'instruments_read',
    'news_read',
    'rewards_read',
    'support_read',
    'support_reply',
    'support_canned',
  ],
  compliance: [
    'people_read',
    'people_contact',
    'people_note',
    'people_sign_out',
    'people_freeze',
    'people_close',
    'people_credit_score',
    'identity_review',
    'deposits_read',
    'withdrawals_read',
    'corrections_read',
    'corrections_ask',
    'rewards_read',
    'rewards_reject',
    'settings_read',
    'settings_registration',
    'news_read',
    'news_publish',
    'audit_read',
    'support_read',
    'support_reply',
  ],
  finance: [
    'people_read',
    'people_note',
    'deposits_read',
    'deposits_review',
    'withdrawals_read',
    'withdrawals_review',
    'corrections_read',
    'corrections_ask',
    'corrections_approve',
    'rewards_read',
    'rewards_reject',
    'rewards_review',
    'exposure_read',
    'settings_read',
    'health_read',
  ],
  risk: [
    'people_read',
    'people_note',
    'people_freeze',
    'people_credit_score',
    'exposure_read',
    'instruments_read',
    'instruments_change',
    'settings_read',
    'settings_trading',
    'health_read',
  ],
  content: ['settings_read', 'settings_contact', 'news_read', 'news_write', 'news_publish', 'support_canned'],
  admin: [
    'instruments_read',
    'settings_read',
    'settings_registration',
    'settings_money',
    'settings_channels',
    'settings_trading',
    'settings_contact',
    'settings_company',
    'settings_alerts',
    'sms_test',
    'news_read',
    'audit_read',
    'health_read',
    'staff_manage',
  ],
}

let server: TestServer
let customer: Caller

beforeAll(async () => {
  server = await openTestServer()
  customer = await server.person()
  await firstAdmin(server)
})
afterAll(() => server.close())

test('without a session every call is refused with 999', async () => {
  const nobody = new StaffCaller(server)
  for (const name of NAMES)
    expect(await nobody.asks(name, {}), name).toMatchObject({ code: 999, reason: 'session_missing', data: null })
})

test("a customer's token is no session of the office", async () => {
  for (const name of NAMES) {
    const { methods, path } = call(name)
    const [method = 'GET'] = methods
    const answered = await new StaffCaller(server).raw(method, path, {
      headers: { authorization: customer.token ?? '', origin: server.officeUrl },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
    expect(answered, name).toMatchObject({ code: 999, reason: 'session_missing' })
  }
})

test("the customers' port does not know them: the app's page, or nothing", async () => {
  for (const name of NAMES) {
    const { methods, path } = call(name)
    const [method = 'GET'] = methods
    const there = await fetch(server.url + path, { method, headers: { authorization: customer.token ?? '' } })
    expect(await there.text(), name).not.toContain('"code":1,')
  }
})

describe('the permissions of roles', () => {
  test.each(ROLES)('%s holds these permissions and no other', (role) => {
    expect([...permissionsOf(role)].sort()).toEqual([...HELD[role]].sort())
  })

  test('every call is open to exactly the roles with its permission', async () => {
    const callers = new Map<Role, StaffCaller>()
    for (const role of ROLES) callers.set(role, await staffed(server, role))
    const wrong: string[] = []
    for (const name of OFFICE_CALL_NAMES) {
      const { caller: wantedCaller, changes } = call(name)
      if (wantedCaller === 'visitor' || wantedCaller === 'staff') continue
      const wanted = typeof wantedCaller === 'string' ? [wantedCaller] : wantedCaller
      for (const [role, caller] of callers) {
        const may = wanted.some((each) => HELD[role].includes(each))
        // Parameters that no call takes: a role with the right reads that, a role without it is refused before.
        const answered = await caller.asks(name, !changes ? { page: 'x', id: 'x' } : { nothing: true })
        const refused = answered.reason === 'not_permitted'
        if (refused === may || (refused && answered.status !== 403))
          wrong.push(`${name} by ${role}: ${answered.reason ?? 'good'}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('a setting belongs to its group, whatever other group the role may change', async () => {
    const carla = await staffed(server, 'content')
    const { data } = await carla.does('settingList', {})
    expect(data.map(({ key }) => key).sort()).toEqual([...SETTING_KEYS].sort())
    for (const { key, group, value, version, changeable } of data) {
      expect(changeable, key).toBe(SETTING_GROUPS[group] === 'settings_contact')
      const preview = await carla.reason('settingPreview', { key, value })
      expect(preview, key).toBe(changeable ? 'good' : 'not_permitted')
      if (!changeable)
        expect(
          await carla.reason('settingChange', { key, value, seen_version: version, reason_text: 'agreed on Tuesday' }),
        ).toBe('not_permitted')
    }
  })
})
