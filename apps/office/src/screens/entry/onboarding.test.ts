/** The onboarding form says at each field what to do, once a person has left the field or pressed the button. */
import { expect, test } from 'vitest'
import { shownFaults } from './faults.ts'
import { isOnboardingField, type OnboardingField, onboardingFaults } from './onboarding.ts'

const EMPTY = { name: '', email: '', password: '', again: '', totp_code: '' }
const GOOD = {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'eleven lanterns',
  again: 'eleven lanterns',
  totp_code: '123456',
}

test('each field of the first admin has a sentence of its own', () => {
  expect(onboardingFaults(EMPTY, true)).toEqual({
    name: 'Enter your name.',
    email: 'Enter an e-mail address such as name@example.com.',
    password: 'Use at least 12 characters.',
    again: 'Enter the same password again.',
    totp_code: 'Enter the six digits that the app shows now.',
  })
  expect(onboardingFaults(GOOD, true)).toEqual({})
})

test.each<[Partial<typeof GOOD>, OnboardingField]>([
  [{ name: ' ' }, 'name'],
  [{ email: 'ada@example' }, 'email'],
  [{ password: 'eleven char', again: 'eleven char' }, 'password'],
  [{ again: 'eleven lantern' }, 'again'],
  [{ totp_code: '12345' }, 'totp_code'],
])('%j is the fault of %s alone', (text, field) => {
  expect(Object.keys(onboardingFaults({ ...GOOD, ...text }, true))).toEqual([field])
})

test('an invited staff member enters neither name nor e-mail', () => {
  expect(onboardingFaults({ ...GOOD, name: '', email: '' }, false)).toEqual({})
})

const shown = (given: {
  readonly texts: typeof GOOD
  readonly left?: readonly OnboardingField[]
  readonly tried?: boolean
  readonly refused?: Partial<Record<OnboardingField, string>>
}) =>
  shownFaults({
    texts: given.texts,
    faults: onboardingFaults(given.texts, true),
    left: new Set(given.left),
    tried: given.tried ?? false,
    refused: given.refused ?? {},
  })

test('a fault is shown once its field was left, an empty field only after the button', () => {
  const texts = { ...EMPTY, password: 'short', again: 'shart' }
  expect(shown({ texts })).toEqual({})
  expect(Object.keys(shown({ texts, left: ['name', 'password'] }))).toEqual(['password'])
  expect(Object.keys(shown({ texts, tried: true }))).toEqual(['name', 'email', 'password', 'again', 'totp_code'])
})

test('a refusal of the server stands at its field', () => {
  const refused = { totp_code: 'This code is incorrect.' }
  expect(shown({ texts: { ...GOOD, totp_code: '' }, tried: true, refused })).toEqual(refused)
  expect(['totp_code', 'password', 'link', undefined].map(isOnboardingField)).toEqual([true, true, false, false])
})
