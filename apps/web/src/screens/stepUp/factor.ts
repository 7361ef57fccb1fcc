/** The second factor as somebody types it: what is wrong with it, and what is sent. */
import type { Key } from '@veritick/locales'
import { CODE_DIGITS } from '../../design/digits.ts'

/** A code of the authenticator app, or one of the recovery codes in its place. */
export type SecondFactor = { readonly code: string; readonly recovery: string | undefined }

export const NO_FACTOR: SecondFactor = { code: '', recovery: undefined }

export function factorFault({ code, recovery }: SecondFactor): Key | undefined {
  if (recovery === undefined) return code.length === CODE_DIGITS ? undefined : 'fields.code_digits'
  return recovery.trim() === '' ? 'step_up.recovery_missing' : undefined
}

export const factorText = ({ code, recovery }: SecondFactor): string => (recovery ?? code).trim()
