/** Typed codes and passwords. */
import { expect, test } from 'vitest'
import { codeOf, grouped, isCode, passwordFaults } from './code.ts'

test('a code is its six digits, however it was copied', () => {
  expect(codeOf('123 456')).toBe('123456')
  expect(codeOf('12a3-4567 8')).toBe('123456')
  expect([isCode('123456'), isCode('12345')]).toEqual([true, false])
})

test('a secret is read in groups of four, without one at the end', () => {
  expect(grouped('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(grouped('ABCDEFGH')).toBe('ABCD EFGH')
})

test('a new password is long enough and typed twice alike; each fault is that of its field', () => {
  expect(passwordFaults('', '')).toEqual({
    password: expect.stringMatching(/at least 12/),
    again: expect.stringMatching(/same password again/),
  })
  expect(passwordFaults('eleven char', 'eleven')).toEqual({
    password: expect.stringMatching(/at least 12/),
    again: expect.stringMatching(/do not match/),
  })
  expect(passwordFaults('twelve chars', 'twelve charS')).toEqual({ again: expect.stringMatching(/do not match/) })
  expect(passwordFaults('x'.repeat(129), 'x'.repeat(129))).toEqual({ password: expect.stringMatching(/at most 128/) })
  expect(passwordFaults('twelve chars', 'twelve chars')).toEqual({})
})
