/** The exact sum of wire amounts: the books of the platform must sum to zero. */
import { moneyOf, moneyText } from '@veritick/contract'
import { micros } from '@veritick/domain'

export function sumOf(amounts: readonly string[]): string {
  return moneyText(micros(amounts.reduce((sum, amount) => sum + (moneyOf(amount) ?? Number.NaN), 0)))
}
