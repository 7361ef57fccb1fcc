/** Draws the chosen indicators: the library's own, and the average true range. */
import {
  type Chart,
  type IndicatorCreateTooltipDataSourceParams,
  type IndicatorTooltipData,
  type KLineData,
  registerIndicator,
  utils,
} from 'klinecharts'
import { averageTrueRange } from './averageTrueRange.ts'
import { INDICATORS, type Indicator } from './chartPrefs.ts'
import { lineColoursOf, readColours } from './chartStyles.ts'

export const CANDLE_PANE = 'candle_pane'
const ATR_LENGTH = 14
/** A pane below the candles takes this share of the chart's height, between these pixels. */
const PANE_SHARE = 0.16
const PANE_HEIGHT_MIN = 36
const PANE_HEIGHT_MAX = 76
/** Decimals of values that are no prices. */
const SCALE_DECIMALS = 2
const ON_SCALE: readonly Indicator[] = ['RSI', 'KDJ', 'CCI']

registerIndicator<{ atr?: number }, number>({
  name: 'ATR',
  shortName: 'ATR',
  series: 'price',
  calcParams: [ATR_LENGTH],
  figures: [{ key: 'atr', title: 'ATR: ', type: 'line' }],
  calc: (bars: KLineData[], { calcParams: [length = ATR_LENGTH] }) =>
    averageTrueRange(bars, length).map((atr) => (atr === undefined ? {} : { atr })),
})

/** Adds missing indicators and removes others. */
export function drawIndicators(chart: Chart, wanted: readonly Indicator[]): void {
  const shown = chart.getIndicators().map(({ name }) => name)
  for (const name of shown) if (!wanted.some((each) => each === name)) chart.removeIndicator({ name })
  for (const name of wanted) {
    if (shown.includes(name)) continue
    if (INDICATORS[name] === 'price') {
      chart.createIndicator({ name, paneId: CANDLE_PANE, createTooltipDataSource: valuesUnderCross }, true)
    } else chart.createIndicator({ name, ...(ON_SCALE.includes(name) && { precision: SCALE_DECIMALS }) })
  }
  fitPanes(chart)
}

/** Shows values over the price only under the cross hair, because the tags of orders use the same place. */
function valuesUnderCross({
  indicator,
  crosshair,
}: IndicatorCreateTooltipDataSourceParams<unknown>): IndicatorTooltipData {
  const none = { name: '', calcParamsText: '', features: [], legends: [] }
  // Without a cross hair the library gives the newest bar, and no pane.
  if (crosshair.paneId === undefined || crosshair.dataIndex === undefined) return none
  const result: unknown = indicator.result[crosshair.dataIndex]
  const colours = lineColoursOf(readColours())
  const legends = indicator.figures.flatMap(({ key, title }, index) => {
    const value = isRecord(result) ? result[key] : undefined
    const color = colours[index % colours.length] ?? ''
    if (title === undefined || typeof value !== 'number') return []
    return [
      { title: { text: title, color }, value: { text: utils.formatPrecision(value, indicator.precision), color } },
    ]
  })
  return { ...none, name: indicator.shortName, legends }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Sets the height of the panes below the candles: lower on a phone in landscape. */
export function fitPanes(chart: Chart): void {
  const whole = chart.getSize()?.height ?? 0
  const height = Math.round(Math.min(Math.max(whole * PANE_SHARE, PANE_HEIGHT_MIN), PANE_HEIGHT_MAX))
  for (const { paneId } of chart.getIndicators())
    if (paneId !== CANDLE_PANE) chart.setPaneOptions({ id: paneId, height, minHeight: PANE_HEIGHT_MIN })
}
