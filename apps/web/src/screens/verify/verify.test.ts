/** The check in the browser: no file, a file that is too large, a file that is no receipt. */
import { expect, test } from 'vitest'
import { check, RECEIPT_BYTES_MAX } from './verify.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('without a file there is no verdict', () => {
  expect(check(undefined, '')).toEqual({ kind: 'none' })
  expect(check(undefined, 'ab')).toEqual({ kind: 'none' })
})

test('a file that is no receipt is refused with the reason', () => {
  expect(check(new Uint8Array(RECEIPT_BYTES_MAX + 1), '')).toEqual({ kind: 'too_large' })
  for (const text of ['', 'hello', '[]', '{"format":"veritick-receipt-1"}', '\u0000\u00ff']) {
    const checked = check(bytes(text), '')
    expect(checked.kind, text).toBe('no_receipt')
    expect(checked.kind === 'no_receipt' && checked.findings.length, text).toBe(1)
  }
})
