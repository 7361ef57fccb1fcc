/** Withdrawals: holds, available amount, payout, and faults. */
import { formatDecimal } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import {
  currencyOf,
  feePercent,
  freeOf,
  holdHours,
  holdsOf,
  isBeyond,
  isUsable,
  lockedUntil,
  onlyOne,
  openTypes,
  payoutIn,
  positionFault,
  type WithdrawCurrency,
  type WithdrawForm,
  withdrawFaults,
  withdrawRequest,
  withdrawTypeOf,
} from './withdraw.ts'
import { methodOf, TERMS, TETHER } from './withdraw-fixture.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const bitcoin: WithdrawCurrency = {
  id: 2,
  type: 1,
  code: 'BTC',
  protocol: 'BTC',
  draw_rate: '0.010000',
  fee_type: 2,
  usd_price: '64250.500000',
  price_old: false,
  trial: false,
}
const euro: WithdrawCurrency = {
  id: 3,
  type: 2,
  code: 'EUR',
  protocol: '',
  draw_rate: '25.000000',
  fee_type: 1,
  usd_price: '1.083700',
  price_old: false,
  trial: false,
}
const currencies = [TETHER, bitcoin, euro]
const form: WithdrawForm = { method: methodOf(TETHER), amount: '100', memo: '' }
const facts = { currencies, terms: TERMS, balance: '1000.000000', marginFree: '800.000000', now: NOW }

describe('the holds', () => {
  const person = { terms: TERMS, frozen: false, now: NOW }
  it('nothing', () => expect(holdsOf(person)).toEqual([]))
  it('everything at once', () =>
    expect(
      holdsOf({ ...person, frozen: true, terms: { ...TERMS, identity_status: 1, held_until: '2026-11-22T08:00:00Z' } }),
    ).toEqual([
      { kind: 'frozen' },
      { kind: 'identity', status: 1 },
      { kind: 'password', until: Date.parse('2026-11-22T08:00:00Z') },
    ]))
  it('a hold ends at its time', () =>
    expect(holdsOf({ ...person, terms: { ...TERMS, held_until: '2026-11-21T11:59:59Z' } })).toEqual([]))
})

describe('the available amount', () => {
  it.each([
    ['1000.000000', '800.000000', '800.000000'],
    ['1000.000000', '1200.000000', '1000.000000'],
    ['1000.000000', '-50.000000', '0.000000'],
  ])('balance %s, free margin %s: %s', (balance, marginFree, free) =>
    expect(formatDecimal(freeOf({ balance, marginFree }) ?? -1, 6)).toBe(free),
  )
  it.each([
    ['1000.000000', undefined],
    [undefined, '800.000000'],
  ])('is unknown with balance %s and free margin %s', (balance, marginFree) =>
    expect(freeOf({ balance, marginFree })).toBeUndefined(),
  )
})

describe('the payout', () => {
  it.each([
    ['100', TETHER, '2.000000', '98.00000000'],
    ['1000', bitcoin, '10.000000', '0.01540844'],
    ['1000', euro, '25.000000', '899.69'],
    ['2', TETHER, '2.000000', '0.00000000'],
    ['', TETHER, '2.000000', '0.00000000'],
    ['-5', TETHER, '2.000000', '0.00000000'],
    ['', bitcoin, '0.000000', '0.00000000'],
    ['99999999999999999', bitcoin, '0.000000', '0.00000000'],
  ])('%s USD in %o', (text, currency, fee, received) => {
    const payout = payoutIn(text, currency)
    expect(formatDecimal(payout.fee, 6)).toBe(fee)
    expect(formatDecimal(payout.received, currency.type === 1 ? 8 : 2)).toBe(received)
  })
})

describe('the faults', () => {
  it('none', () => expect(withdrawFaults(form, facts)).toEqual({}))
  it('no method', () => expect(withdrawFaults({ ...form, method: undefined }, facts)).toEqual({ method: 'missing' }))
  it.each([
    ['too new', { usable: false, usable_at: '2026-11-21T18:00:00Z' }, 'payee_not_usable_yet'],
    ['old enough by now', { usable: false, usable_at: '2026-11-21T12:00:00Z' }, undefined],
    [
      'for a currency that is no longer paid out',
      { draw_currency: { id: 8, code: 'DOGE', protocol: 'DOGE' } },
      'channel_unknown',
    ],
    [
      'for the chain that stood there before',
      { draw_currency: { id: 1, code: 'USDT', protocol: 'ERC20' } },
      'channel_unknown',
    ],
  ])('a method %s', (_, changes, fault) =>
    expect(withdrawFaults({ ...form, method: methodOf(TETHER, changes) }, facts).method).toBe(fault),
  )
  it('a method whose currency has no price of today', () => {
    const old = { ...bitcoin, price_old: true }
    const asked = { ...form, method: methodOf(bitcoin), amount: '100' }
    expect(withdrawFaults(asked, { ...facts, currencies: [TETHER, old] })).toEqual({ method: 'draw_price_old' })
    expect(withdrawFaults(asked, facts)).toEqual({})
  })
  it.each([
    ['', 'missing'],
    ['0', 'not_positive'],
    ['19.99', 'draw_too_small'],
    ['20', undefined],
    ['800', undefined],
    ['800.000001', 'margin_not_enough'],
    ['1000.01', 'balance_not_enough'],
    ['5000.01', 'balance_not_enough'],
    ['12.0000001', 'too_precise'],
  ])('%s USD: %s', (amount, fault) => expect(withdrawFaults({ ...form, amount }, facts).amount).toBe(fault))
  it.each([
    ['12.5', '12.500000', undefined],
    ['12.49', '12.500000', 'draw_too_small'],
    ['12.5', '12.000000', 'draw_too_small'],
  ])('%s USD of 12.50 with %s free: %s', (amount, marginFree, fault) => {
    expect(withdrawFaults({ ...form, amount }, { ...facts, balance: '12.500000', marginFree }).amount).toBe(fault)
  })
  it('shows no payout for an amount that is refused', () => {
    const beyond = (amount: string) => isBeyond(withdrawFaults({ ...form, amount }, facts).amount)
    expect(['19.99', '800.000001', '1000.01'].map(beyond)).toEqual([true, true, true])
    expect(['', '20', '800'].map(beyond)).toEqual([false, false, false])
  })
  it('the daily limit', () =>
    expect(
      withdrawFaults({ ...form, amount: '5000.01' }, { ...facts, balance: '9000.000000', marginFree: '9000.000000' })
        .amount,
    ).toBe('draw_day_limit'))
  it('the fee uses up the amount', () =>
    expect(withdrawFaults({ ...form, method: methodOf(euro), amount: '25' }, facts).amount).toBe('draw_nothing_left'))
  it('checks no funds before they are known', () =>
    expect(withdrawFaults({ ...form, amount: '900' }, { ...facts, balance: undefined, marginFree: undefined })).toEqual(
      {},
    ))
})

it('becomes a request with plain digits', () => {
  expect(withdrawRequest({ ...form, amount: '١٠٠٫٥', memo: ' rent ' })).toEqual({
    draw_currency_id: 1,
    draw_method_id: 9,
    number: '100.500000',
    memo: 'rent',
  })
  expect(withdrawRequest({ ...form, amount: 'x' })).toBeUndefined()
  expect(withdrawRequest({ ...form, method: undefined })).toBeUndefined()
})
it('selects the only method that can be used without a choice', () => {
  const one = methodOf(TETHER)
  expect(onlyOne([one], currencies, NOW)).toBe(one)
  expect(onlyOne([one, methodOf(bitcoin)], currencies, NOW)).toBeUndefined()
  expect(
    onlyOne([methodOf(TETHER, { usable: false, usable_at: '2026-11-22T12:00:00Z' })], currencies, NOW),
  ).toBeUndefined()
  const later = methodOf(TETHER, { id: 10, usable: false, usable_at: '2026-11-22T12:00:00Z' })
  expect(onlyOne([later, one, methodOf(euro)], [TETHER, bitcoin], NOW), 'the others cannot be used').toBe(one)
  expect(onlyOne([one], [bitcoin], NOW)).toBeUndefined()
  expect(onlyOne([one], [{ ...TETHER, price_old: true }], NOW)).toBeUndefined()
})
it('writes a share as percent', () =>
  expect([feePercent(bitcoin), feePercent({ ...bitcoin, draw_rate: '0.012500' }), feePercent(TETHER)]).toEqual([
    '1.00',
    '1.25',
    undefined,
  ]))
it('finds the currently offered currency', () => expect(currencyOf(methodOf(bitcoin), currencies)).toBe(bitcoin))
it('checks the time from which a method may be used', () =>
  expect(isUsable({ usable: false, usable_at: '2026-11-21T12:00:01Z' }, NOW)).toBe(false))
it('names the waiting period that the method was saved with', () => {
  expect(holdHours(methodOf(TETHER))).toBe(24)
  expect(holdHours(methodOf(TETHER, { usable_at: '2026-11-22T12:00:00Z' }))).toBe(72)
})
it('reads the kind from the address', () => expect(['1', '2', '3', null].map(withdrawTypeOf)).toEqual([1, 2, 1, 1]))

it('offers the kinds with an open currency', () =>
  expect([openTypes([]), openTypes([euro]), openTypes([euro, TETHER, bitcoin])]).toEqual([[], [2], [1, 2]]))

it('while every saved address is new, the earliest one gives the start of withdrawals', () => {
  const at = (usable_at: string, usable = false) => methodOf(TETHER, { usable, usable_at })
  const early = at('2099-11-22T12:00:00Z')
  expect(lockedUntil([at('2099-11-23T12:00:00Z'), early], NOW)).toBe(Date.parse('2099-11-22T12:00:00Z'))
  expect(lockedUntil([early, at('2026-01-01T12:00:00Z', true)], NOW)).toBeUndefined()
  expect(lockedUntil([], NOW)).toBeUndefined()
})

it('an unconfirmed price and a closed market of a position have own texts, other refusals the text of the server', () => {
  expect(['price_unconfirmed', 'price_stale', 'market_closed', 'margin_not_enough'].map(positionFault)).toEqual([
    'position_unpriced',
    'position_unpriced',
    'position_closed',
    undefined,
  ])
})
