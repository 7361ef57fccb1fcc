/** The received amount is credited; a different amount needs a message to the customer. */
import { describe, expect, test } from 'vitest'
import {
  amountBegun,
  confirmingDoes,
  creditFault,
  differs,
  firstApprovalText,
  paymentBegun,
  paymentFault,
  singleApproverText,
  waitsForAnother,
  whyTwoText,
} from './credit.ts'

describe('crediting 100.000000 that were reported', () => {
  test.each([
    [{ amount: '100', remark: '' }, undefined],
    [{ amount: '100.00', remark: '' }, undefined],
    [{ amount: '99.5', remark: '' }, /write the reason/],
    [{ amount: '99.5', remark: 'The bank kept 0.50' }, undefined],
    [{ amount: '0', remark: 'x' }, /reject the deposit/],
    [{ amount: '-5', remark: 'abc' }, /reject the deposit/],
    [{ amount: '1,000', remark: 'abc' }, /amount received in USD/],
  ])('%j', (typed, fault) => {
    const found = creditFault(typed, '100.000000')
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(fault)
  })
})

test('the same amount written otherwise does not differ', () => expect(differs('100.0', '100.000000')).toBe(false))

const HASH = 'c0ffee77'.repeat(8)

describe('the payment', () => {
  test.each([
    [0, HASH, undefined],
    [0, `0x${HASH.toUpperCase()}`, undefined],
    [0, ' ', /Enter the hash/],
    [0, HASH.slice(1), /64 digits/],
    [1, '', undefined],
    [1, 'RF18 5390', undefined],
    [1, 'abc', /4 to 64/],
    [1, 'vt-10000042-3', /our reference/],
    [1, 'VT100000423', /our reference/],
    [1, 'VT-10000042-1 Ana Diaz', /our reference/],
    [1, 'SVWZ+vt 10000042/1', /our reference/],
    [1, 'REF:ＶＴ-10000042-1', /our reference/],
    [1, 'VT-10000043-1', /our reference/],
    [1, 'VT202611270001', undefined],
    [1, 'VTB 2026/17', undefined],
    [2, '', undefined],
  ] as const)('of kind %i: %s', (type, text, fault) => {
    const found = paymentFault(text, { type, user: { uid: '10000042' } })
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(fault)
  })
})

describe('a credit that needs two', () => {
  const by = { who: 'staff:1', name: 'Finn', since: 0, access: null }
  const fresh = {
    type: 0 as const,
    usd: '12000.000000',
    credited: null,
    tx_hash: '',
    payment_reference: '',
    single_approver_limit: '9499.999999',
    single_approver_limit_own: false,
    approvals: { needed: 1 as const, given: [] },
  }
  const once = {
    ...fresh,
    credited: '12000.000000',
    payment_reference: HASH,
    approvals: { needed: 2 as const, given: [{ by, at: 1 }] },
  }

  test('the second types what they found themselves, the first begins with what was reported', () => {
    expect(amountBegun(fresh, 'staff:1')).toBe('12000.00')
    expect(amountBegun(once, 'staff:2')).toBe('')
  })

  test('the reported transaction is ready to be confirmed; another one is not the second approval', () => {
    expect(paymentBegun({ ...fresh, tx_hash: `tron:${HASH}` }, 'staff:1')).toBe(HASH)
    expect([paymentBegun(once, 'staff:1'), paymentBegun(once, 'staff:2')]).toEqual([HASH, ''])
    const does = (payment: string) => confirmingDoes({ amount: '12000', payment }, once, 'staff:2')
    expect([does(`0x${HASH.toUpperCase()}`), does(HASH.replace('c', 'd'))]).toEqual(['second', 'first'])
  })

  test('the amount of the first approval is named, not the reported one', () => {
    expect(firstApprovalText(fresh)).toBe('')
    expect(firstApprovalText({ ...once, credited: '11500.000000' })).toBe('First approval by Finn: 11,500.00 USD.')
  })

  test('the first approver waits for a second one, unless one approval has become enough', () => {
    expect([
      waitsForAnother(fresh, 'staff:1'),
      waitsForAnother(once, 'staff:1'),
      waitsForAnother(once, 'staff:2'),
    ]).toEqual([false, true, false])
    expect(waitsForAnother({ ...once, single_approver_limit: '12000.000000' }, 'staff:1')).toBe(false)
  })

  test.each([
    ['9499.999999', /^A single approver may credit less than 9,500\.00 USD/],
    ['2040.000000', /^A single approver may credit up to 2,040\.00 USD/],
    ['33.996660', /^A single approver may credit up to 33\.99 USD/],
    ['0.000000', /^A single approver cannot/],
  ])('one person may credit %s', (max, text) =>
    expect(singleApproverText({ single_approver_limit: max, single_approver_limit_own: false })).toMatch(text),
  )

  test.each([
    ['199.999999', /^You alone may credit less than 200\.00 USD here, because of what you have credited alone/],
    ['0.000000', /^You cannot credit it alone, because of what you have credited alone in 24 hours/],
  ])('the reader may credit %s after other credits of the day', (max, text) =>
    expect(singleApproverText({ single_approver_limit: max, single_approver_limit_own: true })).toMatch(text),
  )

  test('so does a bank transfer without the reference of the bank, whatever its amount', () => {
    const bank = { ...fresh, type: 1 as const }
    const [unnamed, named] = [
      { amount: '100', payment: ' ' },
      { amount: '100', payment: 'NTRF 4711' },
    ]
    expect([confirmingDoes(unnamed, bank, 'staff:1'), confirmingDoes(named, bank, 'staff:1')]).toEqual([
      'first',
      'credits',
    ])
    expect(whyTwoText(unnamed, bank)).toBe('Without the reference of the bank')
    expect(whyTwoText({ ...unnamed, amount: '9500' }, bank)).toMatch(/^A single approver may credit/)
    const begun = { ...bank, credited: '100.000000', approvals: once.approvals }
    expect([confirmingDoes(unnamed, begun, 'staff:1'), confirmingDoes(unnamed, begun, 'staff:2')]).toEqual([
      'again',
      'second',
    ])
  })
})
