/** What is credited is what came, and the customer reads why when it is not what they wrote. */
import { describe, expect, test } from 'vitest'
import { creditFault, differs } from './credit.ts'

describe('crediting 100.000000 that were reported', () => {
  test.each([
    [{ amount: '100', remark: '' }, undefined],
    [{ amount: '100.00', remark: '' }, undefined],
    [{ amount: '99.5', remark: '' }, /must read why/],
    [{ amount: '99.5', remark: 'The bank kept 0.50' }, undefined],
    [{ amount: '0', remark: 'x' }, /reject it/],
    [{ amount: '-5', remark: 'abc' }, /reject it/],
    [{ amount: '1,000', remark: 'abc' }, /amount in USD/],
  ])('%j', (typed, fault) => {
    const found = creditFault(typed, '100.000000')
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(fault)
  })
})

test('the same amount written otherwise does not differ', () => expect(differs('100.0', '100.000000')).toBe(false))
