/** The props of the fields of the ticket. */
import type { TradeItem } from '@veritick/contract'
import type { TicketSummary } from './costs.ts'
import type { TicketFaults } from './faults.ts'
import type { TicketAction, TicketForm, TicketMarket, TicketTerms } from './ticket.ts'

export type TicketFieldsProps = {
  readonly item: TradeItem
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly form: TicketForm
  readonly summary: TicketSummary
  readonly faults: TicketFaults
  readonly act: (action: TicketAction) => void
}
