/** The settings of a chart: its type, indicators and lines of the market, stored on the device for each instrument. */
import { readLocal, writeLocal } from '../../data/localStorage.ts'

export const CHART_TYPES = ['candles', 'hollow', 'bars', 'line', 'area'] as const
export type ChartType = (typeof CHART_TYPES)[number]

/** `price`: drawn over the candles; `own`: in a separate pane below them. */
export const INDICATORS = {
  MA: 'price',
  EMA: 'price',
  BOLL: 'price',
  SAR: 'price',
  VOL: 'own',
  MACD: 'own',
  RSI: 'own',
  KDJ: 'own',
  ATR: 'own',
  CCI: 'own',
  OBV: 'own',
} as const
export type Indicator = keyof typeof INDICATORS
const isIndicator = (name: string): name is Indicator => Object.hasOwn(INDICATORS, name)
export const INDICATOR_NAMES: readonly Indicator[] = Object.keys(INDICATORS).filter(isIndicator)

/** More panes would leave no space for the candles on a phone. */
export const OWN_PANES_MAX = 3

/** Lines of the market that the customer may switch on. */
export const MARKET_LINES = ['bid_ask', 'day_range'] as const
export type MarketLine = (typeof MARKET_LINES)[number]

export type ChartPrefs = {
  readonly type: ChartType
  readonly indicators: readonly Indicator[]
  readonly lines: readonly MarketLine[]
}

const PLAIN: ChartPrefs = { type: 'candles', indicators: [], lines: [] }
const keyOf = (instrument: number) => `veritick.chart.${instrument}`

export const readPrefs = (instrument: number): ChartPrefs => prefsIn(readLocal(keyOf(instrument)))

export function writePrefs(instrument: number, { type, indicators, lines }: ChartPrefs): void {
  writeLocal(keyOf(instrument), [type, ...indicators, ...lines].join(' '))
}

/** The settings in a stored text; unknown names are left out. */
export function prefsIn(text: string | undefined): ChartPrefs {
  const [first, ...names] = (text ?? '').split(' ')
  const type = CHART_TYPES.find((each) => each === first) ?? PLAIN.type
  const lines = MARKET_LINES.filter((line) => names.includes(line))
  return names.filter(isIndicator).reduce<ChartPrefs>(withAdded, { type, indicators: [], lines })
}

/** The indicator switched on, or off when it was on. A pane above the maximum is not added. */
export function toggled(prefs: ChartPrefs, name: Indicator): ChartPrefs {
  if (!prefs.indicators.includes(name)) return withAdded(prefs, name)
  return { ...prefs, indicators: prefs.indicators.filter((each) => each !== name) }
}

export const lineToggled = (prefs: ChartPrefs, line: MarketLine): ChartPrefs => ({
  ...prefs,
  lines: prefs.lines.includes(line) ? prefs.lines.filter((each) => each !== line) : [...prefs.lines, line],
})

/** Whether the indicator may be switched on. */
export const hasRoom = ({ indicators }: ChartPrefs, name: Indicator): boolean =>
  INDICATORS[name] === 'price' || indicators.filter((each) => INDICATORS[each] === 'own').length < OWN_PANES_MAX

function withAdded(prefs: ChartPrefs, name: Indicator): ChartPrefs {
  if (prefs.indicators.includes(name) || !hasRoom(prefs, name)) return prefs
  return { ...prefs, indicators: [...prefs.indicators, name] }
}
