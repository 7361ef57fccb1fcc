/**
 * The chart of the library in an element: created once, then updated with instrument, period, appearance, type and
 * indicators.
 */
import type { TradeItem } from '@veritick/contract'
import { dispose, init, type Chart as KLineChart } from 'klinecharts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { onCandlesRestored } from '../../data/lastCandles.ts'
import { onCandleGap, useConnection } from '../../data/live.ts'
import { languageNow, useLanguage } from '../../i18n/i18n.ts'
import { useAppearance } from '../../shell/settings.ts'
import { chartDate } from './chartDate.ts'
import { ChartFeed, type ChartState } from './chartFeed.ts'
import { separatorOf } from './chartFigures.ts'
import { drawIndicators, fitPanes } from './chartIndicators.ts'
import { type ChartPeriod, chartPeriodOf } from './chartPeriods.ts'
import type { ChartPrefs } from './chartPrefs.ts'
import { readColours, stylesOf } from './chartStyles.ts'
import { useChartZone, zoneIdOf } from './chartZone.ts'
import { useIndicatorParams } from './indicatorParams.ts'
import { tagNow, timeTicks } from './timeTicks.ts'

const BAR_SPACE_PX = 7
const SPACE_AFTER_PX = 36
/** Number of zeros after which the library shortens a number: more than any price has. */
const NO_FOLD = 20

export type ChartView = {
  readonly item: TradeItem
  readonly period: ChartPeriod
  readonly prefs: ChartPrefs
}

export function useChart(box: RefObject<HTMLDivElement | null>, view: ChartView) {
  const { item, period, prefs } = view
  const { chart, feed, state } = useLibrary(box)
  const appearance = useAppearance()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the appearance is what changes the tokens
  useEffect(() => chart?.setStyles(stylesOf(readColours(), prefs.type)), [chart, appearance, prefs.type])

  useEffect(() => {
    if (chart === null) return
    feed.current?.aim({ item, period })
    const wanted = chartPeriodOf(period).shown
    const shown = chart.getPeriod()
    const sameSymbol = chart.getSymbol()?.ticker === item.Code
    if (!sameSymbol) chart.setSymbol({ ticker: item.Code, pricePrecision: item.PricePrecision, volumePrecision: 0 })
    if (shown?.type !== wanted.type || shown.span !== wanted.span) chart.setPeriod(wanted)
  }, [chart, feed, item, period])

  const zone = useChartZone()
  useEffect(() => chart?.setTimezone(zoneIdOf(zone)), [chart, zone])

  const params = useIndicatorParams()
  useEffect(() => {
    if (chart !== null) drawIndicators(chart, prefs.indicators, params)
  }, [chart, prefs.indicators, params])

  const language = useLanguage()
  useEffect(() => chart?.setThousandsSeparator(separatorOf(language)), [chart, language])

  useRejoin(chart, item.Code)
  // A start without the server may fail to read the candles before it has read the stored ones.
  useEffect(
    () =>
      onCandlesRestored(() => {
        if (feed.current?.state === 'failed') chart?.resetData()
      }),
    [chart, feed],
  )
  return { chart, state, isBehind: useIsBehind(chart) }
}

function useLibrary(box: RefObject<HTMLDivElement | null>) {
  const [chart, setChart] = useState<KLineChart | null>(null)
  const [state, setState] = useState<ChartState>('loading')
  const feed = useRef<ChartFeed>(undefined)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const made = init(element, {
      locale: 'en-US',
      formatter: { formatDate: (asked) => chartDate(asked, tagNow()) },
      decimalFold: { threshold: NO_FOLD },
      thousandsSeparator: separatorOf(languageNow()),
    })
    const mine = new ChartFeed(setState)
    feed.current = mine
    // The library makes its canvas focusable; the canvas has no keyboard functions.
    element.querySelector('[tabindex]')?.setAttribute('tabindex', '-1')
    made?.setBarSpace(BAR_SPACE_PX)
    made?.setOffsetRightDistance(SPACE_AFTER_PX)
    made?.overrideXAxis({ createTicks: (params) => timeTicks(made, params) })
    made?.setDataLoader(mine.loader)
    setChart(made)
    const resized = new ResizeObserver(() => {
      made?.resize()
      if (made !== null) fitPanes(made)
    })
    resized.observe(element)
    return () => {
      resized.disconnect()
      mine.stop()
      dispose(element)
      setChart(null)
    }
  }, [box])
  return { chart, feed, state }
}

/** Whether the newest candle has been scrolled out of view. */
function useIsBehind(chart: KLineChart | null): boolean {
  const [isBehind, setIsBehind] = useState(false)
  useEffect(() => {
    if (chart === null) return
    let last: boolean | undefined
    // Reports only changes: React keeps every update of an unchanged state until the next rendering.
    const look = () => {
      const now = chart.getVisibleRange().realTo < chart.getDataList().length
      if (now !== last) setIsBehind(now)
      last = now
    }
    chart.subscribeAction('onVisibleRangeChange', look)
    chart.subscribeAction('onScroll', look)
    return () => {
      chart.unsubscribeAction('onVisibleRangeChange', look)
      chart.unsubscribeAction('onScroll', look)
    }
  }, [chart])
  return isBehind
}

/** Reads candles again that were missed while the connection was lost. */
function useRejoin(chart: KLineChart | null, code: string): void {
  const connection = useConnection()
  const lost = useRef(false)
  useEffect(() => {
    if (connection === 'lost') lost.current = true
    if (connection !== 'live' || !lost.current) return
    lost.current = false
    chart?.resetData()
  }, [chart, connection])
  useEffect(() => onCandleGap((missed) => missed === code && chart?.resetData()), [chart, code])
}
