/** A new password by e-mail or number: missing fields, and the request. */
import { expect, it } from 'vitest'
import { LOGIN_BLANK } from '../login/login.ts'
import { codeInput, forgotFaults, forgotInput } from './forgot.ts'

const secrets = { next: 'violet harbour 7', again: 'violet harbour 7', code: '123456', factor: undefined }
const byMail = { ...LOGIN_BLANK, email: ' ana@example.com ' }
const byNumber = { ...LOGIN_BLANK, kind: 'mobile', mobile: '51234567', area: '811' }
const wrong = (faults: object) => Object.entries(faults).filter(([, fault]) => fault !== undefined)

it('has no fault when all fields are filled', () => {
  expect(wrong(forgotFaults(byMail, secrets))).toEqual([])
  expect(wrong(forgotFaults(byNumber, secrets))).toEqual([])
  expect(wrong(forgotFaults({ ...byNumber, area: '', mobile: '+85251234567' }, secrets))).toEqual([])
})

it.each([
  [{ email: '' }, {}, { account: 'login.email_missing' }],
  [{ email: 'ana' }, {}, { account: 'refusals.email_malformed' }],
  [{ kind: 'mobile' }, {}, { account: 'login.mobile_missing' }],
  [{ kind: 'mobile', mobile: '51234567' }, {}, { area: 'fields.area_missing' }],
  [{}, { code: '1' }, { code: 'fields.code_digits' }],
  [{}, { again: 'other' }, { again: 'refusals.passwords_differ' }],
  [{}, { factor: { code: '12345', recovery: undefined } }, { factor: 'fields.code_digits' }],
  [{}, { factor: { code: '123456', recovery: ' ' } }, { factor: 'step_up.recovery_missing' }],
])('%j %j', (draft, part, faults) =>
  expect(forgotFaults({ ...byMail, ...draft }, { ...secrets, ...part })).toMatchObject(faults),
)

it('asks for a code and sets the password under the same name', () => {
  expect(codeInput(byMail)).toEqual({ to: 'ana@example.com', type: 2 })
  expect(codeInput(byNumber)).toEqual({ to: '51234567', type: 2, area_id: 811 })
  expect(forgotInput(byNumber, secrets)).toEqual({
    type: 'mobile',
    account: '51234567',
    new_password: 'violet harbour 7',
    secondary_password: 'violet harbour 7',
    auth_code: '123456',
    area_id: 811,
  })
})

it('sends the requested second factor: the code of the app, or a recovery code in its place', () => {
  expect(forgotInput(byMail, secrets)).not.toHaveProperty('totp_code')
  expect(forgotInput(byMail, { ...secrets, factor: { code: '654321', recovery: undefined } })).toMatchObject({
    totp_code: '654321',
  })
  expect(forgotInput(byMail, { ...secrets, factor: { code: '65', recovery: ' AB-CD ' } })).toMatchObject({
    totp_code: 'AB-CD',
  })
})
