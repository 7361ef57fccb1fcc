/** Each role sees its own screens in the menu, and no others. */
import { permissionsOf, type ReviewKind, ROLES, type Role } from '@veritick/contract/office'
import { describe, expect, test } from 'vitest'
import { firstPath, MENU, menuFor } from './menu.ts'

const titles = (role: Role) =>
  menuFor({ permissions: [...permissionsOf(role)] }).flatMap((group) => group.items.map((item) => item.title))

describe('the menu', () => {
  test.each([
    [
      'support',
      [
        'Deposits',
        'Withdrawals',
        'Invite rewards',
        'Support',
        'Feedback',
        'Customers',
        'Instruments',
        'News',
        'Canned answers',
      ],
    ],
    [
      'compliance',
      [
        'Identities',
        'Deposits',
        'Withdrawals',
        'Corrections',
        'Invite rewards',
        'Support',
        'Feedback',
        'Customers',
        'News',
        'Settings',
        'Audit',
      ],
    ],
    [
      'finance',
      ['Deposits', 'Withdrawals', 'Corrections', 'Invite rewards', 'Customers', 'Exposure', 'Settings', 'Health'],
    ],
    ['risk', ['Customers', 'Exposure', 'Instruments', 'Settings', 'Health']],
    ['content', ['News', 'Settings', 'Canned answers']],
    ['admin', ['Instruments', 'News', 'Settings', 'Companies', 'Health', 'Text messages', 'Audit', 'Staff']],
  ] as const)('of %s', (role, expected) => expect(titles(role)).toEqual(expected))

  test('each role has a start page, a visitor has none', () => {
    const paths = ROLES.map((role) => [role, firstPath({ permissions: [...permissionsOf(role)] })])
    expect(Object.fromEntries(paths)).toEqual({
      support: '/support',
      compliance: '/identities',
      finance: '/deposits',
      risk: '/people',
      content: '/news',
      admin: '/instruments',
    })
    expect(menuFor(undefined)).toEqual([])
  })

  test('the start page is the first own queue in which something waits', () => {
    const finance = { permissions: [...permissionsOf('finance')] }
    const count = (kind: ReviewKind, waiting: number) => ({ kind, waiting })
    const none = [count('deposit', 0), count('withdrawal', 0)]
    expect(firstPath(finance, none)).toBe('/deposits')
    expect(firstPath(finance, [count('deposit', 0), count('withdrawal', 1)])).toBe('/withdrawals')
    // Another role decides about identities.
    expect(firstPath(finance, [count('identity', 3), count('reward', 1)])).toBe('/invites')
  })

  test('no address stands twice', () => {
    const paths = MENU.flatMap((group) => group.items.map((item) => item.path))
    expect(new Set(paths).size).toBe(paths.length)
  })
})
