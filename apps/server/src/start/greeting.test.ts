/** The lines about the office that a start prints. */
import { expect, test } from 'vitest'
import { officeGreeting } from './greeting.ts'

const here = { officeHost: '127.0.0.1' }
const office = { port: 8081, firstLink: undefined, resetLink: undefined }

test('the address of this machine, or the one where staff open the office', () => {
  expect(officeGreeting(office, here)).toBe(
    '  the office: http://localhost:8081\n  (from this machine only; OFFICE_HOST opens it to others)\n\n',
  )
  expect(officeGreeting(office, { ...here, officeUrl: 'https://office.example' })).toBe(
    '  the office: https://office.example\n\n',
  )
})

test('a one-time link stands behind the same address', () => {
  const first = officeGreeting(
    { ...office, firstLink: '/#/welcome/abc' },
    { ...here, officeUrl: 'https://office.example' },
  )
  expect(first).toContain('  https://office.example/#/welcome/abc\n')
  expect(first).not.toContain('localhost')
  const reset = officeGreeting({ ...office, firstLink: '/#/welcome/abc', resetLink: '/#/welcome/def' }, here)
  expect(reset).toContain('  http://localhost:8081/#/welcome/def\n')
  expect(reset).not.toContain('abc')
})

test('an office that other machines reach says where', () => {
  expect(officeGreeting(office, { officeHost: '10.0.0.5' })).toBe('  the office: http://10.0.0.5:8081\n\n')
  expect(officeGreeting(office, { officeHost: '0.0.0.0' })).toBe('  the office: http://localhost:8081\n\n')
})
