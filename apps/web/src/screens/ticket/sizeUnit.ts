/** What a size counts: lots, or shares or units where a lot is a single one. */
import type { TradeItem } from '@veritick/contract'
import { parseDecimal } from '@veritick/domain'

export type SizeUnit = 'lots' | 'shares' | 'units'

export function sizeUnitOf(item: Pick<TradeItem, 'ForexContNum' | 'Session'>): SizeUnit {
  if (parseDecimal(item.ForexContNum, 0) !== 1) return 'lots'
  return item.Session === 'us_stocks' ? 'shares' : 'units'
}
