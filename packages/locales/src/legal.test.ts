/** The legal texts of every language have the same paragraphs, placeholders and version, and are in their language. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { figureIn, LANGUAGE_FACTS, LANGUAGES } from './index.ts'
import en from './legal/en.json' with { type: 'json' }
import { LEGAL_DATE, LEGAL_PLACEHOLDERS, LEGAL_VERSION, type LegalTexts, PARAGRAPHS } from './legal.ts'
import { RISK_RATES } from './risk-rates-fixture.ts'

/** The letters of a language; a language that is not here has Latin ones. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  hk: /\p{Script=Han}/u,
  jp: /\p{Script=Hiragana}/u,
  kr: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
  ru: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
}
const LATIN = /\p{Script=Latin}/u
const KINDS = ['terms', 'privacy'] as const
/** The cookies of the app, from the sources that set them, and the days of settings after which data are deleted. */
const SOURCES = {
  'packages/contract/src/company.ts': [/COMPANY_COOKIE = '(\w+)'/],
  'apps/web/src/i18n/i18n.ts': [/document\.cookie = `(\w+)=/],
  'apps/server/src/http/calls.ts': [/browserCookie\('(\w+)'\)/],
  'apps/server/src/http/browser.ts': [/KEPT_SECONDS = (\d+) \* 24/],
  'apps/server/src/features/settings/registry.ts': [
    'identity_rejected_days',
    'support_kept_days',
    'closed_account_kept_days',
    'closed_unused_account_kept_days',
  ].map((setting) => new RegExp(`\\b${setting}: entry\\(\\{[^}]*?fallback: ([\\d_]+)`)),
}
const factIn = (file: string, pattern: RegExp): string =>
  pattern.exec(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'))?.[1] ??
  `${pattern} is not in ${file}`
const factsOf = (sources: Readonly<Record<string, readonly RegExp[]>>) =>
  Object.entries(sources).flatMap(([file, patterns]) => patterns.map((pattern) => factIn(file, pattern)))
const FACTS = factsOf(SOURCES)
const PERCENT = /\d+(?:[.,]\d+)?(?=\s?%)|(?<=%)\d+(?:[.,]\d+)?/g
const SESSIONS = 'apps/server/src/features/sessions'
/** Numbers of one paragraph each, counted from 1 in its text, with the constant of the source that holds them. */
const NUMBERS = [
  ['terms', 4, 'packages/contract/src/identity.ts', /ADULT_YEARS = (\d+)$/m],
  ['terms', 8, `${SESSIONS}/remembered.ts`, /REAL_IDLE_MILLIS = (\d+) \* HOUR_MS$/m],
  ['terms', 8, `${SESSIONS}/sessions.ts`, /REAL_SESSION_MILLIS = (\d+) \* DAY_MS$/m],
  ['privacy', 13, 'apps/server/src/services/secrets/networks.ts', /KEPT_MS = (\d+) \* DAY_MS$/m],
] as const
/** The word for a change that we may make, of the terms and of the fee of a pending order. */
const CHANGE: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  ar: 'يجوز لنا تغيير',
  de: 'können wir die Gebühr ändern|Wir können diese Nutzungsbedingungen ändern',
  en: '[Ww]e may change',
  fr: '[Nn]ous pouvons modifier',
  hk: '本公司可修改|本公司可在本頁公布新版本以修改',
  id: '[Kk]ami dapat mengubah',
  it: '[Pp]ossiamo modificare',
  jp: '当社は.*変更することが',
  kr: '회사는 .*변경할 수 있',
  pt: '[Pp]odemos alterar',
  ru: '[Мм]ы можем изменить',
  spa: '[Pp]odemos modificar',
  th: 'เราอาจเปลี่ยนแปลง',
  tr: 'değiştirebiliriz',
  vn: '[Cc]húng tôi có thể thay đổi',
}
/** Paragraphs of the terms that say so, counted from 1. */
const CHANGEABLE = { terms: 3, fee: 28 } as const

const textsOf = (language: string): LegalTexts =>
  JSON.parse(readFileSync(new URL(`./legal/${language}.json`, import.meta.url), 'utf8'))
const paragraphsOf = (texts: LegalTexts, kind: (typeof KINDS)[number]) =>
  texts[kind].flatMap(({ paragraphs }) => paragraphs)
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort().join(' ')
/** Words that could be English, without placeholders. */
const wordsOf = (text: string) => text.replace(/\{\{\w+\}\}/g, '').match(/\p{L}+/gu) ?? []

describe.each(LANGUAGES)('%s', (language) => {
  const texts = textsOf(language)

  it.each(KINDS)('%s has the number of paragraphs that the specification names, none empty, none twice', (kind) => {
    const paragraphs = paragraphsOf(texts, kind)
    expect(paragraphs).toHaveLength(PARAGRAPHS[kind])
    expect(new Set(paragraphs).size).toBe(PARAGRAPHS[kind])
    for (const paragraph of paragraphs) expect(paragraph).toMatch(SCRIPTS[language] ?? LATIN)
  })

  it('has the version and the day that registrations record', () =>
    expect([texts.version, texts.date]).toEqual([LEGAL_VERSION, LEGAL_DATE]))

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

  const naming = (fact: string) => new RegExp(`(?<!\\w)${fact}(?!\\d)`)
  it.each(FACTS)('the privacy statement names %s', (fact) =>
    expect(paragraphsOf(texts, 'privacy').join(' ')).toMatch(naming(fact)),
  )

  it.each(NUMBERS)('%s, paragraph %i, names the number of %s: %s', (kind, paragraph, file, pattern) =>
    expect(paragraphsOf(texts, kind)[paragraph - 1]).toMatch(naming(factIn(file, pattern))),
  )

  it.each(Object.entries(CHANGEABLE))('the terms say that we may change the %s', (_thing, paragraph) =>
    expect(paragraphsOf(texts, 'terms')[paragraph - 1]).toMatch(new RegExp(CHANGE[language])),
  )

  it('the terms name the thresholds of an account by the risk rate, the scale of the app', () => {
    const percents = paragraphsOf(texts, 'terms').flatMap((text) => text.match(PERCENT) ?? [])
    const { tag } = LANGUAGE_FACTS[language]
    expect(new Set(percents)).toEqual(new Set(Object.values(RISK_RATES).map((rate) => figureIn(rate, tag))))
  })

  it.skipIf(language === 'en').each(KINDS)('%s leaves no paragraph in English', (kind) => {
    const english = paragraphsOf(en, kind)
    paragraphsOf(texts, kind).forEach((text, at) => {
      const theirs = new Set(wordsOf(english[at] ?? '').map((word) => word.toLowerCase()))
      const words = wordsOf(text)
      const same = words.filter((word) => word.length > 3 && theirs.has(word.toLowerCase()))
      expect(same.length / words.length, text).toBeLessThan(0.45)
    })
  })
})
