/** The chart in the colours of the app. The tokens are read as values, because a canvas has no CSS variables. */
import type { AxisCreateTicksParams, AxisTick, DeepPartial, Styles } from 'klinecharts'
import type { ChartType } from './chartPrefs.ts'

/** The library's name of the pane of the candles. */
export const CANDLE_PANE = 'candle_pane'
export type ChartColours = { readonly [name in (typeof TOKENS)[number]]: string }
const TOKENS = [
  'surface',
  'fill',
  'line',
  'line-strong',
  'ink',
  'ink-soft',
  'ink-muted',
  'accent',
  'accent-soft',
  'warn',
  'red',
  'on-accent',
  'up',
  'down',
  'on-data',
] as const

export function readColours(): ChartColours {
  const page = getComputedStyle(document.documentElement)
  const read = (name: (typeof TOKENS)[number]) => [name, page.getPropertyValue(`--${name}`).trim()] as const
  return Object.fromEntries(TOKENS.map(read)) as ChartColours
}

/** Pixels, the smallest size of the tokens. */
export const CHART_TEXT_PX = 12
export const CHART_FONT = 'system-ui, sans-serif'

export function stylesOf(colours: ChartColours, type: ChartType): DeepPartial<Styles> {
  const text = { size: CHART_TEXT_PX, family: CHART_FONT }
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { ...text, color: colours['ink-muted'] },
  }
  const cross = {
    line: { color: colours['line-strong'] },
    text: { ...text, color: colours.surface, backgroundColor: colours.ink, borderColor: colours.ink },
  }
  const { line } = colours
  return {
    grid: { horizontal: { color: line, style: 'solid' }, vertical: { show: false } },
    candle: { ...candleStylesOf(colours, text), ...typeStylesOf(colours, type) },
    indicator: indicatorStylesOf(colours, text),
    xAxis: axis,
    yAxis: axis,
    separator: { color: line },
    crosshair: { horizontal: cross, vertical: cross },
    overlay: drawingStylesOf(colours, text),
  }
}

/** A finger grabs a point within this distance; the visible point is smaller. */
const POINT_REACH_PX = 18
const POINT_PX = 5

function drawingStylesOf(colours: ChartColours, text: Text): NonNullable<DeepPartial<Styles>['overlay']> {
  const border = `${colours.accent}33`
  const reach = POINT_REACH_PX - POINT_PX
  return {
    point: {
      color: colours.accent,
      borderColor: border,
      borderSize: reach,
      radius: POINT_PX,
      activeColor: colours.accent,
      activeBorderColor: border,
      activeBorderSize: reach,
      activeRadius: POINT_PX,
    },
    line: { color: colours.accent, size: 1.5, smooth: false },
    rect: { color: border, borderColor: colours.accent },
    text: { ...text, color: colours['on-accent'], backgroundColor: colours.accent, borderRadius: 4 },
  }
}

type Text = { readonly size: number; readonly family: string }

function candleStylesOf(colours: ChartColours, text: Text): NonNullable<DeepPartial<Styles>['candle']> {
  const { up, down } = colours
  return {
    bar: {
      upColor: up,
      downColor: down,
      noChangeColor: colours['ink-muted'],
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: colours['ink-muted'],
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: colours['ink-muted'],
    },
    priceMark: {
      // `highLowMarks.ts` draws them, away from the tags of lines.
      high: { show: false },
      low: { show: false },
      last: {
        upColor: colours.accent,
        downColor: colours.accent,
        noChangeColor: colours.accent,
        text: {
          ...text,
          weight: '600',
          color: colours['on-accent'],
          borderRadius: 4,
          paddingLeft: 5,
          paddingRight: 5,
          paddingTop: 4,
          paddingBottom: 4,
        },
      },
    },
    // `ChartLegend` names the values of a candle.
    tooltip: { showRule: 'none' },
  }
}

const LIBRARY_TYPE = {
  candles: 'candle_solid',
  hollow: 'candle_up_stroke',
  bars: 'ohlc',
  line: 'area',
  area: 'area',
} as const
const LINE_PX = 2
/** The library draws a line as an area without a fill. */
const NO_COLOUR = 'transparent'

function typeStylesOf(colours: ChartColours, type: ChartType): NonNullable<DeepPartial<Styles>['candle']> {
  const ground = type === 'area' ? colours['accent-soft'] : NO_COLOUR
  return {
    type: LIBRARY_TYPE[type],
    area: {
      lineSize: LINE_PX,
      lineColor: colours.accent,
      backgroundColor: [
        { offset: 0, color: NO_COLOUR },
        { offset: 1, color: ground },
      ],
      point: { show: false },
    },
  }
}

/** The colours of the lines of an indicator, in their order. */
export const lineColoursOf = (colours: ChartColours): readonly string[] => [
  colours.accent,
  colours.warn,
  colours.up,
  colours.down,
  colours['ink-soft'],
]

function indicatorStylesOf(colours: ChartColours, text: Text): NonNullable<DeepPartial<Styles>['indicator']> {
  const { up, down } = colours
  const line = (color: string) => ({ color, size: 1, style: 'solid' as const, smooth: false })
  const bar = { upColor: up, downColor: down, noChangeColor: colours['ink-muted'] }
  return {
    lines: lineColoursOf(colours).map(line),
    bars: [bar],
    circles: [bar],
    ohlc: bar,
    tooltip: {
      title: { ...text, color: colours['ink-muted'], marginRight: 3 },
      legend: { ...text, color: colours['ink-soft'], marginLeft: 3, marginRight: 3 },
      offsetLeft: 8,
    },
  }
}

/** Space for half a label: nearer to an edge the label would be cut, or overlap the name of the time zone. */
const TICK_EDGE_PX = 24

/** The time axis without the labels that do not fit. */
export function ticksInside({
  bounding,
  defaultTicks,
}: Pick<AxisCreateTicksParams, 'bounding' | 'defaultTicks'>): AxisTick[] {
  return defaultTicks.filter((tick) => tick.coord >= TICK_EDGE_PX && tick.coord <= bounding.width - TICK_EDGE_PX)
}
