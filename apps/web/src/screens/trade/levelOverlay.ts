/**
 * The lines of a customer's orders on the chart: one overlay draws all of them, so that their tags can make room for
 * each other and for the current price. A line out of range is named at the edge.
 */
import { type OverlayCreate, type OverlayFigure, type OverlayTemplate, registerOverlay, type YAxis } from 'klinecharts'
import { CHART_FONT, CHART_TEXT_PX, type ChartColours } from './chartStyles.ts'
import type { Level } from './levels.ts'
import { placeTags, type TagPlace } from './tagLayout.ts'

const NAME = 'veritick_levels'
export const LEVEL_GROUP = 'levels'
/** Text and padding of a tag, and a pixel between two. */
const TAG_HEIGHT_PX = CHART_TEXT_PX + 9

type Drawn = {
  readonly words: string
  readonly price: string
  readonly colour: string
  readonly onColour: string
  readonly dashed: boolean
}

const template: OverlayTemplate<readonly Drawn[]> = {
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, bounding, overlay, yAxis }) =>
    placed(overlay.extendData, yAxis, bounding.height, lastClose(chart.getDataList())).flatMap(
      ({ drawn, line, place }) => [
        ...(place.beyond === undefined ? [lineFigure(drawn, line, bounding.width)] : []),
        ...tag({ text: wordsOf(drawn, place), x: 6, y: place.y, align: 'left', drawn }),
      ],
    ),
  createYAxisFigures: ({ chart, bounding, overlay, yAxis }) =>
    placed(overlay.extendData, yAxis, bounding.height, lastClose(chart.getDataList()))
      .filter(({ place }) => place.beyond === undefined)
      .flatMap(({ drawn, place }) =>
        tag({ text: drawn.price, x: bounding.width / 2, y: place.y, align: 'center', drawn }),
      ),
}
registerOverlay(template)

const lastClose = (bars: readonly { readonly close: number }[]): number | undefined => bars.at(-1)?.close

function placed(levels: readonly Drawn[], yAxis: YAxis | null, height: number, last: number | undefined) {
  if (yAxis === null) return []
  const lines = levels.map(({ price }) => yAxis.convertToPixel(Number(price)))
  const price = last === undefined ? undefined : yAxis.convertToPixel(last)
  const places = placeTags(lines, { height, tagHeight: TAG_HEIGHT_PX, price })
  return levels.flatMap((drawn, index) => {
    const [line, place] = [lines[index], places[index]]
    return line === undefined || place === undefined ? [] : [{ drawn, line, place }]
  })
}

const ARROW = { top: '↑', bottom: '↓' } as const

/** At the edge an arrow and the price, because neither line nor axis shows it. */
const wordsOf = ({ words, price }: Drawn, { beyond }: TagPlace): string =>
  beyond === undefined ? words : `${ARROW[beyond]} ${words} · ${price}`

/** `words`: the text of each line, in the customer's language. */
export function overlayOf(
  levels: readonly { readonly level: Level; readonly words: string }[],
  colours: ChartColours,
): OverlayCreate {
  const drawn = levels.map(({ level, words }) => drawnOf(level, words, colours))
  const anchor = Number(levels[0]?.level.price ?? 0)
  return { name: NAME, groupId: LEVEL_GROUP, lock: true, points: [{ value: anchor }], extendData: drawn }
}

function drawnOf(level: Level, words: string, colours: ChartColours): Drawn {
  const up = level.kind === 'take_profit' || (level.kind === 'entry' && level.side === 'buy')
  const colour = level.kind === 'pending' ? colours.accent : up ? colours.up : colours.down
  const onColour = level.kind === 'pending' ? colours['on-accent'] : colours['on-data']
  return { words, price: level.price, colour, onColour, dashed: level.kind !== 'entry' }
}

function lineFigure(drawn: Drawn, y: number, width: number): OverlayFigure {
  return {
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
}

type Tag = {
  readonly text: string
  readonly x: number
  readonly y: number | undefined
  readonly align: 'left' | 'center'
  readonly drawn: Drawn
}

function tag({ text, x, y, align, drawn }: Tag): OverlayFigure[] {
  if (y === undefined) return []
  const figure = {
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
      paddingTop: 4,
      paddingBottom: 4,
    },
    ignoreEvent: true,
  }
  return [figure]
}
