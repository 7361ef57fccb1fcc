/** The published quote that filled an order: its number, both prices, its time, the slippage, and the rate to USD. */
import { priceText } from '@veritick/contract'
import type { Evidence, Order } from '../../data/order.ts'
import { useTradeList } from '../../data/queries.ts'
import { Line } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useFigure, useTag, useTranslate } from '../../i18n/i18n.ts'
import { Slippage } from '../ticket/Slippage.tsx'

type Props = {
  readonly title: string
  readonly quote: Evidence | undefined
  readonly slippage: Order['openSlippage']
  readonly order: Order
}

export function EvidenceBlock({ title, quote, slippage, order }: Props) {
  const t = useTranslate()
  const tag = useTag()
  const figure = useFigure()
  if (quote === undefined) return null
  return (
    <section className="pt-4">
      <h3 className="pb-1 font-bold">{title}</h3>
      <dl>
        <Line label={t('orders.quote')}>
          <bdi>#{quote.seq}</bdi>
        </Line>
        <Line label={t('orders.bid_ask')}>
          <bdi dir="ltr" className="tabular-nums">
            {figure(priceText(quote.bid, order.precision))} · {figure(priceText(quote.ask, order.precision))}
          </bdi>
        </Line>
        <Line label={t('orders.quote_time')}>
          <bdi>{formatMoment(quote.time, { tag, zoned: true })}</bdi>
        </Line>
        <Line label={t('orders.slippage')}>
          <Slippage points={slippage} precision={order.precision} />
        </Line>
        {order.quoteCurrency !== 'USD' && <Rate quote={quote} currency={order.quoteCurrency} />}
      </dl>
    </section>
  )
}

/** The rate as quoted, with its instrument and its quote. */
function Rate({ quote, currency }: { readonly quote: Evidence; readonly currency: string }) {
  const t = useTranslate()
  const { data: items } = useTradeList()
  const source = items?.find((item) => item.Id === quote.conversion.instrument)
  const { numerator, denominator } = quote.conversion
  const close = numerator > denominator ? `${currency} ${numerator}/${denominator}` : `${numerator}/${denominator}`
  return (
    <Line label={t('orders.rate')}>
      <bdi dir="ltr" className="tabular-nums">
        {source === undefined ? close : `${source.ShowCode} #${quote.conversion.seq}`}
      </bdi>
    </Line>
  )
}
