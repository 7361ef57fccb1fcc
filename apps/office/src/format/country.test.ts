/** A country is named; a text that is no code of a country stays as it is. */
import { expect, test } from 'vitest'
import { countryText } from './country.ts'

test.each([
  ['PT', 'Portugal (PT)'],
  ['ZZZ', 'ZZZ'],
  ['QX', 'QX'],
  ['', ''],
])('%s is shown as "%s"', (code, text) => expect(countryText(code)).toBe(text))
