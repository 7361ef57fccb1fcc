/**
 * The lines on the chart: entry, target of a pending order, stop-loss and take-profit of orders and of the open ticket,
 * with their profit in USD at the current rate; price alerts; ask, day high and day low. The profit comes from the
 * engine's function.
 */
import { lotsText, moneyText, type PriceAlert, priceText } from '@veritick/contract'
import { type InstrumentTerms, type Micros, type Points, profitIfFits } from '@veritick/domain'
import type { Order } from '../../data/order.ts'
import { summaryOf } from '../ticket/costs.ts'
import { read, type TicketForm, type TicketMarket, type TicketTerms } from '../ticket/ticket.ts'
import type { LineName } from './dragLevel.ts'

export type LevelKind = 'entry' | 'pending' | 'stop_loss' | 'take_profit' | 'ask' | 'day_high' | 'day_low' | 'alert'
export type Level = {
  readonly id: string
  readonly kind: LevelKind
  readonly side: Order['side']
  /** Wire decimals. */
  readonly price: string
  /** Empty for a line of the market. */
  readonly lots: string
  /** Profit at this level; `undefined` without a rate. */
  readonly profit: string | undefined
  /** The owner of the line; `undefined`: the market. */
  readonly owner: 'ticket' | 'alert' | number | undefined
  /** The value that dragging changes; `undefined`: the line cannot be dragged. */
  readonly line: LineName | undefined
  /** Dragging the tag of this entry makes the stop-loss or take-profit that the position has not. */
  readonly makes: boolean
}

type Terms = Pick<InstrumentTerms, 'contractSize' | 'pricePrecision'>

/** Whether a line belongs to the customer; a shared picture omits such lines. */
export const isOwn = ({ owner }: Pick<Level, 'owner'>): boolean => owner !== undefined

/** Whether the tag of a line opens something or moves; a price alert is changed in the sheet of the bell. */
export const hasHandle = (level: Pick<Level, 'owner'>): boolean => isOwn(level) && level.owner !== 'alert'

/**
 * Entry, stop-loss and take-profit of each order of one instrument. `conversion`: the market's rate for pending orders,
 * which have no own rate until they fill.
 */
export function levelsOf(orders: readonly Order[], terms: Terms, conversion?: TicketMarket['conversion']): Level[] {
  return orders.flatMap((order) => {
    const level = (kind: LevelKind, at: Points, line?: LineName): Level => ({
      id: `${order.id} ${kind}`,
      kind,
      side: order.side,
      price: priceText(at, order.precision),
      lots: lotsText(order.lots),
      profit: line === undefined || line === 'target' ? undefined : profitAt(order, terms, at, conversion),
      owner: order.id,
      line,
      makes: kind === 'entry' && (order.stopLoss === undefined || order.takeProfit === undefined),
    })
    return [
      order.status === 'pending' ? level('pending', order.price, 'target') : level('entry', order.price),
      ...(order.stopLoss === undefined ? [] : [level('stop_loss', order.stopLoss, 'stopLoss')]),
      ...(order.takeProfit === undefined ? [] : [level('take_profit', order.takeProfit, 'takeProfit')]),
    ]
  })
}

/** The lines of the open ticket: its fill price, and its levels that are on. */
export function ticketLevels({ form, terms, market }: Ticket): Level[] {
  const { entry, stopLoss, takeProfit } = read(form, terms, market)
  const summary = summaryOf({ form, terms, market, account: undefined })
  const level = (kind: LevelKind, at: Points | undefined, line?: LineName, profit?: Micros): Level[] =>
    at === undefined
      ? []
      : [
          {
            id: `ticket ${kind}`,
            kind,
            side: form.side,
            price: priceText(at, terms.pricePrecision),
            lots: form.lots,
            profit: profit === undefined ? undefined : moneyText(profit),
            owner: 'ticket',
            line,
            makes: false,
          },
        ]
  return [
    ...(form.kind === 'market' ? level('entry', entry) : level('pending', entry, 'target')),
    ...level('stop_loss', stopLoss, 'stopLoss', summary.atStopLoss),
    ...level('take_profit', takeProfit, 'takeProfit', summary.atTakeProfit),
  ]
}

type Ticket = { readonly form: TicketForm; readonly terms: TicketTerms; readonly market: TicketMarket }

/** The newest profit of each position, at its entry. `live`: what was pushed since the orders were read. */
export function withProfits(
  levels: readonly Level[],
  orders: readonly Pick<Order, 'id' | 'profit'>[],
  live: ReadonlyMap<number, { readonly profit: string }> | undefined,
): Level[] {
  return levels.map((level) => {
    if (level.kind !== 'entry' || typeof level.owner !== 'number') return level
    const read = orders.find(({ id }) => id === level.owner)?.profit
    const profit = live?.get(level.owner)?.profit ?? (read === undefined ? undefined : moneyText(read))
    return { ...level, profit }
  })
}

/** The line that a dragged entry makes or moves. */
export function madeLevel(entry: Level, line: 'stopLoss' | 'takeProfit', levels: readonly Level[]): Level {
  const known = levels.find((level) => level.owner === entry.owner && level.line === line)
  const kind = line === 'stopLoss' ? 'stop_loss' : 'take_profit'
  return known ?? { ...entry, id: `${entry.owner} ${kind}`, kind, line, makes: false }
}

const MARKET = { side: 'buy', lots: '', profit: undefined, owner: undefined, line: undefined, makes: false } as const

/** Lines of the market that the customer switched on. An unknown price has no line. */
export function marketLevels(of: {
  readonly ask: string | undefined
  readonly high: string | undefined
  readonly low: string | undefined
}): Level[] {
  const level = (kind: LevelKind, price: string | undefined): Level[] =>
    price === undefined ? [] : [{ ...MARKET, id: kind, kind, price }]
  return [...level('ask', of.ask), ...level('day_high', of.high), ...level('day_low', of.low)]
}

/** The price alerts of an instrument that can still fire. */
export const alertLevels = (alerts: readonly PriceAlert[], instrument: number): Level[] =>
  alerts
    .filter(({ forex_id, state }) => forex_id === instrument && state !== 'done')
    .map(({ id, price }) => ({ ...MARKET, id: `alert ${id}`, kind: 'alert', price, owner: 'alert' }))

function profitAt(order: Order, terms: Terms, price: Points, ofMarket: TicketMarket['conversion']): string | undefined {
  const { side, lots, price: open, conversion = order.status === 'pending' ? ofMarket : undefined } = order
  if (conversion === undefined) return undefined
  const profit = profitIfFits({ terms, side, lots, open, price, conversion })
  return profit === undefined ? undefined : moneyText(profit)
}
