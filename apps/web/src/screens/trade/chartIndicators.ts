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
import { LEGEND_INDICATOR, type LegendValue, NO_LEGEND, valuesOf } from './chartLegend.ts'
import { INDICATORS, type Indicator } from './chartPrefs.ts'
import { CANDLE_PANE, CHART_FONT, CHART_TEXT_PX } from './chartStyles.ts'
import { type Chosen, firstParams, indicatorLabel } from './indicatorParams.ts'

/** A pane below the candles takes this share of the chart's height, between these pixels. */
const PANE_SHARE = 0.16
const PANE_HEIGHT_MIN = 48
const PANE_HEIGHT_MAX = 104
/** Decimals of values that are no prices. */
const SCALE_DECIMALS = 2
const ON_SCALE: readonly Indicator[] = ['RSI', 'KDJ', 'CCI']
/** Differences of prices have the decimals of prices. */
const OF_PRICES: readonly Indicator[] = ['MACD']

const [ATR_LENGTH = 1] = firstParams('ATR')
registerIndicator<{ atr?: number }, number>({
  name: 'ATR',
  shortName: 'ATR',
  series: 'price',
  calcParams: [ATR_LENGTH],
  figures: [{ key: 'atr', title: 'ATR: ', type: 'line' }],
  calc: (bars: KLineData[], { calcParams: [length = ATR_LENGTH] }) =>
    averageTrueRange(bars, length).map((atr) => (atr === undefined ? {} : { atr })),
})

/** The space for the legend of a pane, above its lines, and the space below them. */
const LEGEND_PX = 21
const BELOW_PX = 3
/** Before and after the legend, and after each text of it. */
const LEGEND_EDGE_PX = 16
const LEGEND_SPACE_PX = 8

/** Adds missing indicators, removes others, and sets their numbers and decimals. */
export function drawIndicators(chart: Chart, wanted: readonly Indicator[], params: Chosen): void {
  const shown = chart.getIndicators().map(({ name }) => name)
  for (const name of shown)
    if (name !== LEGEND_INDICATOR && !wanted.some((each) => each === name)) chart.removeIndicator({ name })
  for (const name of wanted) {
    const calcParams = [...params[name]]
    if (shown.includes(name)) chart.overrideIndicator({ name, calcParams })
    else if (INDICATORS[name] === 'price')
      chart.createIndicator({ name, calcParams, paneId: CANDLE_PANE, createTooltipDataSource: () => NO_LEGEND }, true)
    else chart.createIndicator({ name, calcParams, createTooltipDataSource: paneLegend })
  }
  const decimals = chart.getSymbol()?.pricePrecision
  for (const name of wanted) {
    const precision = ON_SCALE.includes(name) ? SCALE_DECIMALS : OF_PRICES.includes(name) ? decimals : undefined
    if (precision !== undefined) chart.overrideIndicator({ name, precision })
  }
  fitPanes(chart)
}

/** The legend of a pane below the candles: under the cross hair, or of the newest candle. */
function paneLegend(of: IndicatorCreateTooltipDataSourceParams<unknown>): IndicatorTooltipData {
  const { chart, indicator, crosshair, bounding } = of
  const name = indicatorLabel(indicator.shortName, indicator.calcParams)
  const values = valuesOf(indicator, crosshair.dataIndex ?? -1)
  const { isLong, count } = legendThatFits({ name, values, width: bounding.width, widthOf })
  // Called at every drawing: the styles have been read from the tokens before.
  const colours = chart.getStyles().indicator.lines.map(({ color }) => color)
  const legends = values.slice(0, count).map(({ title, text, colour = 0 }) => {
    const color = colours[colour % colours.length] ?? ''
    return { title: { text: isLong && title !== '' ? `${title} ` : '', color }, value: { text, color } }
  })
  return { name, calcParamsText: '', features: [], legends }
}

const widthOf = (text: string): number => utils.calcTextWidth(text, CHART_TEXT_PX, 'normal', CHART_FONT)

/**
 * The legend of a pane keeps to one line: without the names of its lines where they do not fit, then without its last
 * values. The name with its numbers stays. Widths are in pixels.
 */
export function legendThatFits(of: {
  readonly name: string
  readonly values: readonly LegendValue[]
  readonly width: number
  readonly widthOf: (text: string) => number
}): { readonly isLong: boolean; readonly count: number } {
  const { name, values, width, widthOf } = of
  const free = width - LEGEND_EDGE_PX - widthOf(name) - LEGEND_SPACE_PX
  const widthOfAll = (texts: readonly string[]) => texts.reduce((sum, text) => sum + widthOf(text) + LEGEND_SPACE_PX, 0)
  if (widthOfAll(values.map(({ title, text }) => `${title} ${text}`)) <= free)
    return { isLong: true, count: values.length }
  const texts = values.map(({ text }) => text)
  let count = values.length
  while (count > 0 && widthOfAll(texts.slice(0, count)) > free) count -= 1
  return { isLong: false, count }
}

/** The height of a pane below the candles, from the height of the whole chart. */
export const paneHeightOf = (whole: number): number =>
  Math.round(Math.min(Math.max(whole * PANE_SHARE, PANE_HEIGHT_MIN), PANE_HEIGHT_MAX))

/** The share that the library adds above and below the lines of a pane, so that the legend stands above them. */
export function paneGap(height: number): { readonly top: number; readonly bottom: number } {
  const lines = height - LEGEND_PX - BELOW_PX
  return { top: LEGEND_PX / lines, bottom: BELOW_PX / lines }
}

/** Sets the height of the panes below the candles, lower on a phone in landscape, and the place of their legends. */
export function fitPanes(chart: Chart): void {
  const height = paneHeightOf(chart.getSize()?.height ?? 0)
  for (const { paneId } of chart.getIndicators()) {
    if (paneId === CANDLE_PANE) continue
    chart.setPaneOptions({ id: paneId, height, minHeight: PANE_HEIGHT_MIN })
    chart.overrideYAxis({ paneId, gap: paneGap(height) })
  }
}
