/** Figures as they are shown: grouped, latin digits, a real minus, only the digits of the wire. */

import { ppm } from '@veritick/domain'
import { LANGUAGE_FACTS, translate } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { describe, expect, it } from 'vitest'
import { formatMoney, formatRate, formatVersion, formatWhole } from './money.ts'
import { formatPercent, isHigher, signOf, splitPrice } from './price.ts'
import { spreadOf } from './spread.ts'
import {
  formatDay,
  formatHour,
  formatMinute,
  formatMoment,
  formatOffset,
  formatOffsets,
  formatOpening,
  maskedDate,
  regional,
} from './time.ts'

describe('money', () => {
  it.each([
    ['100000.000000', {}, '100,000.00'],
    ['-12.000000', {}, '−12.00'],
    ['19.910000', { signed: true }, '+19.91'],
    ['-0.004000', { signed: true }, '0.00'],
    ['0.000000', { signed: true }, '0.00'],
    ['96832.476000', {}, '96,832.48'],
    ['96832.476000', { down: true }, '96,832.47'],
    ['-0.004000', { down: true }, '−0.01'],
    ['361.710001', { decimals: 6 }, '361.710001'],
    ['9007199254740993.120000', {}, '9,007,199,254,740,993.12'],
  ])('%s %j reads %s', (text, options, shown) => expect(formatMoney(text, { tag: 'en', ...options })).toBe(shown))

  it('has latin digits and no hidden marks in Arabic', () => {
    expect(formatMoney('-1234.500000', { tag: 'ar' })).toBe('−1,234.50')
    expect(formatMoney('1234.500000', { tag: 'ar', signed: true })).toBe('+1,234.50')
    expect(formatMoney('1234.500000', { tag: 'zh-HK' })).toBe('1,234.50')
  })
})

it('a group sign in a text of a dictionary stays: 100,000 units in every language', () => {
  for (const [language, groups] of [
    ['de', '100.000'],
    ['en', '100,000'],
    ['fr', '100\u202f000'],
  ] as const) {
    const size = formatWhole(100_000, LANGUAGE_FACTS[language].tag)
    expect(translate(dictionaryOf(language), 'ticket.lot_size', { size, unit: 'EUR' })).toContain(groups)
  }
})

it.each(['de', 'ar', 'jp', 'ru'] as const)('a version keeps its point in %s', (language) => {
  const shown = translate(dictionaryOf(language), 'legal.version', { version: formatVersion('1.0'), date: '' })
  expect(shown).toContain('1.0')
})

describe('prices', () => {
  it.each([
    ['1.08512', '1.085', '12'],
    ['150.321', '150.3', '21'],
    ['228.52', '228.', '52'],
    ['2395.920', '2,395.9', '20'],
    ['41250', '41250', ''],
    ['12.5', '12.5', ''],
  ])('%s is read as %s|%s', (text, head, tail) => expect(splitPrice(text, 'en')).toEqual({ head, tail }))

  it.each([
    ['de', '1,085', '1.234,50'],
    ['fr', '1,085', '1\u202f234,50'],
    ['pt-BR', '1,085', '1.234,50'],
    ['ar', '1.085', '1,234.50'],
    ['ja', '1.085', '1,234.50'],
  ])('have the same decimal sign as money in %s', (tag, head, money) => {
    expect(splitPrice('1.08512', tag)).toEqual({ head, tail: '12' })
    expect(formatMoney('1234.500000', { tag })).toBe(money)
  })

  it.each([
    ['1.08512', '1.08511', true],
    ['100.01', '99.99', true],
    ['99.99', '100.01', false],
  ])('%s above %s: %s', (price, than, higher) => expect(isHigher(price, than)).toBe(higher))

  it('shows a change without its sign: the arrow shows the direction', () => {
    expect(formatPercent('-0.11', 'en')).toBe('0.11%')
    expect(formatPercent('-0.11', 'de')).toBe('0,11\u00a0%')
  })
  it.each([
    [-30_000, 'en', '−3.00%'],
    [-30_000, 'de', '−3,00\u00a0%'],
    [-30_000, 'tr', '−%3,00'],
    [12_345, 'en', '+1.2345%'],
    [-2_510, 'en', '−0.251%'],
    [0, 'en', '0.00%'],
  ])('a rate of %d ppm in %s: %s', (rate, tag, shown) => expect(formatRate(ppm(rate), tag)).toBe(shown))
  it.each([
    ['-0.00', 0],
    ['0', 0],
    ['-0.01', -1],
    ['12.30', 1],
  ])('the sign of %s is %d', (text, sign) => expect(signOf(text)).toBe(sign))
})

describe('spread', () => {
  it.each([
    ['1.08512', '1.08521', 5, '0.9'],
    ['150.321', '150.333', 3, '1.2'],
    ['2651.40', '2651.73', 2, '0.33'],
    ['228.52', '228.52', 2, '0.00'],
  ])('%s to %s at %d decimals is %s', (bid, ask, precision, spread) =>
    expect(spreadOf({ bid, ask, precision })).toBe(spread),
  )

  it('is unknown with one price', () =>
    expect(spreadOf({ bid: '1.08512', ask: undefined, precision: 5 })).toBeUndefined())
})

describe('moments', () => {
  /** Friday 8 May 2015, 13:30 UTC. */
  const moment = Date.UTC(2015, 4, 8, 13, 30, 5)
  const timeZone = 'America/New_York'

  it('writes the opening of a market in the language of the customer', () => {
    expect(formatOpening(moment, { tag: 'en', timeZone })).toBe('Fri 09:30')
    expect(formatOpening(moment, { tag: 'zh-HK', timeZone })).toMatch(/09:30/)
    expect(formatOpening(moment, { tag: 'ar', timeZone })).toMatch(/09:30/)
  })
  it.each([
    ['en', ['en-GB', 'de'], 'en-GB'],
    ['en', ['de-DE', 'en-US'], 'en-US'],
    ['en', ['fr'], 'en'],
    ['ar', ['ar-EG'], 'ar-EG'],
    ['de', ['de-AT'], 'de-AT'],
    ['zh-HK', ['zh-CN'], 'zh-HK'],
    ['en', ['en-u-ca-buddhist'], 'en'],
  ])('%s in a browser of %j is %s', (tag, browser, shown) => expect(regional(tag, browser)).toBe(shown))
  it('writes day and month in the order of the region, and names the zone beside the chart', () => {
    expect(formatMoment(moment, { tag: 'en-GB', timeZone, zoned: true })).toBe('8 May 2015, 09:30:05\u00a0UTC−4')
    expect(formatMoment(moment, { tag: 'en-US', timeZone, zoned: true })).toBe('May 8, 2015, 09:30:05\u00a0UTC−4')
    expect(formatOpening(moment, { tag: 'en-GB', timeZone, zoned: true })).toMatch(/Fri.* 09:30\u00a0UTC−4/)
    expect(formatMoment(moment, { tag: 'ar-SA', timeZone })).toContain('2015')
  })
  it.each(['en-GB', 'ar', 'ar-EG', 'de', 'th'])('writes a distance from UTC in Latin letters: %s', (tag) => {
    const london = { tag, timeZone: 'Europe/London', zoned: true }
    expect(formatMoment(Date.UTC(2026, 10, 26, 23, 18, 45), london)).toMatch(/23:18:45\u00a0UTC$/)
    expect(formatMoment(moment, london)).toMatch(/14:30:05\u00a0UTC\+1$/)
  })
  it.each([
    ['Europe/Berlin', 'UTC+1', 'UTC+2'],
    ['Europe/London', 'UTC', 'UTC+1'],
    ['America/New_York', 'UTC−5', 'UTC−4'],
    ['America/St_Johns', 'UTC−3:30', 'UTC−2:30'],
    ['Australia/Sydney', 'UTC+10', 'UTC+11'],
    ['Asia/Kolkata', 'UTC+5:30', undefined],
    ['UTC', 'UTC', undefined],
    ['Etc/GMT-3', 'UTC+3', undefined],
  ])('names the zone of a list, at any time of the year, as beside a moment: %s', (place, zone, summer) => {
    expect(formatOffsets(moment, place)).toEqual({ zone, summer })
    expect(formatOffsets(Date.UTC(2015, 11, 8), place)).toEqual({ zone, summer })
    expect([zone, summer]).toContain(formatOffset(moment, place))
    expect(formatHour(moment, { tag: 'ar', timeZone: place, zoned: true })).toContain(
      `\u00a0${formatOffset(moment, place)}`,
    )
  })
  it('names the zone of a day and an hour, and its distance from UTC', () => {
    expect(formatDay(moment, { tag: 'en-US', timeZone: 'UTC', zoned: true })).toBe('May 8, 2015\u00a0UTC')
    expect(formatHour(moment, { tag: 'en-US', timeZone, zoned: true })).toBe('09:30\u00a0UTC−4')
    expect(formatOffset(moment, 'Europe/London')).toBe('UTC+1')
    expect(formatOffset(Date.UTC(2015, 0, 8), 'Europe/London')).toBe('UTC')
  })
  it('names a minute', () => expect(formatMinute(moment, { tag: 'en', timeZone })).toBe('May 8, 2015, 09:30'))
  it('names a moment to the second', () =>
    expect(formatMoment(moment, { tag: 'en', timeZone })).toMatch(/May 8, 2015, 09:30:05/))
})

it.each([
  ['de', '**.**.1990'],
  ['en', '**/**/1990'],
  ['jp', '1990/**/**'],
] as const)('%s writes a date of birth without day and month as %s', (language, written) =>
  expect(maskedDate('1990-**-**', LANGUAGE_FACTS[language].tag)).toBe(written),
)
