/** The counters of typed texts have the thousands separator of the language. */
import { LANGUAGE_FACTS, type Offered, translate } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { expect, it } from 'vitest'
import { lengthValues } from './lengthValues.ts'

const counter = (language: Offered, length: number) =>
  translate(
    dictionaryOf(language),
    'support.text_length',
    lengthValues({ length, max: 4000, tag: LANGUAGE_FACTS[language].tag }),
  ).replace(/[\u2066-\u2069]/g, '')

it.each([
  ['en', '12 of 4,000 characters'],
  ['de', '12 von 4.000 Zeichen'],
] as const)('%s: %s', (language, text) => expect(counter(language, 12)).toBe(text))

it('groups the typed length too', () => expect(counter('de', 3950)).toContain('3.950'))
