/** A typed credit score. */
import { CREDIT_SCORE_MAX } from '@veritick/contract/office'

export function scoreOf(typed: string): number | undefined {
  const score = Number(typed.trim())
  return /^\d{1,3}$/.test(typed.trim()) && score <= CREDIT_SCORE_MAX ? score : undefined
}
