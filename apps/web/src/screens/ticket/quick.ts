/**
 * One-tap trading: what a tap on Buy or Sell sends while the customer has turned it on. Lots and leverage are those
 * of the instrument's last order by the ticket; stop-loss and take-profit are off. A request that cannot be sent as it
 * is opens the ticket, which says why.
 */
import type { CallInput } from '@veritick/contract'
import type { Side } from '@veritick/domain'
import { canSend, faultsOf } from './faults.ts'
import type { Remembered } from './rememberedChoice.ts'
import {
  intentOf,
  requestOf,
  type TicketAccount,
  type TicketForm,
  type TicketMarket,
  type TicketTerms,
  ticketFor,
} from './ticket.ts'

/** A second tap so soon is the second half of a double tap. */
export const QUICK_PAUSE_MS = 600

export type Quick = {
  readonly form: TicketForm
  /** `undefined`: it cannot be sent; the ticket says why. */
  readonly request: { readonly intent: string; readonly body: CallInput<'submit'> } | undefined
}

export function quickOrder(of: {
  readonly side: Side
  readonly terms: TicketTerms
  readonly market: TicketMarket
  /** `undefined`: not known yet, so margin cannot be checked. */
  readonly account: TicketAccount | undefined
  readonly kept: Remembered
}): Quick {
  const { side, terms, market, account, kept } = of
  const form = ticketFor(terms, side, { ...kept, unit: 'price' })
  const body = requestOf(form, terms, market)
  if (account === undefined || body === undefined || !canSend(faultsOf({ form, terms, market, account })))
    return { form, request: undefined }
  return { form, request: { intent: intentOf(form, body), body } }
}

/** `last`: when the last tap was sent. Milliseconds of one clock. */
export const mayTap = (last: number | undefined, now: number): boolean =>
  last === undefined || now - last >= QUICK_PAUSE_MS
