/**
 * Every dictionary file of this folder, offered or not: no unknown key, no wrong placeholder, nothing empty, nothing
 * left in English, all plural forms. An offered language also has every key; one that is still being translated may
 * lack keys. The texts of mails and text messages are keys like any other.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import en from './en.json' with { type: 'json' }
import { type Dictionary, figureIn, LANGUAGE_FACTS, LANGUAGES, type Language, OFFERED, percentIn } from './index.ts'
import { RISK_RATES } from './risk-rates-fixture.ts'
import { SAME_AS_ENGLISH } from './same-as-english.ts'

type Sections = Dictionary['words']
const ENGLISH: Sections = en
const FILES = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.json'))
const FORM = /_(zero|one|two|few|many|other)$/

function wordsOf(file: string): Sections {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}

/** `section.key` -> text. */
function textsOf(words: Sections): ReadonlyMap<string, string> {
  const pairs = Object.entries(words).flatMap(([section, entries]) =>
    Object.entries(entries).map(([key, text]) => [`${section}.${key}`, text] as const),
  )
  return new Map(pairs)
}

const ENGLISH_TEXTS = textsOf(ENGLISH)
/** Keys that count: `section.key` without its form. */
const COUNTED = new Set(
  [...ENGLISH_TEXTS.keys()]
    .filter((key) => key.endsWith('_other') && ENGLISH_TEXTS.has(key.replace(FORM, '_one')))
    .map((key) => key.replace(FORM, '')),
)
const isForm = (key: string) => FORM.test(key) && COUNTED.has(key.replace(FORM, ''))
const formOf = (key: string) => FORM.exec(key)?.[1] ?? ''
/** The English text that a key of any language translates; `undefined` for an unknown key. */
const englishOf = (key: string) => ENGLISH_TEXTS.get(isForm(key) ? key.replace(FORM, '_other') : key)
const placeholdersOf = (text: string) => new Set(text.match(/\{\{\w+\}\}/g) ?? [])
/** English letters that a reader could take for a sentence or a word. */
const hasWords = (text: string) => /[A-Za-z]{4}/.test(text.replace(/\{\{\w+\}\}|Veritick/g, ''))

/** The forms that belong to one number only, such as `one` in German but not in French: 0 and 1 share it there. */
function singleForms(rules: Intl.PluralRules): ReadonlySet<string> {
  const times = new Map<string, number>()
  for (let count = 0; count <= 200; count += 1) {
    const form = rules.select(count)
    times.set(form, (times.get(form) ?? 0) + 1)
  }
  return new Set([...times].filter(([, many]) => many === 1).map(([form]) => form))
}

describe.each(FILES)('%s', (file) => {
  const language = LANGUAGES.find((each) => `${each}.json` === file) as Language
  const texts = textsOf(wordsOf(file))
  const rules = new Intl.PluralRules(LANGUAGE_FACTS[language]?.tag)
  const { pluralCategories } = rules.resolvedOptions()

  it('belongs to a language of the product', () => expect(language).toBeDefined())

  it('has no key that English lacks, and no form that its counting lacks', () => {
    const allowed = new Set<string>([...pluralCategories, 'one', 'other'])
    const unknown = [...texts.keys()].filter(
      (key) => englishOf(key) === undefined || (isForm(key) && !allowed.has(formOf(key))),
    )
    expect(unknown).toEqual([])
  })

  it('has the placeholders of English in every text', () => {
    const single = singleForms(rules)
    const wrong = [...texts].filter(([key, text]) => {
      const english = englishOf(key)
      if (english === undefined) return false
      const [wanted, found] = [placeholdersOf(english), placeholdersOf(text)]
      // A form of one number may write the number as a word, or use the dual.
      if (isForm(key) && single.has(formOf(key))) found.add('{{count}}')
      return [...wanted].sort().join() !== [...found].sort().join()
    })
    expect(wrong).toEqual([])
  })

  it('writes the percent sign in one way, that of figures', () => {
    const { tag } = LANGUAGE_FACTS[language]
    const apart = percentIn('1', tag).replace('1', '')
    const wrong = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/(?:\d|\}\})([\s\u2069]*%)|(%\s*)(?:\d|\{\{)/g)]
        .map(([, after, before]) => (after ?? before ?? '').replace('\u2069', ''))
        .filter((sign) => sign !== apart),
    )
    expect(wrong).toEqual([])
    expect(percentIn('1', tag).startsWith('%')).toBe(language === 'tr')
  })

  it.each([
    'messages.notice_margin_warning',
    'orders.risk_levels',
    'mails.margin_warning_subject',
    'mails.margin_warning_text',
  ])('%s names the risk rate of the warning, rounded up as the app shows it', (key) =>
    expect(texts.get(key)).toContain(figureIn(RISK_RATES.MARGIN_WARNING, LANGUAGE_FACTS[language].tag)),
  )

  it.each([
    ['timeline.checking', 'messages.charge_unchecked'],
    ['timeline.review', 'messages.draw_waiting'],
    ['deposit.network', 'payees.coin_network'],
  ])('%s and %s, which name one thing, have one text', (key, other) => expect(texts.get(key)).toBe(texts.get(other)))

  it('leaves no text empty', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('has every form of its counting where it counts', () => {
    const counted = [...COUNTED].filter((key) => texts.has(`${key}_other`) || texts.has(`${key}_one`))
    const missing = counted.flatMap((key) => pluralCategories.map((form) => `${key}_${form}`))
    expect(missing.filter((key) => !texts.has(key))).toEqual([])
  })

  it.skipIf(language === 'en')('leaves nothing in English', () => {
    const reviewed = new Set(SAME_AS_ENGLISH[language])
    const same = [...texts].filter(([key, text]) => text === ENGLISH_TEXTS.get(key) && hasWords(text))
    expect(same.filter(([, text]) => !reviewed.has(text))).toEqual([])
    const used = new Set(same.map(([, text]) => text))
    expect(
      [...reviewed].filter((text) => !used.has(text)),
      'no text needs this exception any more',
    ).toEqual([])
  })

  it.runIf(OFFERED.some((each) => each === language))('has every key, because it is offered', () => {
    const missing = [...ENGLISH_TEXTS.keys()].filter((key) => !isForm(key) && !texts.has(key))
    const uncounted = [...COUNTED].filter((key) => !texts.has(`${key}_other`))
    expect([...missing, ...uncounted]).toEqual([])
  })
})

it('every offered language has its file', () => {
  expect(FILES).toEqual(expect.arrayContaining(OFFERED.map((language) => `${language}.json`)))
})
