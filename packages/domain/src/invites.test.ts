/** The rules of the invite programme at their borders. */
import { describe, expect, test } from 'vitest'
import {
  addWorkingDays,
  type DepositFlow,
  INVITE_RULES,
  INVITE_STEPS,
  isKeptLongEnough,
  keptDays,
  keptDeposit,
  signInOf,
  stepsReached,
} from './invites.ts'
import { type Millis, micros, millis } from './numbers.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Monday, 2026-03-02, 10:00 UTC. */
const START = Date.UTC(2026, 2, 2, 10)
const usd = (dollars: number) => micros(Math.round(dollars * 1_000_000))
const at = (after: number): Millis => millis(START + after)
const paid = (after: number, dollars: number): DepositFlow => ({ at: at(after), kind: 'payment', amount: usd(dollars) })
const fixed = (after: number, dollars: number): DepositFlow => ({
  at: at(after),
  kind: 'correction',
  amount: usd(dollars),
})
const kept = (flows: readonly DepositFlow[], now: number, threshold = 300) =>
  keptDeposit(flows, { threshold: usd(threshold), now: at(now) })

test('the numbers are those of the specification', () => {
  expect(INVITE_RULES).toEqual({
    signInDays: 7,
    volume: 500_000_000,
    keptDays: 3,
    reviewWorkingDays: 3,
    effectiveFrom: Date.parse('2025-02-25T16:00:00+08:00'),
  })
  expect(INVITE_STEPS.map(({ netDeposit, reward }) => [netDeposit / 1e6, reward / 1e6])).toEqual([
    [300, 30],
    [30_000, 500],
    [100_000, 1_000],
  ])
})

describe('a net deposit of 300 USD is kept for 3 days', () => {
  test.each<[string, readonly DepositFlow[], number, boolean]>([
    ['3 days', [paid(0, 300)], 3 * DAY, true],
    ['3 days less a second', [paid(0, 300)], 3 * DAY - SECOND, false],
    ['a cent too little', [paid(0, 299.99)], 30 * DAY, false],
    ['in two parts: from the second on', [paid(0, 200), paid(DAY, 100)], 4 * DAY, true],
    ['in two parts, a second early', [paid(0, 200), paid(DAY, 100)], 4 * DAY - SECOND, false],
    ['withdrawn at 3 days', [paid(0, 300), paid(3 * DAY, -300)], 9 * DAY, true],
    ['withdrawn a second before', [paid(0, 300), paid(3 * DAY - SECOND, -300)], 9 * DAY, false],
    ['a cent withdrawn before', [paid(0, 300), paid(DAY, -0.01)], 9 * DAY, false],
    ['a part withdrawn that leaves enough', [paid(0, 500), paid(DAY, -200)], 3 * DAY, true],
    ['a returned withdrawal begins anew', [paid(0, 300), paid(DAY, -300), paid(2 * DAY, 300)], 4 * DAY, false],
    ['3 days after it came back', [paid(0, 300), paid(DAY, -300), paid(2 * DAY, 300)], 5 * DAY, true],
    ['two periods of 2 days', [paid(0, 300), paid(2 * DAY, -1), paid(2 * DAY, 1)], 4 * DAY, false],
    ['a chargeback', [paid(0, 300), fixed(DAY, -300)], 9 * DAY, false],
    ['compensation is no deposit', [paid(0, 200), fixed(DAY, 100)], 9 * DAY, false],
    ['a chargeback that is made good', [paid(0, 300), fixed(DAY, -300), fixed(2 * DAY, 300)], 5 * DAY, true],
    ['nothing', [], 9 * DAY, false],
  ])('%s: %#', (_, flows, now, isEnough) => expect(isKeptLongEnough(kept(flows, now))).toBe(isEnough))

  test('the days so far are whole, and at most 3', () => {
    const days = [DAY - SECOND, DAY, 3 * DAY - SECOND, 3 * DAY, 40 * DAY].map((now) =>
      keptDays(kept([paid(0, 300)], now)),
    )
    expect(days).toEqual([0, 1, 2, 3, 3])
  })

  test('since when, and how much', () => {
    expect(kept([paid(0, 400), paid(HOUR, -50)], DAY)).toMatchObject({ net: usd(350), since: at(0) })
    expect(kept([paid(0, 400), paid(HOUR, -101)], DAY)).toMatchObject({ net: usd(299), since: undefined })
  })
})

describe('the first sign-in is at most 7 days after the registration', () => {
  test.each<[number | undefined, number, string]>([
    [0, DAY, 'done'],
    [7 * DAY, 7 * DAY, 'done'],
    [7 * DAY + 1, 8 * DAY, 'missed'],
    [undefined, 7 * DAY, 'open'],
    [undefined, 7 * DAY + 1, 'missed'],
  ])('%s: %s -> %s', (signedIn, now, word) => {
    const firstSignInAt = signedIn === undefined ? undefined : at(signedIn)
    expect(signInOf({ registeredAt: at(0), firstSignInAt }, at(now))).toBe(word)
  })
})

describe('steps', () => {
  const reached = (dollars: number, more: Partial<Parameters<typeof stepsReached>[0]> = {}) =>
    stepsReached({ signIn: 'done', volume: usd(500), ...more }, (threshold) =>
      keptDeposit([paid(0, dollars)], { threshold, now: at(3 * DAY) }),
    )

  test.each<[number, readonly number[]]>([
    [299.999999, []],
    [300, [1]],
    [29_999.999999, [1]],
    [30_000, [1, 2]],
    [99_999.999999, [1, 2]],
    [100_000, [1, 2, 3]],
  ])('a net deposit of %s reaches %j', (dollars, steps) => expect(reached(dollars)).toEqual(steps))

  test('a volume below 500, or no sign-in in time, reaches none', () => {
    expect(reached(100_000, { volume: usd(499.99) })).toEqual([])
    expect(reached(100_000, { volume: micros(499_999_999) })).toEqual([])
    expect(reached(100_000, { signIn: 'missed' })).toEqual([])
    expect(reached(100_000, { signIn: 'open' })).toEqual([])
  })
})

describe('3 working days', () => {
  test.each([
    ['2026-03-02T10:00Z', '2026-03-05T10:00Z'], // Monday -> Thursday
    ['2026-03-04T10:00Z', '2026-03-09T10:00Z'], // Wednesday -> Monday
    ['2026-03-06T10:00Z', '2026-03-11T10:00Z'], // Friday -> Wednesday
    ['2026-03-06T00:00Z', '2026-03-11T00:00Z'], // midnight of Friday: Friday, Monday, Tuesday
    ['2026-03-07T10:00Z', '2026-03-12T00:00Z'], // Saturday: Monday to Wednesday
    ['2026-03-08T23:59Z', '2026-03-12T00:00Z'], // Sunday
  ])('%s -> %s', (from, until) => {
    expect(new Date(addWorkingDays(millis(Date.parse(from)), 3)).toISOString()).toBe(new Date(until).toISOString())
  })
})
