/** How many bytes of public files stay in memory, and how fast further ones are read. */
import { expect, test } from 'vitest'
import { PublicFiles } from './public-files.ts'

const file = (size: number) => ({ bytes: Buffer.alloc(size) })

test('the file that was asked for least recently gives way to a new one', () => {
  const files = new PublicFiles({ bytesMax: 30 })
  for (const name of ['a', 'b', 'c']) files.add(name, file(10))
  expect(files.find('a')?.bytes).toHaveLength(10)
  files.add('d', file(15))
  expect(['a', 'b', 'c', 'd'].map((name) => files.find(name) !== undefined)).toEqual([true, false, false, true])
})

test('a file that is forgotten or added again leaves its room', () => {
  const files = new PublicFiles({ bytesMax: 20 })
  for (let round = 0; round < 5; round++) files.add('a', file(10))
  files.add('b', file(10))
  files.forget('a')
  files.add('c', file(10))
  expect(['a', 'b', 'c'].map((name) => files.find(name) !== undefined)).toEqual([false, true, true])
})

test('a further file is read when the one before has had its time', async () => {
  let now = 0
  const files = new PublicFiles({ now: () => now })
  files.add('a', file(40_000))
  let isFree = false
  const free = files.untilFree().then(() => {
    isFree = true
  })
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(isFree).toBe(false)
  now = 10
  await free
})
