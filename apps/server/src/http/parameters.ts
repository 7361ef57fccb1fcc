/**
 * Parameters as they come in: query, form body or JSON body, into one plain record. The same name twice, in one place
 * or in two, is a fault of its own: the server does not guess which of two sizes was meant.
 */
import { NAMES_MAX, outlineOf } from './json-outline.ts'

/** Values are still as the client sent them. */
export type Parameters = Readonly<Record<string, unknown>>

/** `doubled` names the first parameter that came twice. */
export type ParametersRead = { readonly values: Parameters; readonly doubled: string | undefined }

/**
 * The character that a store cannot keep: a text with it is no name and no note. As itself, in an address, in JSON.
 */
const NUL = /\0|%00|\\u0000/

export const holdsNul = (text: string): boolean => NUL.test(text)

/** Half of a character: JSON can name it by an escape, and a store keeps another one in its place. */
const HALF = /\p{Surrogate}/u

const holdsHalf = (value: unknown): boolean =>
  typeof value === 'string'
    ? HALF.test(value)
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(holdsHalf)

/** Of a form body. `undefined`: too many names. */
export function readForm(text: string): ParametersRead | undefined {
  let pairs = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) pairs += 1
  return pairs > NAMES_MAX ? undefined : readPairs(text)
}

/** Of a query string, whose length is limited. */
export function readPairs(text: string): ParametersRead {
  return gather(new URLSearchParams(text))
}

/**
 * Of a JSON body: an object. `undefined`: not JSON, no object, with a NUL or half a character in it, too deep, or with
 * too many names.
 */
export function readJson(text: string): ParametersRead | undefined {
  return readPlain(text) ?? readAnyJson(text)
}

/** The same, for every text. Exported for the test that compares the two readers. */
export function readAnyJson(text: string): ParametersRead | undefined {
  if (text.trim() === '') return gather([])
  const outline = outlineOf(text)
  if (outline === undefined || holdsNul(text)) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) || holdsHalf(parsed)) return undefined
  const names = outline.names.map((name) => String(JSON.parse(name)))
  // A number whose text differs from the number read (an exponent, lost digits) is checked as the text that was sent.
  const numbers = new Map(names.map((name, index) => [name, outline.numbers[index]]))
  const { values } = gather(
    Object.entries(parsed).map(([name, value]) => {
      const number = numbers.get(name)
      return [name, number === undefined || number === String(value) ? value : number]
    }),
  )
  return { values, doubled: firstDoubled(names) }
}

const QUOTE = 34
const PERCENT = 37
const COMMA = 44
const MINUS = 45
const DIGIT_0 = 48
const DIGIT_9 = 57
const COLON = 58
const BACKSLASH = 92
const BRACE_OPEN = 123
const BRACE_CLOSE = 125
const SPACE = 32
/** A number of at most this many characters is exact. */
const PLAIN_NUMBER_MAX = 15

/**
 * The bodies that apps send, without a parser and a second look at their names: one object without blanks, of different
 * names with plain texts and short whole numbers. `undefined`: any other text, right or wrong, which `readAnyJson`
 * reads.
 */
function readPlain(text: string): ParametersRead | undefined {
  const values: Record<string, unknown> = Object.create(null)
  let at = 0
  let names = 0
  if (text.charCodeAt(0) !== BRACE_OPEN) return undefined
  do {
    names += 1
    const nameEnd = endOfText(text, at + 1)
    if (nameEnd < 0 || text.charCodeAt(nameEnd + 1) !== COLON) return undefined
    const name = text.slice(at + 2, nameEnd)
    const start = nameEnd + 2
    const textEnd = endOfText(text, start)
    const end = textEnd < 0 ? endOfWhole(text, start) : textEnd + 1
    if (end < 0) return undefined
    if (name in values || names > NAMES_MAX) return undefined
    values[name] = textEnd < 0 ? Number(text.slice(start, end)) : text.slice(start + 1, textEnd)
    at = end
  } while (text.charCodeAt(at) === COMMA)
  return text.charCodeAt(at) === BRACE_CLOSE && at === text.length - 1 ? { values, doubled: undefined } : undefined
}

/** Where the plain text that begins with a quote at `start` has its second quote; -1: it is none. */
function endOfText(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) return -1
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    // Escapes, control characters, and what could be a NUL of an address.
    if (code === BACKSLASH || code < SPACE || code === PERCENT) return -1
  }
  return -1
}

/** Where the whole number that begins at `start` ends; -1: it is not written as JavaScript writes it. */
function endOfWhole(text: string, start: number): number {
  const isNegative = text.charCodeAt(start) === MINUS
  const first = isNegative ? start + 1 : start
  let at = first
  while (text.charCodeAt(at) >= DIGIT_0 && text.charCodeAt(at) <= DIGIT_9) at += 1
  const hasZero = text.charCodeAt(first) === DIGIT_0 && (at > first + 1 || isNegative)
  return at === first || at - start > PLAIN_NUMBER_MAX || hasZero ? -1 : at
}

/** Query and body together. */
export function merge(parts: readonly ParametersRead[]): ParametersRead {
  const all = gather(parts.flatMap((part) => Object.entries(part.values)))
  return { values: all.values, doubled: parts.find((part) => part.doubled !== undefined)?.doubled ?? all.doubled }
}

function gather(pairs: Iterable<readonly [string, unknown]>): ParametersRead {
  // No prototype: `__proto__` and `constructor` are names like any other.
  const values: Record<string, unknown> = Object.create(null)
  let doubled: string | undefined
  for (const [name, value] of pairs) {
    if (name in values) doubled ??= name
    else values[name] = value
  }
  return { values, doubled }
}

function firstDoubled(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name).size)
}
