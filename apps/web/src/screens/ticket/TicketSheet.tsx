/**
 * The order ticket over the trade screen, or beside the chart in a wide window: choose, see all costs, tap once, get a
 * receipt. It renders the values of `ticket.ts` at live prices and sends one attempt at a time.
 */
import type { CallInput, TradeItem, WireOrder } from '@veritick/contract'
import { ORDER_STATUS, priceText } from '@veritick/contract'
import type { FeeType, Side } from '@veritick/domain'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../data/api.ts'
import { useAccount } from '../../data/live.ts'
import { type Order, orderFrom } from '../../data/order.ts'
import { queries, useBasics, useStanding } from '../../data/queries.ts'
import { useSession, useSignedIn } from '../../data/session.ts'
import { sessionStore } from '../../data/sessionStorage.ts'
import { Button, Price, SkeletonRows, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { bodySent } from '../../submit/attempt.ts'
import { type AttemptStore, attemptStore } from '../../submit/storedAttempt.ts'
import { useAttempt } from '../../submit/useAttempt.ts'
import { Confirmed, ConfirmedFooter } from './Confirmed.tsx'
import { CostBlock, CostLines } from './CostBlock.tsx'
import { confirmWords } from './confirmWords.ts'
import { summaryOf } from './costs.ts'
import { FarQuestion } from './FarQuestion.tsx'
import { termsFrom } from './facts.ts'
import { farTarget } from './farTarget.ts'
import { canSend, faultsOf, isUnfunded } from './faults.ts'
import { PendingMargin, Refusal, RiskLine, SendingLine } from './Notices.tsx'
import { keepOpenTicket, openTicketOf } from './openTicket.ts'
import { QuickSwitch } from './QuickSwitch.tsx'
import { remember, remembered, rememberOrder } from './remembered.ts'
import { sizeTyped } from './sizeUnit.ts'
import { TicketCalculator } from './TicketCalculator.tsx'
import { TicketFields } from './TicketFields.tsx'
import { TicketFrame } from './TicketFrame.tsx'
import {
  intentOf,
  requestOf,
  type TicketAction,
  type TicketForm,
  type TicketMarket,
  type TicketTerms,
  ticketFor,
  ticketNext,
} from './ticket.ts'
import type { TicketPreview } from './ticketPreview.ts'
import { useTicketAccount, useTicketMarket } from './useTicketMarket.ts'

type Props = {
  /** Beside the chart instead of over it. */
  readonly asPanel: boolean
  readonly instrument: TradeItem
  readonly side: Side
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The sheet is hidden while its lines are set on the chart; the ticket stays open. */
  readonly onChart: boolean
  readonly onShowChart: () => void
  /** Reports the open ticket to the chart; `undefined`: no open ticket. */
  readonly onPreview: (preview: TicketPreview | undefined) => void
}

/** The title for a placed order that has not filled. */
const PLACED = 'ticket.done_title_pending'

/** Renders nothing before the fee type of the platform is known. */
export function TicketSheet(props: Props) {
  const { data: basics } = useBasics()
  const { asPanel, instrument, side, open, onOpenChange } = props
  const t = useTranslate()
  if (basics !== undefined)
    return (
      <Ticket {...props} key={instrument.Id} feeType={basics.trade_fee_type} losingShare={basics.usage.losing_share} />
    )
  return (
    <TicketFrame
      asPanel={asPanel}
      open={open}
      onOpenChange={onOpenChange}
      title={t(`ticket.title_${side}`, { code: instrument.ShowCode })}
    >
      <SkeletonRows count={5} />
    </TicketFrame>
  )
}

type TicketProps = Props & { readonly feeType: FeeType; readonly losingShare: string | null }

/** The form and its single attempt, computed from the live market at each render. */
function useTicket({ instrument, side, open, onOpenChange, onPreview, feeType }: TicketProps) {
  const t = useTranslate()
  const signIn = useSignIn(side)
  const terms = useMemo(() => termsFrom(instrument, feeType), [instrument, feeType])
  const market = useTicketMarket(instrument, feeType)
  const account = useTicketAccount()
  const shown = useRef(open)
  shown.current = open
  const begun = () => openTicketOf(terms.id) ?? ticketFor(terms, side, remembered(terms))
  const [form, setForm] = useState<TicketForm>(begun)
  const [made, setMade] = useState<Order | undefined>(undefined)
  const { attempt, slow, send, changed } = useAttempt<CallInput<'submit'>, WireOrder>(
    (body, options) => call('submit', body, options),
    finish,
    useOrderStore(terms.id),
  )
  const openForm = open && made === undefined ? form : undefined
  useKeptOpen(openForm)
  usePreview({ form: openForm, terms, market, act, onPreview })

  const isOpening = useOpening(open)
  // Opening the ticket again, or for the other side, uses the current market.
  if (isOpening || (open && form.side !== side)) setForm(ticketNext(form, { kind: 'opened', terms, side, market }))
  if (isOpening) setMade(undefined)

  function finish(wire: WireOrder) {
    const order = orderFrom(wire)
    rememberOrder(order, terms)
    // After a close of the ticket before the answer a notice shows the result.
    if (shown.current) setMade(order)
    else toast({ text: t(wire.Status === ORDER_STATUS.pending ? PLACED : 'ticket.done_title'), tone: 'good' })
    setForm((before) => ticketNext(before, { kind: 'sent' }))
    void queries.refreshOrders()
  }
  function act(action: TicketAction) {
    changed()
    const next = ticketNext(form, action)
    setForm(next)
    remember(next, terms)
  }
  function close(next: boolean) {
    if (!next) changed()
    onOpenChange(next)
  }

  const ticket = { form, terms, market, account }
  const request = requestOf(form, terms, market)
  const intent = request && intentOf(form, request)
  function confirm() {
    if (account === undefined) return signIn()
    if (request !== undefined && intent !== undefined) void send({ intent, body: request })
  }
  return {
    ...ticket,
    summary: summaryOf(ticket),
    faults: faultsOf(ticket),
    far: farTarget(form, terms, market),
    sentBody: bodySent(attempt, intent),
    attempt,
    slow,
    made,
    act,
    close,
    confirm,
  }
}

/** True in the render that opens the ticket. */
function useOpening(open: boolean): boolean {
  const [openBefore, setOpenBefore] = useState(open)
  if (open !== openBefore) setOpenBefore(open)
  return open && !openBefore
}

/** A reload keeps the open ticket; a change of instrument or screen does not. */
function useKeptOpen(form: TicketForm | undefined): void {
  useEffect(() => keepOpenTicket(form), [form])
  useEffect(() => () => keepOpenTicket(undefined), [])
}

type PreviewProps = Pick<TicketProps, 'onPreview'> & {
  readonly form: TicketForm | undefined
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly act: (action: TicketAction) => void
}

/** Reports each change of the form to the chart, which reads the market itself. */
function usePreview({ form, terms, market, act, onPreview }: PreviewProps): void {
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

type TicketState = ReturnType<typeof useTicket>

function Ticket(props: TicketProps) {
  const { asPanel, instrument, side, open, losingShare, onChart, onShowChart } = props
  const t = useTranslate()
  const offline = useOffline()
  const balance = useAccount()?.Balance
  const state = useTicket(props)
  const { form, terms, market, summary, faults, made, act, close } = state
  if (made !== undefined)
    return (
      <TicketFrame
        // A panel of its own: it starts at its top, however far the form was scrolled, and takes the focus.
        key={asPanel ? 'receipt' : 'ticket'}
        asPanel={asPanel}
        open={open}
        onOpenChange={close}
        title={t(made.status === 'pending' ? PLACED : 'ticket.done_title')}
        footer={<ConfirmedFooter order={made} onDone={() => close(false)} />}
      >
        <Confirmed order={made} terms={terms} market={market} />
      </TicketFrame>
    )

  const marketPrice = side === 'buy' ? market.ask : market.bid
  return (
    <TicketFrame
      key="ticket"
      asPanel={asPanel}
      tall
      open={open && (asPanel || !onChart)}
      onOpenChange={close}
      title={t(`ticket.title_${side}`, { code: instrument.ShowCode })}
      aside={
        <span className="text-15 text-ink-soft">
          {t('ticket.at')}{' '}
          <Price
            value={marketPrice && priceText(marketPrice, terms.pricePrecision)}
            className={offline === undefined ? 'text-ink' : 'text-ink-muted'}
          />
        </span>
      }
      footer={<TicketFooter {...{ asPanel, instrument, side, state, losingShare }} />}
    >
      <TicketFields
        item={instrument}
        terms={terms}
        market={market}
        form={form}
        summary={summary}
        faults={faults}
        act={act}
      />
      {!asPanel && (
        <Button tone="quiet" className="mt-1 w-full" onClick={onShowChart}>
          {t('ticket.set_on_chart')}
        </Button>
      )}
      {form.kind === 'pending' && summary.marginShort && canSend(faults) && <PendingMargin />}
      {!asPanel && <CostBlock summary={summary} balance={balance} />}
      <TicketCalculator item={instrument} terms={terms} market={market} form={form} act={act} />
      <QuickSwitch />
    </TicketFrame>
  )
}

type FooterProps = Pick<TicketProps, 'asPanel' | 'instrument' | 'side' | 'losingShare'> & {
  readonly state: TicketState
}

function TicketFooter({ asPanel, instrument, side, state, losingShare }: FooterProps) {
  const offline = useOffline()
  const standing = useStanding()
  const isReal = useSession(({ user }) => user?.is_demo === 0)
  const { form, terms, account, summary, faults, sentBody, attempt, slow, far, confirm, close } = state
  const [question, setQuestion] = useState(false)
  return (
    <div className="grid gap-2 dense:gap-1.5">
      {asPanel && <CostLines summary={summary} />}
      <Refusal
        attempt={attempt}
        faults={faults}
        item={instrument}
        offline={offline}
        unfunded={isUnfunded(account, isReal)}
        onLeave={() => close(false)}
      />
      <SendingLine attempt={attempt} slow={slow} sentBody={sentBody && { price: sentBody.seen_price?.toString() }} />
      <ConfirmButton
        item={instrument}
        form={form}
        side={side}
        summary={summary}
        terms={terms}
        sentBody={sentBody?.seen_price?.toString()}
        enabled={canSend(faults) && offline === undefined && standing === 'free'}
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

/** Stores an order without an answer over a reload, so that it is not placed twice by accident. */
function useOrderStore(instrument: number): AttemptStore<CallInput<'submit'>> {
  const [store] = useState(() => {
    const storage = sessionStore()
    // The session storage already belongs to one customer.
    return attemptStore<CallInput<'submit'>>({
      name: `order.${instrument}`,
      user: 0,
      now: Date.now,
      storage: () => storage,
    })
  })
  return store
}

type ConfirmProps = {
  readonly item: TradeItem
  readonly form: TicketForm
  readonly side: Side
  readonly summary: ReturnType<typeof summaryOf>
  readonly terms: ReturnType<typeof termsFrom>
  /** The seen price of a request without an answer: the button sends that request again. */
  readonly sentBody: string | undefined
  readonly enabled: boolean
  readonly sending: boolean
  readonly onConfirm: () => void
}

/** The label names the order with its current price. */
function ConfirmButton({ item, form, side, summary, terms, sentBody, enabled, sending, onConfirm }: ConfirmProps) {
  const t = useTranslate()
  const signedIn = useSignedIn()
  const price = sentBody ?? (summary.entry === undefined ? undefined : priceText(summary.entry, terms.pricePrecision))
  const label = t(confirmWords({ form, side, terms, price }), {
    lots: sizeTyped(form.lots, item, t).bare,
    price: price ?? '',
  })
  return (
    <Button
      large
      tone={side === 'buy' ? 'up' : 'down'}
      busy={sending}
      disabled={signedIn && !enabled}
      onClick={onConfirm}
    >
      {signedIn ? label : t('ticket.sign_in')}
    </Button>
  )
}

/** A visitor signs in first and returns to the ticket. */
function useSignIn(side: Side): () => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return () => void navigate(`/login?${new URLSearchParams({ from: `${pathname}?ticket=${side}` })}`)
}
