/** Stop-loss and take-profit of an order in one sheet, saved with one request. */
import type { CallInput, TradeItem, WireOrder } from '@veritick/contract'
import { moneyText, priceText } from '@veritick/contract'
import { parseDecimal } from '@veritick/domain'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { closingSide, type Order } from '../../data/order.ts'
import { queries } from '../../data/queries.ts'
import { Amount, Button, Price, SettingRow, Sheet, Switch, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { useAttempt } from '../../submit/useAttempt.ts'
import { PriceField } from '../ticket/PriceField.tsx'
import { useTicketMarket } from '../ticket/useTicketMarket.ts'
import {
  judgedBy,
  type LevelName,
  profitAt,
  type StopsFaults,
  type StopsForm,
  type StopsMarket,
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
  const t = useTranslate()
  // The fee type has no effect here.
  const market = useTicketMarket(item, 1)
  const [form, setForm] = useState<StopsForm>(() => stopsOf(order))
  const { attempt, slow, send, changed } = useAttempt<CallInput<'setStopPrice'>, WireOrder>(
    (body, options) => call('setStopPrice', body, options),
    saved,
  )
  const faults = stopsFaults(form, order, market)

  function saved() {
    void queries.refreshOrders()
    toast({ text: t('orders.edit_saved'), tone: 'good' })
    onOpenChange(false)
  }
  function change(next: StopsForm) {
    changed()
    setForm(next)
  }
  function save() {
    const body = stopsRequest(form, order)
    void send({ intent: JSON.stringify(body), body })
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
      <PriceNow order={order} market={market} />
      {row('stopLoss')}
      {row('takeProfit')}
      <div className="grid gap-2 pt-4">
        <AttemptLine attempt={attempt} slow={slow} />
        <Button large busy={attempt.state === 'sending'} disabled={Object.keys(faults).length > 0} onClick={save}>
          {t('orders.edit_save')}
        </Button>
      </div>
    </>
  )
}

/** The price against which the levels are checked: the close price of a position, the target of a pending order. */
function PriceNow({ order, market }: { readonly order: Order; readonly market: StopsMarket }) {
  const t = useTranslate()
  const side = closingSide(order.side)
  const now = market[order.status === 'pending' ? (side === 'bid' ? 'ask' : 'bid') : side]
  return (
    <p className="flex justify-between gap-3 pb-2">
      <span className="text-ink-soft">{t('orders.price_now')}</span>
      <Price value={now && priceText(now, order.precision)} className="font-semibold" />
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

function LevelEditor(props: EditorProps) {
  const { level, form, order, item, market, fault, onText, onSwitch } = props
  const t = useTranslate()
  const contractSize = parseDecimal(item.ForexContNum, 0)
  const brings =
    typeof contractSize === 'number'
      ? profitAt(form[level], order, { contractSize, conversion: market.conversion })
      : undefined
  const words = WORDS[level]
  const wrong = useFault(props)
  return (
    <SettingRow
      label={t(words.label)}
      note={
        fault === undefined && brings !== undefined ? (
          <Amount value={moneyText(brings)} signed coloured currency />
        ) : undefined
      }
    >
      {form[level].on && (
        <PriceField label={t(words.price)} value={form[level].text} onValueChange={onText} error={wrong} />
      )}
      <Switch label={t(words.label)} checked={form[level].on} onCheckedChange={onSwitch} />
    </SettingRow>
  )
}

/** The valid range of the level. */
function useFault({ level, order, market, fault }: EditorProps): string | undefined {
  const t = useTranslate()
  if (fault === undefined || fault === 'missing') return undefined
  const example = priceText(order.price, order.precision)
  if (fault === 'not_a_number') return t('ticket.digits', { example })
  if (fault === 'out_of_range') return t('ticket.out_of_range', { example })
  if (fault === 'too_precise') return t('ticket.decimals', { example })
  const around = judgedBy(order, market)
  if (around === undefined) return undefined
  const below = (level === 'stopLoss') === (order.side === 'buy')
  const price = priceText(below ? around.bid : around.ask, order.precision)
  return below ? t('ticket.must_be_below', { price }) : t('ticket.must_be_above', { price })
}
