/** The published codes of RFC 6238, a phone whose clock is half a minute off, and a code that is used twice. */
import { type Millis, millis } from '@veritick/domain'
import { setMachine } from '@veritick/testing/test-clock'
import { describe, expect, test } from 'vitest'
import { realRuntime } from '../clock/clock.ts'
import { newRecoveryCodes, newTotpSecret, recoveryText, totpStep, totpUrl } from './totp.ts'

/** RFC 6238, appendix B: the ASCII secret "12345678901234567890"; the last six of the eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number): Millis => millis(seconds * 1000)

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
])('RFC 6238 at %i: %s', (seconds, code, step) => {
  expect(totpStep({ secret: SECRET, code, at: at(seconds), lastStep: 0 })).toBe(step)
})

describe('the window', () => {
  const code = '050471'
  const step = 37_037_037
  const start = step * 30
  test.each([
    [start - 31, undefined],
    [start - 30, step],
    [start, step],
    [start + 29, step],
    [start + 59, step],
    [start + 60, undefined],
  ])('%i -> %s', (seconds, found) => {
    expect(totpStep({ secret: SECRET, code, at: at(seconds), lastStep: 0 })).toBe(found)
  })

  test('a code works once, and no older one works after it', () => {
    expect(totpStep({ secret: SECRET, code, at: at(start + 5), lastStep: step - 1 })).toBe(step)
    expect(totpStep({ secret: SECRET, code, at: at(start + 5), lastStep: step })).toBeUndefined()
    expect(totpStep({ secret: SECRET, code: '081804', at: at(start + 5), lastStep: step })).toBeUndefined()
    expect(totpStep({ secret: SECRET, code, at: at(start + 5), lastStep: step + 2 })).toBeUndefined()
    expect(totpStep({ secret: SECRET, code, at: at(start + 5), lastStep: step + 1_000_000 })).toBeUndefined()
  })

  test.each(['', '05047', '0504711', '-50471', 'abcdef', '٠٥٠٤٧١', '050472'])('%j is no right code', (wrong) => {
    expect(totpStep({ secret: SECRET, code: wrong, at: at(start), lastStep: 0 })).toBeUndefined()
  })

  test('spaces as the app shows them do not matter', () => {
    expect(totpStep({ secret: SECRET, code: '050 471', at: at(start), lastStep: 0 })).toBe(step)
  })
})

test('a new secret is 160 bits, and the QR code says whose it is', () => {
  const secret = newTotpSecret(realRuntime)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret(realRuntime)).not.toBe(secret)
  const url = new URL(totpUrl({ secret, account: 'ana@example.com' }))
  expect(url.protocol).toBe('otpauth:')
  expect(decodeURIComponent(url.pathname)).toContain('Veritick:ana@example.com')
  expect(url.searchParams.get('secret')).toBe(secret)
  expect(url.searchParams.get('issuer')).toBe('Veritick')
})

test('ten recovery codes, readable on paper, typed in any way', () => {
  const codes = newRecoveryCodes(setMachine({ at: '2026-03-02T09:00:00Z' }))
  expect(codes).toHaveLength(10)
  expect(new Set(codes.map(recoveryText)).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect(recoveryText(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(recoveryText(code))
  }
  expect(recoveryText('OIBO-2222-2222-2222')).toBe(recoveryText('0180-2222-2222-2222'))
})
