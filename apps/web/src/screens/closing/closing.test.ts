/** Where each obstacle is solved, and what is told about the time of the erasure and about amounts. */
import { CLOSING_OBSTACLES } from '@veritick/contract'
import { expect, test } from 'vitest'
import { ROUTES } from '../../../../../e2e/routes.ts'
import { erasedFrom, isPayable, PLACES } from './closing.ts'

test('every obstacle leads to a route of the app', () => {
  const paths = ROUTES.map(({ path }) => path)
  expect(CLOSING_OBSTACLES.filter((reason) => !paths.includes(PLACES[reason].to))).toEqual([])
})

test('five years after the closing', () => {
  const now = Date.UTC(2026, 10, 26)
  expect(new Date(erasedFrom({ days: 1827 }, now)).toISOString()).toContain('2031-11-27')
  expect(erasedFrom({ days: 0 }, now)).toBe(now)
})

test.each([
  ['0.000000', false],
  ['0.009999', false],
  ['0.010000', true],
  ['20.000000', true],
])('%s is told: %s', (amount, told) => expect(isPayable(amount)).toBe(told))
