/** Which callers wait, go first or are refused when they ask for costly answers together. */
import { expect, test } from 'vitest'
import { TurnRefused } from './fair-reads.ts'
import { workLimit } from './work-limit.ts'

const CEILINGS = { perCaller: 1, overall: 2, waitingPerCaller: 2, waiting: 3 }
const settled = () => new Promise((resolve) => setImmediate(resolve))

function office() {
  const limit = workLimit(CEILINGS)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const ask = (user: number, name: string) =>
    limit.run(user, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)))
      })
    })
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await settled()
  }
  return { begun, ask, end }
}

test('one answer at a time a customer, two overall, and customers take turns', async () => {
  const { begun, ask, end } = office()
  const answers = [ask(1, 'a1'), ask(1, 'a2'), ask(2, 'b1'), ask(3, 'c1')]
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  await end('c1')
  await end('a2')
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'b1', 'c1'])
})

test('a queue has an end, a failure frees its turn, and nothing stays behind', async () => {
  const { begun, ask, end } = office()
  const [first, , third] = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3')]
  await expect(ask(1, 'a4')).rejects.toThrow(TurnRefused)
  void ask(2, 'b1')
  void ask(3, 'c1')
  await expect(ask(3, 'c2')).rejects.toThrow(TurnRefused)
  // The room is full, and still has a place for a customer who has nothing in it.
  void ask(4, 'd1')
  await expect(ask(4, 'd2')).rejects.toThrow(TurnRefused)
  const failed = expect(first).rejects.toThrow('broken')
  await end('a1', new Error('broken'))
  await failed
  for (const name of ['b1', 'c1', 'd1', 'a2', 'a3']) await end(name)
  expect(await third).toBe('a3')
  expect(begun).toHaveLength(6)
  void ask(1, 'again')
  await settled()
  expect(begun.at(-1)).toBe('again')
})

test('work is told whether it has waited', async () => {
  const limit = workLimit(CEILINGS)
  const told: boolean[] = []
  const asked = [1, 1, 2].map((user) =>
    limit.run(user, async (hasWaited) => {
      told.push(hasWaited)
      await settled()
    }),
  )
  await Promise.all(asked)
  expect(told).toEqual([false, false, true])
})
