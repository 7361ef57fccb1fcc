/**
 * One order as a row of the table. Its code opens the order's sheet; focus or a click selects the row and shows its
 * instrument; arrow keys go to the next row. Levels and closing use the sheet and the question of the order screen.
 */
import { moneyText, priceText, type TradeItem } from '@veritick/contract'
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useConnection, useQuote } from '../../data/live.ts'
import { costsOf, netOf, type Order } from '../../data/order.ts'
import { useTradeList } from '../../data/queries.ts'
import { rowOf } from '../../data/rows.ts'
import { select } from '../../data/selected.ts'
import { Amount, classes, Icon, Price } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { CancelButton } from '../orders/CancelOrder.tsx'
import { CloseButton } from '../orders/CloseOrder.tsx'
import { useCloseWait, useMayClose } from '../orders/closeWait.ts'
import { EditSheet, editWords } from '../orders/EditSheet.tsx'
import type { Tab } from '../orders/orders.ts'
import { SideTag, SizeText } from '../orders/SideTag.tsx'
import { endedText } from '../receipt/endings.ts'
import { useSizeOf } from '../ticket/sizeUnit.ts'
import { useShortcutHint } from './commands.ts'
import { COLUMNS_OF, type Column, isText, isVeryWide, timeOf } from './orderSort.ts'
import { CELL, IN_VERY_WIDE, toNeighbour } from './tableParts.tsx'

type Props = {
  readonly tab: Tab
  readonly order: Order
  readonly chosen: boolean
  readonly onChoose: (id: number) => void
  readonly onOpen: (id: number) => void
  /** The row, or a question that it asks, had the focus and is gone. */
  readonly onFocusLost: () => void
}

export function OrderTableRow({ tab, order, chosen, onChoose, onOpen, onFocusLost }: Props) {
  const { data: items } = useTradeList()
  const item = items?.find((each) => each.Id === order.instrument)
  const choose = () => {
    onChoose(order.id)
    select(order.code)
  }
  const focus = useFocusLost(onFocusLost)
  return (
    <tr
      data-order={order.id}
      aria-current={chosen || undefined}
      onClick={choose}
      onFocus={() => {
        focus.onFocus()
        onChoose(order.id)
      }}
      onBlur={focus.onBlur}
      className={classes('h-11 hover:bg-fill', chosen ? 'bg-accent-soft' : 'bg-surface')}
    >
      {COLUMNS_OF[tab].map((column) => (
        <Cell key={column} tab={tab} column={column} order={order} item={item} onOpen={onOpen} />
      ))}
      {tab !== 'history' && (
        <td className={classes(CELL, 'sticky end-0 fade-covered bg-inherit')}>
          <Actions order={order} item={item} />
        </td>
      )}
    </tr>
  )
}

/** The focus events of a row. Events of its question bubble to it too, although a dialog is drawn elsewhere. */
function useFocusLost(onLost: () => void) {
  const isInside = useRef(false)
  const latest = useRef(onLost)
  latest.current = onLost
  useEffect(
    () => () => {
      if (isInside.current) latest.current()
    },
    [],
  )
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) isInside.current = false
    },
  }
}

type CellProps = Pick<Props, 'tab' | 'order' | 'onOpen'> & {
  readonly item: TradeItem | undefined
  readonly column: Column
}

function Cell({ tab, column, order, item, onOpen }: CellProps) {
  if (column !== 'code')
    return (
      <td
        className={classes(CELL, isText(column) ? 'text-start' : 'text-end', isVeryWide(tab, column) && IN_VERY_WIDE)}
      >
        {item !== undefined && tab !== 'history' && isQuoted(column) ? (
          <Quoted item={item}>
            <Value column={column} order={order} />
          </Quoted>
        ) : (
          <Value column={column} order={order} />
        )}
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

/** Whether the column follows the quotes of the market. */
const isQuoted = (column: Column): boolean => column === 'priceNow' || column === 'profit'

/** Dimmed as in the list of instruments, while the market takes no orders. */
function Quoted({ item, children }: { readonly item: TradeItem; readonly children: ReactNode }) {
  const { dimmed } = rowOf({ item, live: useQuote(item.Code), connection: useConnection() })
  return <span className={dimmed ? 'text-ink-muted last-known' : ''}>{children}</span>
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
    costs: () => (order.cancelled ? '–' : <Amount value={moneyText(costsOf(order))} signed />),
    net: () => (order.cancelled ? '–' : <Amount value={moneyText(netOf(order))} signed coloured />),
    profit: () =>
      order.cancelled ? (
        '–'
      ) : (
        <Amount value={moneyText(order.profit)} signed coloured className="text-15 font-semibold" />
      ),
    time: () => <bdi>{formatMoment(timeOf(order), { tag })}</bdi>,
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

function Actions({ order, item }: { readonly order: Order; readonly item: TradeItem | undefined }) {
  const t = useTranslate()
  const [editing, setEditing] = useState(false)
  const size = useSizeOf()(order).bare
  const mayClose = useMayClose(order, item)
  const wait = useCloseWait(item, order.code)
  // The buttons of all rows have the same words.
  const named = (words: string) => `${words}: ${order.showCode} ${t(`common.${order.side}`)} ${size}`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the clicks of the buttons from selecting the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div onClick={(event) => event.stopPropagation()} className="flex items-center justify-end gap-1.5">
      <RowButton
        label={t(editWords(order))}
        aria-label={named(t(editWords(order)))}
        disabled={item === undefined}
        onClick={() => setEditing(true)}
      />
      <span data-close className="contents">
        {order.status === 'pending' ? (
          <CancelButton
            order={order}
            onEnded={() => undefined}
            Trigger={CloseTrigger}
            name={named(t('orders.cancel'))}
          />
        ) : (
          <WaitReason value={mayClose ? undefined : wait}>
            <CloseButton
              order={order}
              item={item}
              disabled={!mayClose}
              onEnded={() => undefined}
              Trigger={CloseTrigger}
              name={named(t('orders.close'))}
            />
          </WaitReason>
        )}
      </span>
      {item !== undefined && <EditSheet order={order} item={item} open={editing} onOpenChange={setEditing} />}
    </div>
  )
}

type TriggerProps = ComponentProps<NonNullable<ComponentProps<typeof CloseButton>['Trigger']>>
type RowButtonProps = TriggerProps & { readonly title?: string; readonly danger?: boolean }

/** An icon, so that the columns beside it fit into a laptop window; with its word where there is room. */
function RowButton({ label, title = label, danger = false, ...rest }: RowButtonProps) {
  const Picture = danger ? Icon.Close : Icon.Edit
  return (
    <button
      type="button"
      title={title}
      {...rest}
      className={classes(
        'inline-flex min-h-8 min-w-9 items-center justify-center rounded-control text-13 font-semibold @7xl:px-2.5',
        'disabled:opacity-45',
        danger ? 'bg-danger-soft text-danger' : 'bg-fill text-ink',
      )}
    >
      <Picture size={18} className="@7xl:hidden" />
      <span className="sr-only @7xl:not-sr-only">{label}</span>
    </button>
  )
}

/** The reason why a position cannot be closed now, as the tooltip of its button. */
const WaitReason = createContext<string | undefined>(undefined)

function CloseTrigger(props: TriggerProps) {
  const reason = useContext(WaitReason)
  const hint = useShortcutHint('close', props.label)
  return <RowButton {...props} danger title={reason ?? hint.title} />
}
