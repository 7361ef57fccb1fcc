/** Lots by the decimals of their step; shares and units counted with their noun, in the plural of the language. */
import type { TradeItem } from '@veritick/contract'
import { lotUnits } from '@veritick/domain'
import { type Offered, translate } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { expect, test, vi } from 'vitest'
import type { Translate } from '../../i18n/i18n.ts'

vi.stubGlobal('navigator', { languages: ['en'], onLine: true })
const { lotText, sizeOf, sizeTyped } = await import('./sizeUnit.ts')

const words =
  (language: Offered): Translate =>
  (key, values) =>
    translate(dictionaryOf(language), key, values)
type Terms = Pick<TradeItem, 'Id' | 'ForexContNum' | 'Session' | 'Pip'>
const EURUSD: Terms = { Id: 1, ForexContNum: '100000', Session: 'forex', Pip: '0.01' }
const APPLE: Terms = { Id: 2, ForexContNum: '1', Session: 'us_stocks', Pip: '1.00' }
const PART: Terms = { ...APPLE, Pip: '0.10' }
const INDEX: Terms = { Id: 3, ForexContNum: '1', Session: 'forex', Pip: '0.10' }
const TEN: Terms = { ...APPLE, ForexContNum: '10' }

test.each([
  ['EUR/USD', 1_000, EURUSD, 'en', '0.10', '0.10 lots'],
  ['ten shares', 100_000, APPLE, 'en', '10 shares', '10 shares'],
  ['one share', 10_000, APPLE, 'en', '1 share', '1 share'],
  ['parts of shares', 25_000, PART, 'de', '2,5 Aktien', '2,5 Aktien'],
  ['two shares', 20_000, APPLE, 'ru', '2 акции', '2 акции'],
  ['units', 5_000, INDEX, 'en', '0.5 units', '0.5 units'],
  ['lots of ten shares', 30_000, TEN, 'en', '3', '3 lots'],
  ['an instrument that is not known', 1_000, undefined, 'en', '0.10', '0.10 lots'],
] as const)('%s', (_, lots, item, language, bare, named) =>
  expect(sizeOf(lotUnits(lots), item, words(language))).toEqual({ bare, named }),
)

test('a typed text that is no size stays unchanged', () => {
  expect(sizeTyped('10', APPLE, words('en')).bare).toBe('10 shares')
  expect(sizeTyped('abc', APPLE, words('en')).bare).toBe('abc')
  expect(sizeTyped('1.000', APPLE, words('en')).bare).toBe('1.000')
  expect(sizeTyped('1.000', EURUSD, words('en')).bare).toBe('1.00')
})

test.each([
  ['en', 'forex', '1 lot = \u2068100,000\u2069\u00a0EUR'],
  ['de', 'forex', '1 Lot = \u2068100.000\u2069\u00a0EUR'],
  // The isolate has the direction of the unit: a code stands right of its amount, an Arabic word left of it.
  ['ar', 'forex', '1 لوت = \u2068\u2068100,000\u2069\u00a0EUR\u2069'],
  ['ar', 'metals', '1 لوت = \u2068\u2068100,000\u2069\u00a0أونصة\u2069'],
] as const)('a lot keeps its amount and its unit together in %s: %s', (language, Session, text) => {
  const item = { Session, Mark: { kind: 'pair' }, ShowCode: 'EUR/USD' } as Parameters<typeof lotText>[0]
  expect(lotText(item, 100_000, { t: words(language), tag: language })).toBe(text)
})
