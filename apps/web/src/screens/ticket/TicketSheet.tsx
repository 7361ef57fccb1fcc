/**
 * The order ticket over the trade screen; beside the chart of a wide window it is always ready for the instrument that
 * is shown. The customer chooses, sees all costs, taps once and gets a receipt. The ticket renders the values of
 * `ticket.ts` at live prices; `useTicket.ts` holds them and sends one attempt at a time.
 */
import { priceText } from '@veritick/contract'
import type { Side } from '@veritick/domain'
import { type RefObject, useRef, useState } from 'react'
import { useAccount } from '../../data/live.ts'
import { useBasics, useStanding } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button, classes, Price, SkeletonRows, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { useIsLow } from '../../shell/wide.ts'
import { ConfirmButton } from './ConfirmButton.tsx'
import { Confirmed, ConfirmedFooter } from './Confirmed.tsx'
import { CostBlock, CostLines } from './CostBlock.tsx'
import { FarQuestion } from './FarQuestion.tsx'
import { canSend } from './faults.ts'
import { LevelHint } from './LevelHint.tsx'
import { RiskLine } from './Notices.tsx'
import { QuickSwitch } from './QuickSwitch.tsx'
import { TicketCalculator } from './TicketCalculator.tsx'
import { TicketFields } from './TicketFields.tsx'
import { TicketFrame } from './TicketFrame.tsx'
import { NoticesInView, PendingNotice, TicketNotices } from './TicketNotices.tsx'
import type { TicketForm } from './ticket.ts'
import { type TicketProps, type TicketSheetProps, type TicketState, useTicket } from './useTicket.ts'

/** The title for a placed order that has not filled. */
const PLACED = 'ticket.done_title_pending'

/**
 * Renders nothing before the fee type of the platform is known. Another customer of this device gets a ticket of their
 * own: an order without an answer and a shown confirmation belong to the customer who placed it.
 */
export function TicketSheet(props: TicketSheetProps) {
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

function Ticket(props: TicketProps) {
  const { asPanel, instrument, side, open, losingShare, onChart, onShowChart, onSide } = props
  const t = useTranslate()
  const balance = useAccount()?.Balance
  const state = useTicket(props)
  const hasNoticesInView = useIsLow() || asPanel
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
        notices={hasNoticesInView && <NoticesInView instrument={instrument} state={state} />}
      />
      {!asPanel && (
        <Button tone="quiet" className="mt-1 w-full" onClick={onShowChart}>
          {t('ticket.set_on_chart')}
        </Button>
      )}
      <PendingNotice instrument={instrument} state={state} />
      {!asPanel && <CostBlock summary={summary} balance={balance} />}
      <TicketCalculator item={instrument} terms={terms} market={market} form={form} act={act} />
      <QuickSwitch brief={asPanel} />
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
function useFocusing({ choices }: Pick<TicketSheetProps, 'choices'>): [number, () => void] {
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
  const t = useTranslate()
  const isLow = useIsLow()
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
          {!isLow && <TicketNotices instrument={instrument} state={state} />}
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
        text={t('ticket.far_text', {
          price: summary.entry === undefined ? '' : priceText(summary.entry, terms.pricePrecision),
          distance: far ?? '',
        })}
        confirmLabel={t('ticket.far_confirm')}
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
