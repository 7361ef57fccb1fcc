/** The queue gives what a sorted list gives, and thousands of alerts at one level cost as few moves as at many. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LevelQueue } from './level-queue.ts'

type Item = { readonly alert: number; readonly level: number; place: number }

const happening = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'take', 'remove'),
  alert: fc.integer({ min: 1, max: 40 }),
  level: fc.integer({ min: 1, max: 5 }),
})

test.each(['rising', 'falling'] as const)('%s: like a sorted list', (direction) => {
  const sign = direction === 'rising' ? 1 : -1
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 200, size: 'max' }), (history) => {
      const queue = new LevelQueue<Item>(direction)
      let list: Item[] = []
      for (const { kind, alert, level } of history) {
        const known = list.find((each) => each.alert === alert)
        if (kind === 'add' && known === undefined) {
          const item = { alert, level, place: 0 }
          queue.add(item)
          list.push(item)
          list.sort((one, other) => (one.level - other.level) * sign || one.alert - other.alert)
        } else if (kind === 'remove') {
          if (known === undefined) expect(queue.remove({ alert, level, place: 0 })).toBe(false)
          else expect(queue.remove(known)).toBe(true)
          list = list.filter((each) => each !== known)
        } else if (kind === 'take') {
          const [nearest] = list
          const reached = nearest !== undefined && (level - nearest.level) * sign >= 0 ? nearest : undefined
          expect(queue.isReached(level)).toBe(reached !== undefined)
          expect(queue.take(level)).toBe(reached)
          list = list.filter((each) => each !== reached)
        }
        expect(queue.size).toBe(list.length)
      }
    }),
    { numRuns: 200 },
  )
})

test('of many at one level each is added, removed and taken with as many moves as the heap has layers', () => {
  const count = 20_000
  const layers = Math.ceil(Math.log2(count)) + 1
  let moves = 0
  const itemOf = (alert: number): Item => {
    let place = 0
    return {
      alert,
      level: 10_000,
      get place() {
        return place
      },
      set place(to) {
        place = to
        moves += 1
      },
    }
  }
  const within = (act: () => unknown) => {
    moves = 0
    act()
    if (moves > layers) expect(moves).toBeLessThanOrEqual(layers)
  }
  const queue = new LevelQueue<Item>('rising')
  const items = Array.from({ length: count }, (_, at) => itemOf(count - at))
  // The newest first: each one that is added goes before all others.
  for (const item of items) within(() => queue.add(item))
  for (const item of items.filter(({ alert }) => alert % 2 === 0)) within(() => expect(queue.remove(item)).toBe(true))
  const taken: number[] = []
  while (queue.size > 0) within(() => taken.push(queue.take(10_000)?.alert ?? 0))
  expect(taken).toEqual(Array.from({ length: count / 2 }, (_, at) => at * 2 + 1))
})
