/** The parts of a tag beside one another. Each keeps its direction: in Arabic the amount stays with its currency. */

const ISOLATE = '\u2068'
const END = '\u2069'

export const joinedParts = (parts: readonly (string | undefined)[]): string =>
  parts
    .filter((part) => part !== undefined)
    .map((part) => ISOLATE + part + END)
    .join(' · ')
