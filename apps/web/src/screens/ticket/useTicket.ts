/** The state of the ticket: the form and its single attempt, computed from the live market at each render. */
import type { CallInput, TradeItem, WireOrder } from '@veritick/contract'
import type { FeeType, Side } from '@veritick/domain'
import { useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../data/api.ts'
import { type Order, orderFrom } from '../../data/order.ts'
import { queries } from '../../data/queries.ts'
import { useSignedIn } from '../../data/session.ts'
import { bodySent, isOnItsWay } from '../../submit/attempt.ts'
import { useOrderAttempt } from '../../submit/useOrderAttempt.ts'
import { useTabStore } from '../../submit/useTabStore.ts'
import { summaryOf } from './costs.ts'
import { termsFrom } from './facts.ts'
import { farTarget } from './farTarget.ts'
import { faultsOf } from './faults.ts'
import { marginWay } from './marginWay.ts'
import { openTicketOf } from './openTicket.ts'
import { remember, remembered, rememberOrder } from './remembered.ts'
import {
  hasLines,
  intentOf,
  requestOf,
  type TicketAction,
  type TicketForm,
  type TicketMarket,
  type TicketTerms,
  ticketFor,
  ticketNext,
} from './ticket.ts'
import { useChange, useKeptOpen, useOpening, usePreview, useShown } from './ticketEffects.ts'
import type { TicketPreview } from './ticketPreview.ts'
import { usePlacedToast } from './usePlacedToast.ts'
import { useTicketAccount, useTicketMarket } from './useTicketMarket.ts'

export type TicketSheetProps = {
  /** Beside the chart instead of over it. */
  readonly asPanel: boolean
  readonly instrument: TradeItem
  readonly side: Side
  /** The customer uses it. Beside the chart the form is there before. */
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly choices: SideChoices
  /** Chooses the side in the ticket, because the buttons above it send orders. */
  readonly onSide: ((side: Side) => void) | undefined
  /** The sheet is hidden while its lines are set on the chart; the ticket stays open. */
  readonly onChart: boolean
  readonly onShowChart: () => void
  /** Reports the open ticket to the chart; `undefined`: no open ticket. */
  readonly onPreview: (preview: TicketPreview | undefined) => void
}

/** How often the customer has chosen a side, and how often by a shortcut, which moves the focus into the panel. */
export type SideChoices = { readonly times: number; readonly byKey: number }

export type TicketProps = TicketSheetProps & { readonly feeType: FeeType; readonly losingShare: string | null }

type FormProps = Pick<TicketProps, 'asPanel' | 'side' | 'open' | 'choices'> & {
  readonly terms: TicketTerms
  readonly market: TicketMarket
}

/** The form, and the order that was placed with it, whose receipt is shown until the next order begins. */
function useTicketForm({ asPanel, side, open, choices, terms, market }: FormProps) {
  const begun = () => openTicketOf(terms.id) ?? ticketFor(terms, side, remembered(terms))
  const [form, setForm] = useState<TicketForm>(begun)
  const [made, setMade] = useState<Order | undefined>(undefined)
  const isOpening = useOpening(open)
  const isChosen = useChange(choices.times)
  // Opening the ticket again, or for the other side, uses the current market.
  if (isOpening || ((open || asPanel) && form.side !== side))
    setForm(ticketNext(form, { kind: 'opened', terms, side, market }))
  if (isOpening || isChosen) setMade(undefined)
  return { form, setForm, made, setMade }
}

export function useTicket({ asPanel, instrument, side, open, onOpenChange, choices, onPreview, feeType }: TicketProps) {
  const showPlaced = usePlacedToast(instrument)
  const signIn = useSignIn(side)
  const terms = useMemo(() => termsFrom(instrument, feeType), [instrument, feeType])
  const market = useTicketMarket(instrument, feeType)
  const account = useTicketAccount()
  const shown = useShown(open)
  const edited = useRef(false)
  const { form, setForm, made, setMade } = useTicketForm({ asPanel, side, open, choices, terms, market })
  const { attempt, slow, undecided, send, changed } = useOrderAttempt<CallInput<'submit'>, WireOrder>(
    (body, options) => call('submit', body, options),
    finish,
    useTabStore(`order.${terms.id}`),
  )
  const openForm = open && made === undefined ? form : undefined
  useKeptOpen(openForm)
  const drawn = made === undefined && hasLines(form) ? form : undefined
  usePreview({ form: asPanel ? drawn : openForm, terms, market, act, onPreview })

  function finish(wire: WireOrder) {
    const order = orderFrom(wire)
    rememberOrder(order, terms)
    // After a close of the ticket before the answer a notice shows the result.
    if (shown.current) setMade(order)
    else showPlaced(wire)
    // The answer to an earlier request leaves the order that the customer has typed since.
    if (!edited.current) setForm((before) => ticketNext(before, { kind: 'sent' }))
    void queries.refreshOrders()
  }
  function act(action: TicketAction) {
    changed()
    const next = ticketNext(form, action)
    setForm(next)
    remember(next, terms)
    if (!open) onOpenChange(true)
  }
  function close(next: boolean) {
    if (!next) changed()
    onOpenChange(next)
  }

  const ticket = { form, terms, market, account }
  const request = requestOf(form, terms, market)
  const intent = request && intentOf(form, request)
  edited.current = isOnItsWay(attempt) && attempt.intent !== intent
  function confirm() {
    if (signIn !== undefined) return signIn()
    if (request === undefined || intent === undefined) return
    if (!open) onOpenChange(true)
    void send({ intent, body: request })
  }
  return {
    ...ticket,
    ...figuresOf(ticket),
    sentBody: bodySent(attempt, intent),
    attempt,
    slow,
    undecided,
    made,
    act,
    close,
    confirm,
  }
}

/** `way`: out of a lack of margin; computed only then, because it tries many orders. */
function figuresOf(ticket: Parameters<typeof faultsOf>[0]) {
  const { form, terms, market } = ticket
  const summary = summaryOf(ticket)
  const way = summary.marginShort ? marginWay(ticket) : undefined
  return { summary, way, faults: faultsOf(ticket), far: farTarget(form, terms, market) }
}

export type TicketState = ReturnType<typeof useTicket>

/** A visitor signs in first and returns to the ticket; `undefined` for a customer. */
function useSignIn(side: Side): (() => void) | undefined {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (useSignedIn()) return undefined
  return () => void navigate(`/login?${new URLSearchParams({ from: `${pathname}?ticket=${side}` })}`)
}
