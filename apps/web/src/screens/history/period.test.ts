/** The period of a statement. */
import { ENTRY_GROUPS } from '@veritick/contract'
import { expect, it } from 'vitest'
import { GROUPS, periodFault, periodOf, presetOf } from './period.ts'

const NOW = Date.parse('2026-01-14T23:30:00Z')

it.each([
  ['month', '2026-01-01', '2026-01-14'],
  ['month_before', '2025-12-01', '2025-12-31'],
  ['year', '2026-01-01', '2026-01-14'],
] as const)('%s', (preset, from, to) => expect(periodOf(preset, NOW)).toEqual({ from, to }))

it('finds the preset of a period', () => {
  expect(presetOf({ from: '2025-12-01', to: '2025-12-31' }, NOW)).toBe('month_before')
  expect(presetOf({ from: '2025-12-01', to: '2025-12-30' }, NOW)).toBeUndefined()
})

it.each([
  ['2026-01-14', '2026-01-14', undefined],
  ['2026-01-15', '2026-01-14', 'period_wrong'],
  ['', '2026-01-14', 'missing'],
])('%s to %s: %s', (from, to, fault) => expect(periodFault({ from, to })).toBe(fault))

it('offers every group of the list', () => expect([...GROUPS].sort()).toEqual(Object.keys(ENTRY_GROUPS).sort()))
