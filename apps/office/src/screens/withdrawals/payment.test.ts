/** A paid or rejected withdrawal never reads as one to pay. */
import { expect, test } from 'vitest'
import { paymentOf } from './payment.ts'

const approved = { state: 'approved' as const, moving: false, fault: null, rejection: null, person: { frozen: false } }
const by = { who: 'staff:1', name: 'Ann', since: 0, access: null }

test('"pay exactly" appears only while the payment is due', () => {
  expect(paymentOf(approved)).toEqual({ title: 'To be paid', amount: 'Pay exactly', due: true })
  const others = [
    { ...approved, state: 'waiting' as const },
    { ...approved, moving: true },
    { ...approved, fault: 'received was 5 and is 500' },
    { ...approved, person: { frozen: true } },
    { ...approved, rejection: { by, at: 1 } },
    ...(['paid', 'rejected', 'cancelled'] as const).map((state) => ({ ...approved, state })),
  ].map(paymentOf)
  for (const { due, amount, title } of others) {
    expect(due).toBe(false)
    expect(`${title} ${amount}`).not.toMatch(/Pay exactly|To be paid$/)
  }
})

test('afterwards it is said in the past tense', () => {
  expect(paymentOf({ ...approved, state: 'paid' })).toMatchObject({ title: 'Paid', amount: 'Paid' })
  expect(paymentOf({ ...approved, state: 'cancelled' })).toMatchObject({ title: 'Not paid', amount: 'Requested' })
})
