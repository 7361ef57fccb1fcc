/** Number of decimals that show an amount completely: two for cents, up to six for a margin or a converted profit. */
import type { Micros } from '@veritick/domain'

const CENT_DECIMALS = 2
const MICRO_DECIMALS = 6

export function decimalsOf(amount: Micros): number {
  for (let decimals = CENT_DECIMALS; decimals < MICRO_DECIMALS; decimals += 1) {
    if (amount % 10 ** (MICRO_DECIMALS - decimals) === 0) return decimals
  }
  return MICRO_DECIMALS
}
