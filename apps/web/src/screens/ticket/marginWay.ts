/**
 * The way out when the account lacks the margin of an order: the lowest leverage at which the order is possible, or
 * else the smallest order. The ticket offers it; only the customer raises a leverage.
 */
import { type LotUnits, type Micros, micros } from '@veritick/domain'
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
  /** Not even the smallest order is possible at any leverage. `needed`: the free margin for it at the highest one. */
  | { readonly kind: 'money'; readonly needed: Micros }

type Ticket = {
  readonly form: TicketForm
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly account: TicketAccount | undefined
}

/** `undefined`: the order is possible, or a smaller size is at the chosen leverage, or the costs are unknown. */
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
  if (!at(terms.lotMin, chosen).marginShort) return undefined
  return lowest(terms.lotMin, true)[0] ?? neededFor(at(terms.lotMin, higher.at(-1) ?? chosen))
}

/** Margin, fee and spread of an order, which must be free. */
function neededFor({ margin, fee, spread }: ReturnType<typeof summaryOf>): MarginWay | undefined {
  if (margin === undefined || fee === undefined || spread === undefined) return undefined
  return { kind: 'money', needed: micros(margin + fee + spread) }
}
