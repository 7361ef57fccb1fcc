/** The holder of a lock, as a queue shows it. */
import { expect, test } from 'vitest'
import { holderOf } from './lockHolder.ts'

const me = { staffId: 7, now: 1_000 }
const by = { who: 'staff:8', name: 'Ann' }

test('free, held by you, held by another staff member, and expired', () => {
  expect(holderOf(null, me)).toEqual({ kind: 'free' })
  expect(holderOf({ by: { who: 'staff:7', name: 'Me' }, until: 2_000 }, me)).toEqual({ kind: 'you' })
  expect(holderOf({ by, until: 2_000 }, me)).toEqual({ kind: 'other', name: 'Ann', until: 2_000 })
  expect(holderOf({ by, until: 1_000 }, me)).toEqual({ kind: 'free' })
})
