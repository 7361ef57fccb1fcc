/** Which steps a reward offers to whom. */
import { expect, test } from 'vitest'
import { type Reward, stepsFor } from './reward.ts'

const NOW = 1_800_000_000_000
const greta = { who: 'staff:2', name: 'Greta', since: null, access: null }
const inReview = {
  state: 'held',
  approved_by: null,
  flags: [],
  signals: [],
  yours: false,
  held_until: NOW,
  now: { programme: 'open', frozen: false, inviter_identity: 2 },
} as unknown as Reward
const approved: Reward = { ...inReview, state: 'approved', approved_by: greta }
const finance = { review: true, reject: true }
const shared = [{ by: 'document' as const, person: { id: 7, uid: '10000007' } }]

test.each<[string, Reward, typeof finance, string]>([
  ['held', inReview, finance, 'approve reject'],
  ['held, for compliance', inReview, { review: false, reject: true }, 'reject'],
  ['held, for support', inReview, { review: false, reject: false }, ''],
  ['approved by a colleague', approved, finance, 'pay reject'],
  ['approved by the reader', { ...approved, yours: true }, finance, 'reject note'],
  ['approval that counts no more', { ...approved, approved_by: null }, finance, 'approve reject note'],
  ['further signs', { ...approved, signals: shared }, finance, 'approve reject note'],
  ['signs that were accepted', { ...approved, signals: shared, flags: ['document'] }, finance, 'pay reject'],
  ['a moment early', { ...approved, held_until: NOW + 1 }, finance, 'reject note'],
  ['frozen', { ...approved, now: { ...approved.now, frozen: true } }, finance, 'reject note'],
  ['inviter not verified', { ...approved, now: { ...approved.now, inviter_identity: 1 } }, finance, 'reject note'],
  ['special account', { ...inReview, now: { ...inReview.now, programme: 'excluded' } }, finance, 'reject note'],
  ['paid', { ...approved, state: 'paid' }, finance, ''],
  ['rejected', { ...approved, state: 'rejected' }, finance, ''],
])('%s', (_, reward, rights, expected) => {
  const { note, ...steps } = stepsFor(reward, rights, NOW)
  const offered = Object.entries(steps).flatMap(([name, offers]) => (offers ? [name] : []))
  expect([...offered, ...(note === undefined ? [] : ['note'])].join(' ')).toBe(expected)
})
