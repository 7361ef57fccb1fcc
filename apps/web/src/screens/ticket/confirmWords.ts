/** The text of the ticket's button: with size and price only if both are known and the size is valid. */
import type { Side } from '@veritick/domain'
import { lotsIn } from './lots.ts'
import type { TicketForm, TicketTerms } from './ticket.ts'

type ConfirmWords = `ticket.confirm_${Side}` | `ticket.confirm_pending_${Side}` | `ticket.confirm_${Side}_plain`

export function confirmWords(ticket: {
  readonly form: Pick<TicketForm, 'kind' | 'lots'>
  readonly side: Side
  readonly terms: Pick<TicketTerms, 'lotMin' | 'lotMax' | 'lotStep'>
  readonly price: string | undefined
}): ConfirmWords {
  const { form, side, terms, price } = ticket
  if (price === undefined || lotsIn(form.lots, terms) === undefined) return `ticket.confirm_${side}_plain`
  return form.kind === 'market' ? `ticket.confirm_${side}` : `ticket.confirm_pending_${side}`
}
