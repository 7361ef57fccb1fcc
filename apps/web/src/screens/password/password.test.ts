/** A change of the password: faults found in the client, and the request. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { newPasswordFault, passwordFaults, passwordInput } from './password.ts'
import { isCommon, lengthOf, strengthOf } from './strength.ts'

const right = { old: 'old password', next: 'violet harbour 7', again: 'violet harbour 7', code: '123456' }

describe('faults', () => {
  it('has no fault when all fields are filled', () =>
    expect(Object.values(passwordFaults(right)).filter(Boolean)).toEqual([]))
  it.each([
    [{ old: '' }, { old: 'password.old_missing' }],
    [
      { next: '', again: '' },
      { next: 'password.missing', again: 'password.again_missing' },
    ],
    [{ next: '1234567', again: '1234567' }, { next: 'refusals.password_too_short' }],
    [{ next: 'x'.repeat(129), again: 'x'.repeat(129) }, { next: 'refusals.password_too_long' }],
    [{ again: 'violet harbour 8' }, { again: 'refusals.passwords_differ' }],
    [{ code: '12345' }, { code: 'fields.code_digits' }],
  ])('%j', (part, faults) => expect(passwordFaults({ ...right, ...part })).toMatchObject(faults))
})

it('sends the current password, the new one and the code', () =>
  expect(passwordInput(right)).toEqual({
    new_password: 'violet harbour 7',
    old_password: 'old password',
    auth_code: '123456',
  }))

describe('strength', () => {
  it.each([
    ['1234567', 'short'],
    ['12345678', 'common'],
    ['1234567890', 'common'],
    ['QWERTYUIOP', 'common'],
    ['Password1', 'common'],
    ['87654321', 'common'],
    ['kestrel8', 'fair'],
    ['violet harb', 'fair'],
    ['violet harbo', 'good'],
    ['violet harbour 7', 'strong'],
    ['a'.repeat(40), 'weak'],
    ['abababababababababab', 'weak'],
  ])('%s is %s', (password, strength) => expect(strengthOf(password)).toBe(strength))
  it('refuses the most frequent common passwords of the server before sending', () => {
    const known = dictionary['passwords-common'].filter((each) => lengthOf(each) >= 8).slice(0, 100)
    const missed = known.filter((each) => strengthOf(each) !== 'common')
    // Vulgar passwords are not shipped to browsers.
    expect(missed.length).toBeLessThanOrEqual(15)
    expect(newPasswordFault('12345678')).toBe('refusals.password_too_common')
  })
  it('refuses nothing that the server would accept', () => {
    const listed = new Set(dictionary['passwords-common'])
    for (const text of ['kestrel8', '        ', 'violet harb', 'k'.repeat(40), '0123456789 and more'])
      expect([text, isCommon(text)]).toEqual([text, listed.has(text)])
  })
  it('counts a visible character once', () =>
    expect([lengthOf('é'), lengthOf('e\u0301'), lengthOf('😀')]).toEqual([1, 1, 1]))
})
