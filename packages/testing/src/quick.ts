/**
 * The difference between `npm test` and `npm test -- --all` within a file: decision 167. One file run by itself is
 * whole.
 */
import { test } from 'vitest'

/** Of `npm test` without `--all`. */
export const IS_QUICK = process.env.QUICK_TESTS !== undefined

/** How often chance is tried: `few` times by `npm test`, `many` times by `npm test -- --all`. */
export const tries = (few: number, many: number): number => (IS_QUICK ? few : many)

/** A test that `npm test` leaves to `npm test -- --all`, because another one beside it proves the rule once. */
export const furtherTest = test.skipIf(IS_QUICK)

/** Of like cases in a table: the first ones by `npm test`, all by `npm test -- --all`. */
export const firstOf = <Case>(count: number, cases: readonly Case[]): readonly Case[] =>
  IS_QUICK ? cases.slice(0, count) : cases
