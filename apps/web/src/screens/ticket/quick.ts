/**
 * One-tap trading: the request of a tap on Buy or Sell while the customer has it turned on. Lots and leverage come from
 * the instrument's last order of the ticket; stop-loss and take-profit are off. An order with a fault opens the ticket,
 * which shows the reason.
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

/** A second tap within this time is the second half of a double tap. */
export const QUICK_PAUSE_MS = 600

export type Quick = {
  readonly form: TicketForm
  /** `undefined`: the order has a fault; the ticket shows the reason. */
  readonly request: { readonly intent: string; readonly body: CallInput<'submit'> } | undefined
}

export function quickOrder(of: {
  readonly side: Side
  readonly terms: TicketTerms
  readonly market: TicketMarket
  /** `undefined`: unknown, so margin cannot be checked. */
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

/** `last`: the time of the last sent tap. Both in milliseconds of one clock. */
export const mayTap = (last: number | undefined, now: number): boolean =>
  last === undefined || now - last >= QUICK_PAUSE_MS
