/** A level of an order on the chart: a dashed line with its text at the start and its price on the axis. */
import { type OverlayCreate, type OverlayFigure, type OverlayTemplate, registerOverlay } from 'klinecharts'
import { CHART_FONT, CHART_TEXT_PX, type ChartColours } from './chartStyles.ts'
import type { Level } from './levels.ts'

const NAME = 'veritick_level'
export const LEVEL_GROUP = 'levels'

type Drawn = {
  readonly words: string
  readonly price: string
  readonly colour: string
  readonly onColour: string
  readonly dashed: boolean
}

const template: OverlayTemplate<Drawn> = {
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y
    return y === undefined ? [] : lineFigures(overlay.extendData, y, bounding.width)
  },
  createYAxisFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y
    return y === undefined
      ? []
      : [tag({ text: overlay.extendData.price, x: bounding.width / 2, y, align: 'center', drawn: overlay.extendData })]
  },
}
registerOverlay(template)

/** `words`: the text on the line, in the customer's language. */
export function overlayOf(level: Level, words: string, colours: ChartColours): OverlayCreate {
  const up = level.kind === 'take_profit' || (level.kind === 'entry' && level.side === 'buy')
  const colour = level.kind === 'pending' ? colours.accent : up ? colours.up : colours.down
  const onColour = level.kind === 'pending' ? colours['on-accent'] : colours['on-data']
  const drawn: Drawn = { words, price: level.price, colour, onColour, dashed: level.kind !== 'entry' }
  return {
    name: NAME,
    groupId: LEVEL_GROUP,
    lock: true,
    points: [{ value: Number(level.price) }],
    extendData: drawn,
  }
}

function lineFigures(drawn: Drawn, y: number, width: number): OverlayFigure[] {
  const line = {
    type: 'line',
    attrs: {
      coordinates: [
        { x: 0, y },
        { x: width, y },
      ],
    },
    styles: { color: drawn.colour, style: drawn.dashed ? 'dashed' : 'solid', dashedValue: [5, 4], size: 1 },
    ignoreEvent: true,
  }
  return [line, tag({ text: drawn.words, x: 6, y, align: 'left', drawn })]
}

type Tag = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly align: 'left' | 'center'
  readonly drawn: Drawn
}

function tag({ text, x, y, align, drawn }: Tag): OverlayFigure {
  return {
    type: 'text',
    attrs: { x, y, text, align, baseline: 'middle' },
    styles: {
      color: drawn.onColour,
      backgroundColor: drawn.colour,
      borderColor: drawn.colour,
      size: CHART_TEXT_PX,
      family: CHART_FONT,
      weight: '600',
      borderRadius: 4,
      paddingLeft: 5,
      paddingRight: 5,
      paddingTop: 3,
      paddingBottom: 3,
    },
    ignoreEvent: true,
  }
}
