/**
 * Candles on the canvas of the library, in the time zone that is named below the price axis. Time runs left to right in
 * every language; the chart uses the colours of the app; lines show the customer's orders and the open ticket. A
 * separate file, so that the library is loaded with it.
 */
import { klineTopic } from '@veritick/contract'
import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import { useTopic } from '../../data/connection.ts'
import { useConnection, useQuote } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'
import { classes, Empty, ErrorState, Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OfflineState } from '../../shell/OfflineState.tsx'
import { useOffline } from '../../shell/useOffline.ts'
import { useUnpriced } from '../home/useUnpriced.ts'
import type { TicketPreview } from '../ticket/ticketPreview.ts'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartSkeleton } from './ChartSkeleton.tsx'
import { useChartZone, useChartZoneName } from './chartZone.ts'
import { DrawBar } from './DrawBar.tsx'
import { DrawCursor, useFocusFinished } from './DrawCursor.tsx'
import { DrawKeys } from './DrawKeys.tsx'
import { DrawSheet } from './DrawSheet.tsx'
import { LevelLayer } from './LevelLayer.tsx'
import { ShareSheet } from './ShareSheet.tsx'
import { type ChartView, useChart } from './useChart.ts'
import type { DayRange } from './useDayRange.ts'
import { useDrawings } from './useDrawings.ts'

export type Panel = 'draw' | 'share'
type Props = ChartView & {
  readonly orders: readonly Order[]
  readonly ticket: TicketPreview | undefined
  readonly day: DayRange | undefined
  readonly panel: Panel | undefined
  readonly onPanel: (panel: Panel | undefined) => void
}

export function Chart({ orders, ticket, day, panel, onPanel, ...view }: Props) {
  const { item, prefs, period } = view
  const t = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const { chart, state, isBehind } = useChart(box, view)
  const drawings = useDrawings(chart, item.Id)
  const cursor = useRef<HTMLDivElement>(null)
  useFocusFinished(drawings)
  const [onlyMarket, setOnlyMarket] = useState(false)
  const ask = useQuote(prefs.lines.includes('bid_ask') ? item.Code : '')?.ask
  const range = prefs.lines.includes('day_range') ? day : undefined
  useTopic(klineTopic(item.Code))
  // Without a candle the library would draw an axis from 0 to 10.
  const drawn = state === 'ready'
  const isLost = useConnection() === 'lost'
  const named = useChartZone() === 'device' ? 'trade.chart_device' : 'trade.chart'
  return (
    <div className="relative min-h-0 flex-1 bg-surface" dir="ltr">
      <div
        ref={box}
        role="img"
        aria-label={t(named, { code: item.ShowCode })}
        className={classes('absolute inset-0 isolate', drawn ? '' : 'invisible', isLost && 'opacity-55')}
      />
      {/* The layer stays while candles are read again, so that the question about a line keeps its request. */}
      {chart !== null && (
        <Lines
          chart={chart}
          item={item}
          period={period}
          orders={orders}
          ticket={ticket}
          market={{ ask, high: range?.high, low: range?.low }}
          drawn={drawn}
          isOff={!drawn || drawings.tool !== undefined}
          onlyMarket={onlyMarket}
        />
      )}
      {drawn && <TimeZone />}
      {drawn && isBehind && <BackToLatest onClick={() => chart?.scrollToRealTime()} />}
      {drawn && chart !== null && <DrawParts chart={chart} item={item} drawings={drawings} cursor={cursor} />}
      <DrawSheet
        open={panel === 'draw'}
        onOpenChange={(open) => onPanel(open ? 'draw' : undefined)}
        drawings={drawings}
        cursor={cursor}
      />
      <ShareSheet
        open={panel === 'share'}
        onOpenChange={(open) => onPanel(open ? 'share' : undefined)}
        item={item}
        period={period}
        box={box}
        hasOrders={orders.length > 0}
        ready={drawn}
        onOnlyMarket={setOnlyMarket}
      />
      {state === 'loading' && <ChartSkeleton />}
      <Unready state={state} item={item} onRetry={() => chart?.resetData()} />
    </div>
  )
}

type LineProps = Omit<ComponentProps<typeof LevelLayer>, 'legendHeight'> & { readonly drawn: boolean }

/** The legend, and the lines whose tags leave it its place. */
function Lines({ drawn, ...layer }: LineProps) {
  const { chart, item } = layer
  const [legendHeight, setLegendHeight] = useState(0)
  return (
    <>
      {drawn && <ChartLegend chart={chart} precision={item.PricePrecision} onHeight={setLegendHeight} />}
      <LevelLayer key={item.Code} {...layer} legendHeight={legendHeight} />
    </>
  )
}

type DrawProps = Pick<ChartView, 'item'> & {
  readonly chart: NonNullable<ReturnType<typeof useChart>['chart']>
  readonly drawings: ReturnType<typeof useDrawings>
  readonly cursor: RefObject<HTMLDivElement | null>
}

/** The parts over the chart while a drawing is made or selected, by pointer or keyboard. */
function DrawParts({ chart, item, drawings, cursor }: DrawProps) {
  const precision = item.PricePrecision
  const { tool } = drawings
  return (
    <>
      <DrawBar drawings={drawings} />
      <DrawKeys key={item.Code} chart={chart} drawings={drawings} precision={precision} />
      {tool !== undefined && (
        <DrawCursor key={tool} chart={chart} drawings={drawings} precision={precision} tool={tool} element={cursor} />
      )}
    </>
  )
}

/** Below the price axis, beside the times. */
function TimeZone() {
  const name = useChartZoneName()
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute end-0 bottom-0 grid h-5 min-w-14 place-items-center px-1 text-canvas text-ink-muted"
    >
      {name}
    </span>
  )
}

function BackToLatest({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslate()
  return (
    <button
      type="button"
      onClick={onClick}
      className={classes(
        'absolute end-18 bottom-9 inline-flex touch items-center gap-1 rounded-full',
        'border border-line bg-raised px-3 text-13 font-semibold',
      )}
    >
      {t('trade.back_to_latest')}
      <Icon.Last size={18} />
    </button>
  )
}

type UnreadyProps = Pick<ChartView, 'item'> & { readonly state: string; readonly onRetry: () => void }

function Unready({ state, item, onRetry }: UnreadyProps) {
  const t = useTranslate()
  const unpriced = useUnpriced()
  const offline = useOffline() !== undefined
  if (state === 'empty')
    return (
      <div className="pointer-events-none absolute inset-0 grid place-items-center">
        <Empty title={t('common.no_data')} text={item.Bid === null ? unpriced.text : t('trade.chart_empty')} />
      </div>
    )
  if (state !== 'failed') return null
  return (
    <div className="absolute inset-0 grid place-items-center bg-surface">
      {/* The candles are read again as soon as the connection is back (`useRejoin`). */}
      {offline ? <OfflineState onRetry={onRetry} /> : <ErrorState title={t('trade.chart_failed')} onRetry={onRetry} />}
    </div>
  )
}
