/**
 * The highest and the lowest value of a pair of walks between two seconds, exactly, without looking at every second:
 * the two trees are opened level by level, and a stretch whose bounds can beat neither of what was found is left out. A
 * day takes some hundred looks instead of 86,400.
 */
import { BLOCK, type Walk } from './walk.ts'

export type Extremes = { first: number; last: number; highest: number; lowest: number }

type Range = {
  readonly base: Walk
  readonly quote: Walk
  readonly first: number
  readonly last: number
  readonly step: number
}

/** A stretch of both walks: its left end, and the values at its ends. */
type Stretch = {
  readonly left: number
  readonly baseLeft: number
  readonly baseRight: number
  readonly quoteLeft: number
  readonly quoteRight: number
}

/**
 * Values of base - quote at the seconds from `first` to `last` that are multiples of `step`; both are, and `step` is a
 * power of two.
 */
export function extremesOf(range: Range): Extremes {
  const { base, quote, first, last, step } = range
  const atFirst = base.at(first) - quote.at(first)
  const atLast = base.at(last) - quote.at(last)
  const found = { first: atFirst, last: atLast, highest: Math.max(atFirst, atLast), lowest: Math.min(atFirst, atLast) }
  let level = blocksOf(range, found)
  for (let depth = 0; BLOCK / 2 ** depth > step && level.length > 0; depth++)
    level = opened(level, { depth, range, found })
  return found
}

/** The whole blocks that the range touches. */
function blocksOf({ base, quote, first, last }: Range, found: Extremes): Stretch[] {
  const stretches: Stretch[] = []
  for (let block = Math.floor(first / BLOCK); block * BLOCK < last; block++) {
    const [left, baseLeft, quoteLeft] = [block * BLOCK, base.blockStart(block), quote.blockStart(block)]
    if (left >= first) consider(baseLeft - quoteLeft, found)
    stretches.push({
      left,
      baseLeft,
      baseRight: base.blockStart(block + 1),
      quoteLeft,
      quoteRight: quote.blockStart(block + 1),
    })
  }
  return stretches
}

/** The halves of those stretches that may still hold a new extreme. */
function opened(level: readonly Stretch[], at: { depth: number; range: Range; found: Extremes }): Stretch[] {
  const { depth, found } = at
  const { base, quote, first, last } = at.range
  const length = BLOCK / 2 ** depth
  const halves: Stretch[] = []
  for (const { left, baseLeft, baseRight, quoteLeft, quoteRight } of level) {
    const right = left + length
    const [atLeft, atRight] = [baseLeft - quoteLeft, baseRight - quoteRight]
    const reach = base.reach({ depth, left, right }) + quote.reach({ depth, left, right })
    if (Math.max(atLeft, atRight) + reach <= found.highest && Math.min(atLeft, atRight) - reach >= found.lowest)
      continue
    const middle = left + length / 2
    const baseMiddle = base.middle({ depth, left, right, atLeft: baseLeft, atRight: baseRight })
    const quoteMiddle = quote.middle({ depth, left, right, atLeft: quoteLeft, atRight: quoteRight })
    if (middle >= first && middle <= last) consider(baseMiddle - quoteMiddle, found)
    if (middle > first) halves.push({ left, baseLeft, baseRight: baseMiddle, quoteLeft, quoteRight: quoteMiddle })
    if (middle < last)
      halves.push({ left: middle, baseLeft: baseMiddle, baseRight, quoteLeft: quoteMiddle, quoteRight })
  }
  return halves
}

function consider(value: number, found: Extremes): void {
  if (value > found.highest) found.highest = value
  if (value < found.lowest) found.lowest = value
}
