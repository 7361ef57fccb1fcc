/**
 * The lines of `levels.ts` on the chart: one overlay draws all lines, so that their tags do not cover each other, the
 * legend or the current price. A tag away from its line is connected with it. A line out of range is named at the edge,
 * where a number stands for those after the first few. The prices of the highest and the lowest candle are drawn here
 * too, because they give way to tags.
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
import { type Box, highLowFigures } from './highLowMarks.ts'
import { type Drawn, numberIdOf, numberOf } from './levelDrawn.ts'
import { coveredLabels, placeLines, type Span, type TagPlace, widestBetween } from './tagLayout.ts'
import { directed, joinedParts } from './tagWords.ts'

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
const BELL_TAG_PX = BELL_PX + 2 * TAG_PADDING_PX
const BELL = 'M3 8L3 5C3 3.3 4.3 2 6 2C7.7 2 9 3.3 9 5L9 8L10 9.5L2 9.5L3 8M5 10.5C5.3 11.3 6.7 11.3 7 10.5'

/** The place of a tag, in pixels of the pane. */
export type DrawnTag = {
  readonly id: string
  readonly y: number | undefined
  readonly width: number
  readonly beyond: boolean
  /** One of the lines that a number at the edge counts: this is the place of the number. */
  readonly isCounted: boolean
}

/**
 * The lines of the next drawing, and the listener for the places of their tags. The library copies its data, so the
 * source consists of functions.
 */
export type LevelSource = {
  readonly lines: () => readonly Drawn[]
  /** Pixels at the top that the legend takes. */
  readonly top: () => number
  readonly colours: () => ChartColours
  readonly onDrawn: (tags: readonly DrawnTag[]) => void
}

const template: OverlayTemplate<LevelSource> = {
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, bounding, overlay, xAxis, yAxis }) => {
    const source = overlay.extendData
    const all = placed(source, yAxis, bounding.height, lastClose(chart.getDataList()))
    source.onDrawn(drawnTags(all))
    const decimals = chart.getSymbol()?.pricePrecision ?? 0
    // Lines first: no line strikes the text of another tag through.
    return [
      ...all.filter(({ place }) => place.beyond === undefined).map((each) => lineFigure(each, bounding.width)),
      ...connectors(all),
      ...highLowFigures({
        chart,
        xAxis,
        yAxis,
        room: { width: bounding.width, height: bounding.height, top: source.top(), tags: boxesOf(all) },
        colours: { text: source.colours()['ink-muted'], ground: source.colours().surface },
        textOf: (price) => axisText(utils.formatPrecision(price, decimals)),
        widthOf: (text) => widthOf(text, 'normal'),
      }),
      ...all.flatMap((each) => {
        const { drawn, place } = each
        if (drawn.isAlert) return bellTag(each)
        return tag({ text: wordsOf(each), x: TAG_START_PX, y: place.y, align: 'left', drawn })
      }),
    ]
  },
  createYAxisFigures: ({ chart, bounding, overlay, yAxis }) => {
    const last = lastClose(chart.getDataList())
    // On the axis no price stands above a higher one: a tag that crossed the price is only in the pane.
    const inView = placed(overlay.extendData, yAxis, bounding.height, last).filter(
      ({ place }) => place.beyond === undefined && !place.isAcross,
    )
    const price = last === undefined ? undefined : yAxis?.convertToNicePixel(last)
    const labels = yAxis?.getTicks().map(({ coord }) => coord) ?? []
    const covers = coveredLabels(labels, { tags: inView.map(({ place }) => place.y), price, tagHeight: TAG_PX })
    return [
      ...covers.map(({ top, height }) =>
        cover({ top, height, width: bounding.width, colour: overlay.extendData.colours().surface }),
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
function widthOf(words: string, weight = '600'): number {
  const key = `${weight} ${words}`
  const known = widths.get(key)
  if (known !== undefined) return known
  if (widths.size >= WIDTHS_MAX) widths.clear()
  const width = utils.calcTextWidth(words, CHART_TEXT_PX, weight, CHART_FONT)
  widths.set(key, width)
  return width
}

/** `isLow`: the pane is so low that the words of the tags would cover its candles. */
type Placed = {
  readonly drawn: Drawn
  readonly line: number
  readonly place: TagPlace
  readonly isLow: boolean
}

/** An alert has its price beside the bell while its line is out of range. */
function tagWidthOf(each: Placed): number {
  const { drawn, place } = each
  if (!drawn.isAlert) return widthOf(wordsOf(each)) + 2 * TAG_PADDING_PX
  return BELL_TAG_PX + (place.beyond === undefined ? 0 : TAG_PADDING_PX + widthOf(wordsOf(each)))
}

const boxesOf = (all: readonly Placed[]): Box[] =>
  all.flatMap((each) => {
    const { y } = each.place
    if (y === undefined) return []
    const [top, bottom] = [y - TAG_HEIGHT_PX / 2, y + TAG_HEIGHT_PX / 2]
    return [{ left: TAG_START_PX, right: TAG_START_PX + tagWidthOf(each), top, bottom }]
  })

function drawnTags(all: readonly Placed[]): DrawnTag[] {
  return all.map((each) => {
    const { beyond } = each.place
    const number = beyond && all.find(({ drawn }) => drawn.id === numberIdOf(beyond))
    const isCounted = each.place.y === undefined && number !== undefined
    const tag = isCounted ? number : each
    return { id: each.drawn.id, y: tag.place.y, width: tagWidthOf(tag), beyond: beyond !== undefined, isCounted }
  })
}

const lastClose = (bars: readonly { readonly close: number }[]): number | undefined => bars.at(-1)?.close

function placed(source: LevelSource, yAxis: YAxis | null, height: number, last: number | undefined): Placed[] {
  if (yAxis === null) return []
  // Lines on the same pixel stand in the order of their prices.
  const all = source
    .lines()
    .map((drawn) => ({ drawn, value: Number(drawn.price), line: yAxis.convertToPixel(Number(drawn.price)) }))
    .sort((one, two) => two.value - one.value)
  // The library keeps the tag of the price inside the axis, also while the price is out of range.
  const price = last === undefined ? undefined : yAxis.convertToNicePixel(last)
  const isLow = height < LOW_PANE_PX
  const { places, further } = placeLines(
    all.map(({ drawn, value, line }) => ({
      y: line,
      rank: drawn.rank,
      isAbove: last === undefined || value >= last,
    })),
    {
      height,
      top: source.top(),
      tagHeight: TAG_HEIGHT_PX,
      price,
    },
  )
  const tags = all.flatMap(({ drawn, line }, index) => {
    const place = places[index]
    return place === undefined ? [] : [{ drawn, line, place, isLow }]
  })
  const numbers = further.map((number) => {
    const place = { y: number.y, beyond: number.edge, isAcross: false }
    return { drawn: numberOf(number, source.colours()), line: 0, place, isLow }
  })
  return [...tags, ...numbers]
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
  const { direction } = LANGUAGE_FACTS[languageNow()]
  const isShort = isLow && !moving
  if (beyond !== undefined) {
    // An alert has no words, a number of lines no price.
    const isWhole = moving || price === ''
    const parts = [isShort || words === '' ? undefined : words, axisText(price)]
    return directed(`${ARROW[beyond]} ${isWhole ? words : joinedParts(parts, direction)}`, direction)
  }
  const text = isShort ? axisText(price) : words
  return directed(movable ? `${GRIP}${text}` : text, direction)
}

/** The library raises the drawing below the pointer to `MAX_SAFE_INTEGER`. */
const ABOVE_DRAWINGS = Number.MAX_VALUE

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

/** The tag of a price alert: a bell on the ground of a tag, and its price while the line is out of range. */
function bellTag(each: Placed): OverlayFigure[] {
  const { drawn, place } = each
  const { y, beyond } = place
  if (y === undefined) return []
  const ground = {
    type: 'rect',
    attrs: { x: TAG_START_PX, y: y - TAG_PX / 2, width: BELL_TAG_PX, height: TAG_PX },
    styles: { style: 'fill', color: drawn.colour, borderRadius: 4 },
    ignoreEvent: true,
  }
  const bell = {
    type: 'path',
    attrs: { x: TAG_START_PX + TAG_PADDING_PX, y: y - BELL_PX / 2, width: BELL_PX, height: BELL_PX, path: BELL },
    styles: { style: 'stroke', color: drawn.onColour, lineWidth: 1.5 },
    ignoreEvent: true,
  }
  // The ground of the price begins below that of the bell, so that both are one tag.
  const x = TAG_START_PX + BELL_TAG_PX - TAG_PADDING_PX
  const price = beyond === undefined ? [] : tag({ text: wordsOf(each), x, y, align: 'left', drawn })
  return [ground, ...price, bell]
}
