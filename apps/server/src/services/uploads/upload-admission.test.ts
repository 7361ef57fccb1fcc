/** Room for uploads: who may have how many, what all together may hold, and in which turn pictures are worked on. */

import { UPLOAD } from '@veritick/contract'
import { userId } from '@veritick/domain'
import { expect, test } from 'vitest'
import {
  BODY_STALL_BYTES,
  hasStalled,
  isTooSlow,
  PICTURES_AT_ONCE_MAX,
  UPLOAD_BYTES_HELD_MAX,
  UPLOAD_BYTES_PER_NETWORK_MAX,
  UPLOADS_PER_ACCOUNT_MAX,
  UPLOADS_PER_NETWORK_MAX,
  uploadRoom,
} from './upload-admission.ts'

test('one account has three places, one network twenty-four, and who leaves makes room', () => {
  const room = uploadRoom()
  const enter = (user: number, network = 'home') => room.enter({ user: userId(user), network })
  const mine = Array.from({ length: UPLOADS_PER_ACCOUNT_MAX }, () => enter(1))
  expect(mine).not.toContain(undefined)
  expect(enter(1)).toBeUndefined()
  expect(enter(1, 'elsewhere')).toBeUndefined()
  for (let count = UPLOADS_PER_ACCOUNT_MAX; count < UPLOADS_PER_NETWORK_MAX; count++)
    expect(enter(100 + count)).toBeDefined()
  expect(enter(2)).toBeUndefined()
  expect(enter(2, 'elsewhere')).toBeDefined()
  mine[0]?.leave()
  mine[0]?.leave()
  expect(enter(1)).toBeDefined()
  expect(enter(1)).toBeUndefined()
})

test('bytes count as they arrive; a refused upload holds none, and an ended upload frees its own', () => {
  const room = uploadRoom()
  const places = Array.from({ length: UPLOAD_BYTES_HELD_MAX / UPLOAD.bytesMax }, (_, user) =>
    room.enter({ user: userId(user), network: `n${user}` }),
  )
  for (const place of places) expect(place?.hold(UPLOAD.bytesMax)).toBe(true)
  const late = room.enter({ user: userId(99), network: 'late' })
  expect(late?.hold(1)).toBe(false)
  places[0]?.leave()
  expect(places[0]?.hold(1)).toBe(false)
  expect(late?.hold(UPLOAD.bytesMax)).toBe(true)
})

test.each([
  ['one address of IPv4', () => '192.0.2.1', '192.0.2.2'],
  ['one network of IPv6', () => '2001:db8:1:2::', '2001:db8:9:2::'],
  ['a home line of IPv6', (place: number) => `2001:db8:1:2${place.toString(16)}::`, '2001:db8:9:2::'],
  ['a tunnel of IPv6', (place: number) => `2001:db8:1:${place.toString(16)}00::`, '2001:db8:9:2::'],
])('%s holds at most a quarter of all bytes', (_name, from, elsewhere) => {
  const room = uploadRoom()
  const enter = (user: number, network: string) => room.enter({ user: userId(user), network })
  const places = Array.from({ length: 10 }, (_, place) => enter(place + 1, from(place + 1)))
  const taken = places.filter((place) => place?.hold(UPLOAD.bytesMax))
  expect(taken).toHaveLength(Math.floor(UPLOAD_BYTES_PER_NETWORK_MAX / UPLOAD.bytesMax))
  expect(4 * taken.length * UPLOAD.bytesMax).toBeLessThanOrEqual(UPLOAD_BYTES_HELD_MAX)
  expect(enter(99, elsewhere)?.hold(UPLOAD.bytesMax)).toBe(true)
  taken[0]?.leave()
  expect(enter(98, from(1))?.hold(UPLOAD.bytesMax)).toBe(true)
  expect(enter(97, from(1))?.hold(UPLOAD.bytesMax)).toBe(false)
})

test('pictures wait for their turn, in the order in which they came, and one that fails hands it on', async () => {
  const room = uploadRoom()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (number: number) =>
    room.work(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(number)
          ends.push(number === 0 ? () => reject(new Error('broken')) : () => resolve(number))
        }),
    )
  const results = Promise.allSettled(Array.from({ length: PICTURES_AT_ONCE_MAX + 2 }, (_, number) => work(number)))
  await Promise.resolve()
  expect(begun).toHaveLength(PICTURES_AT_ONCE_MAX)
  while (ends.length > 0) {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  expect(begun).toEqual(Array.from({ length: PICTURES_AT_ONCE_MAX + 2 }, (_, number) => number))
  expect((await results).map(({ status }) => status)).toEqual([
    'rejected',
    ...Array(PICTURES_AT_ONCE_MAX + 1).fill('fulfilled'),
  ])
})

test.each([
  ['a third of a small one', 300, 900, false],
  ['less than a third', 299, 900, true],
  ['a third of the largest', Math.ceil(UPLOAD.bytesMax / 3), undefined, false],
  ['some of one that does not say how much', 1_000_000, undefined, true],
  ['one that claims more than there may be', Math.ceil(UPLOAD.bytesMax / 3), 1e15, false],
])('%s', (_name, received, expected, slow) => expect(isTooSlow({ received, expected })).toBe(slow))

test.each([
  ['enough since then', 500_000, 500_000 + BODY_STALL_BYTES, 900_000, false],
  ['less', 500_000, 500_000 + BODY_STALL_BYTES - 1, 900_000, true],
  ['nothing, and the end is missing', 899_990, 899_990, 900_000, true],
  ['the end', 899_990, 900_000, 900_000, false],
  ['some, of one that does not say how much', 500_000, 500_001, undefined, true],
])('a period that brings %s', (_name, before, received, expected, stalled) =>
  expect(hasStalled({ before, received, expected })).toBe(stalled),
)
