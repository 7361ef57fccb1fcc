/** An answer has a limited length, and the engine looks at no more for it, however many accounts it has. */

import { accountId, millis } from '@veritick/domain'
import { expect, test } from 'vitest'
import type { Engine } from './engine.ts'
import { createEngine } from './fast/fast-engine.ts'
import { answerOf, ORDERS_PER_ANSWER_MAX } from './queries.ts'
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

const OPENED = 2_500

/** Accounts that opened in no order, and how many of their numbers were read since. */
function manyAccounts(): { readonly engine: Engine; readonly read: () => number } {
  const engine = createEngine()
  // 7,919 is prime to 2,500, so each number comes once.
  for (let at = 0; at < OPENED; at += 1) {
    const account = accountId(1 + ((at * 7_919) % OPENED))
    engine.apply({ kind: 'open_account', at: millis(0), account, accountKind: 'demo' })
  }
  let count = 0
  function* accounts(after?: number) {
    for (const account of engine.accounts(after)) {
      count += 1
      yield account
    }
  }
  return { engine: { ...engine, accounts }, read: () => count }
}

test('a page of accounts reads no account before it and none far behind it', () => {
  const { engine, read } = manyAccounts()
  const page = answerOf(engine, { kind: 'accounts', after: 1_000, limit: 200 }).map(({ account }) => account)
  expect(page).toEqual(Array.from({ length: 200 }, (_, at) => 1_001 + at))
  expect(read()).toBeLessThanOrEqual(201)
  expect(answerOf(engine, { kind: 'accounts', after: OPENED - 1, limit: 200 }).map((view) => view.account)).toEqual([
    OPENED,
  ])
})

test('an answer about pending orders ends where many accounts have none, and the next goes on', () => {
  const { engine, read } = manyAccounts()
  const question = { kind: 'pendings', placedUntil: millis(1), limit: ORDERS_PER_ANSWER_MAX } as const
  const first = answerOf(engine, { ...question, after: 0 })
  expect(first).toEqual({ orders: [], last: ORDERS_PER_ANSWER_MAX })
  expect(read()).toBe(ORDERS_PER_ANSWER_MAX)
  const end = answerOf(engine, { ...question, after: OPENED - 1 })
  expect(end).toEqual({ orders: [], last: undefined })
  expect(read()).toBe(ORDERS_PER_ANSWER_MAX + 1)
})
