/** The text of the ticket's button: with size and price only if both are known and the size is valid. */
import { type PendingKind, type Points, pendingKindOf, type Side } from '@veritick/domain'
import { lotsIn } from './lots.ts'
import type { TicketForm, TicketMarket, TicketTerms } from './ticket.ts'

type ConfirmWords = `ticket.confirm_${Side}` | `ticket.confirm_${PendingKind}_${Side}` | `ticket.confirm_${Side}_plain`

export function confirmWords(ticket: {
  readonly form: Pick<TicketForm, 'kind' | 'lots'>
  readonly side: Side
  readonly terms: Pick<TicketTerms, 'lotMin' | 'lotMax' | 'lotStep'>
  readonly price: Points | undefined
  readonly market: Pick<TicketMarket, 'bid' | 'ask'>
}): ConfirmWords {
  const { form, side, terms, price, market } = ticket
  const plain = `ticket.confirm_${side}_plain` as const
  if (price === undefined || lotsIn(form.lots, terms) === undefined) return plain
  if (form.kind === 'market') return `ticket.confirm_${side}`
  const { bid, ask } = market
  const pending = bid === undefined || ask === undefined ? undefined : pendingKindOf({ side, target: price, bid, ask })
  return pending === undefined ? plain : `ticket.confirm_${pending}_${side}`
}
