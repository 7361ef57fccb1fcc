/**
 * Prices of pending orders, stop-loss and take-profit against the market (trading rule 4), for the ticket and the
 * engine.
 */
import type { Points } from './numbers.ts'
import type { Side } from './trade.ts'

export type PendingKind = 'limit' | 'stop'

/**
 * Limit or stop: whether the target is better or worse than the market at placement (ask for a buy, bid for a sell).
 * `undefined`: the target equals the market, refused with `target_at_market`. Prices in steps.
 */
export function pendingKindOf(order: {
  side: Side
  target: Points
  bid: Points
  ask: Points
}): PendingKind | undefined {
  const { side, target, bid, ask } = order
  const market = side === 'buy' ? ask : bid
  if (target === market) return undefined
  const below = target < market
  return (side === 'buy') === below ? 'limit' : 'stop'
}

/**
 * Whether a quote fills the pending order. A buy looks at the ask, a sell at the bid. A limit fills at the target or
 * better, a stop at the target or worse.
 */
export function pendingFills(order: {
  side: Side
  kind: PendingKind
  target: Points
  bid: Points
  ask: Points
}): boolean {
  const { side, kind, target, bid, ask } = order
  if (side === 'buy') return kind === 'limit' ? ask <= target : ask >= target
  return kind === 'limit' ? bid >= target : bid <= target
}

export type StopFault = 'stop_loss_wrong_side' | 'take_profit_wrong_side'

/**
 * The refusal of a level on the wrong side; `undefined`: both are right. A long needs stopLoss < bid and takeProfit >
 * ask, a short stopLoss > ask and takeProfit < bid. For a pending order bid and ask are both its target. A level that
 * is `undefined` is off.
 */
export function stopFault(order: {
  side: Side
  stopLoss: Points | undefined
  takeProfit: Points | undefined
  bid: Points
  ask: Points
}): StopFault | undefined {
  const { side, stopLoss, takeProfit, bid, ask } = order
  if (stopLoss !== undefined && (side === 'buy' ? stopLoss >= bid : stopLoss <= ask)) return 'stop_loss_wrong_side'
  if (takeProfit !== undefined && (side === 'buy' ? takeProfit <= ask : takeProfit >= bid))
    return 'take_profit_wrong_side'
  return undefined
}

/**
 * The level that a quote triggers; `undefined`: none. A long closes on the bid, a short on the ask. If the quote
 * reaches both levels, the stop-loss counts.
 */
export function protectionHit(position: {
  side: Side
  stopLoss: Points | undefined
  takeProfit: Points | undefined
  bid: Points
  ask: Points
}): 'stop_loss' | 'take_profit' | undefined {
  const { side, stopLoss, takeProfit, bid, ask } = position
  const price = side === 'buy' ? bid : ask
  const away = side === 'buy' ? 1 : -1
  if (stopLoss !== undefined && (price - stopLoss) * away <= 0) return 'stop_loss'
  if (takeProfit !== undefined && (price - takeProfit) * away >= 0) return 'take_profit'
  return undefined
}
