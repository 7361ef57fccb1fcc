/**
 * The drawing tools as overlays of the chart library: the library's overlays with lines that a finger can hit, and
 * three more (rectangle, measure, note).
 */
import {
  type Coordinate,
  getOverlayClass,
  type LineAttrs,
  type OverlayCreateFiguresCallbackParams,
  type OverlayFigure,
  type OverlayTemplate,
  registerFigure,
  registerOverlay,
  type TextAttrs,
  utils,
} from 'klinecharts'
import { CHART_FONT, CHART_TEXT_PX, readColours } from './chartStyles.ts'
import type { DrawTool } from './drawings.ts'
import { distanceTo, measured } from './measure.ts'

export const DRAW_GROUP = 'drawings'
/** Half the touch target of a finger. */
const REACH_PX = 14
const HIT_AREA = 'veritick_hit_area'
/** Distance between a label and the edge of the chart. */
const LABEL_EDGE_PX = 4

/** The data of a drawing besides its points. */
export type DrawnData = { readonly text: string }

export const overlayNameOf = (tool: DrawTool): string => `veritick_draw_${tool}`

/** Draws nothing; makes a line touchable at a distance. */
registerFigure<LineAttrs, unknown>({
  name: HIT_AREA,
  draw: () => {},
  checkEventOn: (at, attrs) => [attrs].flat().some(({ coordinates }) => distanceTo(coordinates, at) <= REACH_PX),
})

const FROM_LIBRARY = {
  trend: 'segment',
  ray: 'rayLine',
  horizontal: 'horizontalStraightLine',
  vertical: 'verticalStraightLine',
  channel: 'parallelStraightLine',
  fibonacci: 'fibonacciLine',
  brush: 'brush',
} as const satisfies Partial<Record<DrawTool, string>>

for (const [tool, name] of Object.entries(FROM_LIBRARY)) registerTouchable(`veritick_draw_${tool}`, name)

/** The overlay of the library under another name, with hit areas on its lines. */
function registerTouchable(name: string, from: string): void {
  const Original = getOverlayClass(from)
  if (Original === null) throw new Error(`the chart library has no overlay ${from}`)
  const { totalStep, drawingMode, createPointFigures, performEventPressedMove, performEventMoveForDrawing } =
    new Original()
  registerOverlay({
    name,
    totalStep,
    drawingMode,
    needDefaultPointFigure: from !== 'brush',
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: from === 'horizontalStraightLine',
    performEventPressedMove,
    performEventMoveForDrawing,
    createPointFigures: (params) => {
      const figures = [createPointFigures?.(params) ?? []].flat()
      return figures.flatMap((figure) => {
        if (figure.type === 'line') return [figure, { type: HIT_AREA, attrs: figure.attrs }]
        return figure.type === 'text' ? [beside(figure, params.bounding.width)] : [figure]
      })
    },
  })
}

/** If levels are nearer than this, only the first is named. */
const TEXT_APART_PX = 13

/** Moves the names of levels to the end of their lines, away from the tags of orders. */
function beside(figure: OverlayFigure, width: number): OverlayFigure {
  const texts = [figure.attrs].flat() as readonly TextAttrs[]
  const named: TextAttrs[] = []
  for (const text of texts)
    if (named.every(({ y }) => Math.abs(y - text.y) >= TEXT_APART_PX))
      named.push({ ...text, x: width - LABEL_EDGE_PX, align: 'right' })
  const styles = {
    color: readColours()['ink-soft'],
    backgroundColor: 'transparent',
    size: CHART_TEXT_PX,
    family: CHART_FONT,
  }
  return { ...figure, attrs: named, styles, ignoreEvent: true }
}

type Params = OverlayCreateFiguresCallbackParams<unknown>

const box: Omit<OverlayTemplate, 'name' | 'createPointFigures'> = {
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
}

registerOverlay({
  ...box,
  name: overlayNameOf('rectangle'),
  createPointFigures: ({ coordinates: [from, to] }) => (from === undefined || to === undefined ? [] : frame(from, to)),
})

registerOverlay({
  ...box,
  name: overlayNameOf('measure'),
  createPointFigures: (params) => {
    const [from, to] = params.coordinates
    return from === undefined || to === undefined ? [] : [...frame(from, to), result(params, from, to)]
  },
})

registerOverlay({
  name: overlayNameOf('text'),
  totalStep: 2,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates: [at], overlay }) =>
    at === undefined ? [] : [label({ text: textIn(overlay.extendData), at, align: 'left', baseline: 'bottom' })],
})

const textIn = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string' ? data.text : ''

/** The border of a box. Only the border can be touched, so that the chart inside can be moved. */
function frame(from: Coordinate, to: Coordinate): OverlayFigure[] {
  const colours = readColours()
  const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  const corners = [
    { x: left, y: top },
    { x: left + width, y: top },
    { x: left + width, y: top + height },
    { x: left, y: top + height },
    { x: left, y: top },
  ]
  return [
    {
      type: 'rect',
      attrs: { x: left, y: top, width, height },
      styles: { style: 'stroke_fill', color: `${colours.accent}22`, borderColor: colours.accent, borderSize: 1 },
      ignoreEvent: true,
    },
    { type: HIT_AREA, attrs: { coordinates: corners } },
  ]
}

/** Price, percent and candles between the two corners, above or below the box. */
function result({ chart, overlay, bounding }: Params, from: Coordinate, to: Coordinate): OverlayFigure {
  const [first, last] = overlay.points
  const precision = chart.getSymbol()?.pricePrecision ?? 0
  const text = measured({
    from: first?.value ?? 0,
    to: last?.value ?? 0,
    bars: Math.round(Math.abs(to.x - from.x) / chart.getBarSpace().bar),
    precision,
  })
  const up = to.y <= from.y
  const half = utils.calcTextWidth(text, CHART_TEXT_PX, '600', CHART_FONT) / 2 + LABEL_EDGE_PX * 2
  const middle = Math.min(Math.max((from.x + to.x) / 2, half), bounding.width - half)
  return label({
    text,
    at: { x: middle, y: up ? to.y - 6 : to.y + 6 },
    align: 'center',
    baseline: up ? 'bottom' : 'top',
  })
}

type Label = {
  readonly text: string
  readonly at: Coordinate
  readonly align: 'left' | 'center'
  readonly baseline: 'bottom' | 'top'
}

function label({ text, at, align, baseline }: Label): OverlayFigure {
  const colours = readColours()
  return {
    type: 'text',
    attrs: { ...at, text, align, baseline },
    styles: {
      style: 'stroke_fill',
      color: colours.ink,
      backgroundColor: colours['accent-soft'],
      borderColor: colours.accent,
      borderSize: 1,
      borderRadius: 4,
      size: CHART_TEXT_PX,
      family: CHART_FONT,
      weight: '600',
      paddingLeft: 6,
      paddingRight: 6,
      paddingTop: 5,
      paddingBottom: 5,
    },
  }
}
