/**
 * Live market and account for the ticket: quotes of the instrument and of its converting instrument, and the pushed
 * figures.
 */
import { moneyOf, priceOf, type TradeItem } from '@veritick/contract'
import { type FeeType, must } from '@veritick/domain'
import { quoteOfItem, useAccount, useConnection, useQuote } from '../../data/live.ts'
import { useMarketTime } from '../../data/marketTime.ts'
import { useTradeList } from '../../data/queries.ts'
import { type CloseOf, marketFrom } from './facts.ts'
import type { TicketAccount, TicketMarket } from './ticket.ts'

export function useTicketMarket(item: TradeItem, feeType: FeeType): TicketMarket {
  const { data: items } = useTradeList()
  const source = item.ConversionSource
  const converting =
    source.kind === 'multiply' || source.kind === 'divide' ? items?.find((each) => each.Id === source.Id) : undefined
  const quote = useQuote(item.Code)
  const lost = useConnection() === 'lost'
  const rate = useQuote(converting?.Code ?? '')
  const time = useMarketTime()
  const look: CloseOf = (instrument) => {
    if (converting?.Id !== instrument) return undefined
    const close = (rate ?? quoteOfItem(converting)).close
    return {
      precision: converting.PricePrecision,
      close: close === undefined ? undefined : priceOf(close, converting.PricePrecision),
    }
  }
  const market = marketFrom({ item, quote: quote ?? quoteOfItem(item), look, feeType, time })
  // Without a connection the market is unknown.
  return lost && market.status === 'open' ? { ...market, status: 'stale' } : market
}

/** `undefined` while signed out, or until the first push. */
export function useTicketAccount(): TicketAccount | undefined {
  const account = useAccount()
  if (account === undefined) return undefined
  const money = (text: string) => must(moneyOf(text), 'pushed figures are money')
  return { equity: money(account.Equity), marginUsed: money(account.CautionMoneyAll) }
}
