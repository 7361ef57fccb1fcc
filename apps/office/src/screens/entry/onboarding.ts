/** The faults of the onboarding form by field, each as a sentence that says what to do. */
import { CODE_FAULT, isCode, passwordFaults } from './code.ts'
import type { Faults } from './faults.ts'

/** Named as the parameters of `welcomeFinish`, which a refusal names; `again` exists in the form alone. */
export const ONBOARDING_FIELDS = ['name', 'email', 'password', 'again', 'totp_code'] as const
export type OnboardingField = (typeof ONBOARDING_FIELDS)[number]
export type OnboardingText = Readonly<Record<OnboardingField, string>>

/** The server's rule for the address of the first admin. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** `first`: the first admin, who enters name and e-mail too. */
export function onboardingFaults(text: OnboardingText, first: boolean): Faults<OnboardingField> {
  return {
    ...(first && text.name.trim() === '' && { name: 'Enter your name.' }),
    ...(first && !EMAIL.test(text.email.trim()) && { email: 'Enter an e-mail address such as name@example.com.' }),
    ...passwordFaults(text.password, text.again),
    ...(!isCode(text.totp_code) && { totp_code: CODE_FAULT }),
  }
}

export const isOnboardingField = (field: string | undefined): field is OnboardingField =>
  ONBOARDING_FIELDS.some((each) => each === field)
