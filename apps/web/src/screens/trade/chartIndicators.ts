/** Draws the chosen indicators: the library's own, and the average true range. */
import {
  type Chart,
  type IndicatorCreateTooltipDataSourceParams,
  type IndicatorTooltipData,
  type KLineData,
  registerIndicator,
} from 'klinecharts'
import { averageTrueRange } from './averageTrueRange.ts'
import { LEGEND_INDICATOR, NO_LEGEND, valuesOf } from './chartLegend.ts'
import { INDICATORS, type Indicator } from './chartPrefs.ts'

export const CANDLE_PANE = 'candle_pane'
const ATR_LENGTH = 14
/** A pane below the candles takes this share of the chart's height, between these pixels. */
const PANE_SHARE = 0.16
const PANE_HEIGHT_MIN = 48
const PANE_HEIGHT_MAX = 104
/** Decimals of values that are no prices. */
const SCALE_DECIMALS = 2
const ON_SCALE: readonly Indicator[] = ['RSI', 'KDJ', 'CCI']
/** Differences of prices have the decimals of prices. */
const OF_PRICES: readonly Indicator[] = ['MACD']

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
/** In a narrower pane a legend has no parameters and no names of lines, so that it keeps to one line. */
const LONG_LEGEND_PX = 480

/** Adds missing indicators and removes others. Also called when the instrument changes, for the decimals. */
export function drawIndicators(chart: Chart, wanted: readonly Indicator[]): void {
  const shown = chart.getIndicators().map(({ name }) => name)
  for (const name of shown)
    if (name !== LEGEND_INDICATOR && !wanted.some((each) => each === name)) chart.removeIndicator({ name })
  for (const name of wanted) {
    if (shown.includes(name)) continue
    if (INDICATORS[name] === 'price')
      chart.createIndicator({ name, paneId: CANDLE_PANE, createTooltipDataSource: () => NO_LEGEND }, true)
    else chart.createIndicator({ name, createTooltipDataSource: paneLegend })
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
  const isLong = bounding.width >= LONG_LEGEND_PX
  // Called at every drawing: the styles have been read from the tokens before.
  const colours = chart.getStyles().indicator.lines.map(({ color }) => color)
  const legends = valuesOf(indicator, crosshair.dataIndex ?? -1).map(({ title, text, colour = 0 }) => {
    const color = colours[colour % colours.length] ?? ''
    return { title: { text: isLong ? `${title} ` : '', color }, value: { text, color } }
  })
  const calcParamsText = isLong && indicator.calcParams.length > 0 ? ` ${indicator.calcParams.join(' ')}` : ''
  return { name: indicator.shortName, calcParamsText, features: [], legends }
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
