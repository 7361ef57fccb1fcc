/** What a start prints about the office. */
import { expect, test } from 'vitest'
import { officeGreeting } from './greeting.ts'

const office = { port: 8081, firstLink: undefined, resetLink: undefined }

test('the address of this machine, or the one where staff open the office', () => {
  expect(officeGreeting(office, undefined)).toBe('  the office: http://localhost:8081\n\n')
  expect(officeGreeting(office, 'https://office.example')).toBe('  the office: https://office.example\n\n')
})

test('a one-time link stands behind the same address', () => {
  const first = officeGreeting({ ...office, firstLink: '/#/welcome/abc' }, 'https://office.example')
  expect(first).toContain('  https://office.example/#/welcome/abc\n')
  expect(first).not.toContain('localhost')
  const reset = officeGreeting({ ...office, firstLink: '/#/welcome/abc', resetLink: '/#/welcome/def' }, undefined)
  expect(reset).toContain('  http://localhost:8081/#/welcome/def\n')
  expect(reset).not.toContain('abc')
})
