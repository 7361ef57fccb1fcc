/** The legal texts of every language have the same paragraphs, placeholders and version, and are in their language. */
import { describe, expect, it } from 'vitest'
import ar from './legal/ar.json' with { type: 'json' }
import en from './legal/en.json' with { type: 'json' }
import hk from './legal/hk.json' with { type: 'json' }
import { LEGAL_PLACEHOLDERS, LEGAL_VERSION, type LegalTexts, legalLanguageOf, PARAGRAPHS } from './legal.ts'

const TEXTS: readonly (readonly [string, LegalTexts, RegExp])[] = [
  ['en', en, /[A-Za-z]/],
  ['hk', hk, /\p{Script=Han}/u],
  ['ar', ar, /\p{Script=Arabic}/u],
]
const KINDS = ['terms', 'privacy'] as const

const paragraphsOf = (texts: LegalTexts, kind: (typeof KINDS)[number]) =>
  texts[kind].flatMap(({ paragraphs }) => paragraphs)
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort().join(' ')

describe.each(TEXTS)('%s', (_name, texts, script) => {
  it.each(KINDS)('%s has the number of paragraphs that the specification names, none empty, none twice', (kind) => {
    const paragraphs = paragraphsOf(texts, kind)
    expect(paragraphs).toHaveLength(PARAGRAPHS[kind])
    expect(new Set(paragraphs).size).toBe(PARAGRAPHS[kind])
    for (const paragraph of paragraphs) expect(paragraph).toMatch(script)
  })

  it('has the version that registrations record', () => expect(texts.version).toBe(LEGAL_VERSION))

  it.each(KINDS)('%s has the sections and placeholders of English', (kind) => {
    expect(texts[kind].map(({ paragraphs }) => paragraphs.length)).toEqual(
      en[kind].map(({ paragraphs }) => paragraphs.length),
    )
    // A translation may name the operator once more or less in a sentence, never another fact.
    const named = (each: LegalTexts) =>
      paragraphsOf(each, kind).map((text) => [...new Set(placeholders(text).split(' '))])
    expect(named(texts)).toEqual(named(en))
  })

  it('is of the version and date of English, without markup', () => {
    expect([texts.version, texts.date]).toEqual([en.version, en.date])
    expect(texts.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(JSON.stringify(texts)).not.toMatch(/[<>]/)
  })

  it('names only what the operator or the platform can fill', () => {
    const known = LEGAL_PLACEHOLDERS.map((name) => `{{${name}}}`)
    const used = KINDS.flatMap((kind) => paragraphsOf(texts, kind)).flatMap((text) => text.match(/\{\{\w+\}\}/g) ?? [])
    expect(new Set(used)).toEqual(new Set(known))
  })
})

it('a language without legal texts gets the English ones', () => {
  expect([legalLanguageOf('ar'), legalLanguageOf('hk'), legalLanguageOf('de'), legalLanguageOf('en')]).toEqual([
    'ar',
    'hk',
    'en',
    'en',
  ])
})
