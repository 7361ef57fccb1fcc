/**
 * Labels of the time axis at round times of its zone. The library labels every n-th candle instead, so its times are
 * not round (16:40, 18:20).
 */

import { LANGUAGE_FACTS } from '@veritick/locales'
import type { AxisCreateTicksParams, AxisTick, Chart } from 'klinecharts'
import { languageNow } from '../../i18n/i18n.ts'
import { chartDate } from './chartDate.ts'
import { CANDLE_PANE, ticksInside } from './chartStyles.ts'

/** Smallest distance between two labels: the width of a day and as much space. */
const GAP_PX = 64
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
/** Parts of a day, as the dial of a clock has them. */
const STEPS_MINUTES = [5, 10, 15, 30, 60, 120, 180, 240, 360, 720, DAY_MINUTES]

type Place = { readonly timestamp: number; readonly coord: number }
type Axis = {
  readonly periodMinutes: number
  /** Pixels of a candle and the gap behind it. */
  readonly barPx: number
  readonly timeZone: string
  /** The BCP 47 tag of the language. */
  readonly tag: string
}

/** A label for each candle at a round time; none where no candle begins at one. */
export function roundTicks(candles: readonly Place[], { periodMinutes, barPx, timeZone, tag }: Axis): AxisTick[] {
  const step = STEPS_MINUTES.find((minutes) => (minutes / periodMinutes) * barPx >= GAP_PX) ?? DAY_MINUTES
  const dateTimeFormat = formatIn(timeZone)
  const ticks: AxisTick[] = []
  for (const { timestamp, coord } of candles) {
    const minutes = minutesOf(timestamp, dateTimeFormat)
    if (minutes % step !== 0) continue
    // Around a night or a weekend two round times are nearer.
    const last = ticks.at(-1)
    if (last !== undefined && coord - last.coord < GAP_PX) continue
    const template = minutes === 0 ? 'YYYY-MM-DD' : 'HH:mm'
    const text = chartDate({ dateTimeFormat, timestamp, template, type: 'xAxis' }, tag)
    ticks.push({ coord, value: timestamp, text })
  }
  return ticks
}

/** The time axis of a chart. Periods of a day and longer keep the labels of the library. */
export function timeTicks(chart: Chart, params: AxisCreateTicksParams): AxisTick[] {
  const periodMinutes = minutesOfPeriod(chart.getPeriod())
  const round = periodMinutes === undefined ? [] : roundTicks(candlesIn(chart, params), axisOf(chart, periodMinutes))
  const ticks = ticksInside({ ...params, defaultTicks: round })
  return ticks.length > 0 ? ticks : ticksInside(params)
}

function candlesIn(chart: Chart, { range }: AxisCreateTicksParams): readonly Place[] {
  const first = Math.max(0, Math.floor(range.from))
  return chart
    .getDataList()
    .slice(first, Math.ceil(range.to))
    .flatMap(({ timestamp }, index) => {
      const { x } = chart.convertToPixel({ dataIndex: first + index }, { paneId: CANDLE_PANE }) as { x?: number }
      return x === undefined ? [] : [{ timestamp, coord: x }]
    })
}

const axisOf = (chart: Chart, periodMinutes: number): Axis => ({
  periodMinutes,
  barPx: chart.getBarSpace().bar,
  timeZone: chart.getTimezone(),
  tag: tagNow(),
})

/** The tag of the language that the app shows now. */
export const tagNow = (): string => LANGUAGE_FACTS[languageNow()].tag

/** `undefined`: a day or longer. */
function minutesOfPeriod(period: ReturnType<Chart['getPeriod']>): number | undefined {
  if (period?.type === 'minute') return period.span
  return period?.type === 'hour' ? period.span * HOUR_MINUTES : undefined
}

let format: Intl.DateTimeFormat | undefined

/** Kept, because the axis is made anew at every scroll. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  if (format?.resolvedOptions().timeZone === timeZone) return format
  const two = '2-digit'
  const date = { year: 'numeric', month: two, day: two } as const
  format = new Intl.DateTimeFormat('en-US', { timeZone, ...date, hour: two, minute: two, hourCycle: 'h23' })
  return format
}

function minutesOf(timestamp: number, dateTimeFormat: Intl.DateTimeFormat): number {
  const parts = dateTimeFormat.formatToParts(timestamp)
  const read = (name: 'hour' | 'minute') => Number(parts.find(({ type }) => type === name)?.value)
  return read('hour') * HOUR_MINUTES + read('minute')
}
