/** The step-up: the refusals that start it, its method, and the refusals that keep it open. */
import type { Reason } from '@veritick/contract'
import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: [] })
const { CallFailed } = await import('../../data/api.ts')
const { answerOf, stepUpMethodOf, staysOpen } = await import('./stepUp.ts')

const refused = (reason: Reason, field?: string) => new CallFailed({ kind: 'refused', message: reason, reason, field })

it.each([
  ['proof_needed', 'mail'],
  ['totp_needed', 'app'],
  ['draw_day_limit', undefined],
] as const)('%s asks by %s', (reason, method) => expect(stepUpMethodOf(refused(reason))).toBe(method))

describe('the question', () => {
  it.each([
    ['mail', 'code_wrong', true],
    ['mail', 'code_expired', true],
    ['mail', 'too_many_attempts', true],
    ['app', 'totp_wrong', true],
    ['app', 'too_many_attempts', true],
    // These refusals are about the mailed code of the form itself.
    ['app', 'code_wrong', false],
    ['app', 'code_expired', false],
    ['mail', 'payee_unknown', false],
    ['mail', 'busy', true],
    ['app', 'shutting_down', true],
  ] as const)('by %s after %s stays: %s', (method, reason, stays) =>
    expect(staysOpen(refused(reason), method, 'withdraw')).toBe(stays),
  )
  it('stays open without an answer: the same call may be sent again', () =>
    expect(staysOpen(new CallFailed({ kind: 'network', message: 'lost' }), 'app', 'proof')).toBe(true))
  it('closes when the code of a new address is wrong: the form has a field for it', () => {
    expect(staysOpen(refused('code_expired', 'auth_code'), 'mail', 'new_email')).toBe(false)
    expect(staysOpen(refused('code_wrong', 'proof_code'), 'mail', 'new_email')).toBe(true)
  })
})

it('sends the code of its method; a recovery code replaces a code of the app', () => {
  expect(answerOf('mail', { code: '123456', recovery: undefined })).toEqual({ auth_code: '123456' })
  expect(answerOf('app', { code: '123456', recovery: undefined })).toEqual({ totp_code: '123456' })
  expect(answerOf('app', { code: '', recovery: ' abcd-efgh ' })).toEqual({ totp_code: 'abcd-efgh' })
})
