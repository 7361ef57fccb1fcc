/** Two reviewers are not sent to the same identity. */
import { expect, test } from 'vitest'
import { nextOf } from './next.ts'

const row = {
  uid: 'u',
  user: { id: 1, uid: 'u' },
  country: 'HK',
  flags: [],
  status: 1 as const,
  submitted_at: 1,
  decided_at: null,
  waited_minutes: 1,
  usual_minutes: 1440,
  tries: 1,
  taken: null,
}
const here = { id: 1, staffId: 7, now: 1_000 }

test('the oldest that is free', () => {
  const held = { by: { who: 'staff:8', name: 'Ann' }, until: 2_000 }
  expect(
    nextOf(
      [
        { ...row, id: 1 },
        { ...row, id: 2, taken: held },
        { ...row, id: 3 },
      ],
      here,
    ),
  ).toBe(3)
  expect(nextOf([{ ...row, id: 1 }], here)).toBeUndefined()
})
