/** The work of the ticket beside its form: it notices changes, lasts over a reload, and reports to the chart. */
import { useEffect, useRef, useState } from 'react'
import { keepOpenTicket } from './openTicket.ts'
import type { TicketAction, TicketForm, TicketMarket, TicketTerms } from './ticket.ts'
import type { TicketPreview } from './ticketPreview.ts'

/** True in the render that opens the ticket. */
export const useOpening = (open: boolean): boolean => useChange(open) && open

/** True in the render that changes the value. */
export function useChange<Value>(value: Value): boolean {
  const [before, setBefore] = useState(value)
  if (value !== before) setBefore(value)
  return value !== before
}

/** Whether the answer to an order finds the ticket open. Another instrument has another ticket. */
export function useShown(open: boolean): { readonly current: boolean } {
  const shown = useRef(open)
  shown.current = open
  useEffect(
    () => () => {
      shown.current = false
    },
    [],
  )
  return shown
}

/** A reload keeps the open ticket; a change of instrument or screen does not. */
export function useKeptOpen(form: TicketForm | undefined): void {
  useEffect(() => keepOpenTicket(form), [form])
  useEffect(() => () => keepOpenTicket(undefined), [])
}

type PreviewProps = {
  readonly onPreview: (preview: TicketPreview | undefined) => void
  readonly form: TicketForm | undefined
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly act: (action: TicketAction) => void
}

/** Reports each change of the form to the chart, which reads the market itself. */
export function usePreview({ form, terms, market, act, onPreview }: PreviewProps): void {
  const latest = useRef({ form, terms, market, act })
  latest.current = { form, terms, market, act }
  useEffect(() => {
    if (form === undefined) return onPreview(undefined)
    onPreview({
      form,
      terms,
      act: (action) => latest.current.act(action),
      move: (line, price) => {
        const now = latest.current
        if (line !== 'target') return now.act({ kind: 'level_dragged', level: line, price, terms, market: now.market })
        now.act({ kind: 'target_dragged', price, terms, market: now.market })
      },
    })
  }, [form, terms, onPreview])
  useEffect(() => () => onPreview(undefined), [onPreview])
}
