/**
 * One of the three lists: placeholder, rows paged in while scrolling, empty state, offline, or failure with a retry.
 */
import { useNavigate } from 'react-router'
import { orderFrom } from '../../data/order.ts'
import { ordersIn, type useOrders } from '../../data/queries.ts'
import { Button, Empty, ErrorState, InfiniteList, SkeletonRows } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { OrderRow } from './OrderRow.tsx'
import type { Tab } from './orders.ts'

type Props = {
  readonly tab: Tab
  readonly list: ReturnType<typeof useOrders>
  readonly onOpen: (id: number) => void
}

const SKELETON_ROWS = 6

export function OrderList({ tab, list, onOpen }: Props) {
  const t = useTranslate()
  const navigate = useNavigate()
  const offline = useOffline() !== undefined
  const {
    data,
    error,
    isPending,
    isFetching,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  } = list
  if (isPending) return offline ? <OfflineState /> : <SkeletonRows count={SKELETON_ROWS} />
  if (data === undefined) return <ErrorState text={error?.message} busy={isFetching} onRetry={() => void refetch()} />
  const orders = ordersIn(data.pages)
  if (orders.length === 0)
    return (
      <Empty
        title={t(`orders.empty_${tab}`)}
        text={t(`orders.empty_${tab}_text`)}
        action={<Button onClick={() => void navigate('/trade')}>{t('orders.empty_action')}</Button>}
      />
    )
  return (
    <InfiniteList
      label={t(`orders.tab_${tab}`)}
      items={orders}
      keyOf={(order) => order.Id}
      hasMore={hasNextPage}
      loadingMore={isFetchingNextPage}
      failed={isFetchNextPageError}
      onMore={() => void fetchNextPage()}
    >
      {(order) => <OrderRow order={orderFrom(order)} onOpen={onOpen} />}
    </InfiniteList>
  )
}
