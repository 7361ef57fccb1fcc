/** Which staff member may take which step of a withdrawal. */
import { expect, test } from 'vitest'
import { afterApproval, stepsOf } from './steps.ts'

const by = { who: 'staff:1', name: 'Ann', since: 0, access: null }
const waiting = {
  state: 'waiting' as const,
  moving: false,
  approvals: { needed: 2 as const, given: [] },
  blocked: null,
  price_old: false,
  person: { frozen: false },
}

test('what waits can be approved or rejected, what is approved can be paid or rejected', () => {
  expect(stepsOf(waiting, true)).toEqual({ approve: true, pay: false, reject: true, blockedText: undefined })
  expect(stepsOf({ ...waiting, state: 'approved' }, true)).toEqual({
    approve: false,
    pay: true,
    reject: true,
    blockedText: undefined,
  })
})

test('read-only roles take no step, and none is possible once it has ended or is booking', () => {
  const none = { approve: false, pay: false, reject: false, blockedText: undefined }
  expect(stepsOf(waiting, false)).toEqual(none)
  expect(stepsOf({ ...waiting, state: 'paid' }, true)).toEqual(none)
  expect(stepsOf({ ...waiting, moving: true }, true)).toEqual(none)
})

test('the second approval needs a second staff member, and the reason says so', () => {
  const steps = stepsOf(
    { ...waiting, approvals: { needed: 2, given: [{ by, at: 1 }] }, blocked: 'second_person_needed' },
    true,
  )
  expect([steps.approve, steps.reject]).toEqual([false, true])
  expect(steps.blockedText).toMatch(/a second staff member/)
})

test('while the account is frozen nothing is approved; what had left before is still said to be paid', () => {
  const frozen = { ...waiting, person: { frozen: true } }
  expect(stepsOf({ ...frozen, blocked: 'account_frozen' }, true)).toMatchObject({ approve: false, reject: true })
  const approved = stepsOf({ ...frozen, state: 'approved' }, true)
  expect([approved.pay, approved.reject]).toEqual([true, true])
  expect(approved.caution).toMatch(/send nothing/)
  expect(stepsOf({ ...frozen, state: 'approved' }, false).caution).toBeUndefined()
})

test('nothing is approved at a price that is too old; what was approved before is paid', () => {
  const old = stepsOf({ ...waiting, price_old: true }, true)
  expect([old.approve, old.reject]).toEqual([false, true])
  expect(old.blockedText).toMatch(/too old/)
  expect(stepsOf({ ...waiting, price_old: true, state: 'approved' }, true)).toMatchObject({
    pay: true,
    blockedText: undefined,
  })
  expect(stepsOf({ ...waiting, price_old: true }, false).blockedText).toBeUndefined()
})

test('the last approval lets it be paid', () => {
  expect(afterApproval({ needed: 2, given: [] })).toEqual({ before: '0 of 2', after: '1 of 2', state: 'waiting' })
  expect(afterApproval({ needed: 2, given: [{ by, at: 1 }] })).toEqual({
    before: '1 of 2',
    after: '2 of 2',
    state: 'approved',
  })
})
