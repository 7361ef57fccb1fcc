/**
 * One order as a row of the table. Its code opens the order's sheet; focus or a click selects the row and shows its
 * instrument; arrow keys go to the next row. Levels and closing use the sheet and the question of the order screen.
 */
import { moneyText, priceText, type TradeItem } from '@veritick/contract'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { quoteOfItem, useQuote } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'
import { useTradeList } from '../../data/queries.ts'
import { select } from '../../data/selected.ts'
import { Amount, Button, classes, Price } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { CancelButton } from '../orders/CancelOrder.tsx'
import { CloseButton } from '../orders/CloseOrder.tsx'
import { EditSheet, editWords } from '../orders/EditSheet.tsx'
import { closable, type Tab } from '../orders/orders.ts'
import { SideTag, SizeText } from '../orders/SideTag.tsx'
import { endedText } from '../receipt/endings.ts'
import { useSizeOf } from '../ticket/sizeUnit.ts'
import { useShortcutHint } from './commands.ts'
import { COLUMNS_OF, type Column } from './orderSort.ts'

type Props = {
  readonly tab: Tab
  readonly order: Order
  readonly chosen: boolean
  readonly onChoose: (id: number) => void
  readonly onOpen: (id: number) => void
}

export function OrderTableRow({ tab, order, chosen, onChoose, onOpen }: Props) {
  const { data: items } = useTradeList()
  const item = items?.find((each) => each.Id === order.instrument)
  const choose = () => {
    onChoose(order.id)
    select(order.code)
  }
  return (
    <tr
      data-order={order.id}
      aria-current={chosen || undefined}
      onClick={choose}
      onFocus={() => onChoose(order.id)}
      className={classes('h-11 hover:bg-fill', chosen && 'bg-accent-soft')}
    >
      {COLUMNS_OF[tab].map((column) => (
        <Cell key={column} column={column} order={order} onOpen={onOpen} />
      ))}
      {tab !== 'history' && (
        <td className={classes(CELL, 'sticky end-0 fade-covered bg-surface')}>
          <Actions order={order} item={item} />
        </td>
      )}
    </tr>
  )
}

const CELL = 'border-b border-line px-1.5 whitespace-nowrap first:ps-3'

type CellProps = { readonly column: Column; readonly order: Order; readonly onOpen: (id: number) => void }

function Cell({ column, order, onOpen }: CellProps) {
  if (column !== 'code')
    return (
      <td className={classes(CELL, column === 'side' || column === 'reason' ? 'text-start' : 'text-end')}>
        <Value column={column} order={order} />
      </td>
    )
  return (
    <th scope="row" className={classes(CELL, 'text-start')}>
      <button
        type="button"
        data-open
        aria-haspopup="dialog"
        onClick={() => onOpen(order.id)}
        onKeyDown={toNeighbour}
        className="min-h-9 rounded-control px-1 text-15 font-semibold -outline-offset-2 hover:text-accent"
      >
        <bdi>{order.showCode}</bdi>
      </button>
    </th>
  )
}

/** The value of an order in a column. */
function Value({ column, order }: { readonly column: Exclude<Column, 'code'>; readonly order: Order }) {
  const t = useTranslate()
  const tag = useTag()
  const size = useSizeOf()(order).bare
  const price = (value: Order['price'] | undefined) =>
    value === undefined ? (
      <span className="text-ink-muted">–</span>
    ) : (
      <Price value={priceText(value, order.precision)} />
    )
  const values: { readonly [C in Exclude<Column, 'code'>]: () => ReactNode } = {
    side: () => (
      <>
        <SideTag side={order.side} />
        {order.status === 'pending' && order.pending !== undefined && (
          <span className="ms-1 text-ink-soft">{t(`orders.${order.pending}`)}</span>
        )}
      </>
    ),
    lots: () => <SizeText>{size}</SizeText>,
    price: () => price(order.price),
    priceNow: () => (order.status === 'pending' ? <MarketNow order={order} /> : price(closeOf(order))),
    stopLoss: () => price(order.stopLoss),
    takeProfit: () => price(order.takeProfit),
    margin: () => <Amount value={moneyText(order.margin)} />,
    swap: () => <Amount value={moneyText(order.swap)} signed />,
    profit: () =>
      order.cancelled ? (
        '–'
      ) : (
        <Amount value={moneyText(order.profit)} signed coloured className="text-15 font-semibold" />
      ),
    time: () => <bdi>{formatMoment(order.endedAt ?? order.createdAt, { tag })}</bdi>,
    reason: () => <span className="text-ink-soft">{endedText(t, order)}</span>,
  }
  return values[column]()
}

const closeOf = (order: Order) => (order.cancelled ? undefined : order.priceNow)

/** The side of the quote that would fill a pending order. */
function MarketNow({ order }: { readonly order: Order }) {
  const quote = useQuote(order.code)
  return <Price value={order.side === 'buy' ? quote?.ask : quote?.bid} />
}

function toNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const rows = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-open]') ?? [])]
  event.preventDefault()
  rows[rows.indexOf(event.currentTarget) + step]?.focus()
}

function Actions({ order, item }: { readonly order: Order; readonly item: TradeItem | undefined }) {
  const t = useTranslate()
  const [editing, setEditing] = useState(false)
  const quote = useQuote(order.code)
  const isOpen = item !== undefined && closable(quote ?? quoteOfItem(item))
  const hint = useShortcutHint('close', t('orders.close'))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the clicks of the buttons from selecting the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div onClick={(event) => event.stopPropagation()} className="flex items-center justify-end gap-1.5">
      <Button tone="plain" disabled={item === undefined} onClick={() => setEditing(true)} className={SMALL}>
        {t(editWords(order))}
      </Button>
      <span data-close title={hint.title} className={BUTTON_INSIDE}>
        {order.status === 'pending' ? (
          <CancelButton order={order} onEnded={() => undefined} />
        ) : (
          <CloseButton order={order} item={item} disabled={!isOpen} onEnded={() => undefined} />
        )}
      </span>
      {item !== undefined && <EditSheet order={order} item={item} open={editing} onOpenChange={setEditing} />}
    </div>
  )
}

const SMALL = 'min-h-8! px-2.5! py-0! text-13'
/** The button of the order sheet at the size of a row. */
const BUTTON_INSIDE = classes(
  '[&>button]:min-h-8! [&>button]:rounded-control! [&>button]:px-2.5! [&>button]:py-0! [&>button]:text-13!',
  '[&>button]:bg-danger-soft! [&>button]:text-danger!',
)
