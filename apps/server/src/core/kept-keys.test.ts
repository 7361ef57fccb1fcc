/** The index of request keys does what a plain list would do: when it is full, the account with most keys loses one. */
import { accountId } from '@veritick/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptKeys } from './kept-keys.ts'

const COUNT_MAX = 8
const KEYS = 20
type Kept = { readonly key: string; readonly account: number; readonly at: number }

test('random keys of a few accounts are kept and lost as in a plain list', () => {
  const keeping = fc.record({ key: fc.nat(KEYS - 1), account: fc.integer({ min: 1, max: 4 }), pause: fc.nat(3) })
  fc.assert(
    fc.property(fc.array(keeping, { maxLength: 80 }), fc.integer({ min: 5, max: 60 }), (steps, keptFor) => {
      const index = new KeptKeys(COUNT_MAX)
      let list: readonly Kept[] = []
      let now = 0
      for (const { key: number, account, pause } of steps) {
        const key = String(number)
        now += pause
        index.endUntil(now - keptFor)
        index.keep(key, accountId(account), { batch: 1, at: now, start: number, length: 1, mark: 0 })
        list = [...list.filter((each) => each.at > now - keptFor && each.key !== key), { key, account, at: now }]
        list = fits(list, index)
        const known = Array.from({ length: KEYS }, (_, each) => String(each)).filter((each) => index.find(each))
        expect(known.sort()).toEqual(list.map((each) => each.key).sort())
      }
    }),
    { numRuns: 500 },
  )
})

test('one account with every key loses its own oldest, and keeps the time of it to itself', () => {
  const index = new KeptKeys(COUNT_MAX)
  index.keep('order', accountId(7), { batch: 1, at: 1, start: 0, length: 1, mark: 0 })
  for (let at = 2; at < 1_000; at += 1)
    index.keep(`${at}`, accountId(8), { batch: at, at, start: 0, length: 1, mark: 0 })
  expect(index.find('order')?.batch).toBe(1)
  expect(index.find('992')).toBeUndefined()
  expect(index.find('993')).toBeDefined()
  expect(index.forgottenUntil(accountId(8))).toBe(992)
  expect(index.forgottenUntil(accountId(7))).toBe(Number.NEGATIVE_INFINITY)
})

/** The list without the oldest key of an account with most keys; which one of several such accounts, the index says. */
function fits(list: readonly Kept[], index: KeptKeys): readonly Kept[] {
  if (list.length <= COUNT_MAX) return list
  const lost = list.filter((each) => index.find(each.key) === undefined)
  expect(lost).toHaveLength(1)
  const counts = new Map<number, number>()
  for (const { account } of list) counts.set(account, (counts.get(account) ?? 0) + 1)
  const [{ account, key }] = lost as [Kept]
  expect(counts.get(account)).toBe(Math.max(...counts.values()))
  expect(list.find((each) => each.account === account)?.key).toBe(key)
  return list.filter((each) => each.key !== key)
}
