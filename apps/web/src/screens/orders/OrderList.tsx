/**
 * One of the three lists: placeholder, rows paged in while scrolling, days in the history, empty state, offline, or
 * failure with a retry.
 */
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useAccount } from '../../data/live.ts'
import { useOrders } from '../../data/screenQueries.ts'
import { useSession } from '../../data/session.ts'
import { Button, Empty, ErrorState, InfiniteList, SkeletonRows } from '../../design/index.ts'
import { formatDay } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { FilterBar } from './FilterBar.tsx'
import { OrderRow } from './OrderRow.tsx'
import { choicesIn, dayBreaks, NO_FILTER, type OrderFilter } from './orderFilter.ts'
import { firstStep, type Tab } from './orders.ts'
import type { Listed } from './useListed.ts'
import { ZoneNote } from './ZoneNote.tsx'

type Props = {
  readonly tab: Tab
  readonly listed: Listed
  readonly filter: OrderFilter
  readonly onFilter: (filter: OrderFilter) => void
  readonly onOpen: (id: number) => void
  /** On all orders of the list. */
  readonly action?: ReactNode
}

const SKELETON_ROWS = 6

export function OrderList({ tab, listed, filter, onFilter, onOpen, action }: Props) {
  const isFiltered = choicesIn(filter) > 0
  return (
    <>
      {isFiltered || (listed.orders?.length ?? 0) > 0 ? (
        <FilterBar tab={tab} filter={filter} listed={listed} onFilter={onFilter} action={action} />
      ) : (
        // The run of a close of all orders stays in reach when the last of them has left the list.
        <div className="flex bg-surface px-4 empty:hidden">{action}</div>
      )}
      <Rows tab={tab} listed={listed} filter={filter} onFilter={onFilter} onOpen={onOpen} />
    </>
  )
}

function Rows({ tab, listed, filter, onFilter, onOpen }: Omit<Props, 'action'>) {
  const t = useTranslate()
  const tag = useTag()
  const offline = useOffline() !== undefined
  const { orders, error, reading, retry, more } = listed
  if (orders === undefined && error !== null) return <ErrorState text={error.message} busy={reading} onRetry={retry} />
  if (orders === undefined) return offline ? <OfflineState /> : <SkeletonRows count={SKELETON_ROWS} />
  if (orders.length === 0)
    return choicesIn(filter) > 0 ? <NothingFound onClear={() => onFilter(NO_FILTER)} /> : <NoOrders tab={tab} />
  const days = dayBreaks(orders, filter.sort, (moment) => formatDay(moment, { tag }))
  return (
    <>
      <ZoneNote className="border-b border-line bg-surface px-4 pb-1.5" />
      <InfiniteList
        label={t(`orders.tab_${tab}`)}
        items={orders}
        keyOf={(order) => order.id}
        hasMore={more.has}
        reading={reading}
        failed={more.failed}
        onMore={more.read}
      >
        {(order) => (
          <>
            {days.has(order.id) && (
              <h3 className="bg-canvas px-4 pt-3 pb-1 text-13 font-semibold text-ink-soft">
                <bdi>{days.get(order.id)}</bdi>
              </h3>
            )}
            <OrderRow order={order} onOpen={onOpen} />
          </>
        )}
      </InfiniteList>
    </>
  )
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const t = useTranslate()
  return (
    <Empty title={t('order_filter.nothing')} action={<Button onClick={onClear}>{t('order_filter.clear')}</Button>} />
  )
}

function NoOrders({ tab }: { readonly tab: Tab }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const isReal = useSession(({ user }) => user?.is_demo === 0)
  const live = useAccount()
  const read = useOrders(1).data?.pages[0]
  const { to, label, text } = firstStep({ isReal, balance: live?.Balance ?? read?.balance })
  return (
    <Empty
      title={t(`orders.empty_${tab}`)}
      text={t(tab === 'holding' ? text : `orders.empty_${tab}_text`)}
      action={<Button onClick={() => void navigate(to)}>{t(label)}</Button>}
    />
  )
}
