/** Shared by the tables of the panel under the chart: the look of a cell, reading page after page, and arrow keys. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { classes, ErrorState, Skeleton, Spinner } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { ZoneNote } from '../orders/ZoneNote.tsx'

/** A list that is read in pages. */
export type Pages = UseInfiniteQueryResult<InfiniteData<unknown>>

/** Pages that sorting reads at once; the rest follows while scrolling. */
const SORTED_PAGES_MAX = 25
const SKELETON_ROWS = [1, 2, 3]

export const HEAD = 'sticky top-0 z-1 border-b border-line bg-surface px-0.5 font-normal text-ink-muted first:ps-3'
export const CELL = 'border-b border-line px-1.5 whitespace-nowrap first:ps-3'

/** Reads the next page when the end comes into view, and all pages for a sorted table. */
export function useMorePages(list: Pages, all: boolean) {
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, data } = list
  const pages = data?.pages.length ?? 0
  const may = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (all && may && pages < SORTED_PAGES_MAX) void fetchNextPage()
  }, [all, may, pages, fetchNextPage])
  useEffect(() => {
    if (end.current === null || !may) return
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && void fetchNextPage())
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [may, fetchNextPage])
  return end
}

/** Columns for which there is room in a very wide panel only. */
export const IN_VERY_WIDE = 'hidden @7xl:table-cell'

type TableEndProps = {
  readonly list: Pages
  /** Of `useMorePages`. */
  readonly end: RefObject<HTMLDivElement | null>
  /** Whether the rows have a time; `very-wide`: in a very wide panel only. */
  readonly times: boolean | 'very-wide'
}

/** Below the rows: the zone of their times; the next page is read, or failed and can be read again. */
export function TableEnd({ list, end, times }: TableEndProps) {
  return (
    <>
      {times !== false && (
        <div className={classes(times === 'very-wide' && 'hidden @7xl:block')}>
          <ZoneNote />
        </div>
      )}
      <div ref={end} className="grid h-4 place-items-center">
        {list.isFetchingNextPage && <Spinner />}
      </div>
      {list.isFetchNextPageError && <ErrorState onRetry={() => void list.fetchNextPage()} />}
    </>
  )
}

export function TableWaiting() {
  const t = useTranslate()
  return (
    <div role="status" aria-label={t('common.loading')} className="grid gap-3 p-4">
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} className="h-5 w-full" />
      ))}
    </div>
  )
}

/** Moves the focus between the buttons that open a row of a table or list. */
export function toNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const rows = [...(event.currentTarget.closest('table, ul')?.querySelectorAll<HTMLElement>('[data-open]') ?? [])]
  event.preventDefault()
  rows[rows.indexOf(event.currentTarget) + step]?.focus()
}
