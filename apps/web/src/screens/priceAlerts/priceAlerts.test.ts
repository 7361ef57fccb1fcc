/** The form of a price alert: side, faults, step, and the list. */
import { PRICE_ALERTS } from '@veritick/contract'
import { figureIn, LANGUAGE_FACTS, LANGUAGES, translate } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { expect, test } from 'vitest'
import type { Translate } from '../../i18n/i18n.ts'
import { alert } from './price-alert-fixture.ts'
import {
  alertSteps,
  alertsOfInstrument,
  faultText,
  formOf,
  intentOf,
  readForm,
  termsOf,
  waitingCount,
} from './priceAlerts.ts'

const market = { bid: '1.08500', decimals: 5 }

test.each([
  ['1.08501', { side: 'above' }],
  ['1.08499', { side: 'below' }],
  ['1.19349', { side: 'above' }],
  ['1.19350', { side: 'above', far: '10.00' }],
  ['99.00000', { side: 'above', far: '9024.42' }],
  ['0.10767', { side: 'below', far: '90.07' }],
  ['1.085', { fault: 'price_alert_reached' }],
  ['1.085001', { fault: 'price_off_step' }],
  ['', { fault: 'number_malformed' }],
  ['abc', { fault: 'number_malformed' }],
  ['0', { fault: 'price_not_positive' }],
  ['-1.1', { fault: 'price_not_positive' }],
  ['99999999999', { fault: 'number_out_of_range' }],
])('a price of %s reads as %o', (price, reading) => {
  expect(readForm({ price }, market)).toEqual(reading)
})

test('a price with thousands is none: the field shows both separators as a point', () => {
  const index = { bid: '44612.30', decimals: 2 }
  expect(readForm({ price: '44.500' }, index)).toEqual({ fault: 'number_malformed' })
  expect(readForm({ price: '44500' }, index)).toEqual({ side: 'below' })
  const gold = { bid: '2651.400', decimals: 3 }
  expect(readForm({ price: '20.125' }, gold, '20.125')).toEqual({ side: 'below', far: '99.24' })
})

test.each([
  ['de', '1,08500'],
  ['ru', '1,08500'],
  ['en', '1.08500'],
] as const)('%s: the answer to text that is no price shows the market price as %s', (language, shown) => {
  const t: Translate = (key, values) => translate(dictionaryOf(language), key, values)
  expect(faultText(t, 'number_malformed', '1.08500')).toContain(shown)
  expect(faultText(t, 'price_not_positive', '1.08500')).toBe(t('refusals.price_not_positive'))
})

test('without a market price the form has no result', () => {
  expect(readForm({ price: '1.2' }, { bid: undefined, decimals: 5 })).toBeUndefined()
})

test.each([
  ['1.08500', 5, '0.00010'],
  ['150.123', 3, '0.010'],
  ['2400.00', 2, '0.10'],
  ['0.00003', 5, '0.00001'],
  [undefined, 5, '0.00001'],
])('one tap at %s with %i decimals is %s', (bid, decimals, step) => {
  expect(alertSteps(bid, decimals)).toEqual({ decimals, step, min: step })
})

test('a new form starts at the current price, the form of an alert at its own price', () => {
  expect(formOf(undefined, '1.08500')).toEqual({ price: '1.08500', repeat: false, note: '' })
  expect(formOf(alert(1), '1.08500')).toEqual({ price: '1.09000', repeat: true, note: 'sell' })
})

test('the same form is the same intent; another alert or price is another intent', () => {
  const terms = termsOf(formOf(alert(1), undefined), 'above')
  expect(intentOf(1, terms)).toBe(intentOf(1, { ...terms }))
  expect(intentOf(2, terms)).not.toBe(intentOf(1, terms))
  expect(intentOf(1, { ...terms, price: '1.1' })).not.toBe(intentOf(1, terms))
})

test('the list of an instrument: active alerts first; the mark counts only active alerts', () => {
  const list = [alert(4, { state: 'done' }), alert(3, { forex_id: 2 }), alert(2, { state: 'cooling' }), alert(1)]
  expect(alertsOfInstrument(list, 1).map(({ id }) => id)).toEqual([2, 1, 4])
  expect(waitingCount(list, 1)).toBe(2)
})

test.each(LANGUAGES)('%s: the switch states when a repeating alert fires again, as on the server', (language) => {
  const words = translate(dictionaryOf(language), 'price_alerts.repeat_note')
  expect(words).toContain(String(PRICE_ALERTS.rearmMillis / 1000))
  expect(words).toContain(figureIn(String(PRICE_ALERTS.rearmPpm / 10_000), LANGUAGE_FACTS[language].tag))
})
