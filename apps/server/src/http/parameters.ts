/**
 * Parameters as they come in: query, form body or JSON body, into one plain record. The same name twice, in one place
 * or in two, is a fault of its own: the server does not guess which of two sizes was meant.
 */

/** Values are still as the client sent them. */
export type Parameters = Readonly<Record<string, unknown>>

/** `doubled` names the first parameter that came twice. */
export type ParametersRead = { readonly values: Parameters; readonly doubled: string | undefined }

/** What a store cannot keep: a text with this in it is no name and no note. As itself, in an address, in JSON. */
const NUL = /\0|%00|\\u0000/
/** Objects and lists in each other; the deepest that we read ourselves has four. */
const JSON_DEPTH_MAX = 32

export const holdsNul = (text: string): boolean => NUL.test(text)

/** Of a query string or a form body. */
export function readPairs(text: string): ParametersRead {
  return gather(new URLSearchParams(text))
}

/** Of a JSON body: an object. `undefined`: not JSON, no object, with a NUL in it, or too deep. */
export function readJson(text: string): ParametersRead | undefined {
  if (text.trim() === '') return gather([])
  if (holdsNul(text)) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
  const { names, numbers, deepest } = topLevelOf(text)
  if (deepest > JSON_DEPTH_MAX) return undefined
  const { values } = gather(
    Object.entries(parsed).map(([name, value]) => [
      name,
      typeof value === 'number' ? (numbers.get(name) ?? value) : value,
    ]),
  )
  return { values, doubled: firstDoubled(names) }
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

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|-?\d[\d.eE+-]*/g

/**
 * Of the outermost object of a text that JSON.parse has accepted: the names, doubled ones included, and those numbers
 * whose text says something else than the number read from it (an exponent, digits that were lost). They are judged as
 * the text that was sent.
 */
function topLevelOf(text: string): {
  readonly names: readonly string[]
  readonly numbers: ReadonlyMap<string, string>
  readonly deepest: number
} {
  const names: string[] = []
  const numbers = new Map<string, string>()
  let depth = 0
  let deepest = 0
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token === ':' && depth === 1) names.push(String(JSON.parse(last)))
    else if (depth === 1 && last === ':' && token !== ',' && !token.startsWith('"') && String(Number(token)) !== token)
      numbers.set(names.at(-1) ?? '', token)
    deepest = Math.max(deepest, depth)
    last = token
  }
  return { names, numbers, deepest }
}
