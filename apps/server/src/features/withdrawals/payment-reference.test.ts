/** Valid references of the payment of a withdrawal, and the spellings that name one payment. */
import { describe, expect, test } from 'vitest'
import { paymentSpelling } from './payment-reference.ts'

const HEX = 'C0FFEE77'.repeat(8)
const plain = HEX.toLowerCase()
const tron = { method: 'coin', protocol: 'TRC20' } as const
const evm = { method: 'coin', protocol: 'ERC20' } as const
const bitcoin = { method: 'coin', protocol: 'BTC' } as const
const bank = { method: 'bank', protocol: '' } as const

describe('taken, in one spelling', () => {
  test.each([
    [tron, HEX, `tron:${plain}`],
    [tron, ` ${plain} `, `tron:${plain}`],
    [evm, `0x${HEX}`, `evm:0x${plain}`],
    [bitcoin, HEX, `bitcoin:${plain}`],
    [bank, 'RF18  5390 0754', 'bank:RF1853900754'],
    [bank, 'rf1853900754', 'bank:RF1853900754'],
    [bank, 'ＲＦ１８\u00a05390\u30000754', 'bank:RF1853900754'],
    [bank, 'ref/7-u', 'bank:REF/7-U'],
  ])('%j %s', (paid, reference, spelling) => expect(paymentSpelling(paid, reference)).toBe(spelling))
})

describe('refused', () => {
  test.each([
    [tron, `0x${HEX}`],
    [tron, HEX.slice(1)],
    [tron, `${HEX}0`],
    [tron, HEX.replace('C', 'G')],
    [evm, HEX],
    [evm, 'c0ffee-77'],
    [bitcoin, `0x${HEX}`],
    [bank, 'abc'],
    [bank, 'x'.repeat(65)],
    [bank, 'two\nlines'],
    // A Cyrillic A, a zero-width space, a soft hyphen, a direction mark, a dash, an accent.
    [bank, 'REF\u0410 539'],
    [bank, 'RF18\u200b5390'],
    [bank, 'RF18\u00ad5390'],
    [bank, '\u202eRF185390'],
    [bank, 'RF18\u20135390'],
    [bank, 'ref/7-ü'],
    [bank, ''],
  ])('%j %s', (paid, reference) => expect(paymentSpelling(paid, reference)).toBeUndefined())
})
