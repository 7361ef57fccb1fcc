/**
 * The instruments of a list and their order. Orders by price use a copy of the prices, so that rows do not move under a
 * finger at every quote.
 */
import type { TradeItem } from '@veritick/contract'
import { parseDecimal } from '@veritick/domain'
import type { ListOrder } from '../../data/lists.ts'

/** A number is a category. */
export type Shown = 'all' | 'favourites' | 'movers' | number

/** The change of the day as on the wire, and whether the instrument can be traded now. */
export type DayPrice = { readonly change: string | undefined; readonly open: boolean }

/** Rows of the movers. */
export const MOVERS_MAX = 20
const CHANGE_DECIMALS = 2

type Item = Pick<TradeItem, 'Code' | 'ShowCode' | 'CategoryId'>

export type Arrangement = {
  readonly shown: Shown
  readonly order: ListOrder
  readonly favourites: readonly string[]
  /** The newest first. */
  readonly recent: readonly string[]
  readonly priceOf: (code: string) => DayPrice
}

export function arranged<I extends Item>(items: readonly I[], view: Arrangement): readonly I[] {
  const { shown, order, favourites } = view
  if (shown === 'movers') return moversOf(items, view.priceOf)
  if (shown !== 'favourites') return inOrder(ofShown(items, shown), order, view)
  const starred = ofCodes(items, favourites)
  return order === 'standard' || order === 'favourites' ? starred : inOrder(starred, order, view)
}

/** Whether the order depends on prices: it is then refreshed at intervals. */
export const followsPrices = ({ shown, order }: Pick<Arrangement, 'shown' | 'order'>): boolean =>
  shown === 'movers' || order === 'change'

function ofShown<I extends Item>(items: readonly I[], shown: Shown): readonly I[] {
  return typeof shown === 'number' ? items.filter((item) => item.CategoryId === shown) : items
}

function inOrder<I extends Item>(items: readonly I[], order: ListOrder, view: Arrangement): readonly I[] {
  switch (order) {
    case 'standard':
      return items
    case 'favourites':
      return firstOf(items, view.favourites)
    case 'recent':
      return firstOf(items, view.recent)
    case 'name':
      return items.toSorted((one, two) => (one.ShowCode < two.ShowCode ? -1 : one.ShowCode > two.ShowCode ? 1 : 0))
    case 'change':
      return byNumber(items, (item) => changeOf(view.priceOf(item.Code)))
  }
}

/** The largest change of the day in either direction, of instruments that are open now. */
function moversOf<I extends Item>(items: readonly I[], priceOf: Arrangement['priceOf']): readonly I[] {
  const size = (item: I): number => {
    const price = priceOf(item.Code)
    return price.open ? Math.abs(changeOf(price) ?? 0) : 0
  }
  return byNumber(
    items.filter((item) => size(item) > 0),
    size,
  ).slice(0, MOVERS_MAX)
}

/** In hundredths of a percent; `undefined` before the first price of the day. */
function changeOf({ change }: DayPrice): number | undefined {
  const value = change === undefined ? undefined : parseDecimal(change, CHANGE_DECIMALS)
  return typeof value === 'number' ? value : undefined
}

/** The largest number first; items without one last. Equal numbers keep their order. */
function byNumber<I>(items: readonly I[], numberOf: (item: I) => number | undefined): readonly I[] {
  const numbers = new Map(items.map((item) => [item, numberOf(item) ?? Number.NEGATIVE_INFINITY]))
  const of = (item: I) => numbers.get(item) ?? Number.NEGATIVE_INFINITY
  return items.toSorted((one, two) => (of(one) === of(two) ? 0 : of(two) - of(one)))
}

/** The instruments of these codes, in their order. A code that is no longer listed is left out. */
export function ofCodes<I extends Item>(items: readonly I[], codes: readonly string[]): readonly I[] {
  const known = new Map(items.map((item) => [item.Code, item]))
  return codes.flatMap((code) => known.get(code) ?? [])
}

function firstOf<I extends Item>(items: readonly I[], codes: readonly string[]): readonly I[] {
  const first = new Set(codes)
  return [...ofCodes(items, codes), ...items.filter((item) => !first.has(item.Code))]
}

/** The list with one element at another place. Places beyond the ends are the ends. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const element = list[from]
  if (element === undefined) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, element)
}

/** A row that is dragged by `distance` pixels; rows are `height` pixels high. */
export type Dragged = {
  readonly from: number
  readonly distance: number
  readonly height: number
  readonly count: number
}

/** The new place of the dragged row. */
export const landingOf = ({ from, distance, height, count }: Dragged): number =>
  Math.min(Math.max(from + Math.round(distance / height), 0), count - 1)

/**
 * The offset of the row at `place` in pixels during a drag: the dragged row follows the finger, and passed rows move by
 * one place. The order of the rows changes at the drop.
 */
export function shiftOf(place: number, drag: Dragged): number {
  const { from, distance, height } = drag
  if (place === from) return distance
  const to = landingOf(drag)
  if (place > from && place <= to) return -height
  return place < from && place >= to ? height : 0
}
