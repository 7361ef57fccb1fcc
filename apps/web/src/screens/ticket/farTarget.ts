/** A pending order far from the market is often a typing error: the ticket asks for confirmation before it is sent. */
import { formatDecimal, ratioIfFits } from '@veritick/domain'
import { read, type TicketForm, type TicketMarket, type TicketTerms } from './ticket.ts'

/** From this distance on, in hundredths of a percent of the market price. */
export const FAR_TARGET = 1_000
const PERCENT_ONE = 10_000
const SHOWN_DECIMALS = 2
/** The shown distance if the real one is too large to compute: a price a million times the market price. */
const DISTANCE_MAX = 100_000_000_000

/** The distance of the target from the market in percent, as text; `undefined` while it is near or unknown. */
export function farTarget(form: TicketForm, terms: TicketTerms, market: TicketMarket): string | undefined {
  if (form.kind !== 'pending') return undefined
  const { entry } = read(form, terms, market)
  const now = form.side === 'buy' ? market.ask : market.bid
  if (entry === undefined || now === undefined) return undefined
  const distance = ratioIfFits([Math.abs(entry - now), PERCENT_ONE], [now], 'down') ?? DISTANCE_MAX
  return distance >= FAR_TARGET ? formatDecimal(distance, SHOWN_DECIMALS) : undefined
}
