/**
 * The way out when the account lacks the margin of an order: the lowest leverage at which the order is possible, else
 * the largest size at the chosen leverage, else the smallest order. The ticket offers it; only the customer raises a
 * leverage.
 */
import { type LotUnits, lotUnits, type Micros, micros } from '@veritick/domain'
import { summaryOf } from './costs.ts'
import { lotsIn } from './lots.ts'
import type { TicketAccount, TicketForm, TicketMarket, TicketTerms } from './ticket.ts'
import { textOfLots } from './typed.ts'

export type MarginWay =
  /** `isSmallest`: the order that was typed is too large at each leverage, the smallest one is not. */
  | {
      readonly kind: 'leverage'
      readonly leverage: number
      readonly lots: LotUnits
      readonly margin: Micros
      readonly isSmallest: boolean
    }
  /** The largest size at the chosen leverage. */
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
  const lowest = (lots: LotUnits, isSmallest: boolean): MarginWay[] =>
    higher.flatMap((leverage) => {
      const { margin, marginShort } = at(lots, leverage)
      return marginShort || margin === undefined ? [] : [{ kind: 'leverage', leverage, lots, margin, isSmallest }]
    })
  const [way] = lowest(typed, false)
  if (way !== undefined) return way
  if (!at(terms.lotMin, chosen).marginShort) {
    const isPossible = (lots: LotUnits) => !at(lots, chosen).marginShort
    return { kind: 'size', leverage: chosen, lots: largestOf({ terms, below: typed, isPossible }) }
  }
  return lowest(terms.lotMin, true)[0] ?? neededFor(at(terms.lotMin, higher.at(-1) ?? chosen))
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
