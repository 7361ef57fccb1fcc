/**
 * The lines of `levels.ts` on the chart: one overlay draws all lines, so that their tags do not cover each other, the
 * legend or the current price. A tag away from its line is connected with it. A line out of range is named at the edge.
 */
import { figureIn, LANGUAGE_FACTS } from '@veritick/locales'
import {
  type Chart,
  type OverlayCreate,
  type OverlayFigure,
  type OverlayTemplate,
  registerOverlay,
  utils,
  type YAxis,
} from 'klinecharts'
import { languageNow } from '../../i18n/i18n.ts'
import { CHART_FONT, CHART_TEXT_PX, type ChartColours } from './chartStyles.ts'
import type { Level } from './levels.ts'
import { coveredLabels, placeTags, type Span, type TagPlace, widestBetween } from './tagLayout.ts'
import { joinedParts } from './tagWords.ts'

const NAME = 'veritick_levels'
export const LEVEL_GROUP = 'levels'
/** Text and padding of a tag. */
const TAG_PX = CHART_TEXT_PX + 8
/** With a pixel between two tags. */
const TAG_HEIGHT_PX = TAG_PX + 1
export const TAG_START_PX = 6
const TAG_PADDING_PX = 5
/** A lower pane has tags without words: those of a position would cover half of its candles. */
const LOW_PANE_PX = 200
/** A bell in a box of this size: its dome with the rim, and the clapper. */
const BELL_PX = 12
const BELL = 'M3 8L3 5C3 3.3 4.3 2 6 2C7.7 2 9 3.3 9 5L9 8L10 9.5L2 9.5L3 8M5 10.5C5.3 11.3 6.7 11.3 7 10.5'

export type Drawn = {
  readonly id: string
  readonly words: string
  readonly price: string
  readonly colour: string
  readonly onColour: string
  readonly dashed: boolean
  /** Drawn with a grip. */
  readonly movable: boolean
  /** The words name the price, or why it is refused: at the edge it is not written again. */
  readonly moving: boolean
  /** Has a bell instead of words, and no tag while the line is out of range. */
  readonly isAlert: boolean
}

/** The place of a tag, in pixels of the pane. */
export type DrawnTag = {
  readonly id: string
  readonly y: number | undefined
  readonly width: number
  readonly beyond: boolean
}

/**
 * The lines of the next drawing, and the listener for the places of their tags. The library copies its data, so the
 * source consists of functions.
 */
export type LevelSource = {
  readonly lines: () => readonly Drawn[]
  /** Pixels at the top that the legend takes. */
  readonly top: () => number
  /** The colour behind the axis. */
  readonly ground: () => string
  readonly onDrawn: (tags: readonly DrawnTag[]) => void
}

const template: OverlayTemplate<LevelSource> = {
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, bounding, overlay, yAxis }) => {
    const all = placed(overlay.extendData, yAxis, bounding.height, lastClose(chart.getDataList()))
    overlay.extendData.onDrawn(all.map(tagOf))
    // Lines first: no line strikes the text of another tag through.
    return [
      ...all.filter(({ place }) => place.beyond === undefined).map((each) => lineFigure(each, bounding.width)),
      ...connectors(all),
      ...all.flatMap((each) => {
        const { drawn, place } = each
        if (drawn.isAlert) return bellTag(drawn, place.y)
        return tag({ text: wordsOf(each), x: TAG_START_PX, y: place.y, align: 'left', drawn })
      }),
    ]
  },
  createYAxisFigures: ({ chart, bounding, overlay, yAxis }) => {
    const last = lastClose(chart.getDataList())
    const inView = placed(overlay.extendData, yAxis, bounding.height, last).filter(
      ({ place }) => place.beyond === undefined,
    )
    const price = last === undefined ? undefined : yAxis?.convertToPixel(last)
    const labels = yAxis?.getTicks().map(({ coord }) => coord) ?? []
    const covers = coveredLabels(labels, { tags: inView.map(({ place }) => place.y), price, tagHeight: TAG_PX })
    return [
      ...covers.map(({ top, height }) =>
        cover({ top, height, width: bounding.width, colour: overlay.extendData.ground() }),
      ),
      ...inView.flatMap(({ drawn, place }) =>
        tag({ text: axisText(drawn.price), x: bounding.width / 2, y: place.y, align: 'center', drawn }),
      ),
    ]
  },
}
registerOverlay(template)

const widths = new Map<string, number>()
/** Maximum number of cached widths; above it all texts are measured again. */
const WIDTHS_MAX = 200

/** The width of a text, cached, because the same tags are drawn at every quote. */
function widthOf(words: string): number {
  const known = widths.get(words)
  if (known !== undefined) return known
  if (widths.size >= WIDTHS_MAX) widths.clear()
  const width = utils.calcTextWidth(words, CHART_TEXT_PX, '600', CHART_FONT)
  widths.set(words, width)
  return width
}

/** `isLow`: the pane is so low that the words of the tags would cover its candles. */
type Placed = {
  readonly drawn: Drawn
  readonly line: number
  readonly place: TagPlace
  readonly isLow: boolean
}

const tagWidthOf = (each: Placed): number =>
  (each.drawn.isAlert ? BELL_PX : widthOf(wordsOf(each))) + 2 * TAG_PADDING_PX

const tagOf = (each: Placed): DrawnTag => ({
  id: each.drawn.id,
  y: each.place.y,
  width: tagWidthOf(each),
  beyond: each.place.beyond !== undefined,
})

const lastClose = (bars: readonly { readonly close: number }[]): number | undefined => bars.at(-1)?.close

function placed(source: LevelSource, yAxis: YAxis | null, height: number, last: number | undefined): Placed[] {
  if (yAxis === null) return []
  const isInRange = (line: number) => line >= 0 && line <= height
  const all = source.lines().map((drawn) => ({ drawn, line: yAxis.convertToPixel(Number(drawn.price)) }))
  // Many alerts far away would take the place of the orders' tags at the edge.
  const kept = all.filter(({ drawn, line }) => !drawn.isAlert || isInRange(line))
  const lines = kept.map(({ line }) => line)
  const price = last === undefined ? undefined : yAxis.convertToPixel(last)
  const places = placeTags(lines, { height, top: source.top(), tagHeight: TAG_HEIGHT_PX, price })
  const isLow = height < LOW_PANE_PX
  return kept.flatMap(({ drawn, line }, index) => {
    const place = places[index]
    return place === undefined ? [] : [{ drawn, line, place, isLow }]
  })
}

const ARROW = { top: '\u2191', bottom: '\u2193' } as const
/** Marks a line that can be moved; the variation selector prevents an emoji. */
const GRIP = '\u2195\ufe0e '

/** The price with the decimal sign of the language, as on the axis. */
const axisText = (price: string): string => figureIn(price, LANGUAGE_FACTS[languageNow()].tag)

/**
 * The text of a tag; at the edge with an arrow and the price, because neither line nor axis shows the price. In a low
 * pane the price stands for the words, except while the line is moved.
 */
function wordsOf({ drawn: { words, price, movable, moving }, place: { beyond }, isLow }: Placed): string {
  const isShort = isLow && !moving
  if (beyond !== undefined) {
    const parts = isShort ? [axisText(price)] : [words, axisText(price)]
    return `${ARROW[beyond]} ${moving ? words : joinedParts(parts)}`
  }
  const text = isShort ? axisText(price) : words
  return movable ? `${GRIP}${text}` : text
}

/** The library counts drawings from zero; more than their maximum. */
const ABOVE_DRAWINGS = 1000

/** The overlay of all lines. It is drawn again with `redrawLevels`. */
export const overlayOf = (source: LevelSource): OverlayCreate<LevelSource> => ({
  id: NAME,
  name: NAME,
  groupId: LEVEL_GROUP,
  zLevel: ABOVE_DRAWINGS,
  lock: true,
  points: [{ value: 0 }],
  extendData: source,
})

export function redrawLevels(chart: Chart): void {
  // The library compares its own copy of the data with itself and finds it changed.
  chart.overrideOverlay({ id: NAME })
}

export type Shown = {
  readonly level: Level
  readonly words: string
  readonly refused: boolean
  readonly moving?: boolean
}

/** `words`: the text of the line in the customer's language; `refused`: its price is not allowed. */
export function drawnOf({ level, words, refused, moving = false }: Shown, colours: ChartColours): Drawn {
  const { id, kind, price } = level
  const [colour, onColour] = refused ? [colours.red, colours['on-data']] : coloursOf(level, colours)
  return {
    id,
    words,
    price,
    colour,
    onColour,
    dashed: kind !== 'entry',
    isAlert: kind === 'alert',
    movable: level.line !== undefined || level.makes,
    moving,
  }
}

function coloursOf({ kind }: Level, colours: ChartColours): readonly [string, string] {
  switch (kind) {
    case 'pending':
      return [colours.accent, colours['on-accent']]
    case 'take_profit':
      return [colours.up, colours['on-data']]
    case 'stop_loss':
      return [colours.down, colours['on-data']]
    case 'entry':
      // Not the colour of the side: beside a loss a green tag reads as a profit.
      return [colours.ink, colours.surface]
    case 'alert':
      return [colours.warn, colours.surface]
    case 'ask':
    case 'day_high':
    case 'day_low':
      return [colours['ink-soft'], colours.surface]
  }
}

function lineFigure({ drawn, line }: Placed, width: number): OverlayFigure {
  const coordinates = [
    { x: 0, y: line },
    { x: width, y: line },
  ]
  return stroke(drawn, coordinates, drawn.dashed)
}

/** Pixels from the widest tag beside it to the point where a connector reaches its line. */
const CONNECTOR_PX = 14

/** Connects the tags that are not at their line with it: beside the tags between them. */
function connectors(all: readonly Placed[]): OverlayFigure[] {
  const tags = all.map((each) => ({ y: each.place.y, width: tagWidthOf(each) }))
  return all.flatMap((each) => {
    const { drawn, line, place } = each
    const { y, beyond } = place
    if (y === undefined || beyond !== undefined || Math.abs(y - line) <= TAG_HEIGHT_PX / 2) return []
    const edge = TAG_START_PX + widestBetween(tags, y, line, TAG_HEIGHT_PX)
    const coordinates = [
      { x: TAG_START_PX + tagWidthOf(each), y },
      { x: edge + 2, y },
      { x: edge + CONNECTOR_PX, y: line },
    ]
    return [stroke(drawn, coordinates, false)]
  })
}

function stroke(
  { colour }: Drawn,
  coordinates: readonly { readonly x: number; readonly y: number }[],
  dashed: boolean,
): OverlayFigure {
  return {
    type: 'line',
    attrs: { coordinates },
    styles: { color: colour, style: dashed ? 'dashed' : 'solid', dashedValue: [5, 4], size: 1 },
    ignoreEvent: true,
  }
}

/** Hides a label of the axis, in the colour behind it. */
const cover = ({ top, height, width, colour }: Span & { readonly width: number; readonly colour: string }) => ({
  type: 'rect',
  attrs: { x: 0, y: top, width, height },
  styles: { style: 'fill', color: colour },
  ignoreEvent: true,
})

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
      paddingLeft: TAG_PADDING_PX,
      paddingRight: TAG_PADDING_PX,
      paddingTop: 4,
      paddingBottom: 4,
    },
    ignoreEvent: true,
  }
  return [figure]
}

/** The tag of a price alert: a bell on the ground of a tag. */
function bellTag(drawn: Drawn, y: number | undefined): OverlayFigure[] {
  if (y === undefined) return []
  const ground = {
    type: 'rect',
    attrs: { x: TAG_START_PX, y: y - TAG_PX / 2, width: BELL_PX + 2 * TAG_PADDING_PX, height: TAG_PX },
    styles: { style: 'fill', color: drawn.colour, borderRadius: 4 },
    ignoreEvent: true,
  }
  const bell = {
    type: 'path',
    attrs: { x: TAG_START_PX + TAG_PADDING_PX, y: y - BELL_PX / 2, width: BELL_PX, height: BELL_PX, path: BELL },
    styles: { style: 'stroke', color: drawn.onColour, lineWidth: 1.5 },
    ignoreEvent: true,
  }
  return [ground, bell]
}
