/**
 * A list of deposits or withdrawals: placeholder, rows paged in while scrolling, empty state, failure with a retry,
 * dimmed while offline.
 */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Paged, rowsIn } from '../../data/paging.ts'
import { classes, ErrorState, InfiniteList, SkeletonRows } from '../../design/index.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { useOffline } from '../../shell/useOffline.ts'

type Props<Item> = {
  readonly label: string
  readonly list: UseInfiniteQueryResult<InfiniteData<Paged<Item>>>
  readonly idOf: (item: Item) => number
  readonly empty: ReactNode
  readonly children: (item: Item) => ReactNode
}

const SKELETON_ROWS = 6

export function RecordList<Item>({ label, list, idOf, empty, children }: Props<Item>) {
  const offline = useOffline()
  const { data, error, isPending, isFetching, refetch, hasNextPage, isFetchNextPageError, fetchNextPage } = list
  if (isPending) return offline === undefined ? <SkeletonRows count={SKELETON_ROWS} /> : <OfflineState />
  // It is read again as soon as the connection is back.
  if (data === undefined && offline !== undefined) return <OfflineState onRetry={() => void refetch()} />
  if (data === undefined) return <ErrorState text={error?.message} busy={isFetching} onRetry={() => void refetch()} />
  const rows = rowsIn(data.pages, idOf)
  if (rows.length === 0) return empty
  return (
    <div className={classes('bg-surface', (offline !== undefined || list.isPlaceholderData) && 'last-known')}>
      <InfiniteList
        label={label}
        items={rows}
        keyOf={idOf}
        hasMore={hasNextPage}
        reading={isFetching}
        failed={isFetchNextPageError}
        onMore={() => void fetchNextPage()}
      >
        {children}
      </InfiniteList>
    </div>
  )
}
