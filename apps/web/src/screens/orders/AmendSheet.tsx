/** The price and the stops of a pending order in one sheet, saved with one request. */
import { priceText, type TradeItem } from '@veritick/contract'
import { type Points, parseDecimal } from '@veritick/domain'
import { useState } from 'react'
import type { Order } from '../../data/order.ts'
import { Sheet, Stepper, WARNING } from '../../design/index.ts'
import { isPipPrice } from '../../format/spread.ts'
import { useFigure, useTranslate } from '../../i18n/i18n.ts'
import { targetStep } from '../ticket/targetStep.ts'
import { textOfPrice } from '../ticket/typed.ts'
import { useTicketMarket } from '../ticket/useTicketMarket.ts'
import {
  type AmendFaults,
  type AmendForm,
  amended,
  amendFaults,
  amendOf,
  amendRequest,
  awayFromMarket,
  fillPrice,
  type TargetFault,
} from './amend.ts'
import { Estimates } from './Estimates.tsx'
import { OrderLine } from './OrderLine.tsx'
import { SaveChange, useSaving } from './SaveChange.tsx'
import { LevelEditor, PriceNow } from './StopsSheet.tsx'
import { type LevelName, type StopsMarket, switched } from './stops.ts'

type Props = {
  readonly order: Order
  readonly item: TradeItem
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function AmendSheet(props: Props) {
  const t = useTranslate()
  const { open, onOpenChange } = props
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('orders.amend')}>
      <Amend {...props} />
    </Sheet>
  )
}

/** Created each time the sheet opens, from the current levels. */
function Amend({ order, item, onOpenChange }: Props) {
  const t = useTranslate()
  // The fee type has no effect on these figures.
  const market = useTicketMarket(item, 1)
  const [form, setForm] = useState<AmendForm>(() => amendOf(order))
  const saving = useSaving(order, { saved: t('orders.amend_saved'), close: () => onOpenChange(false) })
  const faults = amendFaults(form, order, market)
  const moved = amended(order, form)

  function change(next: AmendForm) {
    saving.changed()
    setForm(next)
  }

  const row = (level: LevelName) => (
    <LevelEditor
      level={level}
      form={form}
      order={moved}
      item={item}
      market={market}
      fault={faults[level]}
      onText={(text) => change({ ...form, [level]: { on: true, text, touched: true } })}
      onSwitch={(on) => change({ ...form, ...switched(form, { level, on, order: moved, market }) })}
    />
  )
  return (
    <>
      <OrderLine order={order} />
      <PriceNow order={order} market={market} />
      <SaveChange
        saving={saving}
        change={Object.keys(faults).length > 0 ? undefined : amendRequest(form, order)}
        fields={
          <>
            <TargetRow
              order={moved}
              market={market}
              item={item}
              text={form.target}
              fault={faults.target}
              onText={(target) => change({ ...form, target })}
            />
            {row('stopLoss')}
            {row('takeProfit')}
            <dl className="pt-2">
              <Estimates order={moved} item={item} />
            </dl>
          </>
        }
      >
        <MarketLine fault={faults.market} />
      </SaveChange>
    </>
  )
}

function MarketLine({ fault }: { readonly fault: AmendFaults['market'] }) {
  const t = useTranslate()
  if (fault === undefined) return null
  return (
    <p role="status" className={WARNING}>
      {t(`refusals.${fault}`)}
    </p>
  )
}

type TargetProps = {
  /** The order with the typed price. */
  readonly order: Order
  readonly market: StopsMarket
  readonly item: TradeItem
  readonly text: string
  readonly fault: TargetFault | undefined
  readonly onText: (text: string) => void
}

/** The price, typed or stepped by a pip, with its effect and its distance from the market below it. */
function TargetRow({ order, market, item, text, fault, onText }: TargetProps) {
  const t = useTranslate()
  const wrong = useTargetText(fault, order, market)
  const step = textOfPrice(targetStep(order.precision), order.precision)
  return (
    <div className="border-b border-line py-2">
      <Stepper
        labelShown
        label={t('ticket.target')}
        value={text}
        onValueChange={onText}
        steps={{ decimals: order.precision, step, min: step }}
        error={wrong}
      />
      {fault === undefined && <TargetNote order={order} market={market} item={item} />}
    </div>
  )
}

function TargetNote({ order, market, item }: Pick<TargetProps, 'order' | 'market' | 'item'>) {
  const t = useTranslate()
  const now = fillPrice(order.side, market)
  const awayText = useAwayText(item)
  if (now === undefined || order.pending === undefined) return null
  const text = (price: Points) => priceText(price, order.precision)
  return (
    <p className="grid gap-0.5 pt-1 text-13 text-ink-muted">
      <span>{t(`ticket.fills_${order.side}_${order.pending}`, { price: text(order.price), now: text(now) })}</span>
      <span>{awayText(order.price, now)}</span>
    </p>
  )
}

/** "12.3 pips (0.09 %) below the current price". */
export function useAwayText(item: TradeItem): (target: Points, now: Points) => string {
  const t = useTranslate()
  const figure = useFigure()
  return (target, now) => {
    const contractSize = parseDecimal(item.ForexContNum, 0)
    const terms = {
      contractSize: typeof contractSize === 'number' ? contractSize : 1,
      pricePrecision: item.PricePrecision,
    }
    const { pips, percent, isBelow } = awayFromMarket(target, now, terms)
    const distance = isPipPrice(item.PricePrecision) ? t('trade.in_pips', { count: figure(pips) }) : figure(pips)
    return t(isBelow ? 'orders.amend_below' : 'orders.amend_above', { distance, percent: figure(percent) })
  }
}

function useTargetText(fault: TargetFault | undefined, order: Order, market: StopsMarket): string | undefined {
  const t = useTranslate()
  const now = fillPrice(order.side, market) ?? order.price
  const example = priceText(now, order.precision)
  switch (fault) {
    case undefined:
    case 'missing':
      return undefined
    case 'not_a_number':
      return t('ticket.digits', { example })
    case 'out_of_range':
      return t('ticket.out_of_range', { example })
    case 'too_precise':
      return t('ticket.decimals', { count: order.precision })
    case 'target_at_market':
      return t('refusals.target_at_market')
    case 'must_be_below':
    case 'must_be_above':
      return t(`ticket.${fault}`, { price: example })
  }
}
