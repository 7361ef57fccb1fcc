/** The sum of amounts of the wire, exactly: the books of the house together are zero, or something is wrong. */
import { moneyOf, moneyText } from '@veritick/contract'
import { micros } from '@veritick/domain'

export function sumOf(amounts: readonly string[]): string {
  return moneyText(micros(amounts.reduce((sum, amount) => sum + (moneyOf(amount) ?? Number.NaN), 0)))
}
