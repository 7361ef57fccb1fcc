/** The states of an article by the clock, and every pair of state and transition. */
import { NEWS_STATES } from '@veritick/contract'
import { expect, test } from 'vitest'
import { textFor } from './texts.ts'
import { mayTake, NEWS_TRANSITIONS, stateAt } from './transitions.ts'

const NOON = Date.UTC(2026, 2, 4, 12)
const HOUR = 3_600_000

test.each([
  [{ state: 'draft', publishAt: null, endAt: null }, NOON, 'draft'],
  [{ state: 'released', publishAt: NOON, endAt: null }, NOON - 1, 'scheduled'],
  [{ state: 'released', publishAt: NOON, endAt: null }, NOON, 'published'],
  [{ state: 'released', publishAt: NOON, endAt: null }, NOON + 9_999 * HOUR, 'published'],
  [{ state: 'released', publishAt: NOON, endAt: NOON + HOUR }, NOON + HOUR - 1, 'published'],
  [{ state: 'released', publishAt: NOON, endAt: NOON + HOUR }, NOON + HOUR, 'ended'],
  [{ state: 'withdrawn', publishAt: NOON, endAt: null }, NOON + HOUR, 'withdrawn'],
] as const)('%j at %i is %s', (row, now, state) => expect(stateAt(row, now)).toBe(state))

const ALLOWED: Readonly<Record<keyof typeof NEWS_TRANSITIONS, readonly string[]>> = {
  save: ['draft', 'scheduled', 'published'],
  publish: ['draft', 'scheduled'],
  withdraw: ['scheduled', 'published'],
  reopen: ['ended', 'withdrawn'],
}

test.each(Object.entries(NEWS_TRANSITIONS))('%s starts from exactly these states', (name, transition) => {
  const from = NEWS_STATES.filter((state) => mayTake(transition, state))
  expect(from).toEqual(
    NEWS_STATES.filter((state) =>
      Object.entries(ALLOWED).some(([each, states]) => each === name && states.includes(state)),
    ),
  )
})

const inLanguages = (...languages: string[]) => languages.map((language) => ({ language }))

test.each([
  [inLanguages('en', 'ar', 'hk'), 'ar', 'ar'],
  [inLanguages('en', 'ar', 'hk'), 'de', 'en'],
  [inLanguages('ar', 'hk'), 'de', 'hk'],
  [inLanguages('tr'), 'de', 'tr'],
] as const)('of %j a reader of %s gets %s', (texts, reader, language) => {
  expect(textFor(texts, reader)).toEqual({ language })
})
test('an article without texts has none in any language', () => expect(textFor([], 'en')).toBeUndefined())
