/** The open ticket for the chart: its form, and the change by a dragged line. */
import type { Points } from '@veritick/domain'
import type { TicketAction, TicketForm, TicketTerms } from './ticket.ts'

export type TicketPreview = {
  readonly form: TicketForm
  readonly terms: TicketTerms
  readonly act: (action: TicketAction) => void
  /** A line was dropped at a price. */
  readonly move: (line: 'stopLoss' | 'takeProfit' | 'target', price: Points) => void
}
