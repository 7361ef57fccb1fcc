/** The figures of the axes, as the library asks for them. */
import { expect, it } from 'vitest'
import { separatorOf } from './chartFigures.ts'

it.each([
  ['de', '-0.00005', '\u22120,00005'],
  ['en', '-0.00005', '\u22120.00005'],
  ['de', '1.08500', '1,08500'],
  ['en', '2325.00', '2,325.00'],
  ['de', '2325.00', '2.325,00'],
] as const)('%s writes %s as %s, with groups and minus sign of all other screens', (language, given, written) =>
  expect(separatorOf(language).format(given)).toBe(written),
)
