/**
 * The account in one line, and the total of the orders of this instrument. For a visitor an invitation to open an
 * account.
 */
import { moneyText, priceText } from '@veritick/contract'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useAccount } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'
import { useOrders } from '../../data/screenQueries.ts'
import { useSignedIn } from '../../data/session.ts'
import { Amount, Button, classes, RiskText } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { signInPath } from '../../shell/guard.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { useStartDemo } from '../../shell/useStartDemo.ts'
import { searchOf } from '../orders/orders.ts'
import { useSizeOf } from '../ticket/sizeUnit.ts'
import { stripOf } from './strip.ts'

export function AccountStrip({ orders }: { readonly orders: readonly Order[] }) {
  const signedIn = useSignedIn()
  // Without the server the figures are old, like the prices above them.
  const offline = useOffline() !== undefined
  if (!signedIn) return <Invitation />
  return (
    <div className={classes('shrink-0 border-t border-line bg-surface text-13', offline && 'text-ink-muted')}>
      <Figures offline={offline} />
      <OrdersLine orders={orders} />
    </div>
  )
}

function Figures({ offline }: { readonly offline: boolean }) {
  const t = useTranslate()
  const live = useAccount()
  const read = useOrders(1).data?.pages[0]
  return (
    <dl className="flex min-h-10 items-center justify-between gap-x-3 px-4 py-1 big:flex-col big:items-stretch">
      <Figure label={t('trade.balance')} currency={t('common.usd')}>
        <Amount value={live?.Balance ?? read?.balance} down className="font-semibold" />
      </Figure>
      <Figure label={t('trade.free_margin')}>
        <Amount value={live?.FreeMargin ?? read?.free_margin} down className="font-semibold" />
      </Figure>
      <Figure label={t('trade.risk')}>
        <RiskText value={live?.HazardRate ?? read?.hazard_rate} old={offline} />
      </Figure>
    </dl>
  )
}

type FigureProps = {
  readonly label: string
  /** Beside the first label: it holds for the whole line. */
  readonly currency?: string
  readonly children: ReactNode
}

function Figure({ label, currency, children }: FigureProps) {
  return (
    <div className="min-[480px]:flex min-[480px]:gap-1 big:flex big:flex-wrap big:justify-between">
      <dt className="text-ink-soft max-[479px]:text-12">
        {label} {currency !== undefined && <bdi className="text-12 text-ink-muted">{currency}</bdi>}
      </dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  )
}

function OrdersLine({ orders }: { readonly orders: readonly Order[] }) {
  const t = useTranslate()
  const live = useAccount()?.orders
  const offline = useOffline() !== undefined
  const strip = stripOf(orders, live)
  const sizeOf = useSizeOf()
  if (strip === undefined) return null
  const { positions, pending, only, profit, lots, instrument } = strip
  const tab = positions > 0 ? 'holding' : 'pending'
  return (
    <Link
      to={`/order?${searchOf({ tab, order: only?.id, proof: false })}`}
      className="flex min-h-11 items-center gap-3 border-t border-line px-4 big:flex-wrap big:py-1 -outline-offset-2 active:bg-fill"
    >
      <span className="min-w-0 flex-1 truncate font-semibold big:whitespace-normal">
        {only !== undefined
          ? t('trade.order_line', {
              side: t(`common.${only.side}`),
              lots: sizeOf(only).bare,
              price: priceText(only.price, only.precision),
            })
          : positions > 0
            ? t('trade.strip_positions', { count: positions, size: sizeOf({ instrument, lots }).named })
            : t('trade.strip_pending', { count: pending })}
        {positions > 0 && pending > 0 && (
          <span className="font-normal text-ink-muted"> · {t('trade.more_orders', { count: pending })}</span>
        )}
      </span>
      {positions > 0 ? (
        <Amount value={moneyText(profit)} signed coloured={!offline} currency className="font-semibold" />
      ) : (
        <span className="text-ink-muted">{t('trade.pending')}</span>
      )}
    </Link>
  )
}

function Invitation() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const { busy, start } = useStartDemo()
  return (
    <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-surface px-4 py-1 text-13">
      <p className="min-w-0 flex-1 basis-20 text-ink-soft big:basis-40">{t('home.practise')}</p>
      <Link to={signInPath(pathname)} className="flex min-h-11 items-center font-semibold text-ink-soft">
        {t('trade.sign_in')}
      </Link>
      <Button tone="quiet" className="-me-4" busy={busy} onClick={start}>
        {t('home.practise_start')}
      </Button>
    </div>
  )
}
