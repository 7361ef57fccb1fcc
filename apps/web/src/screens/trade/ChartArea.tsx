/**
 * The chart with its bar: period, drawing, settings, full screen. A phone in landscape shows only the chart. The code
 * of the chart is loaded with the trade screen.
 */
import type { TradeItem } from '@veritick/contract'
import { memo, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Order } from '../../data/order.ts'
import { classes, useBackCloses } from '../../design/index.ts'
import { lazyPart } from '../../shell/lazyPart.tsx'
import { MarketState } from '../../shell/Screen.tsx'
import { CHART_WINDOW } from '../../shell/wide.ts'
import type { TicketPreview } from '../ticket/ticketPreview.ts'
import { useCommand } from '../wide/commands.ts'
import type { Panel } from './Chart.tsx'
import { ChartBar } from './ChartBar.tsx'
import { ChartSheet } from './ChartSheet.tsx'
import { type ChartPrefs, readPrefs, writePrefs } from './chartPrefs.ts'
import { usePeriod } from './period.ts'
import type { DayRange } from './useDayRange.ts'

const Chart = lazyPart('chart', async () => (await import('./Chart.tsx')).Chart)

/** A phone in landscape: too low for header, chart and buttons. The enlarged window of a desktop scrolls instead. */
const ON_ITS_SIDE = '(orientation: landscape) and (max-height: 500px) and (pointer: coarse)'

type Props = {
  readonly item: TradeItem
  readonly orders: readonly Order[]
  readonly ticket: TicketPreview | undefined
  readonly day: DayRange | undefined
}

/** Memoised, because the screen around it renders at every quote. */
export const ChartArea = memo(function ChartArea({ item, orders, ticket, day }: Props) {
  const period = usePeriod()
  const [panel, setPanel] = useState<Panel>()
  const [prefs, setPrefs] = usePrefs(item.Id)
  const [choosing, setChoosing] = useState(false)
  const [full, setFull] = useFullScreen()
  useCommand('full_screen', () => setFull(!full))
  // No ticket is beside this chart: its newest candles make room for the sheet.
  const isAlone = useLocation().pathname === CHART_WINDOW || full
  return (
    <div
      className={classes(
        full
          ? 'fixed inset-0 z-10 flex flex-col bg-surface pt-safe pb-safe'
          : 'flex min-h-56 flex-1 flex-col enlarged:min-h-44 wide:min-h-0',
        isAlone && (choosing || panel === 'draw') && 'wide:me-(--width-beside)',
      )}
    >
      {/* It covers that of the screen. */}
      {full && <MarketState named />}
      <ChartBar
        item={item}
        period={period}
        full={full}
        onFull={setFull}
        onDraw={() => setPanel('draw')}
        onSettings={() => setChoosing(true)}
      />
      <Chart
        item={item}
        period={period}
        prefs={prefs}
        orders={orders}
        ticket={ticket}
        day={day}
        panel={panel}
        onPanel={setPanel}
      />
      <ChartSheet
        open={choosing}
        onOpenChange={setChoosing}
        prefs={prefs}
        onChange={setPrefs}
        onShare={() => {
          setChoosing(false)
          setPanel('share')
        }}
      />
    </div>
  )
})

/** The settings of the chart, read for each instrument. */
function usePrefs(instrument: number): [ChartPrefs, (prefs: ChartPrefs) => void] {
  const [kept, setKept] = useState(() => ({ instrument, prefs: readPrefs(instrument) }))
  const now = kept.instrument === instrument ? kept : { instrument, prefs: readPrefs(instrument) }
  if (now !== kept) setKept(now)
  const change = (prefs: ChartPrefs) => {
    writePrefs(instrument, prefs)
    setKept({ instrument, prefs })
  }
  return [now.prefs, change]
}

/** Full screen by the button or by turning the phone; going back or Escape ends it. */
function useFullScreen(): [boolean, (full: boolean) => void] {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const side = matchMedia(ON_ITS_SIDE)
    const turned = () => setFull(side.matches)
    if (side.matches) turned()
    side.addEventListener('change', turned)
    return () => side.removeEventListener('change', turned)
  }, [])
  useEffect(() => {
    if (!full) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && setFull(false)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [full])
  useBackCloses(full, () => setFull(false))
  return [full, setFull]
}
