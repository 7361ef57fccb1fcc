/**
 * The legend of the chart: open, high, low and close of the candle under the cross hair, or of the newest candle, and
 * the values of the indicators over the price. The text of the legend, without its drawing.
 */
import { figureIn } from '@veritick/locales'
import {
  type Chart,
  type Indicator,
  type IndicatorTooltipData,
  type KLineData,
  registerIndicator,
  utils,
} from 'klinecharts'
import { indicatorLabel } from './indicatorParams.ts'

/** `colour`: the number of the line's colour (`lineColoursOf`). `title` is empty for the only line of an indicator. */
export type LegendValue = { readonly title: string; readonly text: string; readonly colour: number | undefined }
type LegendRow = { readonly name: string; readonly values: readonly LegendValue[] }
/** `isCross`: the values are those under the cross hair. */
export type Legend = { readonly rows: readonly LegendRow[]; readonly isCross: boolean }

type Shown = Pick<Indicator, 'shortName' | 'calcParams' | 'figures' | 'result' | 'precision'>

/** `tag`: the language of the figures. */
export type LegendOf = {
  readonly bar: KLineData | undefined
  readonly index: number
  readonly indicators: readonly Shown[]
  readonly precision: number
  readonly tag: string
}

export function legendRows({ bar, index, indicators, precision, tag }: LegendOf): LegendRow[] {
  if (bar === undefined) return []
  const price = (title: string, value: number): LegendValue => ({
    title,
    text: figureIn(utils.formatPrecision(value, precision), tag),
    colour: undefined,
  })
  const candle = [price('O', bar.open), price('H', bar.high), price('L', bar.low), price('C', bar.close)]
  const others = indicators.map((indicator) => ({
    name: indicatorLabel(indicator.shortName, indicator.calcParams),
    values: valuesOf(indicator, index).map((value) => ({ ...value, text: figureIn(value.text, tag) })),
  }))
  return [{ name: '', values: candle }, ...others.filter(({ values }) => values.length > 0)]
}

/** The values of an indicator at a candle; lines without a title or a value are left out. */
export function valuesOf(
  { figures, result, precision }: Pick<Shown, 'figures' | 'result' | 'precision'>,
  index: number,
): LegendValue[] {
  const at: unknown = result[index]
  const isOnly = figures.length === 1
  return figures.flatMap(({ key, title }, colour) => {
    const value = isRecord(at) ? at[key] : undefined
    if (title === undefined || typeof value !== 'number') return []
    return [{ title: isOnly ? '' : title.replace(/:\s*$/, ''), text: utils.formatPrecision(value, precision), colour }]
  })
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The library draws no legend where the app draws its own. */
export const NO_LEGEND: IndicatorTooltipData = { name: '', calcParamsText: '', features: [], legends: [] }

/** An indicator without a line: the library names the place of the cross hair at every drawing only to indicators. */
export const LEGEND_INDICATOR = 'veritick_legend'
registerIndicator<Record<string, never>, unknown>({
  name: LEGEND_INDICATOR,
  figures: [],
  calc: (bars: KLineData[]) => bars.map(() => ({})),
})

type LegendPlace = { readonly index: number; readonly isCross: boolean }

/** Calls `onPlace` at every drawing of the pane, until the returned function is called. */
export function watchLegend(chart: Chart, paneId: string, onPlace: (place: LegendPlace) => void): () => void {
  chart.createIndicator(
    {
      name: LEGEND_INDICATOR,
      paneId,
      createTooltipDataSource: ({ crosshair: { dataIndex, paneId: under } }) => {
        // Without a cross hair the library gives the newest candle, and no pane.
        if (dataIndex !== undefined) onPlace({ index: dataIndex, isCross: under !== undefined })
        return NO_LEGEND
      },
    },
    true,
  )
  return () => {
    chart.removeIndicator({ name: LEGEND_INDICATOR })
  }
}
