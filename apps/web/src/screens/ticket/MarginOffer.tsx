/**
 * The way out when the account lacks the margin (`marginWay.ts`): a button that takes the lowest leverage or the
 * largest size at which the order is possible, or the amount that the smallest order needs.
 */
import { moneyText, type TradeItem } from '@veritick/contract'
import { Button } from '../../design/index.ts'
import { chargeInCents } from '../../format/decimals.ts'
import { formatMoney } from '../../format/money.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import type { MarginWay } from './marginWay.ts'
import { sizeOf } from './sizeUnit.ts'
import type { TicketAction } from './ticket.ts'
import { textOfLots } from './typed.ts'

type Props = {
  readonly way: MarginWay
  readonly item: TradeItem
  readonly step: Parameters<typeof textOfLots>[1]
  readonly act: (action: TicketAction) => void
}

export function MarginOffer({ way, item, step, act }: Props) {
  const t = useTranslate()
  const tag = useTag()
  const money = (amount: Parameters<typeof chargeInCents>[0]) => formatMoney(moneyText(chargeInCents(amount)), { tag })
  if (way.kind === 'money') return <p>{t('ticket.smallest_needs', { amount: money(way.needed) })}</p>
  const leverage = t('ticket.leverage_value', { value: way.leverage })
  const lots = sizeOf(way.lots, item, t).named
  const advice =
    way.kind === 'size'
      ? t('ticket.hint_margin_smaller')
      : t('ticket.from_leverage', { leverage, margin: money(way.margin) })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p className="min-w-0 flex-1 basis-32 py-1">{advice}</p>
      <Button
        tone="plain"
        className="my-1 max-w-full bg-surface!"
        onClick={() => act({ kind: 'calculated', lots: textOfLots(way.lots, step), leverage: way.leverage })}
      >
        {way.kind === 'leverage'
          ? t('ticket.use_leverage', { leverage })
          : t('ticket.use_size_leverage', { lots, leverage })}
      </Button>
    </div>
  )
}
