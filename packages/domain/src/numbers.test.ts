/** A number gets its unit only if it is a whole one that a double holds exactly. */
import { expect, expectTypeOf, test } from 'vitest'
import {
  type AccountId,
  accountId,
  lotUnits,
  MONEY_MAX,
  micros,
  millis,
  points,
  ppm,
  type UserId,
  userId,
} from './numbers.ts'

test.each([micros, points, lotUnits, ppm, millis, userId, accountId])(
  '%s takes whole numbers and nothing else',
  (brand) => {
    for (const value of [0, 1, -1, MONEY_MAX, Number.MAX_SAFE_INTEGER]) expect(brand(value)).toBe(value)
    expect(Object.is(brand(-0), 0)).toBe(true)
    for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => brand(value)).toThrow('a value is a safe whole number')
  },
)

test('the number of a user is no number of an account, and a plain number is neither', () => {
  expectTypeOf<UserId>().not.toExtend<AccountId>()
  expectTypeOf<AccountId>().not.toExtend<UserId>()
  expectTypeOf<number>().not.toExtend<UserId>()
  expectTypeOf<number>().not.toExtend<AccountId>()
  expectTypeOf(userId(1)).toEqualTypeOf<UserId>()
  expectTypeOf(accountId(1)).toEqualTypeOf<AccountId>()
  expect([userId(1), accountId(1)]).toEqual([1, 1])
})
