/** The search of instruments by what people type on phones of every language. */
import { expect, it } from 'vitest'
import { searchFor, searchTexts } from './search.ts'

const isFoundIn = (texts: readonly string[], words: string) => searchFor(words)(searchTexts(texts))

const EURUSD = ['EURUSD', 'EUR/USD', 'Euro / US Dollar', 'Euro / US-Dollar', '歐元 / 美元', 'Dólar EE. UU.']

it.each([
  ['eurusd', true],
  ['EUR/USD', true],
  ['eur us', true],
  ['euro', true],
  ['dollar', true],
  ['euro dollar', true],
  ['dollar euro', true],
  ['Dollar/Euro', true],
  ['dolar', true],
  ['us-dollar', true],
  ['美元', true],
  ['ollar euro', false],
  ['euro yen', false],
  ['dollar dollar', true],
  ['uro dollar', false],
  ['usdeur', false],
  ['', false],
  [' / ', false],
] as const)('%j finds EUR/USD: %s', (words, isFound) => expect(isFoundIn(EURUSD, words)).toBe(isFound))

it.each([
  ['mcdonalds', 'McDonald’s'],
  ['coca cola', 'Coca-Cola'],
  ['att', 'AT&T'],
  ['s&p500', 'S&P 500 fund'],
  ['sp 500', 'S&P 500 fund'],
  ['ingiliz', 'İngiliz Sterlini'],
  ['altin', 'Altın'],
  ['ALTIN', 'Altın'],
  ['ابل', 'آبل'],
  ['золото', 'Золото'],
  ['ユーロ', 'ユーロ'],
  ['금', '금'],
  ['ทองคำ', 'ทองคำ'],
] as const)('%s finds %s', (words, name) => expect(isFoundIn([name], words)).toBe(true))
