/**
 * Everything about one order: live prices and profit, terms, times, the quotes that filled it, the close reason, and
 * its actions.
 */
import { MARKET_STATUS, moneyText, priceText, type TradeItem } from '@veritick/contract'
import type { Micros } from '@veritick/domain'
import { type ReactNode, useState } from 'react'
import { quoteOfItem, useConnection, useQuote } from '../../data/live.ts'
import { netOf, type Order } from '../../data/order.ts'
import { useTradeList } from '../../data/queries.ts'
import { Amount, Button, classes, Figure, Icon, Line, Price, Sheet, WARNING } from '../../design/index.ts'
import { EXACT_DECIMALS, MONEY_DECIMALS } from '../../format/decimals.ts'
import { formatMoney } from '../../format/money.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { endingExplained } from '../receipt/endings.ts'
import { Charge, Cost } from '../ticket/CostBlock.tsx'
import { useSizeOf } from '../ticket/sizeUnit.ts'
import { CancelButton } from './CancelOrder.tsx'
import { CloseButton } from './CloseOrder.tsx'
import { useCloseWait, useMayClose } from './closeWait.ts'
import { EditSheet, editWords } from './EditSheet.tsx'
import { Estimates, Tonight } from './Estimates.tsx'
import { EvidenceBlock } from './EvidenceBlock.tsx'
import { ReverseButton } from './ReverseOrder.tsx'
import { SideTag } from './SideTag.tsx'
import { useIsActionUnanswered } from './useOrderAction.ts'

type Props = {
  readonly order: Order | undefined
  readonly onClose: () => void
  readonly onProof: () => void
  /** A sheet above this sheet, mounted inside, so that screen readers find only the topmost. */
  readonly children?: ReactNode
}

export function OrderSheet({ order, onClose, onProof, children }: Props) {
  const { data: items } = useTradeList()
  const sizeOf = useSizeOf()
  // The last shown order stays while the sheet slides out.
  const [last, setLast] = useState<Order | undefined>(undefined)
  if (order !== undefined && order !== last) setLast(order)
  const shown = order ?? last
  if (shown === undefined) return null
  const item = items?.find((each) => each.Id === shown.instrument)
  return (
    <Sheet
      inAddress
      open={order !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi>{shown.showCode}</bdi> <SideTag side={shown.side} size={sizeOf(shown).bare} />
        </span>
      }
      footer={
        <>
          <Actions key={shown.id} order={shown} item={item} onEnded={onClose} onProof={onProof} />
          {children}
        </>
      }
    >
      <Details order={shown} item={item} />
    </Sheet>
  )
}

export function Details({ order, item }: { readonly order: Order; readonly item: TradeItem | undefined }) {
  const t = useTranslate()
  const tag = useTag()
  const price = (value: Order['price'] | undefined) =>
    value === undefined ? t('orders.off') : <Figure value={priceText(value, order.precision)} />
  const holding = order.status === 'holding'
  const filled = order.openQuote !== undefined
  const lost = useConnection() === 'lost' && order.status !== 'ended'
  const [exact, setExact] = useState(false)
  const margin = <Charge amount={order.margin} exact={exact} currency />
  const fee = <Cost amount={order.fee} exact={exact} currency />
  return (
    <div className={lost ? 'last-known' : ''}>
      <Headline order={order} exact={exact} lost={lost} />
      {order.status === 'ended' && (
        <section className="mb-3 rounded-card bg-fill px-3 py-2.5 text-13">
          <h3 className="font-semibold">{t('orders.why')}</h3>
          <p className="text-ink-soft">{endingExplained(t, order, (money) => formatMoney(money, { tag }))}</p>
        </section>
      )}
      <dl>
        {order.pending !== undefined && <Line label={t(`orders.${order.pending}`)}>{price(order.origin)}</Line>}
        {filled && <Line label={t('orders.price_open')}>{price(order.price)}</Line>}
        {order.leverage > 0 && (
          <Line label={t('orders.leverage')}>
            <bdi dir="ltr">{t('ticket.leverage_value', { value: order.leverage })}</bdi>
          </Line>
        )}
        {filled && <Line label={t('orders.margin')}>{margin}</Line>}
        {filled && <Line label={t('orders.fee')}>{fee}</Line>}
        {filled && <Line label={t('orders.swap')}>{change(order.swap, exact)}</Line>}
        {holding && item !== undefined && <Tonight order={order} item={item} exact={exact} />}
        {filled && <Line label={t('orders.net')}>{change(netOf(order), exact)}</Line>}
        {order.status === 'pending' && item !== undefined && <Estimates order={order} item={item} />}
        <Line label={t('orders.stop_loss')}>{price(order.stopLoss)}</Line>
        <Line label={t('orders.take_profit')}>{price(order.takeProfit)}</Line>
        <Numbers order={order} />
        <Times order={order} />
      </dl>
      {filled && (
        <Button tone="quiet" aria-pressed={exact} className="w-full" onClick={() => setExact(!exact)}>
          {t(exact ? 'orders.exact_hide' : 'orders.exact_show')}
        </Button>
      )}
      <EvidenceBlock
        title={t('orders.proof_open')}
        quote={order.openQuote}
        slippage={order.openSlippage}
        order={order}
      />
      {!holding && (
        <EvidenceBlock
          title={t('orders.proof_close')}
          quote={order.closeQuote}
          slippage={order.closeSlippage}
          order={order}
        />
      )}
    </div>
  )
}

/** A pending order is created and ends; a position is opened and closed. */
function Times({ order: { createdAt, openedAt, endedAt } }: { readonly order: Order }) {
  const t = useTranslate()
  const tag = useTag()
  const moment = (time: number) => <bdi>{formatMoment(time, { tag, zoned: true })}</bdi>
  return (
    <>
      {openedAt !== createdAt && <Line label={t('orders.created')}>{moment(createdAt)}</Line>}
      {openedAt !== undefined && <Line label={t('orders.opened')}>{moment(openedAt)}</Line>}
      {endedAt !== undefined && (
        <Line label={t(openedAt === undefined ? 'orders.ended' : 'orders.closed')}>{moment(endedAt)}</Line>
      )}
    </>
  )
}

/** The number of the order; for a closed part also the number of the position. */
function Numbers({ order: { id, splitFrom } }: { readonly order: Order }) {
  const t = useTranslate()
  return (
    <>
      <Line label={t('orders.id')}>
        <bdi>{id}</bdi>
      </Line>
      {splitFrom !== undefined && (
        <Line label={t('orders.split_from')}>
          <bdi>{splitFrom}</bdi>
        </Line>
      )}
    </>
  )
}

/** The two figures that change with the market. `lost`: without a connection they are the last known ones. */
function Headline({ order, exact, lost }: { readonly order: Order; readonly exact: boolean; readonly lost: boolean }) {
  const t = useTranslate()
  const label = order.status === 'ended' && !order.cancelled ? t('orders.price_close') : t('orders.price_now')
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 pb-3">
      <div>
        <p className="text-13 text-ink-muted">
          {label}
          {lost && <> · {t('orders.offline')}</>}
        </p>
        <p className="text-22">
          <Price value={priceText(order.priceNow, order.precision)} />
        </p>
      </div>
      {order.status !== 'pending' && !order.cancelled && (
        <div className="text-end big:text-start">
          <p className="text-13 text-ink-muted">{t('orders.profit')}</p>
          <p className="text-22 font-bold">
            <Amount value={moneyText(order.profit)} decimals={decimalsIn(exact)} signed coloured currency />
          </p>
        </div>
      )}
    </div>
  )
}

const decimalsIn = (exact: boolean): number => (exact ? EXACT_DECIMALS : MONEY_DECIMALS)

const change = (amount: Micros, exact: boolean): ReactNode => (
  <Amount value={moneyText(amount)} decimals={decimalsIn(exact)} signed coloured currency />
)

type ActionProps = {
  readonly order: Order
  readonly item: TradeItem | undefined
  readonly onEnded: () => void
  readonly onProof: () => void
}

function Actions({ order, item, onEnded, onProof }: ActionProps) {
  const t = useTranslate()
  const [editing, setEditing] = useState(false)
  const proof = (
    <Button tone="plain" onClick={onProof} className="px-3 whitespace-nowrap big:whitespace-normal">
      <Icon.Shield size={20} className="max-[359px]:hidden" />
      {t('orders.see_proof')}
    </Button>
  )
  if (order.status === 'ended') return <div className="grid">{proof}</div>
  return (
    <div className="grid grid-cols-2 gap-2 big:grid-cols-1">
      {item !== undefined && order.status === 'holding' && <MarketNote item={item} />}
      <UnansweredNote order={order} />
      <Button tone="plain" disabled={item === undefined} onClick={() => setEditing(true)}>
        {t(editWords(order))}
      </Button>
      {proof}
      <div className="col-span-full">
        {order.status === 'pending' ? (
          <CancelButton order={order} onEnded={onEnded} />
        ) : (
          // Closing has the longer words.
          <div className="grid grid-cols-2 gap-2 wide:grid-cols-[minmax(max-content,2fr)_3fr] big:grid-cols-1">
            <ReverseWhenOpen order={order} item={item} onEnded={onEnded} />
            <CloseWhenOpen order={order} item={item} onEnded={onEnded} />
          </div>
        )}
      </div>
      {item !== undefined && <EditSheet order={order} item={item} open={editing} onOpenChange={setEditing} />}
    </div>
  )
}

/** Names the request of this order that has no answer; its button sends the same request again. */
function UnansweredNote({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const close = useIsActionUnanswered('close', order)
  const reverse = useIsActionUnanswered('reverse', order)
  const cancel = useIsActionUnanswered('cancelTrade', order)
  const sent = close ? 'close' : reverse ? 'reverse' : cancel ? 'cancel' : undefined
  return (
    <p role="status" className={sent === undefined ? 'sr-only' : classes('col-span-full', WARNING)}>
      {sent !== undefined && `${t(`orders.${sent}`)}: ${t('orders.unanswered')}`}
    </p>
  )
}

/** The reason why the position cannot be closed now; nothing if it can. */
function MarketNote({ item }: { readonly item: TradeItem }) {
  const reason = useCloseWait(item, item.Code)
  return reason === undefined ? null : <p className={classes('col-span-full', WARNING)}>{reason}</p>
}

function CloseWhenOpen({ order, item, onEnded }: Omit<ActionProps, 'onProof'>) {
  return <CloseButton order={order} item={item} disabled={!useMayClose(order, item)} onEnded={onEnded} />
}

/**
 * A reversal opens a position, so the market must take orders. While a close has no answer there is no reversal; while
 * a reversal has none, the position can still be closed, which never adds a risk.
 */
function ReverseWhenOpen({ order, item, onEnded }: Omit<ActionProps, 'onProof'>) {
  const quote = useQuote(item?.Code ?? '')
  const isClosing = useIsActionUnanswered('close', order)
  const isUnanswered = useIsActionUnanswered('reverse', order)
  if (item === undefined) return null
  const { status, close } = quote ?? quoteOfItem(item)
  const open = isUnanswered || (status === MARKET_STATUS.open && close !== undefined && !isClosing)
  return <ReverseButton order={order} item={item} disabled={!open} onEnded={onEnded} />
}
