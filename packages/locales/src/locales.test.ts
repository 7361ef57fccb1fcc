/** The languages of the product, which one a caller gets, and how a key becomes text. */
import { describe, expect, it } from 'vitest'
import { dictionaryOf } from './all.ts'
import {
  type Dictionary,
  decimalSign,
  figureIn,
  LANGUAGE_DEFAULT,
  LANGUAGE_FACTS,
  LANGUAGES,
  type Language,
  languageOfBrowser,
  languageOfHeader,
  OFFERED,
  translate,
  typedIn,
} from './index.ts'

it('gives every language a tag that Intl knows', () => {
  for (const language of LANGUAGES) expect(Intl.getCanonicalLocales(LANGUAGE_FACTS[language].tag)).toHaveLength(1)
  expect(LANGUAGES).toHaveLength(15)
  for (const offered of OFFERED) expect(LANGUAGES).toContain(offered)
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
  ])('browser %j -> %s, where three languages are offered', (tags, language) =>
    expect(languageOfBrowser<Language>(tags, ['hk', 'en', 'ar'])).toBe(language),
  )

  it('a German browser reads German as soon as German is offered, and English before', () => {
    expect(languageOfBrowser(['de-AT', 'en'], ['hk', 'en'])).toBe('en')
    expect(languageOfBrowser(['de-AT', 'en'], ['hk', 'en', 'de'])).toBe('de')
  })
})

describe('translate', () => {
  it('fills the placeholders', () => {
    expect(translate(dictionaryOf('en'), 'orders.now', { price: '1.08512' })).toBe('now 1.08512')
  })
  it('answers each language in its own words, and one that is not offered in the default one', () => {
    for (const language of LANGUAGES)
      expect(dictionaryOf(language).language).toBe(OFFERED.find((each) => each === language) ?? LANGUAGE_DEFAULT)
  })
  it('isolates values in Arabic so that a price keeps its order', () => {
    expect(translate(dictionaryOf('ar'), 'orders.now', { price: '1.08512' })).toBe('الآن \u20681.08512\u2069')
  })
  it('keeps the percent sign and the currency of a value on its side in Arabic', () => {
    const words = { orders: { amend_below: '{{percent}}%: {{distance}} USD' } }
    expect(translate({ language: 'ar', words }, 'orders.amend_below', { percent: '25', distance: '\u22120.80' })).toBe(
      '\u206825%\u2069: \u2068\u22120.80 USD\u2069',
    )
  })
  it.each(OFFERED)('keeps the amount and its currency on one line in the notice of a close in %s', (language) => {
    const values = { code: 'EUR/USD', price: '1.08512', profit: '+1.50', net: '+0.80', lots: '0.10' }
    for (const key of ['close_done', 'close_done_costs', 'part_done'] as const) {
      const shown = translate(dictionaryOf(language), `orders.${key}`, values)
      expect(shown).toMatch(/1[.,]50\u00a0USD/)
      expect(shown).not.toContain(' USD')
    }
  })
  it.each(OFFERED)('keeps each amount that is written in a text with its currency in %s', (language) => {
    const texts = Object.values(dictionaryOf(language).words).flatMap((section) => Object.values(section))
    const amounts = texts.filter((text) => /\d\s?(USD|دولار)/.test(text))
    expect(amounts.length).toBeGreaterThan(5)
    for (const text of amounts) {
      expect(text).not.toMatch(/\d (USD|دولار)/)
      if (language === 'ar' && text.includes('USD')) expect(text).toMatch(/\u2066[\d,]+\u00a0USD\u2069/)
    }
  })
  it.each(OFFERED)('names a leverage of 1:30 in this order in %s', (language) => {
    const shown = translate(dictionaryOf(language), 'ticket.leverage_value', { value: 30 })
    expect(shown.replace(/[\u2068\u2069]/g, '')).toMatch(language === 'ar' ? /^\u20661:30$/ : /^1:30$/)
  })
  it.each(OFFERED)('calls no risk rate of a leveraged account safe in %s', (language) => {
    const shown = translate(dictionaryOf(language), 'common.risk_calm')
    expect(['safe', '安全', '안전', 'ปลอดภัย', 'an toàn', 'آمن']).not.toContain(shown)
  })
  it('chooses the plural form of a count', () => {
    expect(translate(dictionaryOf('en'), 'trade.more_orders', { count: 1 })).toBe('1 more order')
    expect(translate(dictionaryOf('en'), 'trade.more_orders', { count: 3 })).toBe('3 more orders')
    expect(translate(dictionaryOf('hk'), 'trade.more_orders', { count: 3 })).toBe('另有 3 張訂單')
  })
})

it.each([
  ['en', '+1', '+1 pip'],
  ['en', '1.0', '1.0 pips'],
  ['de', '\u22121,5', '\u22121,5 Pips'],
  ['ru', '+2', '+2 пипса'],
  ['ru', '5', '5 пипсов'],
  ['ar', '4', '\u20684\u2069 نقاط'],
  ['ar', '12.5', '\u206812.5\u2069 نقطة'],
  ['jp', '3', '3 pips'],
] as const)('%s: a written count of %s has its plural form', (language, count, shown) =>
  expect(translate(dictionaryOf(language), 'trade.in_pips', { count })).toBe(shown),
)

it('decimals in a text have the sign of the language; numbers with other signs stay as they are', () => {
  const german: Dictionary = { language: 'de', words: { trade: { order_line: '{{side}} {{lots}} zu {{price}}' } } }
  const values = { side: '10.0.0.1', lots: '0.10', price: '1.08512' }
  expect(translate(german, 'trade.order_line', values)).toBe('10.0.0.1 0,10 zu 1,08512')
  expect(translate(german, 'trade.order_line', { side: 'v1.2', lots: '-3.5', price: '250.00 USD' })).toBe(
    'v1.2 -3,5 zu 250,00 USD',
  )
  const arabic: Dictionary = { ...german, language: 'ar' }
  expect(translate(arabic, 'trade.order_line', values)).toContain('1.08512')
})

it.each([
  ['de', '1.500,00 USD'],
  ['fr', '1\u202f500,00 USD'],
  ['spa', '1500,00 USD'],
  ['hk', '1,500.00 USD'],
  ['ar', '\u20681,500.00 USD\u2069'],
] as const)('an amount of the server that is written in groups has the signs of the language %s', (language, shown) => {
  const words = { mails: { deposit_finished_text: '{{amount}}' } }
  expect(translate({ language, words }, 'mails.deposit_finished_text', { amount: '1,500.00 USD' })).toBe(shown)
})

it('a large amount keeps every digit and its sign in groups, and a list of numbers is no amount', () => {
  expect(figureIn('-9,007,199,254.740993 USD', 'de')).toBe('-9.007.199.254,740993 USD')
  expect(figureIn('+12,345.00', 'es')).toBe('+12.345,00')
  expect(figureIn('\u221212,345.00', 'de')).toBe('\u221212.345,00')
  expect(figureIn('1,500', 'de')).toBe('1,500')
})

it.each([
  ['en', '2395.920', '2,395.920'],
  ['de', '-2395.920', '-2.395,920'],
  ['fr', '2395.9', '2\u202f395,9'],
  ['es', '2395.920', '2395,920'],
  ['es', '64250.50', '64.250,50'],
  ['ar', '2395.920', '2,395.920'],
  ['zh-HK', '18250.5', '18,250.5'],
  ['en', '150.321', '150.321'],
  ['en', '2395', '2395'],
  ['en', '10.0.0.1', '10.0.0.1'],
] as const)('a price from a thousand on has the groups of money: %s, %s', (tag, price, shown) => {
  expect(figureIn(price, tag)).toBe(shown)
})

it('a field that is typed in gets no groups', () => {
  expect(typedIn('2395.920', 'de')).toBe('2395,920')
  expect(typedIn('2395.920', 'en')).toBe('2395.920')
  expect(typedIn('2395.', 'de')).toBe('2395,')
})

it.each(OFFERED)('the decimal sign of %s is a point or a comma, on latin digits', (language) => {
  expect(decimalSign(LANGUAGE_FACTS[language].tag)).toMatch(/^[.,]$/)
})
