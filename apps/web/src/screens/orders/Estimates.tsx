/** The figures of an order at the current market: margin and fee of a pending one, the overnight fee of a position. */
import type { TradeItem } from '@veritick/contract'
import { useMemo } from 'react'
import type { Order } from '../../data/order.ts'
import { useBasics } from '../../data/queries.ts'
import { Line } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Charge, Cost, OvernightFee, OvernightName } from '../ticket/CostBlock.tsx'
import { estimateOf, overnightOf } from '../ticket/costs.ts'
import { termsFrom } from '../ticket/facts.ts'
import { useTicketMarket } from '../ticket/useTicketMarket.ts'

type Props = { readonly order: Pick<Order, 'lots' | 'price' | 'leverage'>; readonly item: TradeItem }

/** Margin and fee if the order filled at its price now. */
export function Estimates({ order, item }: Props) {
  const t = useTranslate()
  const { terms, market } = useTerms(item)
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

type TonightProps = {
  readonly order: Pick<Order, 'lots' | 'side'>
  readonly item: TradeItem
  /** With all decimals. */
  readonly exact: boolean
}

/** The next rollover of the position, at the current price; nothing where it charges no night, as at a weekend. */
export function Tonight({ order, item, exact }: TonightProps) {
  const t = useTranslate()
  const { terms, market } = useTerms(item)
  if (market.nights === 0) return null
  const overnight = overnightOf(order, terms, market)
  return (
    <Line label={<OvernightName label={t('orders.swap_tonight')} {...overnight} />}>
      <OvernightFee {...overnight} exact={exact} />
    </Line>
  )
}

function useTerms(item: TradeItem) {
  const feeType = useBasics().data?.trade_fee_type ?? 1
  const market = useTicketMarket(item, feeType)
  return { market, terms: useMemo(() => termsFrom(item, feeType), [item, feeType]) }
}
