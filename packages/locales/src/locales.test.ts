/** An offered language has every key and placeholder of English. */
import { describe, expect, it } from 'vitest'
import { dictionaryOf } from './all.ts'
import ar from './ar.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import hk from './hk.json' with { type: 'json' }
import {
  type Dictionary,
  LANGUAGE_FACTS,
  LANGUAGES,
  languageOfBrowser,
  languageOfHeader,
  OFFERED,
  translate,
} from './index.ts'

type Sections = Dictionary['words']
const others: readonly (readonly [string, Sections])[] = [
  ['hk', hk],
  ['ar', ar],
]

const PLURAL = /_(?:zero|one|two|few|many|other)$/
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort().join(' ')

/** `section.key` -> its placeholders; the forms of a plural count as one key. */
function outline(words: Sections): Map<string, string> {
  const keys = new Map<string, string>()
  for (const [section, entries] of Object.entries(words))
    for (const [key, text] of Object.entries(entries))
      keys.set(`${section}.${key.replace(PLURAL, '')}`, placeholders(text))
  return keys
}

describe('complete languages', () => {
  for (const [name, words] of others) {
    it(`${name} has the keys and placeholders of English`, () => {
      expect(Object.fromEntries(outline(words))).toEqual(Object.fromEntries(outline(en)))
    })
  }

  it('leaves no sentence empty and none in English by oversight', () => {
    const same: string[] = []
    for (const [name, words] of others)
      for (const [section, entries] of Object.entries(words))
        for (const [key, text] of Object.entries(entries)) {
          expect(text.trim(), `${name} ${section}.${key}`).not.toBe('')
          const english = (en as Sections)[section]?.[key]
          if (text === english && /[a-z]{4}/.test(text.replace(/\{\{\w+\}\}|Veritick/g, '')))
            same.push(`${name} ${section}.${key}`)
        }
    expect(same).toEqual([])
  })

  it('has every plural form that its language asks for, or `other`', () => {
    for (const [, words] of [...others, ['en', en] as const])
      for (const [section, entries] of Object.entries(words))
        for (const key of Object.keys(entries).filter((each) => PLURAL.test(each)))
          expect(Object.keys(entries), `${section}.${key}`).toContain(key.replace(PLURAL, '_other'))
  })

  it('gives every language a tag that Intl knows', () => {
    for (const language of LANGUAGES) expect(Intl.getCanonicalLocales(LANGUAGE_FACTS[language].tag)).toHaveLength(1)
    expect(LANGUAGES).toHaveLength(15)
    for (const offered of OFFERED) expect(LANGUAGES).toContain(offered)
  })
})

describe('which language a caller gets', () => {
  it.each([
    ['en', 'en'],
    ['tw', 'hk'],
    ['jp', 'jp'],
    ['xx', 'hk'],
    [undefined, 'hk'],
  ])('header %s -> %s', (header, language) => expect(languageOfHeader(header)).toBe(language))

  it.each([
    [['en-GB', 'fr'], 'en'],
    [['fr-FR', 'ar-EG', 'en'], 'ar'],
    [['zh-TW'], 'hk'],
    [['fr-FR', 'it'], 'en'],
    [['ja-JP', 'zh-HK', 'en'], 'hk'],
    [[], 'en'],
  ])('browser %j -> %s', (tags, language) => expect(languageOfBrowser(tags)).toBe(language))

  it('a German browser reads German as soon as German is offered, and English before', () => {
    expect(languageOfBrowser(['de-AT', 'en'], ['hk', 'en'])).toBe('en')
    expect(languageOfBrowser(['de-AT', 'en'], ['hk', 'en', 'de'])).toBe('de')
  })
})

describe('translate', () => {
  it('fills the placeholders', () => {
    expect(translate(dictionaryOf('en'), 'trade.sell_at', { price: '1.08512' })).toBe('Sell at 1.08512')
  })
  it('answers a language without words in the default one', () => {
    expect(translate(dictionaryOf('jp'), 'common.buy')).toBe('買入')
  })
  it('isolates values in Arabic so that a price keeps its order', () => {
    expect(translate(dictionaryOf('ar'), 'trade.sell_at', { price: '1.08512' })).toBe('بيع عند \u20681.08512\u2069')
  })
  it('counts', () => {
    expect(translate(dictionaryOf('en'), 'trade.more_orders', { count: 1 })).toBe('1 more order')
    expect(translate(dictionaryOf('en'), 'trade.more_orders', { count: 3 })).toBe('3 more orders')
    expect(translate(dictionaryOf('hk'), 'trade.more_orders', { count: 3 })).toBe('另有 3 張訂單')
  })
})
