/**
 * One-tap trading: a tap on Sell or Buy sends a market order at the shown quote; the line above them names its lots and
 * leverage and opens the ticket. The next tap sends a request without an answer again with its key.
 */
import type { CallInput, TradeItem, WireOrder } from '@veritick/contract'
import type { FeeType, Side } from '@veritick/domain'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CallFailed, call } from '../../data/api.ts'
import { orderSubject } from '../../data/connection.ts'
import { orderFrom } from '../../data/order.ts'
import { queries, useBasics } from '../../data/queries.ts'
import { sessionStore } from '../../data/sessionStorage.ts'
import { Button, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { attemptStore } from '../../submit/storedAttempt.ts'
import { useAttempt } from '../../submit/useAttempt.ts'
import { termsFrom } from '../ticket/facts.ts'
import { mayTap, quickOrder } from '../ticket/quick.ts'
import { rememberedOrder } from '../ticket/remembered.ts'
import { sizeOf, sizeTyped } from '../ticket/sizeUnit.ts'
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
  const { attempt, send } = useOrder(item)
  const quickOf = (side: Side) => quickOrder({ side, terms, market, account, kept: rememberedOrder(terms) })
  const latest = useRef<(side: Side) => void>(undefined)
  latest.current = (side) => {
    const { request } = quickOf(side)
    if (request === undefined) return onChoose(side)
    if (!mayTap(last.current, performance.now())) return
    last.current = performance.now()
    void send(request)
  }
  const busy = attempt.state === 'sending'
  useEffect(() => {
    onReady({ tap: (side) => latest.current?.(side), busy })
    return () => onReady(undefined)
  }, [onReady, busy])
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

/** Sends one order at a time; a toast names the fill and the quote that filled it. */
function useOrder(item: TradeItem) {
  const { Id } = item
  const t = useTranslate()
  const [store] = useState(() => {
    const storage = sessionStore()
    const kept = { name: `quick.${Id}`, user: 0, now: Date.now, storage: () => storage }
    return attemptStore<CallInput<'submit'>>(kept)
  })
  return useAttempt<CallInput<'submit'>, WireOrder>(
    async (body, options) => {
      try {
        return await call('submit', body, options)
      } catch (error) {
        const isRefused = error instanceof CallFailed && error.kind === 'refused'
        toast({ text: isRefused ? error.message : t('ticket.unanswered'), tone: 'bad' })
        throw error
      }
    },
    (wire) => {
      const { side, lots, openQuote } = orderFrom(wire)
      const fill = t('trade.order_line', {
        side: t(`common.${side}`),
        lots: sizeOf(lots, item, t).bare,
        price: wire.Price,
      })
      const quote = openQuote === undefined ? '' : ` · ${t('ticket.done_quote')} #${openQuote.seq}`
      const text = `${wire.ForexTradeLists.ShowCode}: ${fill}${quote}`
      toast({ title: t('ticket.done_title'), text, tone: 'good', about: orderSubject(wire.Id) })
      void queries.refreshOrders()
    },
    store,
  )
}
