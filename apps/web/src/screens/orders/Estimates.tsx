/** Margin and fee of an order that fills at the given price now. */
import type { TradeItem } from '@veritick/contract'
import { useMemo } from 'react'
import type { Order } from '../../data/order.ts'
import { useBasics } from '../../data/queries.ts'
import { Line } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Charge, Cost } from '../ticket/CostBlock.tsx'
import { estimateOf } from '../ticket/costs.ts'
import { termsFrom } from '../ticket/facts.ts'
import { useTicketMarket } from '../ticket/useTicketMarket.ts'

type Props = { readonly order: Pick<Order, 'lots' | 'price' | 'leverage'>; readonly item: TradeItem }

export function Estimates({ order, item }: Props) {
  const t = useTranslate()
  const feeType = useBasics().data?.trade_fee_type ?? 1
  const market = useTicketMarket(item, feeType)
  const terms = useMemo(() => termsFrom(item, feeType), [item, feeType])
  const { margin, fee } = estimateOf(order, terms, market)
  return (
    <>
      <Line label={t('orders.margin_estimated')}>
        <Charge amount={margin} currency />
      </Line>
      <Line label={t('orders.fee_estimated')}>
        <Cost amount={fee} currency />
      </Line>
    </>
  )
}
