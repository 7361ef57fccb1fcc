/** The search of the main site finds companies and products; any other site finds products. */
import { describe, expect, it } from 'vitest'
import { placeShown, profileRows } from './company.ts'

describe('the searched list', () => {
  it.each([
    [0, null, 'companies'],
    [0, 'products', 'products'],
    [0, 'anything', 'companies'],
    [1, null, 'products'],
    [1, 'companies', 'products'],
  ] as const)('type %d, address %s: %s', (type, asked, place) => expect(placeShown({ type }, asked)).toBe(place))
  it('products while the status is unknown', () => expect(placeShown(undefined, 'companies')).toBe('products'))
})

it('a profile marks missing facts', () => {
  const company = { id: 7, name: 'North', logo: '', url: '', subject: 'Brokerage' }
  const rows = profileRows({ ...company, registered_address: '<b>1 Quay</b>', location: '', email: '' })
  expect(rows.map(({ value }) => value)).toEqual(['Brokerage', '<b>1 Quay</b>', undefined, undefined, undefined])
})
