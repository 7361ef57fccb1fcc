/** The legal pages: 42 and 28 numbered paragraphs, with the operator's facts or a mark that they are missing. */
import { type LegalTexts, PARAGRAPHS } from '@veritick/locales/legal'
import ar from '@veritick/locales/legal/ar.json' with { type: 'json' }
import en from '@veritick/locales/legal/en.json' with { type: 'json' }
import hk from '@veritick/locales/legal/hk.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { dayText, type Facts, partsOf, sectionsOf } from './legal.ts'

const FACTS: Facts = {
  ...{ operator: 'North Markets Ltd', address: '1 Quay Street', registration_number: 'HE 1', law: 'Cyprus' },
  ...{ supervisor: 'CySEC', email: 'help@north.example', brand: 'North', countries: 'Cuba and Vanuatu' },
}
const NONE: Facts = { ...FACTS, operator: '', address: '', registration_number: '', law: '', supervisor: '', email: '' }

describe.each<[string, LegalTexts]>([
  ['en', en],
  ['hk', hk],
  ['ar', ar],
])('%s', (_name, texts) => {
  it.each(['terms', 'privacy'] as const)('%s: numbered from 1 without a gap, no placeholder left', (kind) => {
    const paragraphs = sectionsOf(texts[kind], FACTS).flatMap((section) => section.paragraphs)
    expect(paragraphs.map(({ number }) => number)).toEqual(Array.from({ length: PARAGRAPHS[kind] }, (_, at) => at + 1))
    const shown = paragraphs.flatMap(({ parts }) => parts.map(({ text }) => text)).join('')
    expect(shown).not.toContain('{{')
    expect(shown).toContain('North Markets Ltd')
  })

  it('marks missing facts of the operator instead of leaving a gap', () => {
    const first = sectionsOf(texts.terms, NONE)[0]?.paragraphs[0]?.parts ?? []
    expect(first.filter(({ kind, text }) => kind === 'fact' && text === undefined).length).toBeGreaterThanOrEqual(3)
  })
})

it.each(['<script>alert(1)</script>', '{{law}}', '$&', '"><img src=x onerror=alert(1)>'])(
  'a fact %j is text, and its braces are not replaced',
  (operator) => {
    expect(partsOf('By {{operator}}.', { ...FACTS, operator })).toEqual([
      { kind: 'text', text: 'By ' },
      { kind: 'fact', text: operator },
      { kind: 'text', text: '.' },
    ])
  },
)

it.each([
  ['en', 'Nov 22, 2026'],
  ['de', '22. Nov. 2026'],
  // The year of the common calendar and Latin digits, as in every other date.
  ['th', '22 พ.ย. 2026'],
  ['ar', '22 نوفمبر 2026'],
])('a date in %s is that of every other screen, independent of the zone of the device', (tag, text) => {
  expect(dayText('2026-11-22', tag)).toBe(text)
})
