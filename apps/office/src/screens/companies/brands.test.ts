/** The preview says which accent the app uses, why, and what the page will mark as not stated. */
import { expect, it } from 'vitest'
import { brandsOf } from './brands.ts'

const NORTH = {
  ...{ id: 7, name: 'North', registered_address: '1 Quay Street', number: 'HE 1', email: 'help@north.example' },
  ...{ logo: '', status: 0, accent_light: '#0b6b3a', accent_dark: '#5fd39a' },
}

it('a complete company with a readable accent has nothing to say', () => {
  expect(brandsOf('companies', [NORTH])).toEqual([
    {
      id: 7,
      name: 'North',
      logo: '',
      light: '#0b6b3a',
      dark: '#5fd39a',
      isUsed: true,
      faults: [],
      missing: [],
      isClosed: false,
    },
  ])
})

it('an accent that cannot be read is named with its contrast and theme', () => {
  const [brand] = brandsOf('companies', [{ ...NORTH, accent_light: '#ffee00' }])
  expect(brand?.isUsed).toBe(false)
  expect(brand?.faults).toEqual([
    expect.stringMatching(
      /^In the light theme the contrast is 1\.\d\d, below 4\.5\. The default accent is used in both\.$/,
    ),
  ])
  expect(brandsOf('companies', [{ ...NORTH, accent_dark: '' }])[0]?.faults[0]).toContain('The dark theme has no accent')
})

it('a fresh operator is shown under our name with everything missing', () => {
  expect(brandsOf('operator', {})).toMatchObject([
    {
      id: 0,
      name: 'Veritick',
      isUsed: false,
      faults: [],
      missing: ['name', 'registered address', 'registration number', 'e-mail', 'governing law', 'supervisor'],
    },
  ])
})

it.each([null, 'text', 7, { id: 7 }])('companies of %j: none', (value) => {
  expect(brandsOf('companies', value)).toEqual([])
})

it('documents and claims have no brands', () => {
  expect(brandsOf('company_claims', [{ id: 1, text: 'Founded in 2019' }])).toEqual([])
  expect(brandsOf('company_documents', [{ id: 1, title: 'Policy' }])).toEqual([])
})
