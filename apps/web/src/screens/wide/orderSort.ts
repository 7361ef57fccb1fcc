/** The order table's columns and the order of its rows, by live figures. Equal rows keep the order of the server. */
import { type Millis, unreachable } from '@veritick/domain'
import { costsOf, netOf, type Order } from '../../data/order.ts'
import { TABS, type Tab } from '../orders/orders.ts'

export const COLUMNS = [
  'code',
  'side',
  'lots',
  'price',
  'priceNow',
  'stopLoss',
  'takeProfit',
  'margin',
  'swap',
  'profit',
  'costs',
  'net',
  'time',
  'reason',
] as const
export type Column = (typeof COLUMNS)[number]

/**
 * The columns of each list. A pending order has no margin, financing or profit yet. The profit is before the prices,
 * because in a laptop window the buttons at the end cover the last columns until the customer scrolls.
 */
export const COLUMNS_OF: { readonly [T in Tab]: readonly Column[] } = {
  holding: ['code', 'side', 'lots', 'profit', 'price', 'priceNow', 'stopLoss', 'takeProfit', 'margin', 'swap', 'time'],
  pending: ['code', 'side', 'lots', 'price', 'priceNow', 'stopLoss', 'takeProfit', 'time'],
  history: ['code', 'side', 'lots', 'profit', 'costs', 'net', 'price', 'priceNow', 'time', 'reason'],
}

/** Whether a column is aligned as text; the others are aligned as figures. */
export const isText = (column: Column): boolean => TEXT_COLUMNS.includes(column)
const TEXT_COLUMNS: readonly Column[] = ['code', 'side', 'reason']

/** Whether a list shows the column in a very wide panel only. */
export const isVeryWide = (tab: Tab, column: Column): boolean => tab === 'holding' && column === 'time'

/** Whether a list shows a time. */
export function timesOf(tab: Tab): boolean | 'very-wide' {
  if (!COLUMNS_OF[tab].includes('time')) return false
  return isVeryWide(tab, 'time') ? 'very-wide' : true
}

export type Sort = { readonly column: Column; readonly falls: boolean }

/** A second press on a column reverses the order, a third returns to the order of the server. */
export function sortAfter(sort: Sort | undefined, column: Column): Sort | undefined {
  if (sort?.column !== column) return { column, falls: FALLS_FIRST.includes(column) }
  return sort.falls === FALLS_FIRST.includes(column) ? { column, falls: !sort.falls } : undefined
}
/** Columns that sort the largest values first. */
const FALLS_FIRST: readonly Column[] = ['lots', 'margin', 'profit', 'net', 'time']

/** The sorting of each list; a list that is missing has the order of the server. */
export type Sorts = { readonly [T in Tab]?: Sort }

/** The sortings as they are stored: `holding profit falls`, one a line. Omits what names no column of its list. */
export function sortsIn(text: string | undefined): Sorts {
  const sorts: { [T in Tab]?: Sort } = {}
  for (const line of (text ?? '').split('\n')) {
    const [list, name, direction] = line.split(' ')
    const tab = TABS.find((each) => each === list)
    const column = tab && COLUMNS_OF[tab].find((each) => each === name)
    if (tab && column && (direction === 'falls' || direction === 'rises'))
      sorts[tab] = { column, falls: direction === 'falls' }
  }
  return sorts
}

export const sortsText = (sorts: Sorts): string =>
  TABS.flatMap((tab) => {
    const sort = sorts[tab]
    return sort === undefined ? [] : `${tab} ${sort.column} ${sort.falls ? 'falls' : 'rises'}`
  }).join('\n')

/** The sorted rows. A row without a value is last in both directions. */
export function sorted(orders: readonly Order[], sort: Sort | undefined): readonly Order[] {
  if (sort === undefined) return orders
  const { column, falls } = sort
  return orders.toSorted((a, b) => {
    const left = figureOf(a, column)
    const right = figureOf(b, column)
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return (falls ? -1 : 1) * compare(left, right)
  })
}

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : Number(a > b))

/**
 * Points of instruments with other decimals are compared as prices. A cancelled order has no close price and no profit.
 */
function figureOf(order: Order, column: Column): number | string | undefined {
  switch (column) {
    case 'code':
      return order.showCode
    case 'price':
    case 'stopLoss':
    case 'takeProfit':
      return scaled(order[column], order.precision)
    case 'priceNow':
      return order.cancelled ? undefined : scaled(order.priceNow, order.precision)
    case 'profit':
      return order.cancelled ? undefined : order.profit
    case 'costs':
      return order.cancelled ? undefined : costsOf(order)
    case 'net':
      return order.cancelled ? undefined : netOf(order)
    case 'time':
      return timeOf(order)
    case 'reason':
      return order.endReason
    case 'side':
    case 'lots':
    case 'margin':
    case 'swap':
      return order[column]
    default:
      return unreachable(column)
  }
}

/** The end of an ended order, the opening of a position, the creation of a pending order. */
export const timeOf = (order: Order): Millis => order.endedAt ?? order.openedAt ?? order.createdAt

/** Only compared, never shown or computed with. */
const scaled = (points: number | undefined, precision: number): number | undefined =>
  points === undefined ? undefined : points * 10 ** -precision
