/**
 * A line of `levels.ts` as the chart draws it: its words, its colours, and which tags come first at an edge of the
 * chart.
 */
import type { ChartColours } from './chartStyles.ts'
import type { Level } from './levels.ts'

export type Drawn = {
  readonly id: string
  readonly words: string
  /** Empty on the tag that counts lines. */
  readonly price: string
  readonly colour: string
  readonly onColour: string
  readonly dashed: boolean
  /** Drawn with a grip. */
  readonly movable: boolean
  /** The words name the price, or why it is refused: at the edge it is not written again. */
  readonly moving: boolean
  /** Has a bell instead of words. */
  readonly isAlert: boolean
  /** At an edge the tags of lower ranks come first. */
  readonly rank: number
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
    rank: rankOf(level, moving),
    movable: level.line !== undefined || level.makes,
    moving,
  }
}

/** The line that is being moved keeps its tag, then those of the ticket, which is being set. */
function rankOf({ owner }: Level, moving: boolean): number {
  if (moving) return 0
  if (owner === 'ticket') return 1
  return typeof owner === 'number' ? 2 : 3
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

export const numberIdOf = (edge: 'top' | 'bottom'): string => `further ${edge}`

/** The tag that counts the further lines beyond an edge, in the colour of no line. */
export const numberOf = (
  { edge, count }: { readonly edge: 'top' | 'bottom'; readonly count: number },
  colours: ChartColours,
): Drawn => ({
  id: numberIdOf(edge),
  words: `+${count}`,
  price: '',
  colour: colours['ink-soft'],
  onColour: colours.surface,
  dashed: false,
  movable: false,
  moving: false,
  isAlert: false,
  rank: 0,
})
