/** An answer about live figures has a limited number of holdings, however many the accounts of its question have. */
import { expect, test } from 'vitest'
import { answerOf } from './queries.ts'
import { createReferenceEngine } from './reference/reference-engine.ts'
import { person, quote } from './scenarios/people.ts'
import { newWorld } from './scenarios/world.ts'

const ana = person('Ana', 7, 'real')
const ben = person('Ben', 8, 'real')
const cara = person('Cara', 9, 'real')

test('an answer about accounts ends before the one that would pass its limit, and has one at least', () => {
  const world = newWorld(createReferenceEngine(), [ana, ben, cara])
  const buys = [ana, ana, ana, ben].map((each) => each.buys('0.10', 'EURUSD'))
  for (const action of [ana.gets('5000'), ben.gets('5000'), quote('EURUSD', '1.08500', '1.08510'), ...buys])
    expect(action(world).ok).toBe(true)
  const answered = (limit: number | undefined, people = [ana, ben, cara]) =>
    answerOf(world.engine, { kind: 'live', accounts: people.map(({ account }) => account), limit }).map(
      (live) => live?.holdings.length,
    )
  // Each account counts as one more.
  expect(answered(undefined)).toEqual([3, 1, 0])
  expect(answered(7)).toEqual([3, 1, 0])
  expect(answered(6)).toEqual([3, 1])
  expect(answered(5)).toEqual([3])
  expect(answered(1)).toEqual([3])
  expect(answered(4, [cara, ben, ana])).toEqual([0, 1])
  expect(answered(4, [])).toEqual([])
})
