/** The parts of a tag. */
import { expect, it } from 'vitest'
import { directed, joinedParts } from './tagWords.ts'

it('keeps the direction of each part to itself, and leaves out what is missing', () =>
  expect(joinedParts(['TP 1.07355', undefined, '+1.50 USD'], 'ltr')).toBe(
    '\u2068TP 1.07355\u2069 · \u2068+1.50 USD\u2069',
  ))

it('reads from right to left in Arabic, also inside of another text', () => {
  const joined = joinedParts(['جني الأرباح 1.07355', '+1.50 USD'], 'rtl')
  expect(joined).toBe('\u2067\u2068جني الأرباح 1.07355\u2069 · \u2068+1.50 USD\u2069\u2069')
  expect(directed(`\u2195 ${joined}`, 'rtl')).toBe(`\u2067\u2195 ${joined}\u2069`)
  expect(directed('\u2195 TP', 'ltr')).toBe('\u2195 TP')
})
