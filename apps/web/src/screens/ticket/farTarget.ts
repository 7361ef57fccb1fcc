/** The ticket asks for confirmation of a pending order far from the market. */
import { farFrom } from './farFrom.ts'
import { read, type TicketForm, type TicketMarket, type TicketTerms } from './ticket.ts'

/** The distance of the target from the market in percent, as text; `undefined` while it is near or unknown. */
export function farTarget(form: TicketForm, terms: TicketTerms, market: TicketMarket): string | undefined {
  if (form.kind !== 'pending') return undefined
  const { entry } = read(form, terms, market)
  const now = form.side === 'buy' ? market.ask : market.bid
  return entry === undefined || now === undefined ? undefined : farFrom(entry, now)
}
