/** An article while it is edited. */
import { describe, expect, test } from 'vitest'
import {
  type Draft,
  draftFault,
  draftOf,
  isChanged,
  languagesOf,
  MARKS,
  marked,
  momentOf,
  newDraft,
  publishFault,
  timesBegun,
  timesOf,
  wireOf,
  withText,
} from './draft.ts'

const nameOf = (language: string) => language
const english: Draft = withText(newDraft('news'), 'en', { title: 'Hours', body: 'Closed.' })

test('a new draft is of the kind that was asked for, or news', () => {
  expect([newDraft('banner').kind, newDraft('x').kind, newDraft(null).kind]).toEqual(['banner', 'news', 'news'])
})

test('what is sent holds the written languages, English first', () => {
  const draft = withText(withText(english, 'ar', { title: 'ساعات' }), 'jp', { title: ' ' })
  expect(languagesOf(draft)).toEqual(['en', 'ar'])
  expect(wireOf(draft).texts.map(({ language }) => language)).toEqual(['en', 'ar'])
  const stored = { ...wireOf(draft), picture: null }
  expect(isChanged(draft, draftOf(stored))).toBe(false)
  expect(isChanged(draft, withText(draft, 'ar', { summary: 'x' }))).toBe(true)
})

describe('faults', () => {
  test.each([
    [newDraft('news'), /English title/],
    [withText(english, 'ar', { body: 'x' }), /^ar: write a title/],
    [withText(english, 'en', { title: 'x'.repeat(121) }), /^en: the title/],
    [withText(english, 'en', { summary: 'x'.repeat(301) }), /^en: the summary/],
    [withText(english, 'en', { body: 'x'.repeat(10_001) }), /^en: the text/],
  ])('%#', (draft, fault) => expect(draftFault(draft, nameOf)).toMatch(fault))

  test('a draft may lack its text, a publication may not, a banner has its title', () => {
    const bare = withText(english, 'ar', { title: 'ساعات' })
    expect([draftFault(english, nameOf), draftFault(bare, nameOf), publishFault(english, nameOf)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(publishFault(bare, nameOf)).toMatch(/^ar/)
    expect(publishFault({ ...bare, kind: 'banner' }, nameOf)).toBeUndefined()
  })
})

test('a button marks the chosen part, which stays chosen', () => {
  expect(marked('all is well', { from: 4, to: 6 }, MARKS.Bold)).toEqual({
    text: 'all <strong>is</strong> well',
    from: 12,
    to: 14,
  })
})

describe('times, in UTC', () => {
  const NOW = Date.UTC(2026, 10, 22, 18)

  test.each([
    ['2026-11-22T18:30', Date.UTC(2026, 10, 22, 18, 30)],
    ['2026-11-22', undefined],
    ['2026-13-22T18:30', undefined],
    ['', undefined],
  ])('%s', (typed, at) => expect(momentOf(typed)).toBe(at))

  test.each([
    [{ when: 'now', from: '', until: '' }, {}],
    [{ when: 'now', from: '2026-11-22T18:30', until: '' }, {}],
    [{ when: 'later', from: '2026-11-22T18:30', until: '' }, { publish_at: NOW + 1_800_000 }],
    [
      { when: 'later', from: '2026-11-22T18:30', until: '2026-11-22T19:00' },
      { publish_at: NOW + 1_800_000, end_at: NOW + 3_600_000 },
    ],
    [{ when: 'later', from: '', until: '' }, /^Enter day and time of the publication/],
    [{ when: 'later', from: '2026-11-22T18:00', until: '' }, /future/],
    [{ when: 'now', from: '', until: '2026-11-22T17:59' }, /after the publication/],
    [{ when: 'later', from: '2026-11-22T18:30', until: '2026-11-22T18:30' }, /after the publication/],
    [{ when: 'now', from: '', until: '2026' }, /^Enter day and time of the end/],
  ] as const)('%j', (times, wanted) => {
    const found = timesOf(times, NOW)
    if (wanted instanceof RegExp) expect(found).toMatch(wanted)
    else expect(found).toEqual(wanted)
  })
})

test('the time of a scheduled article is changed from its present times, so that it is not published at once', () => {
  const publish_at = Date.parse('2026-11-28T18:30:00Z')
  const end_at = Date.parse('2026-12-01T00:00:00Z')
  const begun = timesBegun({ state: 'scheduled', publish_at, end_at })
  expect(begun).toEqual({ when: 'later', from: '2026-11-28T18:30', until: '2026-12-01T00:00' })
  expect(timesOf(begun, publish_at - 60_000)).toEqual({ publish_at, end_at })
  expect(timesBegun({ state: 'scheduled', publish_at, end_at: null }).until).toBe('')
  expect(timesBegun({ state: 'draft', publish_at: null, end_at: null })).toEqual({ when: 'now', from: '', until: '' })
})
