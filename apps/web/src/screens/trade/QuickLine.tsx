/**
 * One-tap trading: a tap on Sell or Buy sends a market order at the shown quote; the line above them names its lots and
 * leverage and opens the ticket. An order without an answer is shown in the line, where the customer sends it again or
 * gives it up; until then a tap sends nothing, because it may mean that order or another one.
 */
import { type CallInput, isFateUnknown, ORDER_TYPE, type TradeItem, type WireOrder } from '@veritick/contract'
import type { FeeType, Side } from '@veritick/domain'
import { useEffect, useMemo, useRef } from 'react'
import { CallFailed, call } from '../../data/api.ts'
import { queries, useBasics } from '../../data/queries.ts'
import { Button, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useOrderAttempt } from '../../submit/useOrderAttempt.ts'
import { useTabStore } from '../../submit/useTabStore.ts'
import { termsFrom } from '../ticket/facts.ts'
import { mayTap, quickOrder } from '../ticket/quick.ts'
import { rememberedOrder } from '../ticket/remembered.ts'
import { sizeTyped } from '../ticket/sizeUnit.ts'
import { usePlacedToast } from '../ticket/usePlacedToast.ts'
import { useTicketAccount, useTicketMarket } from '../ticket/useTicketMarket.ts'

/** The action of the buttons while one-tap trading is ready. */
export type QuickTap = { readonly tap: (side: Side) => void; readonly busy: boolean }
type Props = {
  readonly item: TradeItem
  /** Opens the ticket. */
  readonly onChoose: (side: Side) => void
  /** The ticket is open below. */
  readonly beside: boolean
  /** `undefined`: a tap opens the ticket. */
  readonly onReady: (ready: QuickTap | undefined) => void
}

/** Renders nothing until the fee type of the platform is known. */
export function QuickLine(props: Props) {
  const { data: basics } = useBasics()
  return basics === undefined ? null : <Known key={props.item.Id} {...props} feeType={basics.trade_fee_type} />
}

function Known({ item, onChoose, beside, onReady, feeType }: Props & { readonly feeType: FeeType }) {
  const t = useTranslate()
  const terms = useMemo(() => termsFrom(item, feeType), [item, feeType])
  const market = useTicketMarket(item, feeType)
  const account = useTicketAccount()
  const last = useRef<number>(undefined)
  const { attempt, place, resend, giveUp, lostText, undecided } = useQuickOrder(item)
  const quickOf = (side: Side) => quickOrder({ side, terms, market, account, kept: rememberedOrder(terms) })
  const latest = useRef<(side: Side) => void>(undefined)
  latest.current = (side) => {
    const { request } = quickOf(side)
    if (request === undefined) return onChoose(side)
    if (!mayTap(last.current, performance.now())) return
    last.current = performance.now()
    void place(request)
  }
  const busy = attempt.state === 'sending'
  useEffect(() => {
    onReady({ tap: (side) => latest.current?.(side), busy })
    return () => onReady(undefined)
  }, [onReady, busy])
  if (attempt.state === 'unanswered')
    return <Unanswered text={lostText(attempt.body, undecided)} onResend={resend} onGiveUp={giveUp} />
  const { lots, leverage } = quickOf('buy').form
  return (
    <div className="flex shrink-0 items-center justify-between gap-2 border-t border-line bg-accent-soft ps-4 pe-1 text-13">
      <span className="min-w-0 py-1">
        <span className="block font-semibold text-accent">{t('quick.title')}</span>
        <span className="block text-ink-soft">
          {sizeTyped(lots, item, t).named}
          {leverage !== undefined && leverage > 0 && <> · {t('ticket.leverage_value', { value: leverage })}</>}
        </span>
      </span>
      {!beside && (
        <Button tone="quiet" onClick={() => onChoose('buy')}>
          {t('wide.ticket')}
        </Button>
      )}
    </div>
  )
}

type UnansweredProps = { readonly text: string; readonly onResend: () => void; readonly onGiveUp: () => void }

function Unanswered({ text, onResend, onGiveUp }: UnansweredProps) {
  const t = useTranslate()
  return (
    <div className="shrink-0 border-t border-line bg-warn-soft px-4 pt-2 pb-1 text-13">
      <p role="status" className="text-warn">
        {text}
      </p>
      <div className="flex flex-wrap gap-x-2">
        <Button tone="quiet" className="px-0!" onClick={onResend}>
          {t('quick.resend')}
        </Button>
        <Button tone="quiet" className="ms-auto px-0!" onClick={onGiveUp}>
          {t('orders.give_up')}
        </Button>
      </div>
    </div>
  )
}

/** Sends one order at a time; a toast names the fill and the quote that filled it, or the order without an answer. */
export function useQuickOrder(item: TradeItem) {
  const t = useTranslate()
  const showPlaced = usePlacedToast(item)
  const lostText = ({ type, cont, seen_price }: CallInput<'submit'>, isUndecided = false) => {
    const side = t(type === ORDER_TYPE.buy ? 'common.buy' : 'common.sell')
    const { bare } = sizeTyped(String(cont), item, t)
    const order = t('trade.order_line', { side, lots: bare, price: String(seen_price) })
    return t(isUndecided ? 'quick.undecided' : 'quick.unanswered', { order })
  }
  const { attempt, undecided, send, resend, giveUp } = useOrderAttempt<CallInput<'submit'>, WireOrder>(
    async (body, options) => {
      try {
        return await call('submit', body, options)
      } catch (error) {
        const isRefused = error instanceof CallFailed && error.kind === 'refused' && !isFateUnknown(error.reason)
        toast({ text: isRefused ? error.message : lostText(body), tone: 'bad' })
        throw error
      }
    },
    (wire) => {
      showPlaced(wire)
      void queries.refreshOrders()
    },
    useTabStore(`quick.${item.Id}`),
  )
  const place = async (request: { readonly intent: string; readonly body: CallInput<'submit'> }) => {
    if (attempt.state === 'unanswered') toast({ text: lostText(attempt.body), tone: 'bad' })
    else await send(request)
  }
  return { attempt, place, resend, giveUp, lostText, undecided }
}
