/** Which positions that hedge one another the overnight rates pay. */
import { ppm } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { type Priced, payingLegs, textsOfLegs } from './hedged-legs.ts'

/** `EURUSD`, in percent a year. */
const priced = (code: string, long: number, short: number): Priced => ({
  base: code.slice(0, 3),
  quote: code.slice(3),
  terms: { code, financingLong: ppm(Math.round(long * 10_000)), financingShort: ppm(Math.round(short * 10_000)) },
})
const foundIn = (...instruments: readonly Priced[]) =>
  (payingLegs(instruments) ?? []).map(({ code, side }) => `${side} ${code}`).toSorted()

describe('a customer who holds positions that hedge one another', () => {
  test('is paid by three pairs of which none pays alone, and the legs are named', () => {
    const legs = [priced('EURUSD', -1, 1), priced('USDJPY', 4.9, -4.9), priced('EURJPY', -2, 0.6)]
    expect(foundIn(...legs)).toEqual(['long EURUSD', 'long USDJPY', 'short EURJPY'])
    const paying = payingLegs(legs) ?? []
    expect(textsOfLegs(paying).percent).toBe('4.5000')
    expect(textsOfLegs(paying).legs).toContain('short EURJPY (0.6000%)')
  })

  test('is paid by the opposite legs too', () => {
    expect(foundIn(priced('EURUSD', -3, 2), priced('USDJPY', -3, 2), priced('EURJPY', -4, 3))).toEqual([])
    expect(foundIn(priced('EURUSD', -3, 2), priced('USDJPY', -3, 2), priced('EURJPY', -3.999, 3))).toEqual([
      'long EURJPY',
      'short EURUSD',
      'short USDJPY',
    ])
  })

  test('is not paid where the sum is zero or below', () => {
    expect(foundIn(priced('EURUSD', -1, 0), priced('USDJPY', 4, -5), priced('EURJPY', 2, -3))).toEqual([])
    expect(foundIn(priced('EURUSD', -1, 0), priced('USDJPY', 4, -5), priced('EURJPY', 2, -2.9999))).toHaveLength(3)
    expect(foundIn()).toEqual([])
  })

  test('may need four or five legs, where every three of them cost', () => {
    const ring = [priced('EURUSD', 1, -9), priced('USDJPY', 1, -9), priced('GBPJPY', -9, 1)]
    expect(foundIn(...ring, priced('EURGBP', -9, -2))).toEqual([
      'long EURUSD',
      'long USDJPY',
      'short EURGBP',
      'short GBPJPY',
    ])
    expect(foundIn(...ring, priced('EURGBP', -9, -3))).toEqual([])
    expect(foundIn(...ring, priced('CHFGBP', 1, -9), priced('EURCHF', -9, -3))).toEqual([])
    expect(foundIn(...ring, priced('CHFGBP', -9, 1), priced('EURCHF', -9, -3))).toHaveLength(5)
  })

  test('is named the fewest legs', () => {
    const three = [priced('EURUSD', 1, -9), priced('USDJPY', 1, -9), priced('EURJPY', -9, 1)]
    expect(foundIn(priced('GBPJPY', -9, 9), priced('EURGBP', -9, 9), ...three)).toHaveLength(3)
  })

  test('is paid in gold, which is priced in two currencies, and by both sides of one instrument', () => {
    expect(foundIn(priced('XAUUSD', -5, 3.4), priced('XAUEUR', -1, -2), priced('EURUSD', -2, 1))).toEqual([
      'long EURUSD',
      'long XAUEUR',
      'short XAUUSD',
    ])
    expect(foundIn(priced('AAPUSD', 2, -1.9))).toEqual(['long AAPUSD', 'short AAPUSD'])
    expect(foundIn(priced('EURUSD', 1, -2), priced('USDEUR', 1, -2))).toEqual(['long EURUSD', 'long USDEUR'])
  })
})
