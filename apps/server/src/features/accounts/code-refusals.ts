/**
 * The refusal of a request for a code, or of a code. The usual sentences of both reasons name an hour; a limit of a day
 * has a sentence of its own, because a customer who tries again after an hour would be refused again.
 */
import { type Refusal, refuse } from '../../calls/index.ts'
import type { CodeSent, CodeSpent } from '../../services/codes/index.ts'

const HOUR_SECONDS = 3_600

export type RefusedCode = Extract<CodeSent | CodeSpent, { readonly ok: false }>

export function refuseCode(refused: RefusedCode, field?: string): Refusal {
  const refusal = refuse(refused.reason, field)
  if (!('waitSeconds' in refused) || refused.waitSeconds <= HOUR_SECONDS) return refusal
  const sentence = refused.reason === 'too_many_attempts' ? 'messages.wrong_codes_of_day' : 'messages.codes_of_day'
  return { ...refusal, sentence }
}
