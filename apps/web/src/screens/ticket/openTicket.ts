/**
 * The open ticket of this tab, kept in session storage until it is closed, so that a reload shows it again with the
 * same choices. Another customer does not see it.
 */
import { sessionStore } from '../../data/sessionStorage.ts'
import { LEVEL_UNITS } from './levelUnits.ts'
import type { TicketForm } from './ticket.ts'
import type { Level } from './typed.ts'

const KEY = 'veritick.open-ticket'

/** `undefined`: the ticket was closed. */
export function keepOpenTicket(form: TicketForm | undefined): void {
  if (form === undefined) sessionStore().removeItem(KEY)
  else sessionStore().setItem(KEY, JSON.stringify(form))
}

/** The ticket that was open on this instrument before the reload. */
export function openTicketOf(instrument: number): TicketForm | undefined {
  const form = ticketIn(sessionStore().getItem(KEY))
  return form?.instrument === instrument ? form : undefined
}

/** The form in a stored text; `undefined` for any other text. */
export function ticketIn(text: string | null): TicketForm | undefined {
  try {
    const read: unknown = JSON.parse(text ?? '')
    return isForm(read) ? read : undefined
  } catch {
    return undefined
  }
}

type Fields = { readonly [name: string]: unknown }
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function isForm(value: unknown): value is TicketForm {
  if (!isRecord(value)) return false
  const { instrument, side, kind, lots, leverage, target, targetTouched, unit, stopLoss, takeProfit } = value
  return (
    typeof instrument === 'number' &&
    (side === 'buy' || side === 'sell') &&
    (kind === 'market' || kind === 'pending') &&
    typeof lots === 'string' &&
    (leverage === undefined || typeof leverage === 'number') &&
    typeof target === 'string' &&
    typeof targetTouched === 'boolean' &&
    LEVEL_UNITS.some((each) => each === unit) &&
    isLevel(stopLoss) &&
    isLevel(takeProfit)
  )
}

const isLevel = (value: unknown): value is Level =>
  isRecord(value) &&
  typeof value.on === 'boolean' &&
  typeof value.text === 'string' &&
  typeof value.touched === 'boolean' &&
  (value.exact === undefined || Number.isSafeInteger(value.exact))
