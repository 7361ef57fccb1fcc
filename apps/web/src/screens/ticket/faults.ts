/**
 * The reasons why the ticket cannot be sent yet, by field, as reason words of the server. Levels, kinds of pending
 * orders and money use the functions of the engine; market, lots and leverage repeat its rules. Facts that only the
 * server has (a frozen account, too many orders) are refused after the tap.
 */
import {
  compareLevel,
  MARGIN_CALL_LEVEL,
  notionalOf,
  type Points,
  pendingKindOf,
  stopFault,
  type TradingRefusal,
} from '@veritick/domain'
import { summaryOf } from './costs.ts'
import type { LevelName } from './levelUnits.ts'
import { type LotsFault, lotsFault } from './lots.ts'
import { levelOf, read, type TicketAccount, type TicketForm, type TicketMarket, type TicketTerms } from './ticket.ts'
import { typedPriceNear } from './typed.ts'

/** Empty: the ticket can be sent. */
export type TicketFaults = {
  readonly market?: 'market_closed' | 'price_unconfirmed' | 'price_stale' | 'conversion_missing'
  readonly leverage?: 'leverage_not_set'
  /** `missing` blocks without a message, as the specification requires. */
  readonly lots?: LotsFault
  readonly target?:
    | 'target_missing'
    | 'target_at_market'
    | 'amount_too_large'
    | 'out_of_range'
    | 'not_a_number'
    | 'too_precise'
  readonly stopLoss?: 'missing' | 'not_a_number' | 'out_of_range' | 'too_precise' | 'stop_loss_wrong_side'
  readonly takeProfit?: 'missing' | 'not_a_number' | 'out_of_range' | 'too_precise' | 'take_profit_wrong_side'
  readonly account?: Extract<TradingRefusal, 'margin_call' | 'margin_not_enough'>
}

export function faultsOf(ticket: {
  readonly form: TicketForm
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly account: TicketAccount | undefined
}): TicketFaults {
  const { form, terms, market, account } = ticket
  const lots = lotsFault(form.lots, terms)
  const faults = {
    ...marketFault(market),
    ...(form.leverage === undefined ? { leverage: 'leverage_not_set' as const } : {}),
    ...(lots === undefined ? {} : { lots }),
    ...targetFault(form, terms, market),
    ...levelFaults(form, terms, market),
  }
  if (account === undefined) return faults
  if (compareLevel(account.equity, account.marginUsed, MARGIN_CALL_LEVEL) < 0)
    return { ...faults, account: 'margin_call' }
  const short = form.kind === 'market' && lots === undefined && summaryOf(ticket).marginShort
  return short ? { ...faults, account: 'margin_not_enough' } : faults
}

/** A real account without money: the next step is a deposit, not a smaller order. */
export function isUnfunded(account: TicketAccount | undefined, isReal: boolean): boolean {
  return isReal && account !== undefined && account.equity <= 0 && account.marginUsed === 0
}

export function canSend(faults: TicketFaults): boolean {
  return Object.keys(faults).length === 0
}

function marketFault(market: TicketMarket): Pick<TicketFaults, 'market'> {
  if (market.status === 'closed') return { market: 'market_closed' }
  if (market.status === 'held') return { market: 'price_unconfirmed' }
  if (market.status === 'stale' || market.bid === undefined || market.ask === undefined)
    return { market: 'price_stale' }
  return market.conversion === undefined ? { market: 'conversion_missing' } : {}
}

function targetFault(form: TicketForm, terms: TicketTerms, market: TicketMarket): Pick<TicketFaults, 'target'> {
  if (form.kind === 'market') return {}
  const target = typedPriceNear(form.target, terms.pricePrecision, market.bid)
  if (target === 'missing') return { target: 'target_missing' }
  if (typeof target !== 'number') return { target }
  if (market.bid === undefined || market.ask === undefined) return {}
  const pending = pendingKindOf({ side: form.side, target, bid: market.bid, ask: market.ask })
  if (pending === undefined) return { target: 'target_at_market' }
  return isBeyondAmounts(form, terms, market) ? { target: 'amount_too_large' } : {}
}

/** Size and price are each allowed, but not their product. */
function isBeyondAmounts(form: TicketForm, terms: TicketTerms, market: TicketMarket): boolean {
  const { lots, entry } = read(form, terms, market)
  const { conversion } = market
  if (lots === undefined || lots <= 0 || lots > terms.lotMax || entry === undefined || conversion === undefined)
    return false
  return notionalOf({ terms, lots, price: entry, conversion }) === undefined
}

function levelFaults(
  form: TicketForm,
  terms: TicketTerms,
  market: TicketMarket,
): Pick<TicketFaults, 'stopLoss' | 'takeProfit'> {
  const unread = (name: LevelName) => {
    const price = levelOf(form, name, terms, market)
    return typeof price === 'string' ? price : undefined
  }
  const stopText = unread('stopLoss')
  const takeText = unread('takeProfit')
  const { entry, stopLoss, takeProfit } = read(form, terms, market)
  const bid = form.kind === 'market' ? market.bid : entry
  const ask = form.kind === 'market' ? market.ask : entry
  const wrong = (levels: { stopLoss: Points | undefined; takeProfit: Points | undefined }) =>
    bid !== undefined && ask !== undefined && stopFault({ side: form.side, ...levels, bid, ask }) !== undefined
  const stopFaulty = stopText ?? (wrong({ stopLoss, takeProfit: undefined }) ? 'stop_loss_wrong_side' : undefined)
  const takeFaulty = takeText ?? (wrong({ stopLoss: undefined, takeProfit }) ? 'take_profit_wrong_side' : undefined)
  return {
    ...(stopFaulty === undefined ? {} : { stopLoss: stopFaulty }),
    ...(takeFaulty === undefined ? {} : { takeProfit: takeFaulty }),
  }
}
