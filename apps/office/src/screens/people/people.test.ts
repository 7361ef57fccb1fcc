/**
 * Which tabs each role sees, the columns of orders, the check of a typed score, and the sentences about searches
 * without a match, frozen and closed accounts.
 */
import { ORDER_STATUS } from '@veritick/contract'
import { permissionsOf, type Role } from '@veritick/contract/office'
import { expect, test } from 'vitest'
import { closedText } from './closing.ts'
import { FROZEN_MAY, MAY } from './freeze.ts'
import { columnsOf } from './Orders.tsx'
import { emptyText } from './PeopleScreen.tsx'
import { scoreOf } from './score.ts'
import { tabsFor } from './tabs.ts'

const names = (role: Role) => tabsFor({ permissions: [...permissionsOf(role)] }).map((tab) => tab.name)

test('risk sees trading, not payments; compliance also the audit', () => {
  expect(names('risk')).toEqual(['overview', 'orders', 'ledger', 'sessions', 'notes'])
  expect(names('compliance')).toContain('audit')
  expect(names('content')).toEqual([])
})

test('live orders have no columns of a close, so that fees and margin fit beside the price', () => {
  const titles = (status: Parameters<typeof columnsOf>[0]) => columnsOf(status).map(({ title }) => title)
  const ofEnd = ['Part of', 'Close price', 'Quote at close', 'Ended, UTC', 'Close reason']
  expect(titles(ORDER_STATUS.history)).toEqual(expect.arrayContaining(ofEnd))
  for (const status of [ORDER_STATUS.holding, ORDER_STATUS.pending]) {
    expect(titles(status).filter((title) => ofEnd.includes(title))).toEqual([])
    expect(titles(status)).toEqual(expect.arrayContaining(['Current price', 'Overnight fee', 'Margin']))
  }
  expect(titles(ORDER_STATUS.history)).not.toContain('Current price')
})

test('a search without a match does not say that there are no customers', () => {
  expect(emptyText('')).toBe('No customers yet.')
  expect(emptyText('ana@example.com')).toBe('No customer matches this search.')
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

test('a closed account says by whom, why, and when its data are erased or what is still owed', () => {
  const by = { who: 'staff:3', name: 'Cora' }
  const since = Date.UTC(2026, 10, 26, 12)
  const closed = { state: 'closed', since, by, reason_text: 'letter of Tuesday', owed: '0.000000' } as const
  const erasable_at = Date.UTC(2031, 10, 27, 12)
  expect(closedText({ ...closed, erasable_at, erased_at: null })).toMatch(
    /^Closed since 2026-11-26 12:00.* UTC by Cora: letter of Tuesday\. The personal data are erased from 2031-11-27/,
  )
  const owed = closedText({ ...closed, owed: '20.000000', erasable_at: null, erased_at: null })
  expect(owed).toContain('20.00 USD are owed')
  const unknown = closedText({ ...closed, owed: null, erasable_at: null, erased_at: null })
  expect(unknown).toContain('not known at the moment')
  expect(unknown).not.toContain('USD')
  const own = { ...closed, by: { who: 'customer:17', name: '' }, reason_text: '' }
  const erased = closedText({ ...own, erasable_at, erased_at: erasable_at })
  expect(erased).toMatch(/by the customer\. .* were erased at 2031/)
  expect(closedText({ ...own, state: 'reopening', erasable_at, erased_at: null })).toContain('in progress')
})
