/** The audit log as text: names of staff instead of numbers, labels instead of field names. */
import { expect, test } from 'vitest'
import { actionText, recordText, subjectText } from './audit.ts'

test('a colleague stands under their name, in subject and values', () => {
  const names = [{ who: 'staff:7', name: 'Finn' }]
  const line = { names, subject_kind: 'withdrawal' }
  expect(recordText({ state: 'waiting', firstApprover: 'staff:7', secondApprover: null }, line)).toEqual({
    State: 'waiting',
    'First approval by': 'Finn',
    'Second approval by': null,
  })
  expect(subjectText({ subject_kind: 'staff', subject: '7', subject_name: 'Finn', subject_uid: '' })).toBe(
    'Staff member Finn',
  )
  const withdrawal = { subject_kind: 'withdrawal', subject: '12', subject_name: '', subject_uid: '10000042' }
  expect(subjectText(withdrawal)).toBe('Withdrawal 12 of UID 10000042')
  const setting = { subject_kind: 'setting', subject: 'draw_min_usd', subject_name: '', subject_uid: '' }
  expect(subjectText(setting, 'Smallest withdrawal')).toBe('Setting: Smallest withdrawal')
})

test.each([
  ['deposit', 'unchecked', 'waiting'],
  ['deposit', 'finished', 'credited'],
  ['deposit', 'crediting', 'booking'],
  ['withdrawal', 'paying', 'booking'],
  ['correction', 'asked', 'waiting for approval'],
  ['reward', 'held', 'waiting for approval'],
  ['reward', 'approved', 'waiting for payment'],
  ['closure', 'reopened', 'reopened'],
  ['vault', 'half_open', 'half open'],
])('the state of a %s that the store calls %s reads as in its list: %s', (kind, state, name) =>
  expect(recordText({ state }, { names: [], subject_kind: kind })).toEqual({ State: name }),
)

test('what is new is read as its own word, until it has a better one', () => {
  expect(actionText('withdrawal_pay')).toBe('Marked a withdrawal as paid')
  expect(actionText('deposit_propose')).toBe('Approved the amount of a deposit (1 of 2)')
  expect(actionText('vault_opened')).toBe('Vault opened')
  expect(recordText({ holdUntil: 5 }, { names: [], subject_kind: 'vault' })).toEqual({ 'Hold until': 5 })
})
