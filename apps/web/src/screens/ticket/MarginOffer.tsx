/**
 * The way out when the account lacks the margin (`marginWay.ts`): a button that takes the lowest leverage at which the
 * order is possible, or the amount that the smallest order needs.
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
  const facts = { leverage, margin: money(way.margin), lots: sizeOf(way.lots, item, t).named }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p className="min-w-0 flex-1 basis-32 py-1">
        {t(way.isSmallest ? 'ticket.smallest_from_leverage' : 'ticket.from_leverage', facts)}
      </p>
      <Button
        tone="plain"
        className="my-1 max-w-full bg-surface!"
        onClick={() => act({ kind: 'calculated', lots: textOfLots(way.lots, step), leverage: way.leverage })}
      >
        {t(way.isSmallest ? 'ticket.use_size_leverage' : 'ticket.use_leverage', facts)}
      </Button>
    </div>
  )
}
