/** The office's table against itself: paths, reasons, schemas and permissions agree. */
import { describe, expect, test } from 'vitest'
import {
  decidesMoney,
  OFFICE_CALL_NAMES,
  OFFICE_CALLS,
  type OfficeCall,
  PERMISSIONS,
  permissionsOf,
  ROLES,
} from './index.ts'

const call = (name: (typeof OFFICE_CALL_NAMES)[number]): OfficeCall => OFFICE_CALLS[name]

describe('the table', () => {
  test('each call has a path of its own', () => {
    expect(new Set(OFFICE_CALL_NAMES.map((name) => OFFICE_CALLS[name].path)).size).toBe(OFFICE_CALL_NAMES.length)
  })

  test('a call that says it demands a reason takes one, and no other does', () => {
    const taking = OFFICE_CALL_NAMES.filter((name) => 'reason_text' in OFFICE_CALLS[name].request.shape)
    expect(taking).toEqual(OFFICE_CALL_NAMES.filter((name) => call(name).needsReason === true))
    for (const name of taking) {
      const issues = OFFICE_CALLS[name].request.safeParse({ reason_text: '  a ' }).error?.issues ?? []
      expect(issues.find((issue) => issue.path[0] === 'reason_text')?.message, name).toBe('reason_missing')
    }
  })

  test('these decide about money, and a hold stops exactly them', () => {
    expect(OFFICE_CALL_NAMES.filter((name) => call(name).movesMoney === true)).toEqual([
      'depositCredit',
      'withdrawalApprove',
      'withdrawalPay',
      'withdrawalReject',
      'correctionApprove',
      'rewardApprove',
      'rewardPay',
    ])
    expect(ROLES.filter(decidesMoney)).toEqual(['finance'])
  })

  test('only posted calls change something', () => {
    for (const name of OFFICE_CALL_NAMES) {
      const { methods, changes, needsReason = false } = call(name)
      expect(methods, name).toEqual([changes ? 'POST' : 'GET'])
      if (needsReason) expect(changes, name).toBe(true)
    }
  })
})

describe('the roles', () => {
  test('every role can do something, every permission belongs to a role', () => {
    for (const role of ROLES) expect(permissionsOf(role), role).not.toEqual([])
    expect(PERMISSIONS.filter((permission) => !ROLES.some((role) => permissionsOf(role).includes(permission)))).toEqual(
      [],
    )
  })

  test('no role both decides about money and changes payment channels or staff', () => {
    const moneyDecisions = ['deposits_review', 'withdrawals_review', 'corrections_approve'] as const
    const ruling = ['settings_channels', 'settings_money', 'staff_manage'] as const
    for (const role of ROLES) {
      const held = permissionsOf(role)
      expect(
        moneyDecisions.some((each) => held.includes(each)) && ruling.some((each) => held.includes(each)),
        role,
      ).toBe(false)
    }
  })
})
