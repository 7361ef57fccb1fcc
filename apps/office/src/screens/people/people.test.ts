/** Which tabs each role sees, and the check of a typed score. */
import { permissionsOf, type Role } from '@veritick/contract/office'
import { expect, test } from 'vitest'
import { FROZEN_MAY, MAY } from './freeze.ts'
import { scoreOf } from './score.ts'
import { tabsFor } from './tabs.ts'

const names = (role: Role) => tabsFor({ permissions: [...permissionsOf(role)] }).map((tab) => tab.name)

test('risk sees trading, not payments; compliance also the audit', () => {
  expect(names('risk')).toEqual(['overview', 'orders', 'ledger', 'sessions', 'notes'])
  expect(names('compliance')).toContain('audit')
  expect(names('content')).toEqual([])
})

test('a credit score is a whole number up to 100', () => {
  expect([scoreOf('0'), scoreOf(' 100 '), scoreOf('101'), scoreOf('7.5'), scoreOf('-1'), scoreOf('')]).toEqual([
    0,
    100,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('staff read that a frozen customer cannot deposit: the server refuses it', () => {
  expect(FROZEN_MAY).toContain('not open, deposit or withdraw')
  expect(MAY.frozen).not.toMatch(/deposit|withdraw|open/)
})
