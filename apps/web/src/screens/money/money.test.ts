/** Typed amounts, and the timelines of deposits and withdrawals. */
import { micros } from '@veritick/domain'
import { decimalSign, LANGUAGE_FACTS, LANGUAGES, type Language, translate } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { describe, expect, it } from 'vitest'
import { showWords } from '../../i18n/i18n.ts'
import {
  AMOUNT_EXAMPLE,
  bothOf,
  decimalsShown,
  textOfUnits,
  textOfUsd,
  trimmed,
  typedUnits,
  typedUsd,
  usdOf,
} from './amounts.ts'
import { depositSteps, isLate, standingOf, usualOf, withdrawalSteps } from './timeline.ts'

/** The decimal signs as the languages that use them call them. */
const NAMES: Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>> = {
  '.': { en: 'point', hk: '小數點', jp: 'ピリオド', kr: '마침표', th: 'จุด', ar: 'النقطة' },
  ',': {
    de: 'Komma',
    fr: 'virgule',
    it: 'virgola',
    spa: 'coma',
    pt: 'vírgula',
    ru: 'запятой',
    tr: 'virgül',
    id: 'koma',
    vn: 'dấu phẩy',
  },
}

describe('amounts', () => {
  it.each([
    ['250', 250_000_000],
    ['1,250.50', 1_250_500_000],
    ['١٬٢٥٠٫٥', 1_250_500_000],
    ['0.000001', 1],
    ['0.0000001', 'too_precise'],
    ['0', 'not_positive'],
    ['-5', 'not_positive'],
    ['', 'missing'],
    ['ten', 'not_a_number'],
    ['99999999999999999999', 'out_of_range'],
  ])('%s USD', (text, value) => expect(typedUsd(text)).toBe(value))

  it('does not take a separator of thousands for a decimal sign', () => {
    expect(['20,000', '1,000', '-2,500', '٢٠٬٠٠٠'].map(typedUsd)).toEqual([
      'not_a_number',
      'not_a_number',
      'not_a_number',
      20_000_000_000,
    ])
    expect([typedUsd('20.125'), typedUsd('0,125'), typedUsd('20,00'), typedUsd('20,000.00')]).toEqual([
      20_125_000, 125_000, 20_000_000, 20_000_000_000,
    ])
    expect(typedUnits('1,000', 'coin')).toBe('not_a_number')
    showWords('de', {})
    expect([typedUsd('20.000'), typedUsd('20,125'), typedUsd('20.000,00')]).toEqual([
      'not_a_number',
      20_125_000,
      20_000_000_000,
    ])
    showWords('en', {})
  })

  it.each(LANGUAGES)('%s: the refusal names the decimal sign, with an example that the form accepts', (language) => {
    const { tag } = LANGUAGE_FACTS[language]
    const words = translate(dictionaryOf(language), 'money.amount_not_a_number', AMOUNT_EXAMPLE)
    const example = /250[.,]50/.exec(words)?.[0] ?? ''
    showWords(language, {})
    expect(typedUsd(example)).toBe(250_500_000)
    expect(words).toContain(NAMES[decimalSign(tag)]?.[language])
    showWords('en', {})
  })

  it('counts coins to 8 decimals and currencies to cents', () => {
    expect(typedUnits('0.01540844', 'coin')).toBe(1_540_844)
    expect(typedUnits('0.015408441', 'coin')).toBe('too_precise')
    expect(typedUnits('25.005', 'bank')).toBe('too_precise')
  })

  it.each([
    ['1250.500000', '1250.50', 2],
    ['0.01540844', '0.01540844', 8],
    ['25', '25', 0],
    ['100.000000', '100.00', 2],
  ])('%s shows as %s', (text, shown, decimals) => {
    expect(trimmed(text)).toBe(shown)
    expect(decimalsShown(text)).toBe(decimals)
  })

  it('writes parsed amounts', () => {
    expect([textOfUsd(micros(1_250_500_000)), textOfUnits(typedUnits('2', 'coin') as never, 'coin')]).toEqual([
      '1250.50',
      '2.00',
    ])
  })
})

describe('one amount in two units', () => {
  const bitcoin = { kind: 'coin', price: usdOf('64250.500000') } as const
  const tether = { kind: 'coin', price: usdOf('1.000000') } as const
  const euro = { kind: 'bank', price: usdOf('1.083700') } as const

  it('converts typed coins', () =>
    expect(bothOf({ side: 'asset', text: '0.0154' }, bitcoin)).toEqual({
      units: 1_540_000,
      usd: 989_457_700,
      assetText: '0.0154',
      usdText: '989.4577',
    }))
  it('converts typed dollars into the amount to send', () =>
    expect(bothOf({ side: 'usd', text: '990' }, bitcoin)).toEqual({
      units: 1_540_844,
      usd: 989_999_974,
      assetText: '0.01540844',
      usdText: '990',
    }))
  it('is equal for a coin of one dollar', () =>
    expect(bothOf({ side: 'asset', text: '250' }, tether).usdText).toBe('250.00'))
  it('converts a bank currency to the cent', () =>
    expect(bothOf({ side: 'asset', text: '1000.55' }, euro).usdText).toBe('1084.296035'))
  it('keeps an invalid text and leaves the other unit empty', () =>
    expect(bothOf({ side: 'usd', text: 'ten' }, euro)).toEqual({
      units: 'not_a_number',
      usd: undefined,
      assetText: '',
      usdText: 'ten',
    }))
  it('refuses an amount above the limit of an account', () =>
    expect(bothOf({ side: 'asset', text: '90000000' }, bitcoin)).toEqual({
      units: 'out_of_range',
      usd: undefined,
      assetText: '90000000',
      usdText: '',
    }))
})

const step = (name: string, at: string, note = '') => ({ step: name, at: `2026-11-21T${at}:00Z`, note })
const at = (time: string) => Date.parse(`2026-11-21T${time}:00Z`)

describe('the timeline of a deposit', () => {
  const reported = step('reported', '10:00')
  it('waits for the check by staff', () => {
    const steps = depositSteps({ type: 0, status: 0, timeline: [reported] })
    expect(steps).toEqual([
      { name: 'reported', state: 'done', at: at('10:00') },
      { name: 'checking', state: 'now' },
      { name: 'credited', state: 'next' },
    ])
    expect(standingOf(steps)).toBe('open')
  })
  it('is credited, with the remark of staff', () => {
    const steps = depositSteps({
      type: 1,
      status: 1,
      timeline: [reported, step('finished', '11:30', 'Bank fee taken off')],
    })
    expect(steps.at(-1)).toEqual({ name: 'credited', state: 'done', at: at('11:30'), note: 'Bank fee taken off' })
    expect(standingOf(steps)).toBe('done')
  })
  it.each([
    [0, 2, 'rejected', 'rejected'],
    [1, 3, 'invalid', 'invalid'],
    [2, 2, 'declined', 'rejected'],
  ] as const)('type %d ends with status %d as %s', (type, status, name, told) => {
    const steps = depositSteps({ type, status, timeline: [reported, step(told, '12:00', 'why')] })
    expect(steps.at(-1)).toEqual({ name, state: 'ended', at: at('12:00'), note: 'why' })
    expect(standingOf(steps)).toBe('ended')
  })
  it('by card waits for the provider', () =>
    expect(depositSteps({ type: 2, status: 0, timeline: [reported] }).map((each) => each.name)).toEqual([
      'begun',
      'paying_card',
      'credited',
    ]))
})

describe('the timeline of a withdrawal', () => {
  const requested = step('requested', '09:00')
  const approved = step('approved', '09:40')
  const shape = (status: 0 | 1 | 2 | 3 | 4, ...timeline: ReturnType<typeof step>[]) =>
    withdrawalSteps({ status, timeline }).map(({ name, state }) => `${name} ${state}`)
  it('shows the steps from the request to the payment', () => {
    expect(shape(0, requested)).toEqual(['requested done', 'review now', 'paying next', 'paid next'])
    expect(shape(4, requested, approved)).toEqual(['requested done', 'approved done', 'paying now', 'paid next'])
    expect(shape(1, requested, approved, step('paid', '10:10', 'TX-77'))).toEqual([
      'requested done',
      'approved done',
      'paid done',
    ])
  })
  it('ends with the money released', () => {
    expect(shape(2, requested, step('rejected', '09:30', 'name differs'))).toEqual(['requested done', 'released ended'])
    expect(shape(2, requested, approved, step('rejected', '11:00', 'returned'))).toEqual([
      'requested done',
      'approved done',
      'released ended',
    ])
    expect(shape(3, requested, step('cancelled', '09:05'))).toEqual(['requested done', 'cancelled ended'])
  })
})

describe('the usual time', () => {
  it.each([
    [0, 'minutes', 1],
    [25, 'minutes', 25],
    [60, 'minutes', 60],
    [61, 'hours', 2],
    [1440, 'hours', 24],
    [2880, 'hours', 48],
    [2881, 'days', 3],
    [7200, 'days', 5],
  ])('%d minutes are said in %s: %d', (minutes, unit, count) => expect(usualOf(minutes)).toEqual({ unit, count }))
  it('is late after the usual time', () => {
    const wait = { since: at('10:00'), usualMinutes: 60 }
    expect([isLate(at('11:00'), wait), isLate(at('11:01'), wait)]).toEqual([false, true])
  })
})
