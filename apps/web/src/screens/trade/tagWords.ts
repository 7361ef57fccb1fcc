/**
 * The parts of a tag beside one another. Each keeps its direction: in Arabic the amount stays with its currency. The
 * canvas writes left to right, and a text of isolated parts has no direction of its own, so it is given that of the
 * language.
 */

const ISOLATE = '\u2068'
const RIGHT_TO_LEFT = '\u2067'
const END = '\u2069'

export type Direction = 'ltr' | 'rtl'

export const directed = (text: string, direction: Direction): string =>
  direction === 'rtl' ? RIGHT_TO_LEFT + text + END : text

export const joinedParts = (parts: readonly (string | undefined)[], direction: Direction): string =>
  directed(
    parts
      .filter((part) => part !== undefined)
      .map((part) => ISOLATE + part + END)
      .join(' · '),
    direction,
  )
