/** The account in one line, and the open order of this instrument. A visitor sees how to open an account. */
import { lotsText, moneyText, priceText } from '@veritick/contract'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useAccount, useLiveOrder } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'
import { useOrders } from '../../data/queries.ts'
import { useSignedIn } from '../../data/session.ts'
import { Amount, RiskText } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { signInPath } from '../../shell/guard.ts'
import { searchOf, withLive } from '../orders/orders.ts'

export function AccountStrip({ orders }: { readonly orders: readonly Order[] }) {
  const [first, ...others] = orders
  if (!useSignedIn()) return <Invitation />
  return (
    <div className="shrink-0 border-t border-line bg-surface text-13">
      <Figures />
      {first && <OrderLine order={first} others={others.length} />}
    </div>
  )
}

function Figures() {
  const t = useTranslate()
  const live = useAccount()
  const read = useOrders(1).data?.pages[0]
  return (
    <dl className="flex min-h-10 items-center justify-between gap-x-3 px-4 py-1 big:flex-col big:items-stretch">
      <Figure label={t('trade.balance')}>
        <Amount value={live?.Balance ?? read?.balance} down className="font-semibold" />
      </Figure>
      <Figure label={t('trade.free_margin')}>
        <Amount value={live?.FreeMargin ?? read?.free_margin} down className="font-semibold" />
      </Figure>
      <Figure label={t('trade.risk')}>
        <RiskText value={live?.HazardRate ?? read?.hazard_rate} />
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-[400px]:flex min-[400px]:gap-1 big:flex big:flex-wrap big:justify-between">
      <dt className="text-ink-soft max-[399px]:text-12">{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  )
}

function OrderLine({ order: asRead, others }: { readonly order: Order; readonly others: number }) {
  const t = useTranslate()
  const order = withLive(asRead, useLiveOrder(asRead.id))
  const tab = order.status === 'pending' ? 'pending' : 'holding'
  const words = t('trade.order_line', {
    side: t(`common.${order.side}`),
    lots: lotsText(order.lots),
    price: priceText(order.price, order.precision),
  })
  return (
    <Link
      to={`/order?${searchOf({ tab, order: order.id, proof: false })}`}
      className="flex min-h-11 items-center gap-3 border-t border-line px-4 big:flex-wrap big:py-1 -outline-offset-2 active:bg-fill"
    >
      <span className="min-w-0 flex-1 truncate font-semibold big:whitespace-normal">
        {words}
        {others > 0 && (
          <span className="font-normal text-ink-muted"> · {t('trade.more_orders', { count: others })}</span>
        )}
      </span>
      {order.status === 'holding' ? (
        <Amount value={moneyText(order.profit)} signed coloured currency className="font-semibold" />
      ) : (
        <span className="text-ink-muted">{t('trade.pending')}</span>
      )}
    </Link>
  )
}

function Invitation() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <Link
      to={signInPath(pathname)}
      className="flex min-h-13 shrink-0 items-center gap-3 border-t border-line bg-surface px-4 py-1.5 text-13 -outline-offset-2 active:bg-fill"
    >
      <span className="flex-1 text-ink-soft">{t('trade.sign_in_to_trade')}</span>
      <span className="font-semibold text-accent">{t('trade.sign_in')}</span>
    </Link>
  )
}
