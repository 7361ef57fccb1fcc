/**
 * The way out when the account lacks the margin of an order: the lowest leverage at which the order is possible, else
 * the largest size at the chosen leverage, else the largest size at the highest one. The ticket offers it; only the
 * customer raises a leverage.
 */
import { type LotUnits, lotUnits, type Micros, micros } from '@veritick/domain'
import { summaryOf } from './costs.ts'
import { lotsIn } from './lots.ts'
import type { TicketAccount, TicketForm, TicketMarket, TicketTerms } from './ticket.ts'
import { textOfLots } from './typed.ts'

export type MarginWay =
  /** The order that was typed, at the lowest leverage. */
  | { readonly kind: 'leverage'; readonly leverage: number; readonly lots: LotUnits; readonly margin: Micros }
  /** The largest size: the order that was typed is too large at each leverage. */
  | { readonly kind: 'size'; readonly leverage: number; readonly lots: LotUnits }
  /** Not even the smallest order is possible at any leverage: `needed` is its free margin at the highest one. */
  | { readonly kind: 'money'; readonly needed: Micros }

type Ticket = {
  readonly form: TicketForm
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly account: TicketAccount | undefined
}

/** `undefined`: the order is possible, or the costs are unknown. */
export function marginWay(ticket: Ticket): MarginWay | undefined {
  const { form, terms } = ticket
  const typed = lotsIn(form.lots, terms)
  if (typed === undefined || form.leverage === undefined || !summaryOf(ticket).marginShort) return undefined
  const { leverage: chosen } = form
  const higher = terms.leverages.filter((each) => each > chosen).sort((a, b) => a - b)
  const at = (lots: LotUnits, leverage: number) =>
    summaryOf({ ...ticket, form: { ...form, lots: textOfLots(lots, terms.lotStep), leverage } })
  for (const leverage of higher) {
    const { margin, marginShort } = at(typed, leverage)
    if (!marginShort && margin !== undefined) return { kind: 'leverage', leverage, lots: typed, margin }
  }
  const highest = higher.at(-1) ?? chosen
  for (const leverage of [chosen, highest]) {
    const isPossible = (lots: LotUnits) => !at(lots, leverage).marginShort
    if (isPossible(terms.lotMin))
      return { kind: 'size', leverage, lots: largestOf({ terms, below: typed, isPossible }) }
  }
  return neededFor(at(terms.lotMin, highest))
}

/** The largest size from the minimum, which is possible, to below one that is not. A larger size costs more margin. */
function largestOf(of: {
  readonly terms: TicketTerms
  readonly below: LotUnits
  readonly isPossible: (lots: LotUnits) => boolean
}): LotUnits {
  const { terms, below, isPossible } = of
  const sized = (steps: number) => lotUnits(terms.lotMin + steps * terms.lotStep)
  let [possible, tooLarge] = [0, Math.ceil((below - terms.lotMin) / terms.lotStep)]
  while (tooLarge - possible > 1) {
    const middle = Math.floor((possible + tooLarge) / 2)
    if (isPossible(sized(middle))) possible = middle
    else tooLarge = middle
  }
  return sized(possible)
}

/** Margin, fee and spread of an order, which must be free. */
function neededFor({ margin, fee, spread }: ReturnType<typeof summaryOf>): MarginWay | undefined {
  if (margin === undefined || fee === undefined || spread === undefined) return undefined
  return { kind: 'money', needed: micros(margin + fee + spread) }
}
