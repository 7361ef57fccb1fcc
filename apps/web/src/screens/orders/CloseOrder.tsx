/**
 * Closes a position or a part of it: one confirmation that shows the effect, one request, one answer. The whole
 * position is the default.
 */
import {
  type CallInput,
  lotsOf,
  lotsText,
  moneyText,
  priceText,
  type TradeItem,
  type WireOrder,
} from '@veritick/contract'
import { lotUnits } from '@veritick/domain'
import { useMemo, useState } from 'react'
import { call } from '../../data/api.ts'
import { netOf, type Order, orderFrom } from '../../data/order.ts'
import { Amount, Button, Confirm, classes, Price } from '../../design/index.ts'
import { formatMoney } from '../../format/money.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { isOnItsWay } from '../../submit/attempt.ts'
import { termsFrom } from '../ticket/facts.ts'
import { sizeUnitOf, useSizeOf } from '../ticket/sizeUnit.ts'
import { PartChooser } from './PartChooser.tsx'
import { chosenPart, isDivisible, type PartTerms, resultOf } from './part.ts'
import { useOrderRequest } from './useOrderAction.ts'

type Props = {
  readonly order: Order
  /** `undefined`: the instrument is not listed; the position cannot be closed. */
  readonly item: TradeItem | undefined
  readonly disabled?: boolean
  /** The button in the row of a table: `RowButton`. */
  readonly Trigger?: typeof LargeButton
  /** The name of the button among those of other orders. */
  readonly name?: string
  /** Not called for a part, because the position stays open. */
  readonly onEnded: () => void
}

/** With `cont` a part closes. */
type Body = CallInput<'close'> & Partial<Pick<CallInput<'closePart'>, 'cont'>>

export function CloseButton(props: Props) {
  const { order, item, disabled = false, Trigger = LargeButton, name } = props
  const t = useTranslate()
  const offline = useOffline()
  const { asking, attempt, slow, undecided, price, lots, isPart, fault, isSent, open, confirm, terms, text, type } =
    useClosing(props)
  const size = useSizeOf()({ ...order, lots: lots ?? order.lots })
  return (
    <>
      <Trigger label={t('orders.close')} aria-label={name} disabled={disabled} onClick={() => open(true)} />
      <Confirm
        open={asking}
        onOpenChange={open}
        tone="danger"
        title={t('orders.close_question', { side: t(`common.${order.side}`), lots: size.bare, code: order.showCode })}
        confirmLabel={isPart ? t('orders.part_confirm', { lots: size.named }) : t('orders.close')}
        keepLabel={t('orders.keep')}
        busy={attempt.state === 'sending'}
        // Without the live connection a close may still arrive, and it does not depend on the shown price.
        disabled={fault !== undefined || offline === 'offline'}
        onConfirm={confirm}
        text={
          <div className="grid grid-cols-1 gap-3">
            <Size order={order} item={item} fault={fault} locked={isSent} onText={type} terms={terms} text={text} />
            <CloseFigures price={price} profit={profitShown(order, lots)} />
            <p className="text-13">{t('orders.close_text')}</p>
            {isPart && <Rest order={order} lots={lots} />}
            <AttemptLine attempt={attempt} slow={slow} undecided={undecided} offline={offline} />
          </div>
        }
      />
    </>
  )
}

type TriggerProps = {
  readonly label: string
  readonly 'aria-label'?: string | undefined
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** The button at the end of a sheet. */
export function LargeButton({ label, ...rest }: TriggerProps) {
  return (
    <Button large tone="danger" {...rest}>
      {label}
    </Button>
  )
}

/** The choice, the sent request, and the actions of taps. `fault`: the reason why the choice cannot be sent. */
function useClosing({ order, item, onEnded }: Props) {
  const terms = usePartTerms(item)
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const told = useTold(order)
  const { ask, send, changed, ...shown } = useOrderRequest<Body>(
    'close',
    ({ cont, ...whole }, options) =>
      cont === undefined ? call('close', whole, options) : call('closePart', { ...whole, cont }, options),
    { order, told, onEnded: ({ Id }) => (Id === order.id ? onEnded() : setTyped(undefined)) },
  )
  // The button sends a request without an answer again unchanged: the same size and the same seen price.
  const sent = isOnItsWay(shown.attempt) ? shown.attempt.body : undefined
  const price = priceText(order.priceNow, order.precision)
  const text = sent === undefined ? typed : sent.cont?.toString()
  const chosen = terms === undefined ? { lots: order.lots } : chosenPart(text, order.lots, terms)
  const fault = sent === undefined ? chosen.fault : undefined
  // The sent request may have been executed; the position may then be smaller than the size.
  const lots = sent?.cont === undefined ? chosen.lots : lotsOf(sent.cont.toString())
  const isPart = sent === undefined ? lots !== undefined && lots < order.lots : sent.cont !== undefined

  function open(next: boolean) {
    if (next) setTyped(undefined)
    ask(next)
  }
  function type(next: string) {
    changed()
    setTyped(next)
  }
  function confirm() {
    if (sent === undefined && lots === undefined) return
    const part = isPart && lots !== undefined ? { cont: lotsText(lots) } : {}
    const body = sent ?? { id: order.id, seen_price: price, ...part }
    void send({ intent: `close ${order.id} ${body.cont ?? ''}`, body })
  }
  return { ...shown, terms, price, text, fault, lots, isPart, isSent: sent !== undefined, open, type, confirm }
}

type SizeProps = Pick<Props, 'order' | 'item'> &
  Omit<Parameters<typeof PartChooser>[0], 'held' | 'terms' | 'unit'> & { readonly terms: PartTerms | undefined }

/** The choice of the size; renders nothing if the position cannot be divided. */
function Size({ order, item, terms, ...chooser }: SizeProps) {
  if (item === undefined || terms === undefined || !isDivisible(order.lots, terms)) return null
  return <PartChooser held={order.lots} terms={terms} unit={sizeUnitOf(item)} {...chooser} />
}

/** The size that stays open, if the part is smaller than the position, and the levels that it keeps. */
export function Rest({
  order,
  lots = order.lots,
}: {
  readonly order: Order
  readonly lots: Order['lots'] | undefined
}) {
  const t = useTranslate()
  const sizeOf = useSizeOf()
  if (lots >= order.lots) return null
  const left = sizeOf({ ...order, lots: lotUnits(order.lots - lots) }).named
  return <p className="text-13">{t(`orders.part_stays_${levelsOf(order)}`, { left })}</p>
}

function levelsOf({ stopLoss, takeProfit }: Order): 'both' | 'stop_loss' | 'take_profit' | 'bare' {
  if (stopLoss === undefined) return takeProfit === undefined ? 'bare' : 'take_profit'
  return takeProfit === undefined ? 'stop_loss' : 'both'
}

/** The terms of sizes, on which the fee type has no effect. */
function usePartTerms(item: TradeItem | undefined): PartTerms | undefined {
  return useMemo(() => item && termsFrom(item, 1), [item])
}

/** The profit of the chosen size; of the whole position if the size has a fault. */
function profitShown({ profit, lots: held }: Order, lots: Order['lots'] | undefined): string {
  return moneyText(lots === undefined || lots >= held ? profit : resultOf(profit, { lots, held }))
}

/** The answer is the closed order: a part of the position, or the position itself. */
function useTold(order: Order): (wire: WireOrder) => string {
  const t = useTranslate()
  const tag = useTag()
  const sizeOf = useSizeOf()
  return (wire) => {
    const closed = orderFrom(wire)
    const net = netOf(closed)
    const facts = {
      code: order.showCode,
      price: wire.UpdatePrice,
      profit: formatMoney(wire.FactProfits, { tag, signed: true }),
    }
    if (closed.splitFrom !== undefined) return t('orders.part_done', { ...facts, lots: sizeOf(closed).named })
    return t(net === closed.profit ? 'orders.close_done' : 'orders.close_done_costs', {
      ...facts,
      net: formatMoney(moneyText(net), { tag, signed: true }),
    })
  }
}

/** The price at which the position would close now, and the profit at it. */
export function CloseFigures({ price, profit }: { readonly price: string; readonly profit: string }) {
  const t = useTranslate()
  const offline = useOffline() !== undefined
  return (
    <dl className={classes('grid gap-1', offline && 'last-known')}>
      <div className="flex justify-between gap-3">
        <dt>{t('orders.close_price')}</dt>
        <dd className="text-ink">
          <Price value={price} />
        </dd>
      </div>
      <div className="flex justify-between gap-3">
        <dt>{t('orders.profit')}</dt>
        <dd className="font-semibold">
          <Amount value={profit} signed coloured currency />
        </dd>
      </div>
    </dl>
  )
}
