/**
 * The results of independent projects for given inputs, read without trusting their shape. A vector either agrees with
 * us, or is listed by name with the reason and a proof that it really differs, or belongs to a later feature. None is
 * passed over in silence.
 */
import { describe, expect, test } from 'vitest'

export type Vector = {
  readonly id: string
  readonly kind: string
  readonly inputs: unknown
  readonly expected: unknown
}

export type Handling = {
  /** By kind: runs the vector through our own code and compares. */
  readonly agrees: Readonly<Record<string, (vector: Vector) => void>>
  /** By id: why ours is another convention, and the proof that it is. */
  readonly differs: Readonly<Record<string, { readonly reason: string; readonly proof: (vector: Vector) => void }>>
  /** By kind: why it is not yet our matter. */
  readonly later: Readonly<Record<string, string>>
}

export function runVectors(vectors: readonly Vector[], { agrees, differs, later }: Handling): void {
  for (const vector of vectors) {
    const { id, kind } = vector
    const different = differs[id]
    if (different !== undefined) test(`${id} ${kind} differs: ${different.reason}`, () => different.proof(vector))
    else if (later[kind] !== undefined) test.skip(`${id} ${kind} is not ours yet: ${later[kind]}`, () => {})
    else test(`${id} ${kind}`, () => (agrees[kind] ?? unknownKind)(vector))
  }

  describe('nothing is passed over', () => {
    test('every kind is run or listed as later, never both', () => {
      const kinds = new Set(vectors.filter(({ id }) => differs[id] === undefined).map(({ kind }) => kind))
      expect([...kinds].filter((kind) => (agrees[kind] === undefined) === (later[kind] === undefined))).toEqual([])
    })

    test('every listed difference and every later kind is in the file', () => {
      expect(Object.keys(differs).filter((id) => !vectors.some((vector) => vector.id === id))).toEqual([])
      expect(Object.keys(later).filter((kind) => !vectors.some((vector) => vector.kind === kind))).toEqual([])
    })
  })
}

function unknownKind({ kind }: Vector): void {
  throw new Error(`nothing says how a ${kind} is run`)
}

export function parseVectors(json: string): readonly Vector[] {
  const all: unknown = JSON.parse(json)
  return list(all).map((each) => ({
    id: text(each, 'id'),
    kind: text(each, 'kind'),
    inputs: get(each, 'inputs'),
    expected: get(each, 'expected'),
  }))
}

/** `undefined` where the path leads nowhere. */
export function get(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce(
    (inner: unknown, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

export function num(value: unknown, ...path: readonly (string | number)[]): number {
  const found = get(value, ...path)
  if (typeof found !== 'number') throw new Error(`${path.join('.')} is ${JSON.stringify(found)}, a number was expected`)
  return found
}

export function text(value: unknown, ...path: readonly (string | number)[]): string {
  const found = get(value, ...path)
  if (typeof found !== 'string') throw new Error(`${path.join('.')} is ${JSON.stringify(found)}, text was expected`)
  return found
}

export function list(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = get(value, ...path)
  if (!Array.isArray(found)) throw new Error(`${path.join('.')} is ${JSON.stringify(found)}, a list was expected`)
  return found
}

/** Equal to the digits that the vector gives; default: to the micro-dollar. */
export function same(ours: number, theirs: number, tolerance = 0.000_000_5): void {
  expect(Math.abs(ours - theirs) <= tolerance ? theirs : ours).toBe(theirs)
}

export function different(ours: number, theirs: number, tolerance = 0.000_001): void {
  expect(Math.abs(ours - theirs), `${ours} is not ${theirs}`).toBeGreaterThan(tolerance)
}
