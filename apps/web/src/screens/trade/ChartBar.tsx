/** The bar of the chart: period, drawing tools, settings, full screen. */
import type { TradeItem } from '@veritick/contract'
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon, IconButton, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { CHART_WINDOW, useIsWide } from '../../shell/wide.ts'
import { useShortcutHint } from '../wide/commands.ts'
import { CHART_PERIODS, type ChartPeriod, chartPeriodOf } from './chartPeriods.ts'
import { choosePeriod } from './period.ts'
import { chartWindowAddress } from './tradeAddress.ts'

type Props = {
  readonly item: TradeItem
  readonly period: ChartPeriod
  readonly full: boolean
  readonly onFull: (full: boolean) => void
  readonly onDraw: () => void
  readonly onSettings: () => void
}

/** Id of the button that begins drawing. */
export const DRAW_BUTTON = 'veritick-draw'

export function ChartBar({ item, period, full, onFull, onDraw, onSettings }: Props) {
  const t = useTranslate()
  const periods = useShowChosen(period)
  const fullHint = useShortcutHint('full_screen', t(full ? 'trade.full_screen_end' : 'trade.full_screen'))
  const Full = full ? Icon.Collapse : Icon.Expand
  return (
    <div className="flex shrink-0 items-center border-b border-line bg-surface pe-1 big:flex-wrap big:justify-end">
      {full && (
        <span className="shrink-0 ps-4 font-bold big:me-auto">
          <bdi>{item.ShowCode}</bdi>
        </span>
      )}
      {/* Beside the buttons large text would leave two periods. */}
      <div
        ref={periods}
        className="no-scrollbar fade-sideways @container min-w-0 flex-1 overflow-x-auto big:order-last big:basis-full"
      >
        <Tabs
          look="period"
          label={t('trade.periods')}
          value={period}
          onValueChange={choosePeriod}
          items={CHART_PERIODS.map((value) => ({
            value,
            label: <bdi dir="ltr">{chartPeriodOf(value).label}</bdi>,
          }))}
        />
      </div>
      <IconButton
        id={DRAW_BUTTON}
        className="-outline-offset-2"
        label={t('trade.draw_title')}
        aria-haspopup="dialog"
        onClick={onDraw}
      >
        <Icon.Pencil size={20} />
      </IconButton>
      <IconButton
        className="-outline-offset-2"
        label={t('trade.chart_settings')}
        aria-haspopup="dialog"
        onClick={onSettings}
      >
        <Icon.Sliders size={20} />
      </IconButton>
      <NewWindow code={item.Code} period={period} />
      <IconButton
        className="-outline-offset-2"
        label={t(full ? 'trade.full_screen_end' : 'trade.full_screen')}
        {...fullHint}
        onClick={() => onFull(!full)}
      >
        <Full size={20} />
      </IconButton>
    </div>
  )
}

/** Opens the same chart in a separate window; only in a wide window. */
function NewWindow({ code, period }: { readonly code: string; readonly period: ChartPeriod }) {
  const t = useTranslate()
  const isWide = useIsWide()
  const { pathname } = useLocation()
  if (!isWide || pathname === CHART_WINDOW) return null
  const title = t('wide.new_window')
  return (
    <a
      href={chartWindowAddress({ code, period })}
      target="_blank"
      rel="noopener"
      aria-label={title}
      title={title}
      className="inline-flex touch shrink-0 items-center justify-center rounded-control -outline-offset-2 active:bg-fill"
    >
      <Icon.NewWindow size={20} />
    </a>
  )
}

/** Scrolls the chosen period into its bar. */
function useShowChosen(period: ChartPeriod): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls at each change of the period
  useEffect(() => {
    bar.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [period])
  return bar
}
