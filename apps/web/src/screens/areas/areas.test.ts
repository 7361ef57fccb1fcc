/** The list of countries: named in the customer's language, restricted ones included. */
import { expect, it } from 'vitest'
import { areaChoices, areaOfCountry, countryChoices, countryName } from './areas.ts'

const areas = [
  { id: 811, area_id: 811, code: 'HK', global_code: '852' },
  { id: 405, area_id: 405, code: 'DE', global_code: '49' },
]

it('names countries in the language of the customer', () =>
  expect([countryName('DE', 'en'), countryName('DE', 'ar'), countryName('DE', 'zh-HK')]).toEqual([
    'Germany',
    'ألمانيا',
    '德國',
  ]))

it('sorts by name and shows the calling code', () =>
  expect(areaChoices(areas, 'en')).toEqual([
    { value: '405', label: 'Germany (\u200e+49)' },
    { value: '811', label: 'Hong Kong SAR China (\u200e+852)' },
  ]))

it('also lists restricted countries, marked and not selectable', () =>
  expect(countryChoices({ areas, restricted: ['CU'] }, 'en', (country) => `${country}, not served`)).toEqual([
    { value: 'CU', label: 'Cuba, not served', disabled: true },
    { value: 'DE', label: 'Germany' },
    { value: 'HK', label: 'Hong Kong SAR China' },
  ]))

it('finds the calling code of a country', () =>
  expect([areaOfCountry(areas, 'HK'), areaOfCountry(areas, 'FR')]).toEqual(['811', '']))
