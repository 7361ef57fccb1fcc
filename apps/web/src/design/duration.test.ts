/** Regression: the flash of a price broke every screen, because the minifier wrote its duration in seconds. */
import { expect, it } from 'vitest'
import { millisOf } from './duration.ts'

it.each([
  ['200ms', 200],
  [' .2s', 200],
  ['1ms', 1],
  ['', 0],
  ['none', 0],
])('%j is %d ms', (text, millis) => expect(millisOf(text)).toBe(millis))
