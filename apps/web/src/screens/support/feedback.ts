/** The feedback form as pure functions: its kinds, its faults, and the name of its content. */
import { FEEDBACK_KINDS, type FeedbackKind, SUPPORT } from '@veritick/contract'
import type { Key } from '@veritick/locales'
import { emailFault } from '../register/register.ts'

export type FeedbackForm = {
  /** Empty: no kind is chosen yet. */
  readonly kind: string
  readonly text: string
  readonly email: string
  readonly picture: string | undefined
}

export const KIND_TITLES: { readonly [Kind in FeedbackKind]: Key } = {
  suggestion: 'support.kind_suggestion',
  fault: 'support.kind_fault',
  complaint: 'support.kind_complaint',
  other: 'support.kind_different',
}

export const kindOf = (text: string): FeedbackKind | undefined => FEEDBACK_KINDS.find((kind) => kind === text)

export type FeedbackFaults = { readonly kind?: Key; readonly text?: Key; readonly email?: Key }

/** Only a visitor gives an address: staff answer customers in the chat. */
export function feedbackFaults(form: FeedbackForm, isVisitor: boolean): FeedbackFaults {
  const { length } = form.text.trim()
  const email = isVisitor ? emailFault(form.email, false) : undefined
  return {
    ...(kindOf(form.kind) === undefined && { kind: 'support.kind_missing' }),
    ...(length === 0 && { text: 'support.text_missing' }),
    ...(length > SUPPORT.feedbackTextMax && { text: 'refusals.parameter_too_long' }),
    ...(email !== undefined && { email }),
  }
}

/** Identifies the content: the same content is the same request. */
export const contentName = (form: FeedbackForm): string => JSON.stringify(form)
