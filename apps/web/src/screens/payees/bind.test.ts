/** Saving a withdrawal method: faults while typing, by the rules of the server. */
import { describe, expect, it } from 'vitest'
import type { WithdrawCurrency } from '../withdraw/withdraw.ts'
import { type BindForm, bindEmpty, bindFaults, bindRequest, isTypedOut } from './bind.ts'

const tron: WithdrawCurrency = {
  id: 1,
  type: 1,
  code: 'USDT',
  protocol: 'TRC20',
  draw_rate: '2',
  fee_type: 1,
  usd_price: '1.000000',
  price_old: false,
  trial: false,
}
const evm: WithdrawCurrency = { ...tron, id: 2, protocol: 'ERC20' }
const euro: WithdrawCurrency = { ...tron, id: 3, type: 2, code: 'EUR', protocol: '' }
const coin = (address: string): BindForm => ({ type: 1, ...bindEmpty, address })
const bank: BindForm = {
  type: 2,
  ...bindEmpty,
  bankName: 'Commerzbank',
  swift: 'cobadeff',
  payeeName: 'Mara Lang',
  account: 'DE89 3704 0044 0532 0130 00',
}
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('an address', () => {
  it.each([
    [TRON, tron, undefined],
    [` ${TRON} `, tron, undefined],
    [`${TRON.slice(0, -1)}u`, tron, 'address_checksum_wrong'],
    [EVM, tron, 'address_network_wrong'],
    [EVM, evm, undefined],
    [TRON, evm, 'address_network_wrong'],
    ['', tron, 'missing'],
  ])('%s', (address, currency, fault) => expect(bindFaults(coin(address), currency).address).toBe(fault))
  it('is not checked before its currency is known', () =>
    expect(bindFaults(coin(EVM), undefined)).toEqual({ currency: 'missing' }))
  it('shows no fault while it is incomplete', () => {
    expect(isTypedOut(coin(TRON.slice(0, 33)), 'address', tron)).toBe(false)
    expect(isTypedOut(coin(TRON), 'address', tron)).toBe(true)
  })
})

describe('a bank account', () => {
  it('is right', () => expect(bindFaults(bank, euro)).toEqual({}))
  it.each([
    ['account', 'DE89370400440532013001', 'iban_wrong'],
    ['account', '', 'missing'],
    ['swift', 'COBADEF', 'swift_wrong'],
    ['payeeName', ' ', 'missing'],
    ['bankName', '', 'missing'],
  ] as const)('%s %s: %s', (field, text, fault) =>
    expect(bindFaults({ ...bank, [field]: text }, euro)).toEqual({ [field]: fault }),
  )
  it('reports only the bank code if it is wrong', () =>
    expect(bindFaults({ ...bank, swift: 'NOBANK', account: '123456789' }, euro)).toEqual({ swift: 'swift_wrong' }))
  it('shows no fault while it is incomplete', () => {
    expect(isTypedOut({ ...bank, account: 'DE89 3704' }, 'account', euro)).toBe(false)
    expect(isTypedOut(bank, 'account', euro)).toBe(true)
    expect(isTypedOut(bank, 'swift', euro)).toBe(true)
    expect(isTypedOut(bank, 'bankName', euro)).toBe(false)
  })
})

it('sends the fields of its kind, without empty ones', () => {
  expect(bindRequest(coin(` ${TRON}`), tron)).toEqual({ type: 1, draw_id: 1, dc_address: TRON })
  expect(bindRequest(bank, euro)).toEqual({
    type: 2,
    draw_id: 3,
    bank_name: 'Commerzbank',
    bank_swift: 'COBADEFF',
    payee_name: 'Mara Lang',
    payee_account: 'DE89 3704 0044 0532 0130 00',
  })
  expect(bindRequest({ ...bank, bankAddress: 'Kaiserplatz' }, euro)).toMatchObject({ bank_address: 'Kaiserplatz' })
})
