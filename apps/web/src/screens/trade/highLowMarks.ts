/**
 * The prices of the highest and the lowest visible candle, each beside its candle. The library would draw them below
 * the tags of lines. A price gives way to a tag: it stands on the other side of its candle, or is left out.
 */
import type { Chart, OverlayFigure } from 'klinecharts'
import { CHART_FONT, CHART_TEXT_PX } from './chartStyles.ts'

/** From the candle to the middle of its price. */
const AWAY_PX = 7
const HALF_PX = CHART_TEXT_PX / 2
/** The space above the highest candle for its price. */
export const HIGH_MARK_PX = AWAY_PX + HALF_PX + 1
/** From the middle of the candle to the ground of its price, with the line between them. */
const BESIDE_PX = 8
const PADDING_PX = 2
const LINE_PX = 5
/** The tip of the line, at the candle. */
const TIP_PX = 2

/** A part of the pane that a price must not touch, in its pixels. */
export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

type Mark = {
  readonly isHigh: boolean
  /** The end of the candle, in pixels of the pane. */
  readonly x: number
  readonly y: number
  /** Of the price on its ground. */
  readonly width: number
}

type Room = {
  readonly width: number
  readonly height: number
  /** Pixels at the top that the legend takes. */
  readonly top: number
  readonly tags: readonly Box[]
}

type MarkPlace = { readonly side: 'left' | 'right'; readonly y: number }

/**
 * The side of the candle on which its price stands, and the middle of the price. The side towards the middle of the
 * pane comes first. `undefined`: neither side is free, or the candle ends outside the pane.
 */
export function placeMark({ isHigh, x, y, width }: Mark, { tags, ...pane }: Room): MarkPlace | undefined {
  const wanted = isHigh ? y - AWAY_PX : y + AWAY_PX
  const middle = Math.min(Math.max(wanted, pane.top + HALF_PX), pane.height - HALF_PX)
  // An edge moves the price at most to the height where the candle ends.
  if (Math.abs(middle - wanted) > AWAY_PX) return undefined
  const isFree = (side: MarkPlace['side']) => {
    const left = side === 'left' ? x - BESIDE_PX - width : x + BESIDE_PX
    const box = { left, right: left + width, top: middle - HALF_PX, bottom: middle + HALF_PX }
    return left >= 0 && box.right <= pane.width && tags.every((tag) => !overlap(tag, box))
  }
  const side = (x > pane.width / 2 ? (['left', 'right'] as const) : (['right', 'left'] as const)).find(isFree)
  return side && { side, y: middle }
}

const overlap = (one: Box, two: Box): boolean =>
  one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom

type End = { readonly index: number; readonly price: number }
type Bar = { readonly high: number; readonly low: number }

/** The first highest and the first lowest candle of those from `from` to before `to`; `undefined`: there is none. */
export function highLowOf(
  bars: readonly Bar[],
  { from, to }: { readonly from: number; readonly to: number },
): { readonly high: End; readonly low: End } | undefined {
  let high: End | undefined
  let low: End | undefined
  for (let index = Math.max(0, from); index < to; index += 1) {
    const bar = bars[index]
    if (bar === undefined) break
    if (high === undefined || bar.high > high.price) high = { index, price: bar.high }
    if (low === undefined || bar.low < low.price) low = { index, price: bar.low }
  }
  return high && low && { high, low }
}

type MarkColours = { readonly text: string; readonly ground: string }
type Axis = { readonly convertToPixel: (value: number) => number }

/** The figures of both prices. `textOf` writes a price; `widthOf` measures a text. */
export function highLowFigures(of: {
  readonly chart: Pick<Chart, 'getDataList' | 'getStyles' | 'getVisibleRange'>
  readonly xAxis: Axis | null
  readonly yAxis: Axis | null
  readonly room: Room
  /** `ground`: hides the lines of orders that would strike the price through. */
  readonly colours: MarkColours
  readonly textOf: (price: number) => string
  readonly widthOf: (text: string) => number
}): OverlayFigure[] {
  const { chart, xAxis, yAxis, room, colours, textOf, widthOf } = of
  // A line of closing prices reaches neither.
  if (xAxis === null || yAxis === null || chart.getStyles().candle.type === 'area') return []
  const { realFrom: from, realTo: to } = chart.getVisibleRange()
  const ends = highLowOf(chart.getDataList(), { from, to })
  if (ends === undefined) return []
  const figures = (['high', 'low'] as const).flatMap((name) => {
    const text = textOf(ends[name].price)
    const [x, y] = [xAxis.convertToPixel(ends[name].index), yAxis.convertToPixel(ends[name].price)]
    const mark = { isHigh: name === 'high', x, y, width: widthOf(text) + 2 * PADDING_PX }
    const place = placeMark(mark, room)
    return place === undefined ? [] : figuresOf(mark, place, { text, colours })
  })
  // Lines first: no line strikes the other price through.
  return figures.sort((one, two) => Number(one.type === 'text') - Number(two.type === 'text'))
}

/** The line from the candle to its price with its tip, and the price. */
function figuresOf(
  { isHigh, x, y }: Mark,
  place: MarkPlace,
  { text, colours }: { readonly text: string; readonly colours: MarkColours },
): OverlayFigure[] {
  const [up, across] = [isHigh ? -1 : 1, place.side === 'left' ? -1 : 1]
  const tip = y + up * TIP_PX
  const line = (coordinates: readonly { readonly x: number; readonly y: number }[]) => ({
    type: 'line',
    attrs: { coordinates },
    styles: { color: colours.text, style: 'solid', size: 1 },
    ignoreEvent: true,
  })
  return [
    line([
      { x: x - TIP_PX, y: tip + up * TIP_PX },
      { x, y: tip },
      { x: x + TIP_PX, y: tip + up * TIP_PX },
    ]),
    line([
      { x, y: tip },
      { x, y: place.y },
      { x: x + across * LINE_PX, y: place.y },
    ]),
    {
      type: 'text',
      attrs: {
        x: x + across * BESIDE_PX,
        y: place.y,
        text,
        align: place.side === 'left' ? 'right' : 'left',
        baseline: 'middle',
      },
      styles: {
        color: colours.text,
        backgroundColor: colours.ground,
        size: CHART_TEXT_PX,
        family: CHART_FONT,
        weight: 'normal',
        paddingLeft: PADDING_PX,
        paddingRight: PADDING_PX,
        paddingTop: 0,
        paddingBottom: 0,
      },
      ignoreEvent: true,
    },
  ]
}
