/** A program gone wild is stopped; a person who closes everything at once is not. */
import { expect, test } from 'vitest'
import { allowanceOf } from './allowance.ts'
import { LIMITS } from './limits.ts'

const { atOnce: CHANGES_AT_ONCE, perDay: CHANGES_PER_DAY, perSecond: CHANGES_PER_SECOND } = LIMITS.changes

const ana = 1
const ben = 2

/** How many of `asked` at once were let through. */
function taken(take: (user: number) => boolean, user: number, asked: number): number {
  return Array.from({ length: asked }, () => take(user)).filter(Boolean).length
}

test('five hundred at once, then a hundred a second, each account by itself', () => {
  let now = 0
  const { take } = allowanceOf(() => now)
  expect(taken(take, ana, 600)).toBe(CHANGES_AT_ONCE)
  expect(taken(take, ben, 1)).toBe(1)
  now += 1000
  expect(taken(take, ana, 600)).toBe(CHANGES_PER_SECOND)
  now += 3_600_000
  expect(taken(take, ana, 600)).toBe(CHANGES_AT_ONCE)
})

test('a client that goes on at that pace is stopped for the day, and is allowed more hours later', () => {
  let now = 0
  const { take } = allowanceOf(() => now)
  let through = 0
  for (let second = 0; second < 3600; second++) {
    now += 1000
    through += taken(take, ana, CHANGES_PER_SECOND)
  }
  const refilled = CHANGES_PER_DAY / 24
  expect(through).toBeGreaterThan(CHANGES_PER_DAY)
  expect(through).toBeLessThanOrEqual(CHANGES_PER_DAY + refilled)
  expect(taken(take, ana, 10)).toBeLessThan(2)
  now += 6 * 3_600_000
  expect(taken(take, ana, 600)).toBe(CHANGES_AT_ONCE)
})

test('a change that is given back is not counted; more than were taken cannot be given back', () => {
  const now = 0
  const { take, giveBack } = allowanceOf(() => now, { atOnce: 2, perSecond: 1, perDay: 3 })
  giveBack(ana)
  expect(taken(take, ana, 5)).toBe(2)
  giveBack(ana)
  expect(taken(take, ana, 5)).toBe(1)
  for (let times = 0; times < 5; times++) giveBack(ana)
  expect(taken(take, ana, 5)).toBe(2)
})

test('a limit without an end of the day keeps its pace, however often callers are forgotten', () => {
  let now = 0
  const { take, spend } = allowanceOf(() => now, LIMITS.socketBytes.network)
  const { atOnce, perSecond } = LIMITS.socketBytes.network
  let bytes = 0
  const seconds = 600
  for (let second = 0; second < seconds; second++) {
    now += 1000
    while (take(ana)) {
      spend(ana, 999)
      bytes += 1000
    }
  }
  expect(bytes).toBeLessThanOrEqual(atOnce + seconds * perSecond)
})

test('a change that is given back leaves the pace of the others counted', () => {
  let now = 0
  const { take, giveBack } = allowanceOf(() => now, { atOnce: 10, perSecond: 1, perDay: Number.MAX_SAFE_INTEGER })
  expect(taken(take, ana, 20)).toBe(10)
  now += 1
  giveBack(ana)
  expect(taken(take, ana, 20)).toBe(1)
})
