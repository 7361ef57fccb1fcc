/** A verification from the form to its end: faults, request, and timeline. */
import { describe, expect, it } from 'vitest'
import {
  IDENTITY_BLANK,
  type IdentityDraft,
  identityFaults,
  identityInput,
  picturesOf,
  stepVerified,
  wayOf,
  withPictures,
} from './identity.ts'

const rules = { restricted: ['CU'], today: '2026-11-21' }
const ana: IdentityDraft = {
  name: ' Ana Sousa ',
  card: 'AB-123 456',
  country: 'PT',
  birth: '1990-03-04',
  front: '/f',
  reverse: '/r',
  after: '',
}
const wrong = (draft: IdentityDraft) =>
  Object.fromEntries(Object.entries(identityFaults(draft, rules)).filter(([, fault]) => fault !== undefined))

describe('the form', () => {
  it('has no fault when all fields are filled', () => expect(wrong(ana)).toEqual({}))
  it('names each missing field', () =>
    expect(wrong(IDENTITY_BLANK)).toEqual({
      name: 'identity.name_missing',
      card: 'identity.card_missing',
      country: 'register.country_missing',
      birth: 'refusals.birth_date_missing',
      front: 'identity.front_missing',
      reverse: 'identity.reverse_missing',
    }))
  it.each([
    [{ name: 'A' }, { name: 'refusals.name_malformed' }],
    [{ name: '王五' }, {}],
    [{ card: 'A-1' }, { card: 'refusals.card_id_malformed' }],
    [{ card: 'A'.repeat(31) }, { card: 'refusals.card_id_malformed' }],
    [{ country: 'CU' }, { country: 'refusals.country_restricted' }],
    [{ birth: '2008-11-21' }, {}],
    [{ birth: '2008-11-22' }, { birth: 'refusals.under_age' }],
  ])('%j', (part, faults) => expect(wrong({ ...ana, ...part })).toEqual(faults))
})

it('sends the typed text, trimmed', () =>
  expect(identityInput(ana)).toEqual({
    name: 'Ana Sousa',
    card_id: 'AB-123 456',
    front_pic: '/f',
    reverse_pic: '/r',
    country: 'PT',
    birth_date: '1990-03-04',
  }))

describe('pictures', () => {
  const rejected = { submitted_at: '2026-11-21T10:00:00+00:00' }
  it('count until they are submitted', () =>
    expect(picturesOf(ana, { submitted_at: null })).toEqual({ front: '/f', reverse: '/r' }))
  it('are requested again afterwards, one by one', () => {
    expect(picturesOf(ana, rejected)).toEqual({ front: '', reverse: '' })
    const one = { ...ana, ...withPictures(ana, { front: '/f2' }, rejected) }
    expect(picturesOf(one, rejected)).toEqual({ front: '/f2', reverse: '' })
    expect(picturesOf({ ...one, ...withPictures(one, { reverse: '/r2' }, rejected) }, rejected)).toEqual({
      front: '/f2',
      reverse: '/r2',
    })
  })
})

describe('the timeline', () => {
  const submitted = { step: 'submitted', at: '2026-11-21T10:00:00+00:00', note: '' } as const
  const at = Date.parse(submitted.at)
  it('is empty before the first submission', () => expect(wayOf({ review_status: 0, timeline: [] })).toEqual([]))
  it('shows the current and the next step during the check', () =>
    expect(wayOf({ review_status: 1, timeline: [submitted] })).toEqual([
      { name: 'submitted', state: 'done', at },
      { name: 'checking', state: 'now' },
      { name: 'verified', state: 'next' },
    ]))
  it('ends with the reason of a rejection', () =>
    expect(
      wayOf({
        review_status: 0,
        timeline: [submitted, { step: 'rejected', at: '2026-11-21T11:00:00+00:00', note: 'Too dark' }],
      }),
    ).toEqual([
      { name: 'submitted', state: 'done', at },
      { name: 'rejected', state: 'ended', at: at + 3_600_000, note: 'Too dark' },
    ]))
})

it.each([
  ['0.000000', '/mine/charge'],
  ['-3.500000', '/mine/charge'],
  [undefined, '/mine/charge'],
  ['0.010000', '/mine/withdraw'],
])('verified with a balance of %s: next is %s', (balance, to) => expect(stepVerified(balance).to).toBe(to))
