/** The typed second factor: its fault, and the request. */
import type { Key } from '@veritick/locales'
import { CODE_DIGITS } from '../../design/digits.ts'

/** An authenticator code, or a recovery code in its place. */
export type SecondFactor = { readonly code: string; readonly recovery: string | undefined }

export const NO_FACTOR: SecondFactor = { code: '', recovery: undefined }

export function factorFault({ code, recovery }: SecondFactor): Key | undefined {
  if (recovery === undefined) return code.length === CODE_DIGITS ? undefined : 'fields.code_digits'
  return recovery.trim() === '' ? 'step_up.recovery_missing' : undefined
}

export const factorText = ({ code, recovery }: SecondFactor): string => (recovery ?? code).trim()
