/** The table of candle periods: ascending, without a code twice, each made of a shorter one of the table. */
import { expect, test } from 'vitest'
import { DAY } from './newyork.ts'
import { CANDLE_PERIODS, PERIODS } from './periods.ts'

test('periods grow, and no two share a stored code or a label', () => {
  const rows = PERIODS.map((period) => CANDLE_PERIODS[period])
  const lengths = rows.map(({ length }) => (length === 'trading_day' ? DAY : length))
  expect(lengths).toEqual([...lengths].sort((one, two) => one - two))
  expect(new Set(rows.map(({ storedCode }) => storedCode)).size).toBe(rows.length)
  expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length)
})

test('each period but the shortest is made of a shorter one', () => {
  expect(CANDLE_PERIODS[PERIODS[0] ?? '1day'].madeOf).toBeUndefined()
  for (const [index, period] of PERIODS.entries())
    if (index > 0) expect(PERIODS.slice(0, index), period).toContain(CANDLE_PERIODS[period].madeOf)
})
