/** The limits of the server for a reason, checked before the call. */
import { expect, test } from 'vitest'
import { reasonFault } from './reason.ts'

test('three characters that say something are enough, spaces are not', () => {
  expect(reasonFault('ok!')).toBeUndefined()
  expect(reasonFault('  a  ')).toMatch(/At least 3/)
  expect(reasonFault('x'.repeat(500))).toBeUndefined()
  expect(reasonFault('x'.repeat(501))).toMatch(/At most 500/)
})
