/**
 * A first look at a JSON body, in one pass over its characters: the names of its outermost object and the texts of
 * their numbers. It comes before JSON.parse and ends where the body passes a limit, so that a body of millions of names
 * costs the server no more than one of a few hundred. It does not check the JSON; JSON.parse does.
 */

/** Names in one body; the call with the most has twelve. */
export const NAMES_MAX = 500
/** Brackets, colons and commas outside of texts: each costs the server more than its client. */
export const MARKS_MAX = 20_000
/** Objects and lists in each other; the deepest that we read ourselves has four. */
const JSON_DEPTH_MAX = 32

/** `names` and `numbers` belong together by their index. */
export type Outline = {
  /** As they were sent, with quotes; a name that came twice is there twice. */
  readonly names: readonly string[]
  /** The text of the value where it is a number. */
  readonly numbers: readonly (string | undefined)[]
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const LIST_OPEN = 91
const BACKSLASH = 92
const LIST_CLOSE = 93
const OBJECT_OPEN = 123
const OBJECT_CLOSE = 125

/** `undefined`: the body passes a limit, or a text in it does not end. Of a text that is no JSON it says nothing. */
export function outlineOf(text: string): Outline | undefined {
  const names: string[] = []
  const numbers: (string | undefined)[] = []
  let [depth, marks, quote, afterColon] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      quote = at
      at = endOfQuoted(text, at)
      if (at < 0) return undefined
    } else if (code === OBJECT_OPEN || code === LIST_OPEN) {
      depth += 1
      marks += 1
    } else if (code === COLON) {
      marks += 1
      if (depth === 1) {
        names.push(text.slice(quote, at).trimEnd())
        afterColon = at + 1
      }
    } else if (code === COMMA || code === OBJECT_CLOSE || code === LIST_CLOSE) {
      marks += 1
      if (depth === 1 && afterColon > 0) numbers.push(numberIn(text.slice(afterColon, at)))
      if (code !== COMMA) depth -= 1
    }
    if (names.length > NAMES_MAX || marks > MARKS_MAX || depth > JSON_DEPTH_MAX) return undefined
  }
  return { names, numbers }
}

/** Where the text in quotes that begins at `start` has its second quote; -1: it has none. */
function endOfQuoted(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before -= 1
  return (at - before) % 2 === 0
}

function numberIn(value: string): string | undefined {
  const text = value.trim()
  return /^[-\d]/.test(text) ? text : undefined
}
