/** Stop-loss and take-profit of an order in one sheet, saved with one request. */
import type { TradeItem } from '@veritick/contract'
import { moneyText, priceText } from '@veritick/contract'
import { type InstrumentTerms, parseDecimal } from '@veritick/domain'
import { useState } from 'react'
import type { Order } from '../../data/order.ts'
import { Amount, classes, Price, SettingRow, Sheet, Switch } from '../../design/index.ts'
import { useFigure, useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { useDistanceFault } from '../ticket/faultTexts.ts'
import { LevelUnitTabs, useUnitText } from '../ticket/LevelRows.tsx'
import { PriceField } from '../ticket/PriceField.tsx'
import { useTicketMarket } from '../ticket/useTicketMarket.ts'
import { OrderLine } from './OrderLine.tsx'
import { SaveChange, useSaving } from './SaveChange.tsx'
import {
  inUnit,
  type LevelName,
  priceNow,
  pricesAround,
  profitAt,
  type StopsFaults,
  type StopsForm,
  type StopsMarket,
  stopPrice,
  stopsFaults,
  stopsOf,
  stopsRequest,
  switched,
} from './stops.ts'

type Props = {
  readonly order: Order
  readonly item: TradeItem
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function StopsSheet(props: Props) {
  const t = useTranslate()
  const { open, onOpenChange } = props
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('orders.edit_title')}>
      <Stops {...props} />
    </Sheet>
  )
}

/** Created each time the sheet opens, from the current levels. */
function Stops({ order, item, onOpenChange }: Props) {
  // The fee type has no effect on levels.
  const market = { ...useTicketMarket(item, 1), contractSize: contractSizeOf(item) }
  const [form, setForm] = useState<StopsForm>(() => stopsOf(order))
  const saving = useSaving(order, { close: () => onOpenChange(false) })
  const faults = stopsFaults(form, order, market)

  function change(next: StopsForm) {
    saving.changed()
    setForm(next)
  }

  const row = (level: LevelName) => (
    <LevelEditor
      level={level}
      form={form}
      order={order}
      item={item}
      market={market}
      fault={faults[level]}
      onText={(text) => change({ ...form, [level]: { on: true, text, touched: true } })}
      onSwitch={(on) => change(switched(form, { level, on, order, market }))}
    />
  )
  return (
    <>
      <OrderLine order={order} />
      <PriceNow order={order} market={market} />
      <SaveChange
        saving={saving}
        fields={
          <>
            {row('stopLoss')}
            {row('takeProfit')}
            {(form.stopLoss.on || form.takeProfit.on) && (
              <LevelUnitTabs
                unit={form.unit}
                from={order.price}
                terms={{ pricePrecision: order.precision }}
                onUnit={(unit) => change(inUnit(form, unit, order, market))}
              />
            )}
          </>
        }
        change={
          Object.keys(faults).length > 0 ? undefined : { call: 'setStopPrice', body: stopsRequest(form, order, market) }
        }
      />
    </>
  )
}

/** The price at which the order would close or open now. Without a connection it is the last known one, in grey. */
export function PriceNow({ order, market }: { readonly order: Order; readonly market: StopsMarket }) {
  const t = useTranslate()
  const offline = useOffline() !== undefined
  const now = priceNow(order, market)
  return (
    <p className="flex justify-between gap-3 pb-2">
      <span className="text-ink-soft">{t('orders.price_now')}</span>
      <Price
        value={now && priceText(now, order.precision)}
        className={classes('font-semibold', offline && 'text-ink-muted')}
      />
    </p>
  )
}

const WORDS = {
  stopLoss: { label: 'ticket.stop_loss', price: 'ticket.stop_loss_price' },
  takeProfit: { label: 'ticket.take_profit', price: 'ticket.take_profit_price' },
} as const

type EditorProps = {
  readonly level: LevelName
  readonly form: StopsForm
  readonly order: Order
  readonly item: TradeItem
  readonly market: StopsMarket
  readonly fault: StopsFaults[LevelName]
  readonly onText: (text: string) => void
  readonly onSwitch: (on: boolean) => void
}

export function LevelEditor(props: EditorProps) {
  const { level, form, order, item, market, fault, onText, onSwitch } = props
  const t = useTranslate()
  const figure = useFigure()
  const unitText = useUnitText({ pricePrecision: order.precision })
  const facts = { contractSize: contractSizeOf(item), conversion: market.conversion }
  const brings = profitAt(form, level, order, facts)
  const price = stopPrice(form, level, order, facts)
  const byPrice = form.unit === 'price'
  const words = WORDS[level]
  const wrong = useFault(props)
  return (
    <SettingRow
      label={t(words.label)}
      note={
        fault === undefined && brings !== undefined && price !== undefined ? (
          <span className="flex flex-wrap gap-x-2">
            {!byPrice && <bdi className="tabular-nums">{figure(priceText(price, order.precision))}</bdi>}
            <Amount value={moneyText(brings)} signed coloured currency />
          </span>
        ) : undefined
      }
    >
      {/* Before its field for the keyboard: Tab goes from the switch to the field that it has opened. */}
      <span className="order-last flex shrink-0">
        <Switch label={t(words.label)} checked={form[level].on} onCheckedChange={onSwitch} />
      </span>
      {form[level].on && (
        <PriceField
          label={byPrice ? t(words.price) : t('ticket.level_in', { level: t(words.label), unit: unitText(form.unit) })}
          value={form[level].text}
          onValueChange={onText}
          error={wrong}
        />
      )}
    </SettingRow>
  )
}

function contractSizeOf(item: TradeItem): InstrumentTerms['contractSize'] | undefined {
  const size = parseDecimal(item.ForexContNum, 0)
  return typeof size === 'number' ? size : undefined
}

/** The error of a level, with its valid range. */
function useFault({ level, form, order, market, fault }: EditorProps): string | undefined {
  const t = useTranslate()
  const distanceFault = useDistanceFault()
  if (fault === undefined || fault === 'missing') return undefined
  if (form.unit !== 'price' && fault !== 'wrong_side') return distanceFault(fault, form.unit, order.precision)
  const now = priceNow(order, market)
  if (fault === 'out_of_range' && now === undefined) return t('trade.out_of_range')
  const example = priceText(now ?? order.price, order.precision)
  if (fault === 'not_a_number') return t('ticket.digits', { example })
  if (fault === 'out_of_range') return t('ticket.out_of_range', { example })
  if (fault === 'too_precise') return t('ticket.decimals', { count: order.precision })
  const around = pricesAround(order, market)
  if (around === undefined) return undefined
  const below = (level === 'stopLoss') === (order.side === 'buy')
  const price = priceText(below ? around.bid : around.ask, order.precision)
  return below ? t('ticket.must_be_below', { price }) : t('ticket.must_be_above', { price })
}
