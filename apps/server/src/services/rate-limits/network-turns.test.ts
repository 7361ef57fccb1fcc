/** Many accounts of one address have a few requests under way; the customer who was served least recently is next. */
import { type UserId, userId } from '@veritick/domain'
import { expect, test } from 'vitest'
import { type NetworkTurns, networkTurnsOf } from './network-turns.ts'

const RUNNING = 2
const HOME = '203.0.113.9'

/** Requests that end when the test says so. `begun`: the users, in the order of their turns. */
function world(turns: NetworkTurns = networkTurnsOf({ running: RUNNING, overall: 100 })) {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const ask = (user: number, network = HOME) =>
    turns.run({ network, user: userId(user) as UserId }, async () => {
      begun.push(user)
      await new Promise<void>((end) => ends.push(end))
      return user
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, ask, endOne }
}

test('one network has so many under way, and another one waits for none of them', async () => {
  const { begun, ask, endOne } = world()
  for (const user of [1, 2, 3]) void ask(user)
  expect(begun).toEqual([1, 2])
  void ask(9, '203.0.113.10')
  expect(begun).toEqual([1, 2, 9])
  await endOne()
  expect(begun).toEqual([1, 2, 9, 3])
})

test('an owner of one account is next, however many requests of other accounts wait', async () => {
  const { begun, ask, endOne } = world()
  for (let count = 0; count < 5; count += 1) for (const user of [1, 2]) void ask(user)
  void ask(7)
  await endOne()
  expect(begun).toEqual([1, 2, 7])
  await endOne()
  await endOne()
  // Then the two accounts take turns.
  expect(begun).toEqual([1, 2, 7, 1, 2])
})

test('IPv6 networks of one provider count together', () => {
  const { begun, ask } = world()
  for (const part of ['1', '2', '3']) void ask(1, `2001:db8:9:${part}::`)
  expect(begun).toHaveLength(RUNNING)
})

test('a request that fails gives its turn to the next one, and each gets its own result', async () => {
  const turns = networkTurnsOf({ running: 1, overall: 100 })
  const from = { network: HOME, user: userId(1) }
  const failed = turns.run(from, async () => {
    throw new Error('it failed')
  })
  const next = turns.run(from, async () => 'answered')
  await expect(failed).rejects.toThrow('it failed')
  expect(await next).toBe('answered')
})

test('work is told whether it has waited', async () => {
  const turns = networkTurnsOf({ running: 1, overall: 100 })
  const told: boolean[] = []
  const asked = [1, 2].map((user) =>
    turns.run({ network: HOME, user: userId(user) }, async (hasWaited) => {
      told.push(hasWaited)
      await new Promise(setImmediate)
    }),
  )
  await Promise.all(asked)
  expect(told).toEqual([false, true])
})

test('all networks together have a ceiling too, and the network that was served least recently is next', async () => {
  const { begun, ask, endOne } = world(networkTurnsOf({ running: 2, overall: 3 }))
  const networks = ['203.0.113.1', '203.0.113.2', '203.0.113.3']
  for (const [index, network] of networks.entries()) for (const user of [10, 20, 30]) void ask(user + index, network)
  await new Promise(setImmediate)
  expect(begun).toEqual([10, 20, 11])
  // The third network has had no turn, and a fourth one that comes now has had none either.
  void ask(99, '203.0.113.99')
  for (let count = 0; count < 4; count += 1) await endOne()
  expect(begun).toEqual([10, 20, 11, 12, 99, 30, 21])
})

test('while the core refuses every order none waits for a turn, and afterwards the ceilings hold again', async () => {
  let isRefusing = false
  const turns = networkTurnsOf({ running: 2, overall: 3 }, () => !isRefusing)
  const { begun, ask, endOne } = world(turns)
  for (const user of [1, 2, 3]) void ask(user)
  for (const user of [4, 5, 6]) void ask(user, '203.0.113.10')
  await new Promise(setImmediate)
  expect(begun).toEqual([1, 2, 4])
  turns.look()
  expect(begun).toEqual([1, 2, 4])
  isRefusing = true
  void ask(7)
  await new Promise(setImmediate)
  expect(begun).toEqual([1, 2, 4, 7])
  turns.look()
  await new Promise(setImmediate)
  expect(begun.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
  isRefusing = false
  void ask(8)
  for (let ended = 0; ended < 4; ended += 1) await endOne()
  expect(begun).not.toContain(8)
  for (let ended = 0; ended < 3; ended += 1) await endOne()
  expect(begun.at(-1)).toBe(8)
})
