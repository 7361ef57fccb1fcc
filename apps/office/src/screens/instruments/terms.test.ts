/** Typed terms. */
import { describe, expect, test } from 'vitest'
import { changedTerms, NEW_TERMS_LEAD, termsDraft, termsOf } from './terms.ts'

const terms = {
  enabled: true,
  lot_min: '0.01',
  lot_max: '50.00',
  lot_step: '0.01',
  leverages: [10, 20, 50],
  fee_per_lot: '7.000000',
  fee_of_margin: '0.000350',
  financing_long: '-0.025000',
  financing_short: '0.005000',
}
const fixed = { margin_mode: 'leveraged' as const }

test('what holds goes through the form unchanged', () =>
  expect(termsOf(termsDraft(terms), fixed)).toEqual({ ok: true, value: terms }))

test('a form shows money without the zeros of the wire', () =>
  expect(termsDraft(terms)).toMatchObject({ fee_per_lot: '7.00', fee_of_margin: '0.00035', financing_long: '-0.025' }))

describe('what is wrong is said by its name', () => {
  test.each([
    [{ lot_min: '0,01' }, /Smallest size/],
    [{ lot_step: '0.00001' }, /Step, lots: it has too many decimals/],
    [{ financing_long: '-0.0000001' }, /Overnight rate long/],
    [{ leverages: '10 x' }, /Leverages/],
    [{ leverages: '' }, /at least one/],
  ])('%j', (changed, fault) => {
    const read = termsOf({ ...termsDraft(terms), ...changed }, fixed)
    expect(read.ok ? '' : read.fault).toMatch(fault)
  })

  test('a fixed margin knows no leverage', () => {
    expect(termsOf(termsDraft(terms), { margin_mode: 'fixed' }).ok).toBe(false)
    expect(termsOf({ ...termsDraft(terms), leverages: '' }, { margin_mode: 'fixed' }).ok).toBe(true)
  })
})

test('only what was changed is sent', () => {
  expect(changedTerms(terms, { ...terms, leverages: [10, 20], enabled: false })).toEqual({
    leverages: [10, 20],
    enabled: false,
  })
  expect(changedTerms(terms, { ...terms, leverages: [10, 20, 50] })).toEqual({})
})

test('staff read before they save that an overnight rate reaches open orders', () => {
  expect(NEW_TERMS_LEAD).toContain('An overnight rate applies from the next night on, also to open orders.')
})
