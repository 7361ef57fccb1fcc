/** Few passwords are hashed at once, or captchas drawn, and networks take turns. */
import { expect, test } from 'vitest'
import { HASHES_AT_ONCE } from './passwords.ts'
import { turnsByNetwork } from './turns-by-network.ts'

const [FLOOD, HOME] = ['203.0.113.9', '198.51.100.7']

/** Hashes that end when the test says so. `begun`: their networks, in the order of their turns. */
function world(atOnce = 1) {
  const turns = turnsByNetwork(atOnce)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (from: string) =>
    turns.run(from, async () => {
      begun.push(from)
      await new Promise<void>((end) => ends.push(end))
      return from
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, ask, endOne }
}

test('half of the cores hash, one at least', () => {
  expect(HASHES_AT_ONCE).toBeGreaterThanOrEqual(1)
  expect(Number.isInteger(HASHES_AT_ONCE)).toBe(true)
})

test('so many at once, and the next one begins where one ends', async () => {
  const { begun, ask, endOne } = world(2)
  for (const from of ['1', '2', '3', '4']) void ask(from)
  expect(begun).toEqual(['1', '2'])
  await endOne()
  expect(begun).toEqual(['1', '2', '3'])
  await endOne()
  await endOne()
  await endOne()
  void ask('5')
  void ask('6')
  void ask('7')
  expect(begun).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('one sign-in waits for one hash of a network, however many of it wait', async () => {
  const { begun, ask, endOne } = world()
  for (let count = 0; count < 60; count += 1) void ask(FLOOD)
  void ask(HOME)
  void ask(HOME)
  await endOne()
  await endOne()
  expect(begun).toEqual([FLOOD, FLOOD, HOME])
  await endOne()
  await endOne()
  expect(begun.slice(3)).toEqual([FLOOD, HOME])
})

test('networks of one IPv6 tunnel have one turn together', async () => {
  const { begun, ask, endOne } = world()
  for (const part of ['1', '2', '3', '4']) void ask(`2001:db8:9:${part}::`)
  void ask(HOME)
  await endOne()
  await endOne()
  expect(begun.slice(2)).toEqual([HOME])
})

test('a hash that fails gives its turn to the next one, and each gets its own result', async () => {
  const turns = turnsByNetwork(1)
  const failed = turns.run(HOME, async () => {
    throw new Error('it failed')
  })
  const next = turns.run(HOME, async () => 'second')
  await expect(failed).rejects.toThrow('it failed')
  expect(await next).toBe('second')
})
