/** A list that reads its next page when its end comes near. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { Button } from './Button.tsx'
import { Spinner } from './Spinner.tsx'

type Props<Item> = {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string | number
  readonly children: (item: Item) => ReactNode
  readonly hasMore: boolean
  /** A read of the list runs, of any page. A read of a further page would end it. */
  readonly reading: boolean
  /** Reading the last page failed: the customer retries it with a button. */
  readonly failed: boolean
  readonly onMore: () => void
}

const AHEAD = '400px 0px'

export function InfiniteList<Item>({ label, items, keyOf, children, hasMore, reading, failed, onMore }: Props<Item>) {
  const t = useTranslate()
  const end = useRef<HTMLDivElement>(null)
  const wanted = hasMore && !reading && !failed
  const more = useRef<() => void>(undefined)
  more.current = wanted ? onMore : undefined
  // The end of a list of one page is in sight; only a longer one says that nothing follows. A page has the smallest
  // number of rows that were followed by more; another filter may make a long list short.
  const [pageRows, setPageRows] = useState(Number.POSITIVE_INFINITY)
  if (hasMore && items.length > 0 && items.length < pageRows) setPageRows(items.length)
  useEffect(() => {
    if (!wanted || end.current === null) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more.current?.(),
      {
        rootMargin: AHEAD,
      },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [wanted])
  return (
    <>
      <ul aria-label={label}>
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <div
        ref={end}
        className="grid min-h-14 empty:min-h-0 place-items-center text-13 text-ink-muted"
        aria-live="polite"
      >
        {failed && (
          <Button tone="plain" onClick={onMore}>
            {t('common.retry')}
          </Button>
        )}
        {!failed && hasMore && <Spinner />}
        {!failed && !hasMore && items.length > pageRows && t('common.no_more')}
      </div>
    </>
  )
}
