/** Deposits: the checks of the form before anything is sent. */
import { describe, expect, it } from 'vitest'
import {
  allowanceOf,
  amountShown,
  coinRequest,
  type DepositForm,
  type DepositTerms,
  depositFaults,
  fieldsOf,
  isDollar,
  isHashWrong,
  methodOf,
  openMethod,
  paymentAddress,
  restBelowMinimum,
  wireRequest,
} from './deposit.ts'

const terms: DepositTerms = {
  minimum: '10.000000',
  email_confirmed: true,
  identity_status: 0,
  left_without_verification: '2000.000000',
  ways: [0, 1, 2],
  card: { offered: true, trial: true },
  usual_minutes: 1440,
}
const verified: DepositTerms = { ...terms, identity_status: 2, left_without_verification: null }
const form: DepositForm = {
  method: 0,
  price: '1.000000',
  typed: { side: 'asset', text: '250' },
  hash: '',
  proof: '/api/files/1?ticket=x',
}
const amount = (text: string, now = terms, changes: Partial<DepositForm> = {}) =>
  depositFaults({ ...form, ...changes, typed: { side: 'asset', text } }, now).amount

describe('the faults', () => {
  it('nothing', () => expect(depositFaults(form, terms)).toEqual({}))
  it('no network, no picture', () =>
    expect(depositFaults({ ...form, price: undefined, proof: undefined }, terms)).toEqual({
      channel: 'missing',
      proof: 'picture_missing',
    }))
  it('a card needs neither', () =>
    expect(
      depositFaults(
        { ...form, method: 2, price: undefined, proof: undefined, typed: { side: 'usd', text: '50' } },
        terms,
      ),
    ).toEqual({}))
  it.each([
    ['', 'missing'],
    ['9.99', 'deposit_too_small'],
    ['10', undefined],
    ['2000', undefined],
    ['2000.01', 'deposit_limit_unverified'],
    ['0', 'not_positive'],
  ])('%s USDT: %s', (text, fault) => expect(amount(text)).toBe(fault))
  it.each([
    ['30', undefined],
    ['29.995', undefined],
    ['29.99', 'deposit_too_small'],
    ['30.01', 'deposit_too_small'],
    ['50', 'deposit_limit_unverified'],
  ])('with 30 left and 50 the smallest, %s USDT: %s', (text, fault) => {
    const left = { ...terms, minimum: '50.000000', left_without_verification: '30.000000' }
    expect(amount(text, left)).toBe(fault)
    expect([restBelowMinimum(left), restBelowMinimum(terms), restBelowMinimum(verified)]).toEqual([
      '30.000000',
      undefined,
      undefined,
    ])
  })
  it('has no limit once verified, and needs verification when nothing is left', () => {
    expect(amount('500000', verified)).toBeUndefined()
    expect(amount('50', { ...terms, left_without_verification: '0.000000' })).toBe('verification_needed')
  })
  it('checks the value of an amount, not its text', () =>
    expect(amount('0.0001', terms, { price: '64250.500000' })).toBe('deposit_too_small'))
  it('checks no limits before the terms are known', () => expect(depositFaults(form, undefined)).toEqual({}))
  it.each([
    ['', false],
    [`0x${'ab'.repeat(32)}`, false],
    ['AB'.repeat(32), false],
    ['ab'.repeat(31), true],
    [`${'ab'.repeat(31)}xy`, true],
  ])('hash %s: %s', (hash, wrong) => expect(isHashWrong(hash)).toBe(wrong))
})

describe('the request', () => {
  const network = {
    id: 3,
    currency_code: 'BTC',
    protocol_code: 'BTC',
    address: 'bc1q',
    usd_price_at: '2026-11-20T09:00:00.000Z',
    usd_price: '64250.500000',
    remark: '',
    trial: false,
  }
  it('is the amount in plain digits, in any typed form', () => {
    const typed = { side: 'usd', text: '٩٩٠' } as const
    expect(coinRequest({ ...form, price: network.usd_price, typed, hash: ' ' }, network)).toEqual({
      charge_id: 3,
      address: 'bc1q',
      number: '0.01540844',
      proofImg: form.proof,
    })
  })
  it('is nothing without a picture', () => expect(coinRequest({ ...form, proof: undefined }, network)).toBeUndefined())
  it('names the account of a wire', () => {
    const account = { id: 7 } as Parameters<typeof wireRequest>[1]
    const wire = { ...form, method: 1, price: '1.083700', typed: { side: 'asset', text: '1000,55' } } as const
    expect(wireRequest(wire, account)).toEqual({ wire_id: 7, number: '1000.55', proofImg: form.proof })
  })
})

it('reads the method from the address', () => expect(['0', '1', '2', '3', null].map(methodOf)).toEqual([0, 1, 2, 0, 0]))
it('gives the amount that can still be deposited', () => {
  expect(allowanceOf(terms)).toEqual({ left: '2000.000000', none: false })
  expect(allowanceOf({ ...terms, left_without_verification: '0.000000' })).toEqual({ left: '0.000000', none: true })
  expect(allowanceOf(verified)).toBeUndefined()
})
it.each([
  ['/sandbox/card/abc', 'http://10.0.0.2:8080/sandbox/card/abc'],
  ['https://pay.example/abc', 'https://pay.example/abc'],
  ['http://pay.example/abc', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,hello', undefined],
])('a card is paid at %s: %s', (url, address) =>
  expect(paymentAddress(url, 'http://10.0.0.2:8080/mine/charge')).toBe(address),
)

it.each([
  [0, [0, 1, 2], 0],
  [2, [0, 1], 0],
  [0, [2], 2],
  [1, [], undefined],
] as const)('way %d of %j: %s', (wanted, ways, shown) => expect(openMethod(wanted, { ways: [...ways] })).toBe(shown))

it.each([
  ['USD', '1.000000', true],
  ['USD', '1', true],
  ['USD', '0.998000', false],
  ['USDT', '1.000000', false],
])('%s at %s is the dollar itself: %s', (currency, usd, same) => expect(isDollar({ currency, usd })).toBe(same))

it('the computed amount is written as the language writes it, the typed one stays as typed', () => {
  const written = (figure: string) => figure.replace('.', ',')
  const both = { assetText: '400.5', usdText: '400.50' }
  expect(fieldsOf({ side: 'asset', text: '400.5' }, both, written)).toEqual({ asset: '400.5', usd: '400,50' })
  expect(fieldsOf({ side: 'usd', text: '400.50' }, both, written)).toEqual({ asset: '400,5', usd: '400.50' })
})

describe('the amount of a deposit in a list', () => {
  const record = { number: '12000.00', currency_code: 'EUR', usd: '13000.000000', credited: null }
  it('waiting: as reported', () => expect(amountShown(record)).toEqual({ amount: '12000.00', currency: 'EUR' }))
  it('credited in full: as reported', () =>
    expect(amountShown({ ...record, credited: '13000.000000' })).toEqual({ amount: '12000.00', currency: 'EUR' }))
  it('credited with another amount: the credited one', () =>
    expect(amountShown({ ...record, credited: '11000.000000' })).toEqual({ amount: '11000.000000', currency: 'USD' }))
})
