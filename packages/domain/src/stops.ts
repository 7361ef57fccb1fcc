/** On which side of the market a level may stand: trading rule 4, shared by the ticket and the engine. */
import type { Points } from './numbers.ts'
import type { Side } from './trade.ts'

export type PendingKind = 'limit' | 'stop'

/** What a pending order is, seen from the market at placement; `undefined` when the target equals the market. */
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

/** True when a quote fills the pending order. */
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
 * A long needs stopLoss < bid and takeProfit > ask, a short the mirror image; for a pending order bid and ask are both
 * its target. `undefined` levels are off.
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
 * Which protection a quote triggers: a long is closed on the bid, a short on the ask. The stop-loss wins where both do.
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
