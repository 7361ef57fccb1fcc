/** When a customer is asked about changed terms, and which texts can be accepted. */
import { expect, it } from 'vitest'
import { isAsked, isShown, TERMS_PATH } from './asking.ts'

it.each([
  [{ needed: true, isLater: false, path: '/' }, true],
  [{ needed: true, isLater: true, path: '/' }, false],
  [{ needed: true, isLater: false, path: TERMS_PATH }, false],
  [{ needed: false, isLater: false, path: '/' }, false],
])('%j is asked: %s', (shown, asked) => expect(isAsked(shown)).toBe(asked))

it.each([
  ['1.1', '1.1', true],
  ['1.1', '1.1 of 2026-12-01', true],
  ['1.1', '1.10 of 2026-12-01', false],
  ['1.1', '1.2', false],
])('texts %s under version %s can be accepted: %s', (version, inForce, shown) =>
  expect(isShown({ version }, { version: inForce, changed_on: '2026-12-01' })).toBe(shown),
)
