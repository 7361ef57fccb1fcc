/** Types that the lines of the chart and their handles share. */
import { priceOf } from '@veritick/contract'
import { must, type Points } from '@veritick/domain'
import type { LineName } from './dragLevel.ts'
import type { DrawnTag } from './levelOverlay.ts'
import type { Level } from './levels.ts'

/** A line that was moved to another price. */
export type Move = { readonly level: Level; readonly line: LineName; readonly price: Points }

/** Reports the places of the tags at every drawing of the chart. */
export type Tags = { readonly subscribe: (listener: (tags: readonly DrawnTag[]) => void) => () => void }

/** The price of a line of the chart, in points. */
export const pointsOf = (level: Pick<Level, 'price'>, precision: number): Points =>
  must(priceOf(level.price, precision), 'a line has a price')
