/**
 * One of the three lists as a table with sortable columns. A sorted table reads all further pages to sort the whole
 * list; otherwise pages are read while scrolling.
 */
import { useAccount } from '../../data/live.ts'
import { orderFrom } from '../../data/order.ts'
import { ordersIn, type useOrders } from '../../data/screenQueries.ts'
import { classes, Empty, ErrorState } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { type Tab, withLive } from '../orders/orders.ts'
import { OrderTableRow } from './OrderTableRow.tsx'
import { COLUMNS_OF, type Column, isText, isVeryWide, type Sort, sortAfter, sorted, timesOf } from './orderSort.ts'
import { HEAD, IN_VERY_WIDE, TableEnd, TableWaiting, useMorePages } from './tableParts.tsx'
import { sortTable, useSort } from './tableSorts.ts'

type Props = {
  readonly tab: Tab
  readonly list: ReturnType<typeof useOrders>
  /** The selected row, which a shortcut closes. */
  readonly chosen: number | undefined
  readonly onChoose: (id: number) => void
  readonly onOpen: (id: number) => void
  readonly onFocusLost: () => void
}

export function OrderTable({ tab, list, chosen, onChoose, onOpen, onFocusLost }: Props) {
  const t = useTranslate()
  const offline = useOffline() !== undefined
  const live = useAccount()?.orders
  const sort = useSort(tab)
  const { data, error, isPending, isFetching, refetch } = list
  const end = useMorePages(list, sort !== undefined)
  if (isPending) return offline ? <OfflineState /> : <TableWaiting />
  if (data === undefined) return <ErrorState text={error?.message} busy={isFetching} onRetry={() => void refetch()} />
  const orders = ordersIn(data.pages).map((wire) => withLive(orderFrom(wire), live?.get(wire.Id)))
  if (orders.length === 0)
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Empty low title={t(`orders.empty_${tab}`)} text={t(`orders.empty_${tab}_text`)} />
      </div>
    )
  return (
    <div className={classes('min-h-0 flex-1 overflow-auto overscroll-contain', offline && 'last-known')}>
      <table
        aria-label={t(`orders.tab_${tab}`)}
        className="w-full border-separate border-spacing-0 text-13 tabular-nums"
      >
        <thead>
          <tr>
            {COLUMNS_OF[tab].map((column) => (
              <Heading key={column} column={column} tab={tab} sort={sort} onSort={(next) => sortTable(tab, next)} />
            ))}
            {tab !== 'history' && (
              <th scope="col" className={classes(HEAD, 'end-0 z-2 fade-covered')}>
                <span className="sr-only">{t('wide.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sorted(orders, sort).map((order) => (
            <OrderTableRow
              key={order.id}
              tab={tab}
              order={order}
              chosen={order.id === chosen}
              onChoose={onChoose}
              onOpen={onOpen}
              onFocusLost={onFocusLost}
            />
          ))}
        </tbody>
      </table>
      <TableEnd list={list} end={end} times={timesOf(tab)} />
    </div>
  )
}

const LABEL = {
  code: 'wide.instrument',
  side: 'wide.side',
  lots: 'ticket.lots',
  price: 'orders.price_open',
  priceNow: 'orders.price_now',
  stopLoss: 'orders.stop_loss',
  takeProfit: 'orders.take_profit',
  margin: 'orders.margin',
  swap: 'orders.swap',
  profit: 'orders.profit',
  costs: 'history.group_costs',
  net: 'orders.net',
  time: 'orders.created',
  reason: 'orders.why',
} as const

type HeadingProps = {
  readonly column: Column
  readonly tab: Tab
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
}

function Heading({ column, tab, sort, onSort }: HeadingProps) {
  const t = useTranslate()
  const mine = sort?.column === column
  return (
    <th
      scope="col"
      aria-sort={mine ? (sort.falls ? 'descending' : 'ascending') : undefined}
      className={classes(HEAD, isText(column) ? 'text-start' : 'text-end', isVeryWide(tab, column) && IN_VERY_WIDE)}
    >
      <button
        type="button"
        onClick={() => onSort(sortAfter(sort, column))}
        className={classes(
          'relative min-h-9 rounded-control px-1 whitespace-nowrap -outline-offset-2 hover:text-ink',
          mine && 'font-semibold text-ink',
        )}
      >
        {t(labelOf(column, tab))}
        {mine && (
          <span aria-hidden="true" className="absolute start-full -ms-1 text-12">
            {sort.falls ? '↓' : '↑'}
          </span>
        )}
      </button>
    </th>
  )
}

function labelOf(column: Column, tab: Tab) {
  if (column === 'time' && tab !== 'pending') return tab === 'history' ? 'orders.ended' : 'orders.opened'
  if (column === 'priceNow' && tab === 'history') return 'orders.price_close'
  if (column === 'price' && tab === 'pending') return 'wide.target'
  return LABEL[column]
}
