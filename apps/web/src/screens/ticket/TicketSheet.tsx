/**
 * The order ticket over the trade screen; beside the chart of a wide window it is always ready for the instrument that
 * is shown. The customer chooses, sees all costs, taps once and gets a receipt. The ticket renders the values of
 * `ticket.ts` at live prices and sends one attempt at a time.
 */
import type { CallInput, TradeItem, WireOrder } from '@veritick/contract'
import { priceText } from '@veritick/contract'
import type { FeeType, Side } from '@veritick/domain'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../data/api.ts'
import { useAccount } from '../../data/live.ts'
import { type Order, orderFrom } from '../../data/order.ts'
import { queries, useBasics, useStanding } from '../../data/queries.ts'
import { useSession, useSignedIn } from '../../data/session.ts'
import { Button, classes, Price, SkeletonRows, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { bodySent, isOnItsWay } from '../../submit/attempt.ts'
import { useOrderAttempt } from '../../submit/useOrderAttempt.ts'
import { useTabStore } from '../../submit/useTabStore.ts'
import { ConfirmButton } from './ConfirmButton.tsx'
import { Confirmed, ConfirmedFooter } from './Confirmed.tsx'
import { CostBlock, CostLines } from './CostBlock.tsx'
import { summaryOf } from './costs.ts'
import { FarQuestion } from './FarQuestion.tsx'
import { termsFrom } from './facts.ts'
import { farTarget } from './farTarget.ts'
import { canSend, faultsOf } from './faults.ts'
import { LevelHint } from './LevelHint.tsx'
import { RiskLine } from './Notices.tsx'
import { openTicketOf } from './openTicket.ts'
import { QuickSwitch } from './QuickSwitch.tsx'
import { remember, remembered, rememberOrder } from './remembered.ts'
import { TicketCalculator } from './TicketCalculator.tsx'
import { TicketFields } from './TicketFields.tsx'
import { TicketFrame } from './TicketFrame.tsx'
import { NoticesInView, PendingNotice, TicketNotices } from './TicketNotices.tsx'
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

type Props = {
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

/** The title for a placed order that has not filled. */
const PLACED = 'ticket.done_title_pending'

/**
 * Renders nothing before the fee type of the platform is known. Another customer of this device gets a ticket of their
 * own: an order without an answer and a shown confirmation belong to the customer who placed it.
 */
export function TicketSheet(props: Props) {
  const token = useSession((session) => session.token)
  const { data: basics } = useBasics()
  const { asPanel, instrument, side, open, onOpenChange } = props
  const t = useTranslate()
  if (basics !== undefined)
    return (
      <Ticket
        {...props}
        key={`${instrument.Id} ${token}`}
        feeType={basics.trade_fee_type}
        losingShare={basics.usage.losing_share}
      />
    )
  return (
    <TicketFrame
      asPanel={asPanel}
      standing
      open={asPanel || open}
      onOpenChange={onOpenChange}
      title={t(`ticket.title_${side}`, { code: instrument.ShowCode })}
    >
      <SkeletonRows count={5} />
    </TicketFrame>
  )
}

type TicketProps = Props & { readonly feeType: FeeType; readonly losingShare: string | null }

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

/** The form and its single attempt, computed from the live market at each render. */
function useTicket({ asPanel, instrument, side, open, onOpenChange, choices, onPreview, feeType }: TicketProps) {
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
    summary: summaryOf(ticket),
    faults: faultsOf(ticket),
    far: farTarget(form, terms, market),
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

export type TicketState = ReturnType<typeof useTicket>

function Ticket(props: TicketProps) {
  const { asPanel, instrument, side, open, losingShare, onChart, onShowChart, onSide } = props
  const t = useTranslate()
  const balance = useAccount()?.Balance
  const state = useTicket(props)
  const levels = useRef<HTMLDivElement>(null)
  const [focusing, endReceipt] = useFocusing(props)
  const { form, terms, market, summary, faults, made, act, close } = state
  const closeReceipt = () => {
    endReceipt()
    close(false)
  }
  if (made !== undefined && (open || !asPanel))
    return (
      <TicketFrame
        // A panel of its own: it starts at its top, however far the form was scrolled.
        key={asPanel ? 'receipt' : 'ticket'}
        asPanel={asPanel}
        page="receipt"
        open={open}
        onOpenChange={closeReceipt}
        title={t(made.status === 'pending' ? PLACED : 'ticket.done_title')}
        footer={<ConfirmedFooter order={made} onDone={closeReceipt} />}
      >
        <Confirmed order={made} terms={terms} market={market} />
      </TicketFrame>
    )

  return (
    <TicketFrame
      key="ticket"
      asPanel={asPanel}
      standing
      focusing={focusing}
      tall
      open={asPanel || (open && !onChart)}
      onOpenChange={close}
      title={t(`ticket.title_${side}`, { code: instrument.ShowCode })}
      aside={<PriceNow side={side} kind={form.kind} terms={terms} market={market} />}
      footer={<TicketFooter {...{ asPanel, instrument, side, state, losingShare, levels }} />}
    >
      {onSide !== undefined && <SideTabs side={side} onSide={onSide} />}
      <TicketFields
        item={instrument}
        terms={terms}
        market={market}
        form={form}
        summary={summary}
        faults={faults}
        act={act}
        levels={levels}
        notices={asPanel && <NoticesInView instrument={instrument} state={state} />}
      />
      {!asPanel && (
        <Button tone="quiet" className="mt-1 w-full" onClick={onShowChart}>
          {t('ticket.set_on_chart')}
        </Button>
      )}
      <PendingNotice instrument={instrument} state={state} />
      {!asPanel && <CostBlock summary={summary} balance={balance} />}
      <TicketCalculator item={instrument} terms={terms} market={market} form={form} act={act} />
      <QuickSwitch />
      {asPanel && isLevelOn(form) && <LevelHint fields={levels} {...state} />}
    </TicketFrame>
  )
}

type PriceNowProps = Pick<TicketProps, 'side'> & Pick<TicketForm, 'kind'> & Pick<TicketState, 'terms' | 'market'>

/** Without a connection the price is the last known one. A pending order fills at its own price, not at this one. */
function PriceNow({ side, kind, terms, market }: PriceNowProps) {
  const t = useTranslate()
  const offline = useOffline()
  const price = side === 'buy' ? market.ask : market.bid
  const text = price && priceText(price, terms.pricePrecision)
  if (kind === 'pending')
    return (
      <span className={classes('text-15 tabular-nums', offline === undefined ? 'text-ink-soft' : 'text-ink-muted')}>
        {text === undefined ? '–' : t('orders.now', { price: text })}
      </span>
    )
  return (
    <span className="text-15 text-ink-soft">
      {t('ticket.at')} <Price value={text} className={offline === undefined ? 'text-ink' : 'text-ink-muted'} />
    </span>
  )
}

function SideTabs({ side, onSide }: { readonly side: Side; readonly onSide: (side: Side) => void }) {
  const t = useTranslate()
  const items = (['sell', 'buy'] as const).map((value) => ({ value, label: t(`common.${value}`) }))
  return <Tabs label={t('wide.side')} className="mb-1" value={side} onValueChange={onSide} items={items} />
}

/**
 * Counts why the panel takes the focus: a shortcut, or the end of a receipt, whose buttons are gone. The ticket of
 * another instrument begins at zero, so that choosing an instrument never moves the focus.
 */
function useFocusing({ choices }: Pick<Props, 'choices'>): [number, () => void] {
  const [first] = useState(choices.byKey)
  const [ended, setEnded] = useState(0)
  return [choices.byKey - first + ended, () => setEnded((before) => before + 1)]
}

type FooterProps = Pick<TicketProps, 'asPanel' | 'instrument' | 'side' | 'losingShare'> & {
  readonly state: TicketState
  /** The fields of stop-loss and take-profit. */
  readonly levels: RefObject<HTMLElement | null>
}

function TicketFooter({ asPanel, instrument, side, state, losingShare, levels }: FooterProps) {
  const offline = useOffline()
  const standing = useStanding()
  const { form, terms, market, account, summary, faults, sentBody, attempt, far, confirm } = state
  const [question, setQuestion] = useState(false)
  return (
    <div className="grid gap-2 dense:gap-1.5">
      {asPanel ? (
        <CostLines summary={summary} />
      ) : (
        <>
          <LevelHint fields={levels} form={form} terms={terms} market={market} faults={faults} />
          <TicketNotices instrument={instrument} state={state} />
        </>
      )}
      <ConfirmButton
        item={instrument}
        form={form}
        side={side}
        summary={summary}
        terms={terms}
        market={market}
        sentBody={sentBody?.seen_price?.toString()}
        enabled={canSend(faults) && account !== undefined && offline === undefined && standing === 'free'}
        sending={attempt.state === 'sending'}
        onConfirm={() => (far === undefined || sentBody !== undefined ? confirm() : setQuestion(true))}
      />
      <FarQuestion
        open={question}
        onOpenChange={setQuestion}
        distance={far ?? ''}
        price={summary.entry === undefined ? '' : priceText(summary.entry, terms.pricePrecision)}
        onConfirm={() => {
          setQuestion(false)
          confirm()
        }}
      />
      <RiskLine losingShare={losingShare} />
    </div>
  )
}

const isLevelOn = ({ stopLoss, takeProfit }: TicketForm): boolean => stopLoss.on || takeProfit.on

/** A visitor signs in first and returns to the ticket; `undefined` for a customer. */
function useSignIn(side: Side): (() => void) | undefined {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (useSignedIn()) return undefined
  return () => void navigate(`/login?${new URLSearchParams({ from: `${pathname}?ticket=${side}` })}`)
}
