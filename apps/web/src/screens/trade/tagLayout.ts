/**
 * The places of the tags of lines on the chart: at their line if there is space, otherwise as near as possible, without
 * covering each other, the legend or the tag of the current price. A line outside the visible range has its tag at that
 * edge, where a few tags stand and one of them counts the further lines. A side of the price without space for all its
 * tags passes tags to the other side, first those at the edge. Without space for all tags, the lines farthest from the
 * price have none.
 */

export type TagPlace = {
  /** Middle of the tag, in pixels from the top; `undefined`: no space. */
  readonly y: number | undefined
  /** The line is beyond this edge. */
  readonly beyond: 'top' | 'bottom' | undefined
  /** The tag is above the current price and its line below, or the other way round. */
  readonly isAcross: boolean
}

type Room = {
  /** Pixels of the pane. */
  readonly height: number
  /** Pixels at the top that the legend takes. */
  readonly top: number
  readonly tagHeight: number
  /** Middle of the tag of the current price; `undefined`: no such tag. */
  readonly price: number | undefined
}

export type Line = {
  /** Pixels from the top, also outside the pane. */
  readonly y: number
  /**
   * Whether its price is that of the market or above it. Pixels do not tell where both have the same one, or where the
   * tag of the market is kept inside a pane that its price has left. Default: as the pixels are.
   */
  readonly isAbove?: boolean
}

/** A place for each line, in the order given. */
export function placeTags(of: readonly Line[], room: Room): TagPlace[] {
  const lines = of.map(({ y }) => y)
  const { height, top, tagHeight } = room
  const half = tagHeight / 2
  const blocked = room.price !== undefined && room.price >= top - half && room.price <= height + half
  const price = blocked ? (room.price ?? 0) : Number.POSITIVE_INFINITY
  const roomAbove = Math.max(0, Math.floor((Math.min(price - half, height) - top) / tagHeight))
  const roomBelow = blocked ? Math.max(0, Math.floor((height - price - half) / tagHeight)) : 0
  const center = blocked ? price : top + half
  const isAbove = (index: number) => !blocked || (of[index]?.isAbove ?? at(lines, index) <= price)
  const nearestFirst = (one: number, two: number) =>
    Math.abs(at(lines, one) - center) - Math.abs(at(lines, two) - center)
  const topFirst = (one: number, two: number) => at(lines, one) - at(lines, two)
  const order = [...lines.keys()].sort(nearestFirst)
  const isOut = (index: number) => beyondOf(at(lines, index), room) !== undefined
  /** The nearest of these tags, on both sides. A full side passes those nearest to the price to the other side. */
  const onSides = (tags: readonly number[], spaceAbove: number, spaceBelow: number) => {
    const nearest = tags.slice(0, spaceAbove + spaceBelow).sort(topFirst)
    const above = nearest.filter(isAbove)
    const below = nearest.filter((index) => !isAbove(index))
    while (above.length > spaceAbove) below.unshift(...above.splice(-1))
    while (below.length > spaceBelow) above.push(...below.splice(0, 1))
    return { above, below }
  }
  const inView = onSides(
    order.filter((index) => !isOut(index)),
    roomAbove,
    roomBelow,
  )
  // The tags at the edges have the space that is left. Their arrows say where they belong; without a tag an order would
  // have no handle.
  const atEdges = onSides(order.filter(isOut), roomAbove - inView.above.length, roomBelow - inView.below.length)
  const above = [...inView.above, ...atEdges.above].sort(topFirst)
  const below = [...inView.below, ...atEdges.below].sort(topFirst)
  const places = new Map<number, number>([
    ...spread(above, lines, {
      from: top + half,
      to: Math.min(price - tagHeight, height - half),
      tagHeight,
    }),
    ...spread(below, lines, { from: price + tagHeight, to: height - half, tagHeight }),
  ])
  return lines.map((line, index) => {
    const y = places.get(index)
    return { y, beyond: beyondOf(line, room), isAcross: y !== undefined && y < price !== isAbove(index) }
  })
}

/** Maximum number of tags at an edge for lines beyond it. Of more lines the last tag is their number. */
export const EDGE_TAGS_MAX = 4
/** A tag and a number; without space for both, the number is left out. */
const EDGE_TAGS_MIN = 2
/** The tags at an edge take at most this share of a low pane. */
const EDGE_SHARE = 0.3

type EdgeLine = Line & {
  /** At an edge the tags of lower ranks come first, then those near to it. */
  readonly rank: number
}

/** The tag that counts lines beyond an edge. */
type Further = { readonly edge: 'top' | 'bottom'; readonly y: number | undefined; readonly count: number }

/** A place for each line, in the order given, and the numbers of the lines without one beyond an edge of many. */
export function placeLines(
  lines: readonly EdgeLine[],
  room: Room,
  most = Math.min(Math.max(Math.floor((room.height * EDGE_SHARE) / room.tagHeight), EDGE_TAGS_MIN), EDGE_TAGS_MAX),
): { readonly places: readonly TagPlace[]; readonly further: readonly Further[] } {
  const edges = (['top', 'bottom'] as const).map((edge) => overflowOf(lines, { ...room, edge, most }))
  const counted = new Set(edges.flatMap(({ indexes }) => indexes))
  const further = edges.filter(({ indexes }) => indexes.length > 0)
  const shown = [...lines.entries()].filter(([index]) => !counted.has(index))
  const tags = placeTags([...shown.map(([, line]) => line), ...further.map(({ line }) => line)], room)
  const isLost = tags.some(({ y, beyond }) => y === undefined && beyond !== undefined)
  if (isLost && most > EDGE_TAGS_MIN) return placeLines(lines, room, most - 1)
  const places = new Map(shown.map(([index], tag) => [index, tags[tag]] as const))
  return {
    places: lines.map(
      ({ y }, index) => places.get(index) ?? { y: undefined, beyond: beyondOf(y, room), isAcross: false },
    ),
    further: further.map(({ edge, indexes }, index) => ({
      edge,
      y: tags[shown.length + index]?.y,
      count: indexes.length,
    })),
  }
}

type Edge = { readonly edge: 'top' | 'bottom'; readonly height: number; readonly most: number }

/** The lines beyond an edge that have no tag of their own, and a place beyond all of them. */
function overflowOf(lines: readonly EdgeLine[], { edge, height, most }: Edge) {
  const outside = edge === 'top' ? -1 : 1
  const away = ({ y }: EdgeLine) => outside * y
  const order = [...lines.entries()]
    .filter(([, { y }]) => beyondOf(y, { height }) === edge)
    .sort(([, one], [, two]) => one.rank - two.rank || away(one) - away(two))
  const farthest = Math.max(...order.map(([, line]) => away(line)))
  const isAbove = order.find(([, line]) => away(line) === farthest)?.[1].isAbove
  const indexes = order.length <= most ? [] : order.slice(most - 1).map(([index]) => index)
  return { edge, indexes, line: { y: outside * (farthest + 1), ...(isAbove !== undefined && { isAbove }) } }
}

const beyondOf = (line: number, { height }: { readonly height: number }): TagPlace['beyond'] =>
  line < 0 ? 'top' : line > height ? 'bottom' : undefined

type Range = { readonly from: number; readonly to: number; readonly tagHeight: number }

/** Middles between `from` and `to`, in order: pushed down from the top, then up from the bottom. */
function spread(
  order: readonly number[],
  lines: readonly number[],
  { from, to, tagHeight }: Range,
): [number, number][] {
  const places: number[] = []
  for (const index of order) {
    const free = places.length === 0 ? from : (places.at(-1) ?? 0) + tagHeight
    places.push(Math.max(free, Math.min(at(lines, index), to)))
  }
  let limit = to
  for (let index = places.length - 1; index >= 0; index -= 1) {
    places[index] = Math.min(places[index] ?? limit, limit)
    limit = (places[index] ?? limit) - tagHeight
  }
  return order.map((line, index) => [line, places[index] ?? from])
}

const at = (lines: readonly number[], index: number): number => lines[index] ?? 0

type Placed = { readonly y: number | undefined; readonly width: number }

/** The width of the widest tag between a tag and its line, so that what connects them crosses no tag. */
export function widestBetween(tags: readonly Placed[], from: number, to: number, tagHeight: number): number {
  const [top, bottom] = [Math.min(from, to) - tagHeight / 2, Math.max(from, to) + tagHeight / 2]
  const beside = tags.filter(({ y }) => y !== undefined && y > top - tagHeight / 2 && y < bottom + tagHeight / 2)
  return Math.max(0, ...beside.map(({ width }) => width))
}

/** The height of a label of the axis, with a pixel around it. */
const LABEL_PX = 14

/**
 * The parts of the axis that hide the labels which a tag would cut: a label is hidden where it would stick out from
 * under the tag of a line or of the current price. The tag of the price is drawn before and stays.
 */
export function coveredLabels(
  labels: readonly number[],
  of: {
    readonly tags: readonly (number | undefined)[]
    readonly price: number | undefined
    readonly tagHeight: number
  },
): readonly Span[] {
  const { tags, price, tagHeight } = of
  const reach = (tagHeight + LABEL_PX) / 2
  return labels.flatMap((label) => {
    const isCut = [...tags, price].some((tag) => tag !== undefined && Math.abs(tag - label) < reach)
    if (!isCut) return []
    const [top, bottom] = [label - LABEL_PX / 2, label + LABEL_PX / 2]
    if (price === undefined || Math.abs(price - label) >= reach) return [{ top, height: LABEL_PX }]
    const above = { top, height: Math.max(0, price - tagHeight / 2 - top) }
    const from = Math.max(top, price + tagHeight / 2)
    return [above, { top: from, height: bottom - from }].filter(({ height }) => height > 0)
  })
}

/** Half the touch target of a finger. */
const REACH_PX = 22

/** A part of the height, in pixels from the top. */
export type Span = { readonly top: number; readonly height: number }

/**
 * The touch area of each tag: the height of a finger, or up to the middle between nearer tags. `undefined` for a tag
 * that is not drawn.
 */
export function touchSpans(tags: readonly (number | undefined)[]): readonly (Span | undefined)[] {
  const drawn = tags.filter((y) => y !== undefined).sort((one, two) => one - two)
  return tags.map((y) => {
    if (y === undefined) return undefined
    const above = drawn.findLast((other) => other < y) ?? Number.NEGATIVE_INFINITY
    const below = drawn.find((other) => other > y) ?? Number.POSITIVE_INFINITY
    const top = Math.max(y - REACH_PX, (above + y) / 2)
    return { top, height: Math.min(y + REACH_PX, (y + below) / 2) - top }
  })
}
