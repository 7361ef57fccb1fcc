/** Which staff member may take which step of a withdrawal. */
import { expect, test } from 'vitest'
import {
  afterApproval,
  rejectInput,
  rejectingDoes,
  savedShortlyText,
  stepsOf as stepsFor,
  whyTwoText,
} from './steps.ts'

const by = { who: 'staff:1', name: 'Ann', since: 0, access: null }
const waiting = {
  state: 'waiting' as const,
  moving: false,
  fault: null,
  approvals: { needed: 2 as const, given: [] },
  approver_limit: null,
  two_people: null,
  rejection: null,
  void_rejection: null,
  blocked: null,
  price_old: false,
  person: { frozen: false },
}
const stepsOf = (withdrawal: Parameters<typeof stepsFor>[0], mayReview: boolean) =>
  stepsFor(withdrawal, mayReview, 'staff:2')

test('what waits can be approved or rejected, what is approved can be paid or rejected', () => {
  expect(stepsOf(waiting, true)).toEqual({
    approve: true,
    pay: false,
    reject: true,
    dropRejection: false,
    decides: true,
  })
  expect(stepsOf({ ...waiting, state: 'approved' }, true)).toEqual({
    approve: false,
    pay: true,
    reject: true,
    dropRejection: false,
    decides: true,
  })
})

test('nothing is decided about a record that was changed in the store', () => {
  const changed = { ...waiting, fault: 'received was 5 and is 500', blocked: 'record_changed' as const }
  const none = { approve: false, pay: false, reject: false, dropRejection: false, decides: false }
  expect(stepsOf(changed, true)).toEqual(none)
  expect(stepsOf({ ...changed, state: 'approved' }, true)).toEqual(none)
})

test('a withdrawal of a customer whose facts were changed in the store can be rejected, not approved', () => {
  const steps = stepsOf({ ...waiting, blocked: 'record_changed' }, true)
  expect(steps).toMatchObject({ approve: false, reject: true, blockedText: expect.stringContaining('“Customer”') })
})

test('a rejection says which proposal its staff member was shown', () => {
  const said = { message: 'Closed', reason: 'asked them', isUnsent: true }
  const input = { id: 7, remark: 'Closed', reason_text: 'asked them' }
  expect(rejectInput({ ...waiting, id: 7 }, said)).toEqual({ ...input, seen_rejection: 0 })
  const approved = { ...waiting, id: 7, state: 'approved' as const }
  expect(rejectInput(approved, said)).toEqual({ ...input, seen_rejection: 0, not_sent: true })
  const proposed = { ...approved, rejection: { by, at: 5 } }
  expect(rejectInput(proposed, said)).toEqual({ ...input, seen_rejection: 5, not_sent: true })
})

test('read-only roles take no step, and none is possible once it has ended or is booking', () => {
  const none = { approve: false, pay: false, reject: false, dropRejection: false, decides: false }
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

test('a proposed rejection is confirmed by another; until then nothing is sent, and what was sent is still told', () => {
  const proposed = { ...waiting, state: 'approved' as const, rejection: { by, at: 1 } }
  const other = stepsOf(proposed, true)
  expect(other).toMatchObject({ approve: false, pay: true, reject: true, dropRejection: true, decides: true })
  expect(other.caution).toMatch(/^Ann proposed to reject it: send nothing\./)
  const own = stepsFor(proposed, true, 'staff:1')
  expect(own).toMatchObject({ pay: true, reject: false, dropRejection: true, decides: true })
  expect(own.caution).toMatch(/^You proposed to reject it: send nothing\. A second staff member must confirm/)
  expect(stepsOf({ ...proposed, state: 'rejected' }, true)).toMatchObject({ dropRejection: false, decides: false })
  expect([waiting, { ...proposed, rejection: null }, proposed].map(rejectingDoes)).toEqual([
    'rejects',
    'proposes',
    'confirms',
  ])
})

test('a proposed rejection that does not count any more is still named before the payment', () => {
  const voided = { ...waiting, state: 'approved' as const, void_rejection: { by, at: 1 } }
  expect(stepsOf(voided, true)).toMatchObject({ pay: true, dropRejection: false })
  expect(stepsOf(voided, true).caution).toMatch(/^Ann proposed to reject it\. .*does not count any more/)
  expect(stepsOf({ ...voided, person: { frozen: true } }, true).caution).toMatch(/Ann.*The account is frozen/)
})

test('the limit of the approver makes their approval the first of two, and the screen says why', () => {
  const single = { ...waiting, approvals: { needed: 1 as const, given: [] } }
  const over = { ...single, approver_limit: { limit: '5000.000000', approved: '4800.000000' } }
  expect(whyTwoText(single)).toBeUndefined()
  expect(whyTwoText(over)).toMatch(
    /^You have approved 4,800\.00 USD alone in 24 hours.* limit of one approver, 5,000\.00/,
  )
  expect(afterApproval(over)).toEqual({ before: '0 of 1', after: '1 of 2', state: 'waiting' })
  expect(whyTwoText({ ...waiting, two_people: { limit: '1000.000000', day_amount: '1200.000000' } })).toMatch(
    /: 1,200\.00 USD requested in 24 hours, the limit was 1,000\.00 USD/,
  )
  expect(whyTwoText({ ...waiting, approvals: { needed: 2, given: [{ by, at: 1 }] } })).toMatch(/the first approver/)
  expect(whyTwoText({ ...over, state: 'approved' })).toBeUndefined()
})

test('the last approval lets it be paid', () => {
  expect(afterApproval(waiting)).toEqual({ before: '0 of 2', after: '1 of 2', state: 'waiting' })
  expect(afterApproval({ ...waiting, approvals: { needed: 2, given: [{ by, at: 1 }] } })).toEqual({
    before: '1 of 2',
    after: '2 of 2',
    state: 'approved',
  })
})

test('a destination that was saved less than a day before the request is named with the time between', () => {
  const requested = Date.UTC(2026, 10, 27, 12)
  const text = (before: number) => savedShortlyText({ created_at: requested, payee_bound_at: requested - before })
  expect(text(41_000)).toBe('The address or account was saved only 41 s before the request.')
  expect(text(86_399_999)).toContain('only 23 h 59 min before')
  expect(text(86_400_000)).toBeUndefined()
  expect(savedShortlyText({ created_at: requested, payee_bound_at: null })).toBeUndefined()
})
