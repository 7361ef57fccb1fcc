/**
 * The size of an order as text, for every screen: lots with the decimals of the lot step (`0.10`), shares or units with
 * their noun if a lot is one unit (`10 shares`).
 */
import { lotsOf, lotsText, type TradeItem } from '@veritick/contract'
import { type LotUnits, parseDecimal } from '@veritick/domain'
import { useTradeList } from '../../data/queries.ts'
import { formatWhole } from '../../format/money.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { textOfLots, typedLots } from './typed.ts'

export type SizeUnit = 'lots' | 'shares' | 'units'
type SizeTerms = Pick<TradeItem, 'ForexContNum' | 'Session'>
type SizedItem = SizeTerms & Pick<TradeItem, 'Id' | 'Pip'>

export function sizeUnitOf(item: SizeTerms): SizeUnit {
  if (parseDecimal(item.ForexContNum, 0) !== 1) return 'lots'
  return item.Session === 'us_stocks' ? 'shares' : 'units'
}

/**
 * One lot of `size` units in words, such as `1 lot = 100,000 EUR`. `tag`: the tag of the customer's language. Size and
 * unit are one value, so that in Arabic the code of a currency stands right of its amount, and on its line.
 */
export function lotText(
  item: Pick<TradeItem, 'Session' | 'Mark' | 'ShowCode'>,
  size: number,
  { t, tag }: { readonly t: Translate; readonly tag: string },
): string {
  if (item.Session === 'us_stocks') return t('ticket.lot_shares', { count: size })
  const base = item.Mark.kind === 'pair' ? item.ShowCode.split('/')[0] : undefined
  const unit = item.Session === 'metals' ? t('ticket.unit_ounces') : (base ?? t('ticket.unit_units'))
  return t('ticket.lot_size', { size: `${formatWhole(size, tag)}\u00a0${unit}` })
}

/** `bare`: beside a side or under a heading that implies lots. `named`: with the noun in any case. */
export type Size = { readonly bare: string; readonly named: string }

/** `item`: `undefined` while the instrument is unknown; its sizes then count as lots. */
export function sizeOf(lots: LotUnits, item: SizedItem | undefined, t: Translate): Size {
  const step = item && lotsOf(item.Pip)
  const bare = step === undefined ? lotsText(lots) : textOfLots(lots, step)
  const unit = item === undefined ? 'lots' : sizeUnitOf(item)
  if (unit === 'lots') return { bare, named: t('ticket.preset_lots', { lots: bare }) }
  const counted = t(`ticket.size_${unit}`, { count: Number(bare) })
  return { bare: counted, named: counted }
}

/** As above, for a typed text; a text that is no size stays unchanged. */
export function sizeTyped(text: string, item: SizedItem, t: Translate): Size {
  const lotStep = lotsOf(item.Pip)
  const lots = lotStep && typedLots(text, { lotStep })
  return typeof lots === 'number' ? sizeOf(lots, item, t) : { bare: text, named: text }
}

/** The sizes of orders; `instrument`: its id. */
export function useSizeOf(): (order: { readonly instrument: number; readonly lots: LotUnits }) => Size {
  const t = useTranslate()
  const { data: items } = useTradeList()
  return ({ instrument, lots }) =>
    sizeOf(
      lots,
      items?.find(({ Id }) => Id === instrument),
      t,
    )
}
