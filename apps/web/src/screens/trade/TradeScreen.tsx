/**
 * One instrument to trade: price, chart, the account in a line, and the two live prices that open the ticket. Chart and
 * ticket are loaded with this screen, not with the app. In a wide window it is the middle of the workspace.
 */
import type { TradeItem } from '@veritick/contract'
import type { Side } from '@veritick/domain'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CallFailed } from '../../data/api.ts'
import { useConnection, useQuote } from '../../data/live.ts'
import { queries, useTradeList } from '../../data/queries.ts'
import { type Row, rowOf } from '../../data/rows.ts'
import { select, useSelected } from '../../data/selected.ts'
import { useSession, useSignedIn } from '../../data/session.ts'
import { ErrorState, Skeleton, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { signInPath } from '../../shell/guard.ts'
import { lazyPart } from '../../shell/lazyPart.tsx'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { Screen } from '../../shell/Screen.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { useIsWide } from '../../shell/wide.ts'
import { openTicketOf } from '../ticket/openTicket.ts'
import { useIsQuick } from '../ticket/quickOn.ts'
import type { TicketPreview } from '../ticket/ticketPreview.ts'
import type { SideChoices } from '../ticket/useTicket.ts'
import { WorkspaceFrame } from '../wide/WorkspaceFrame.tsx'
import { AccountStrip } from './AccountStrip.tsx'
import { ChartArea } from './ChartArea.tsx'
import { ChartSkeleton } from './ChartSkeleton.tsx'
import { InstrumentDrawer } from './InstrumentDrawer.tsx'
import { useInstrumentOrders } from './instrumentOrders.ts'
import { OrderButtons } from './OrderButtons.tsx'
import { choosePeriod } from './period.ts'
import type { QuickTap } from './QuickLine.tsx'
import { TicketBar } from './TicketBar.tsx'
import { TradeHeader } from './TradeHeader.tsx'
import { itemOfAddress, namesChart, readTradeAddress, ticketAddress, withoutPart } from './tradeAddress.ts'
import { useDayRange } from './useDayRange.ts'

const TicketSheet = lazyPart('ticket', async () => (await import('../ticket/TicketSheet.tsx')).TicketSheet, {
  waiting: null,
})

/** Until the part is loaded, a tap opens the ticket. */
const QuickLine = lazyPart('quick', async () => (await import('./QuickLine.tsx')).QuickLine, { waiting: null })

export function TradeScreen() {
  const t = useTranslate()
  const { data, error, isFetching, refetch } = useTradeList()
  const selected = useSelected()
  const named = useNamedInstrument(data)
  const offline = useOffline() !== undefined
  useEffect(() => queries.renewTrades(), [])
  const item = named ?? data?.find((each) => each.Code === selected) ?? data?.[0]
  if (item !== undefined && data !== undefined) return <Instrument item={item} items={data} />
  return (
    <Screen title={t('trade.title')} header={<LoadingHeader />} marketNote>
      {error ? (
        <ErrorState
          text={error instanceof CallFailed ? error.message : undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : offline ? (
        <OfflineState onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Screen>
  )
}

function Instrument({ item, items }: { readonly item: TradeItem; readonly items: readonly TradeItem[] }) {
  const [drawer, setDrawer] = useState(false)
  const row = rowOf({ item, live: useQuote(item.Code), connection: useConnection() })
  const orders = useInstrumentOrders(item.Id)
  const day = useDayRange(item)
  const isWide = useIsWide()
  const ticket = useTicket(item, isWide)
  const [preview, setPreview] = useState<TicketPreview>()
  const token = useSession((session) => session.token)
  const isQuick = useIsQuick(useSession(({ user }) => user?.uid))
  const [quick, setQuick] = useState<QuickTap>()
  const buttons = (
    <>
      {isQuick && <QuickLine key={token} item={item} onChoose={ticket.choose} beside={isWide} onReady={setQuick} />}
      <OrderButtons
        item={item}
        row={row}
        onChoose={ticket.choose}
        onKey={ticket.chooseByKey}
        explained={isWide}
        {...(isWide && !isQuick && { chosen: ticket.side ?? FIRST_SIDE })}
        {...(quick !== undefined && { onTap: quick.tap, busy: quick.busy })}
      />
    </>
  )
  return (
    <WorkspaceFrame
      wide={isWide}
      items={items}
      selected={item.Code}
      ticket={
        <>
          {isWide && buttons}
          <Ticket item={item} ticket={ticket} asPanel={isWide} isQuick={isQuick} onPreview={setPreview} />
        </>
      }
    >
      <Screen
        title={titleOf(item, row)}
        header={<TradeHeader item={item} row={row} day={day} {...(!isWide && { onOpenList: () => setDrawer(true) })} />}
        marketNote
        whole
        footer={
          isWide ? undefined : ticket.onChart && preview !== undefined ? (
            <TicketBar item={item} preview={preview} onBack={() => ticket.setOnChart(false)} />
          ) : (
            buttons
          )
        }
      >
        <ChartArea item={item} orders={orders} ticket={preview} day={day} />
        {!isWide && <AccountStrip orders={orders} />}
        {!isWide && <InstrumentDrawer open={drawer} onOpenChange={setDrawer} items={items} selected={item.Code} />}
      </Screen>
    </WorkspaceFrame>
  )
}

type TicketProps = {
  readonly item: TradeItem
  readonly ticket: ReturnType<typeof useTicket>
  readonly asPanel: boolean
  /** The buttons above the ticket send orders. */
  readonly isQuick: boolean
  readonly onPreview: (preview: TicketPreview | undefined) => void
}

/** In a panel it is always there; on a phone from the first tap on a button. */
function Ticket({ item, ticket, asPanel, isQuick, onPreview }: TicketProps) {
  if (ticket.side === undefined && !asPanel) return null
  return (
    <TicketSheet
      asPanel={asPanel}
      instrument={item}
      side={ticket.side ?? FIRST_SIDE}
      open={ticket.open}
      onOpenChange={ticket.setOpen}
      choices={ticket.choices}
      onSide={asPanel && isQuick ? ticket.choose : undefined}
      onChart={ticket.onChart}
      onShowChart={() => ticket.setOnChart(true)}
      onPreview={onPreview}
    />
  )
}

function LoadingHeader() {
  const t = useTranslate()
  return (
    <div className="flex h-14 items-center px-4">
      <h1 className="sr-only">{t('trade.title')}</h1>
      <Skeleton className="h-7 w-40" />
    </div>
  )
}

function Waiting() {
  return (
    <div className="relative flex-1 bg-surface">
      <ChartSkeleton />
    </div>
  )
}

/** The document title with the price, for browser tabs. */
const titleOf = (item: TradeItem, row: Row): string =>
  row.quote.close === undefined ? item.ShowCode : `${item.ShowCode} ${row.quote.close}`

/** Selects the instrument and the period in the URL, and removes them from the URL. */
function useNamedInstrument(items: readonly TradeItem[] | undefined): TradeItem | undefined {
  const t = useTranslate()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { code, period } = readTradeAddress(search)
  const named = items && itemOfAddress(items, code)
  useEffect(() => {
    if (items === undefined || !namesChart(search)) return
    if (named !== undefined) select(named.Code)
    else if (code !== undefined) toast({ text: t('refusals.instrument_unknown') })
    if (period !== undefined) choosePeriod(period)
    void navigate(pathname + withoutPart(search, 'chart'), { replace: true })
  }, [items, named, code, period, pathname, search, navigate, t])
  return named
}

const TRADE_PATH = '/trade'

/** The side of a ticket for which no side was chosen. */
const FIRST_SIDE: Side = 'buy'
const NO_CHOICES: SideChoices = { times: 0, byKey: 0 }

/**
 * The side of the ticket, and whether the customer uses it, also after a reload. On a phone it is then open, and a
 * visitor signs in first and returns here.
 */
function useTicket({ Id, Code }: TradeItem, isWide: boolean) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const signedIn = useSignedIn()
  const [before] = useState(() => (signedIn ? openTicketOf(Id)?.side : undefined))
  const [side, setSide] = useState<Side | undefined>(before)
  const [open, setOpen] = useState(before !== undefined)
  const [onChart, setOnChart] = useState(false)
  const [choices, setChoices] = useState(NO_CHOICES)
  const { ticket: wanted, code } = readTradeAddress(search)
  // Opens the ticket that the address names, once the instrument is selected, and removes it from the address. On a
  // phone a visitor signs in first.
  const mayOpen = signedIn || isWide
  useEffect(() => {
    if (!mayOpen || wanted === undefined || code !== undefined) return
    void navigate(pathname + withoutPart(search, 'ticket'), { replace: true })
    setSide(wanted)
    setOpen(true)
  }, [mayOpen, wanted, code, pathname, search, navigate])
  const instrument = useRef(Id)
  // A change of the instrument closes the ticket.
  useEffect(() => {
    if (instrument.current === Id) return
    instrument.current = Id
    setOpen(false)
  }, [Id])
  const choose = (next: Side, byKey = false) => {
    setOnChart(false)
    setChoices(({ times, byKey: keys }) => ({ times: times + 1, byKey: keys + Number(byKey) }))
    if (!signedIn && !isWide) {
      void navigate(signInPath(ticketAddress(TRADE_PATH, { code: Code, ticket: next })))
      return
    }
    setSide(next)
    setOpen(true)
    // In the workspace: a window that becomes narrow shows the ticket, not the list.
    if (pathname !== TRADE_PATH) void navigate(TRADE_PATH, { replace: true })
  }
  return {
    side,
    open,
    setOpen,
    choices,
    choose: (next: Side) => choose(next),
    chooseByKey: (next: Side) => choose(next, true),
    /** The sheet is hidden, so that its lines can be set on the chart. */
    onChart: open && onChart,
    setOnChart,
  }
}
