/**
 * The stored choices of the ticket on this device: lots and leverage of each instrument, and the unit of stop-loss and
 * take-profit. Lots and leverage are offered to the customer who typed them, and those of a visitor also to the
 * customer who then signs in. One-tap trading uses the last order that was placed since the customer signed in: a tap
 * never sends a size that was only typed, or that another customer of this device placed. A value that the instrument
 * no longer allows is ignored.
 */
import type { LotUnits } from '@veritick/domain'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import { sessionNow } from '../../data/session.ts'
import { signInId } from '../../data/sessionStorage.ts'
import { LEVEL_UNITS } from './levelUnits.ts'
import { lotsFault, lotsIn } from './lots.ts'
import type { Remembered } from './rememberedChoice.ts'
import type { TicketForm, TicketTerms } from './ticket.ts'
import { textOfLots } from './typed.ts'

const UNIT_KEY = 'veritick.level-unit'
const typedKey = (instrument: number) => `veritick.ticket.${instrument}`
const orderKey = (instrument: number) => `veritick.order.${instrument}`

/** The choices of the last ticket of this customer. */
export function remembered(terms: TicketTerms): Remembered {
  const typed = readLocal(typedKey(terms.id)) ?? ''
  const [, , owner, signIn] = typed.split(' ')
  const isOwn = owner === VISITOR || (sessionNow().token !== undefined && isOwner(owner, signIn))
  return choicesOf(isOwn ? typed : '', terms)
}

const VISITOR = 'visitor'
const UNKNOWN = 'unknown'

/** After a page load the app knows its sign-in before it has read the customer. */
function isOwner(owner: string | undefined, signIn: string | undefined): boolean {
  const { user } = sessionNow()
  return user === undefined || owner === UNKNOWN ? signIn === signInId() : owner === user.uid
}

function ownerNow(): string {
  const { token, user } = sessionNow()
  return token === undefined ? VISITOR : `${user?.uid ?? UNKNOWN} ${signInId() ?? ''}`
}

/** Lots and leverage of the last order placed with the ticket in this sign-in. */
export function rememberedOrder(terms: TicketTerms): Remembered {
  const order = readLocal(orderKey(terms.id)) ?? ''
  const [, , signIn] = order.split(' ')
  return choicesOf(signIn !== undefined && signIn === signInId() ? order : '', terms)
}

function choicesOf(text: string, terms: TicketTerms): Remembered {
  const [lots, leverage] = text.split(' ')
  return {
    lots: lots !== undefined && lotsFault(lots, terms) === undefined ? lots : undefined,
    leverage: terms.leverages.find((each) => String(each) === leverage),
    unit: LEVEL_UNITS.find((each) => each === readLocal(UNIT_KEY)) ?? 'price',
  }
}

/** Stores the choices of a form, without lots that have a fault. */
export function remember(form: TicketForm, terms: TicketTerms): void {
  const lots = lotsIn(form.lots, terms)
  const text = lots === undefined ? (remembered(terms).lots ?? '') : textOfLots(lots, terms.lotStep)
  writeLocal(typedKey(terms.id), `${text} ${form.leverage ?? ''} ${ownerNow()}`)
  writeLocal(UNIT_KEY, form.unit)
}

export function rememberOrder(order: { readonly lots: LotUnits; readonly leverage: number }, terms: TicketTerms): void {
  writeLocal(orderKey(terms.id), `${textOfLots(order.lots, terms.lotStep)} ${order.leverage} ${signInId() ?? ''}`)
}
