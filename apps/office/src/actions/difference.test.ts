/** Staff confirm exactly what would change: all differences, and only differences. */
import { describe, expect, test } from 'vitest'
import { differences, shown } from './difference.ts'

test('equal values have no difference, in any order of their fields', () => {
  expect(differences({ a: 1, b: ['x'] }, { b: ['x'], a: 1 })).toEqual([])
})

test('a plain value', () => {
  expect(differences('10.00', '0.00')).toEqual([{ path: '', kind: 'changed', before: '10.00', after: '0.00' }])
})

test('fields that came, went and changed', () => {
  expect(differences({ kept: 1, gone: 2, fee: '5' }, { kept: 1, fee: '6', fresh: true })).toEqual([
    { path: 'gone', kind: 'removed', before: '2' },
    { path: 'fee', kind: 'changed', before: '5', after: '6' },
    { path: 'fresh', kind: 'added', after: 'yes' },
  ])
})

test('a list of channels is compared by id: moving one changes nothing, an address does', () => {
  const one = { id: 1, address: 'Ta' }
  const two = { id: 2, address: 'Tb' }
  expect(differences([one, two], [two, one])).toEqual([])
  expect(differences([one, two], [{ ...two, address: 'Tc' }])).toEqual([
    { path: '#1', kind: 'removed', before: 'id 1; address Ta' },
    { path: '#2 › address', kind: 'changed', before: 'Tb', after: 'Tc' },
  ])
})

test('the order of a plain list counts: it is one value', () => {
  expect(differences([10, 20], [20, 10])).toEqual([{ path: '', kind: 'changed', before: '10, 20', after: '20, 10' }])
})

describe('values in one line', () => {
  test.each([
    [true, 'yes'],
    [[], '(none)'],
    ['', '(empty)'],
    [null, '(empty)'],
    [{ code: 'USDT', enabled: false }, 'code USDT; enabled no'],
  ])('%j is %s', (value, text) => expect(shown(value)).toBe(text))
})

test('money of the wire reads as money; other texts with digits stay', () => {
  expect(['12.340000', '-1234.500000', '1.08500', 'VT-10000042-3', '2.0'].map(shown)).toEqual([
    '12.34',
    '−1,234.50',
    '1.08500',
    'VT-10000042-3',
    '2.0',
  ])
})
