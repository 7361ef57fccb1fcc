/**
 * All changes of the balance as a table under the chart, with the balance after each; a row opens its entry with all
 * digits. The rows are those of the screen /mine/history.
 */
import type { LogEntry } from '@veritick/contract'
import { useState } from 'react'
import type { useChanges } from '../../data/money.ts'
import { rowsIn } from '../../data/paging.ts'
import { Amount, classes, Empty, ErrorState } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { EntryDetails, isCharge } from '../history/EntryParts.tsx'
import { CELL, HEAD, TableEnd, TableWaiting, toNeighbour, useMorePages } from './tableParts.tsx'

/** `empty`: for a list of one kind there may be entries of others. */
type Props = { readonly list: ReturnType<typeof useChanges>; readonly empty: string }

export function LedgerTable({ list, empty }: Props) {
  const t = useTranslate()
  const offline = useOffline() !== undefined
  const [shown, setShown] = useState<LogEntry>()
  const [isOpen, setIsOpen] = useState(false)
  const end = useMorePages(list, false)
  const { data, error, isPending, isFetching, refetch } = list
  if (isPending) return offline ? <OfflineState /> : <TableWaiting />
  if (data === undefined) return <ErrorState text={error?.message} busy={isFetching} onRetry={() => void refetch()} />
  const entries = rowsIn(data.pages, ({ Id }) => Id)
  if (entries.length === 0)
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Empty low title={t('history.empty')} text={empty} />
      </div>
    )
  return (
    <div
      className={classes(
        'min-h-0 flex-1 overflow-auto overscroll-contain',
        (offline || list.isPlaceholderData) && 'last-known',
      )}
    >
      <table aria-label={t('history.title')} className="w-full border-separate border-spacing-0 text-13 tabular-nums">
        <Head />
        <tbody>
          {entries.map((entry) => (
            <Row
              key={entry.Id}
              entry={entry}
              onOpen={() => {
                setShown(entry)
                setIsOpen(true)
              }}
            />
          ))}
        </tbody>
      </table>
      <TableEnd list={list} end={end} times />
      <EntryDetails entry={shown} open={isOpen} onOpenChange={setIsOpen} />
    </div>
  )
}

function Head() {
  const t = useTranslate()
  const heading = (label: string, look: string) => (
    <th scope="col" className={classes(HEAD, 'h-9', look)}>
      <span className="px-1 whitespace-nowrap">{label}</span>
    </th>
  )
  return (
    <thead>
      <tr>
        {heading(t('wide.entry'), 'text-start')}
        {heading(t('wide.date'), 'text-start')}
        {heading(t('withdraw.amount'), 'text-end')}
        {heading(t('history.balance_after'), 'pe-3 text-end')}
      </tr>
    </thead>
  )
}

/** A click anywhere opens the entry; the keyboard reaches its button. */
function Row({ entry, onOpen }: { readonly entry: LogEntry; readonly onOpen: () => void }) {
  const tag = useTag()
  return (
    <tr data-entry={entry.Id} onClick={onOpen} className="h-11 cursor-pointer hover:bg-fill">
      <th scope="row" className={classes(CELL, 'text-start')}>
        <button
          type="button"
          data-open
          aria-haspopup="dialog"
          onKeyDown={toNeighbour}
          className="min-h-9 rounded-control px-1 text-start text-15 font-semibold -outline-offset-2 hover:text-accent"
        >
          <bdi>{entry.MemoTran}</bdi>
        </button>
      </th>
      <td className={classes(CELL, 'text-start text-ink-soft')}>
        <bdi>{formatMoment(Date.parse(entry.CreatedAtTran), { tag })}</bdi>
      </td>
      <td className={classes(CELL, 'text-end text-15 font-semibold')}>
        <Amount value={entry.Value} down={isCharge(entry)} signed coloured />
      </td>
      <td className={classes(CELL, 'pe-3 text-end')}>
        <Amount value={entry.Balance} down />
      </td>
    </tr>
  )
}
