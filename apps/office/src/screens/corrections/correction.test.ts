/** A typed correction. */
import { micros } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { balanceWith, correctionFault } from './correction.ts'

const FREE = micros(50_000_000)
const good = { amount: '12.50', category: 'cost', remark: 'A fee was charged twice' }

describe('what is missing', () => {
  test.each([
    [{}, undefined],
    [{ amount: '-50' }, undefined],
    [{ amount: '-50.000001' }, /less free margin/],
    [{ amount: '0.00' }, /must not be zero/],
    [{ amount: '1e3' }, /An amount in USD/],
    [{ category: '' }, /Choose why/],
    [{ remark: '  ' }, /message to the customer/],
  ])('%j', (changed, fault) => {
    const found = correctionFault({ ...good, ...changed }, FREE)
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(fault)
  })
})

test('the balance that it would leave', () => {
  expect(balanceWith('100.000000', '-12.5')).toBe('87.500000')
  expect(balanceWith('100.000000', 'x')).toBe('100.000000')
})
