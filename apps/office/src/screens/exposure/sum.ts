/** The books of the platform: which sides are shown, and their exact sum, which must be zero. */
import { moneyOf, moneyText } from '@veritick/contract'
import { micros } from '@veritick/domain'
import { directionOf } from '../../format/money.ts'

type Book = { readonly side: string; readonly sum: string }

/** Sides on which only the other kind of account has money. */
const OF_OTHER_KIND: Readonly<Record<'real' | 'demo', readonly string[]>> = {
  real: ['demoMint'],
  demo: ['cashIn', 'cashOut'],
}

/** Every side with money is shown, so that the sides add up to the sum; an empty one only where it can have some. */
export function sidesOf<Side extends Book>(kind: 'real' | 'demo', books: readonly Side[]): readonly Side[] {
  return books.filter(({ side, sum }) => !OF_OTHER_KIND[kind].includes(side) || directionOf(sum) !== 'none')
}

export function sumOf(amounts: readonly string[]): string {
  return moneyText(micros(amounts.reduce((sum, amount) => sum + (moneyOf(amount) ?? Number.NaN), 0)))
}
