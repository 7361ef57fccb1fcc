/**
 * Candles in New York time on the canvas of the library. Time runs left to right in every language; the colours are
 * those of the app; lines show the customer's orders. It is a file of its own, so that the library is loaded with it.
 */
import { klineTopic, type PeriodName, type TradeItem } from '@veritick/contract'
import { dispose, init, type Chart as KLineChart } from 'klinecharts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTopic } from '../../data/connection.ts'
import { onCandleGap, useConnection } from '../../data/live.ts'
import { classes, Empty, ErrorState, Spinner } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useAppearance } from '../../shell/settings.ts'
import { useUnpriced } from '../home/useUnpriced.ts'
import { chartPeriodOf } from './candles.ts'
import { type ChartState, createFeed, type Feed } from './chartFeed.ts'
import { formatChartDate, readColours, stylesOf, ticksInside } from './chartStyles.ts'
import { LEVEL_GROUP, overlayOf } from './levelOverlay.ts'
import type { Level } from './levels.ts'

const TIME_ZONE = 'America/New_York'
const BAR_SPACE_PX = 7
const SPACE_AFTER_PX = 36

export type LabelledLevel = { readonly level: Level; readonly words: string }
type Props = { readonly item: TradeItem; readonly period: PeriodName; readonly levels: readonly LabelledLevel[] }

export function Chart({ item, period, levels }: Props) {
  const t = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const { chart, state } = useChart(box, item, period)
  const unpriced = useUnpriced()
  useLevels(chart, levels)
  useTopic(klineTopic(item.Code))
  // Without a candle the library would draw an axis from 0 to 10.
  const drawn = state === 'ready' || state === 'loading'
  return (
    <div className="relative min-h-0 flex-1 bg-surface" dir="ltr">
      <div
        ref={box}
        role="img"
        aria-label={t('trade.chart', { code: item.ShowCode })}
        className={classes('absolute inset-0', drawn ? '' : 'invisible')}
      />
      <span
        aria-hidden="true"
        hidden={!drawn}
        className="pointer-events-none absolute end-0 bottom-0 grid h-6.5 min-w-14 place-items-center px-1 text-12 text-ink-muted"
      >
        {t('trade.new_york_short')}
      </span>
      {state === 'loading' && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center text-ink-muted">
          <Spinner />
        </div>
      )}
      {state === 'empty' && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center">
          <Empty title={t('common.no_data')} text={item.Bid === null ? unpriced.text : t('trade.chart_empty')} />
        </div>
      )}
      {state === 'failed' && (
        <div className="absolute inset-0 grid place-items-center bg-surface">
          <ErrorState text={t('trade.chart_failed')} onRetry={() => chart?.resetData()} />
        </div>
      )}
    </div>
  )
}

function useChart(box: RefObject<HTMLDivElement | null>, item: TradeItem, period: PeriodName) {
  const [chart, setChart] = useState<KLineChart | null>(null)
  const [state, setState] = useState<ChartState>('loading')
  const feed = useRef<Feed>(undefined)
  const appearance = useAppearance()

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const made = init(element, {
      timezone: TIME_ZONE,
      locale: 'en-US',
      styles: stylesOf(readColours()),
      formatter: { formatDate: formatChartDate },
    })
    const mine = createFeed(setState)
    feed.current = mine
    // The library makes its canvas focusable; there is nothing on it for a keyboard.
    element.querySelector('[tabindex]')?.setAttribute('tabindex', '-1')
    made?.setBarSpace(BAR_SPACE_PX)
    made?.setOffsetRightDistance(SPACE_AFTER_PX)
    made?.overrideXAxis({ createTicks: ticksInside })
    made?.setDataLoader(mine.loader)
    setChart(made)
    const resized = new ResizeObserver(() => made?.resize())
    resized.observe(element)
    return () => {
      resized.disconnect()
      mine.stop()
      dispose(element)
      setChart(null)
    }
  }, [box])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the appearance is what changes the tokens
  useEffect(() => chart?.setStyles(stylesOf(readColours())), [chart, appearance])

  useEffect(() => {
    if (chart === null) return
    feed.current?.aim({ item, period })
    const wanted = chartPeriodOf(period)
    const shown = chart.getPeriod()
    const sameSymbol = chart.getSymbol()?.ticker === item.Code
    if (!sameSymbol) chart.setSymbol({ ticker: item.Code, pricePrecision: item.PricePrecision, volumePrecision: 0 })
    if (shown?.type !== wanted.type || shown.span !== wanted.span) chart.setPeriod(wanted)
  }, [chart, item, period])

  useRejoin(chart, item.Code)
  return { chart, state }
}

/** Candles that were missed while the connection was lost are read again. */
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

function useLevels(chart: KLineChart | null, levels: readonly LabelledLevel[]): void {
  const appearance = useAppearance()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the appearance is what changes the tokens
  useEffect(() => {
    if (chart === null) return
    const colours = readColours()
    chart.createOverlay(levels.map(({ level, words }) => overlayOf(level, words, colours)))
    return () => {
      chart.removeOverlay({ groupId: LEVEL_GROUP })
    }
  }, [chart, levels, appearance])
}
