/**
 * What the ticket remembers on this device: lots and leverage of each instrument, and the unit of stop-loss and
 * take-profit. A value that the instrument no longer allows is ignored.
 */

import { readLocal, writeLocal } from '../../data/localStorage.ts'
import { LEVEL_UNITS } from './levelUnits.ts'
import { lotsFault, lotsIn } from './lots.ts'
import type { Remembered } from './rememberedChoice.ts'
import type { TicketForm, TicketTerms } from './ticket.ts'
import { textOfLots } from './typed.ts'

const UNIT_KEY = 'veritick.level-unit'
const keyOf = (instrument: number) => `veritick.ticket.${instrument}`

export function remembered(terms: TicketTerms): Remembered {
  const [lots, leverage] = (readLocal(keyOf(terms.id)) ?? '').split(' ')
  return {
    lots: lots !== undefined && lotsFault(lots, terms) === undefined ? lots : undefined,
    leverage: terms.leverages.find((each) => String(each) === leverage),
    unit: LEVEL_UNITS.find((each) => each === readLocal(UNIT_KEY)) ?? 'price',
  }
}

/** Keeps the choices of a form; lots with a fault are not kept. */
export function remember(form: TicketForm, terms: TicketTerms): void {
  const lots = lotsIn(form.lots, terms)
  const text = lots === undefined ? (remembered(terms).lots ?? '') : textOfLots(lots, terms.lotStep)
  writeLocal(keyOf(terms.id), `${text} ${form.leverage ?? ''}`)
  writeLocal(UNIT_KEY, form.unit)
}
