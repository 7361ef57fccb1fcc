/**
 * Notices around the confirm button: the reason why it is disabled, the refusal of the server with the next step, the
 * state of the request, the risk.
 */
import type { TradeItem } from '@veritick/contract'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { quoteOfItem, useQuote } from '../../data/live.ts'
import { Button, classes, isLayerOnTop, WARNING } from '../../design/index.ts'
import { formatOpening } from '../../format/time.ts'
import { type Translate, useTag, useTranslate } from '../../i18n/i18n.ts'
import type { OfflineReason } from '../../shell/useOffline.ts'
import type { Attempt } from '../../submit/attempt.ts'
import { FrozenLine } from '../frozen/FrozenNotice.tsx'
import type { TicketFaults } from './faults.ts'

/** A refusal of the server comes first, then the faults of the form. A frozen account explains everything. */
export function Refusal({
  attempt,
  faults,
  item,
  offline,
  frozen,
  unfunded,
  typing,
  offer,
  onLeave,
}: {
  readonly attempt: Attempt<unknown>
  readonly offline: OfflineReason
  readonly faults: TicketFaults
  readonly item: TradeItem
  readonly frozen: boolean
  /** The customer has no money yet. */
  readonly unfunded: boolean
  /** The customer is typing a number: what is missing is shown, and is announced after the last digit. */
  readonly typing: boolean
  /** The way out without enough margin, instead of the advice. */
  readonly offer?: ReactNode
  /** Closes the ticket. */
  readonly onLeave: () => void
}) {
  const t = useTranslate()
  const closed = useClosedText(item)
  if (frozen) return <FrozenLine />
  // The line about the request names the missing connection.
  if (offline !== undefined && attempt.state === 'unanswered') return null
  if (offline !== undefined) return <Alert words={t(`shell.${offline}`)} />
  if (attempt.state === 'refused') return <Alert words={attempt.message} hint={hintOf(t, attempt.reason)} />
  if (faults.market === 'market_closed') return <Alert words={closed} />
  if (faults.market !== undefined)
    return <Alert words={t(`refusals.${faults.market}`)} hint={t(`ticket.hint_${faults.market}`)} />
  if (faults.account !== undefined && unfunded) return <DepositFirst onLeave={onLeave} />
  if (faults.account !== undefined)
    return (
      <Alert
        words={t(`refusals.${faults.account}`)}
        hint={offer ?? t(`ticket.hint_${faults.account}`)}
        announced={!typing}
      />
    )
  return null
}

type AlertProps = { readonly words: ReactNode; readonly hint?: ReactNode; readonly announced?: boolean }

/**
 * Announces the words only: an amount of the hint changes with each quote, and each change would be announced. Screen
 * readers announce an alert that appears, so the words get an element of their own once they are announced.
 */
function Alert({ words, hint, announced = true }: AlertProps) {
  return (
    <div className={WARNING}>
      <div key={String(announced)} role={announced ? 'alert' : undefined}>
        <p className="font-semibold">{words}</p>
      </div>
      {hint !== undefined && <div>{hint}</div>}
    </div>
  )
}

function DepositFirst({ onLeave }: { readonly onLeave: () => void }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const deposit = () => {
    const replace = isLayerOnTop()
    onLeave()
    void navigate('/mine/charge', { replace })
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-warn-soft ps-3 text-13"
    >
      <p className="py-2 font-semibold text-warn">{t('ticket.no_money')}</p>
      <Button tone="quiet" onClick={deposit}>
        {t('account.row_deposit')}
      </Button>
    </div>
  )
}

const HINTED = [
  'margin_not_enough',
  'margin_call',
  'price_stale',
  'price_unconfirmed',
  'market_closed',
  'conversion_missing',
  'too_many_orders',
] as const

/** The next step after a refusal. */
function hintOf(t: Translate, reason: string): string {
  const known = HINTED.find((each) => each === reason)
  return t(known === undefined ? 'ticket.hint_default' : `ticket.hint_${known}`)
}

function useClosedText(item: TradeItem): string {
  const t = useTranslate()
  const tag = useTag()
  const { nextOpen } = useQuote(item.Code) ?? quoteOfItem(item)
  return nextOpen === undefined
    ? t('refusals.market_closed')
    : t('ticket.closed_until', { time: formatOpening(nextOpen, { tag, zoned: true }) })
}

/**
 * The state of the request, also announced: sending, slow, no answer. `sentBody`: the request that the button sends
 * again; `undefined` if the form now contains another order. `undecided`: the server has not executed it so far.
 */
export function SendingLine({
  attempt,
  slow,
  isOffline,
  undecided,
  sentBody,
}: {
  readonly attempt: Attempt<unknown>
  readonly slow: boolean
  readonly isOffline: boolean
  readonly undecided: boolean
  readonly sentBody: { readonly price: string | undefined } | undefined
}) {
  const t = useTranslate()
  const words = attempt.state === 'unanswered' ? unanswered() : slow ? t('ticket.sending_slow') : undefined
  return (
    <p role="status" className={words === undefined ? 'sr-only' : WARNING}>
      {words ?? (attempt.state === 'sending' ? t('ticket.sending') : '')}
    </p>
  )

  function unanswered(): string {
    if (isOffline) return t('ticket.unanswered_offline')
    const state = undecided ? 'undecided' : 'unanswered'
    if (sentBody === undefined) return t(`ticket.${state}_edited`)
    return sentBody.price === undefined ? t(`ticket.${state}`) : t(`ticket.${state}_price`, { price: sentBody.price })
  }
}

/** A warning, not a refusal, because a pending order is accepted without the margin. */
export function PendingMargin({ offer }: { readonly offer?: ReactNode }) {
  const t = useTranslate()
  return (
    <div className={classes('mt-3', WARNING)}>
      <p role="status">{t('ticket.pending_margin')}</p>
      {offer}
    </div>
  )
}

export function RiskLine({ losingShare }: { readonly losingShare: string | null }) {
  const t = useTranslate()
  return (
    <p className="text-center text-12 text-ink-muted">
      {losingShare === null ? t('ticket.risk') : t('ticket.risk_share', { share: losingShare })}
    </p>
  )
}
