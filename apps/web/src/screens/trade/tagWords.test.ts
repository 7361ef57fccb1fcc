/** The parts of a tag. */
import { expect, it } from 'vitest'
import { joinedParts } from './tagWords.ts'

it('keeps the direction of each part to itself, and leaves out what is missing', () =>
  expect(joinedParts(['جني الأرباح 1.07355', undefined, '+1.50 USD'])).toBe(
    '\u2068جني الأرباح 1.07355\u2069 · \u2068+1.50 USD\u2069',
  ))
