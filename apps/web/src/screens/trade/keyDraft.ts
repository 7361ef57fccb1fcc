/**
 * Drawing by the keyboard: arrow keys move the next point, Enter sets it, and the last point ends the drawing. A brush
 * ends when Enter is pressed twice at the same place. Pure.
 */
import { movedByKey } from './drawingKeys.ts'
import { type DrawPoint, type DrawTool, TOOL_POINTS } from './drawings.ts'

export type KeyDraft = {
  readonly tool: DrawTool
  /** Points that are set. */
  readonly set: readonly DrawPoint[]
  /** The next point, not set yet. */
  readonly at: DrawPoint
}

/** `done`: the points of the finished drawing. */
export type DraftStep =
  | { readonly kind: 'moved' | 'set'; readonly draft: KeyDraft }
  | { readonly kind: 'done'; readonly points: readonly DrawPoint[] }

/** `at`: the close of the newest candle. */
export const draftAt = (tool: DrawTool, at: DrawPoint): KeyDraft => ({ tool, set: [], at })

/** `undefined`: the key has no effect. */
export function draftByKey(
  draft: KeyDraft,
  key: string,
  chart: Parameters<typeof movedByKey>[2],
): DraftStep | undefined {
  const [at] = movedByKey([draft.at], key, chart) ?? []
  if (at !== undefined) return { kind: 'moved', draft: { ...draft, at } }
  if (key !== 'Enter') return undefined
  const count = TOOL_POINTS[draft.tool]
  const last = draft.set.at(-1)
  const isAgain = last !== undefined && last[0] === draft.at[0] && last[1] === draft.at[1]
  if (count === undefined && isAgain) return draft.set.length < 2 ? undefined : { kind: 'done', points: draft.set }
  const set = [...draft.set, draft.at]
  return set.length === count ? { kind: 'done', points: set } : { kind: 'set', draft: { ...draft, set } }
}

/** The shown points of an unfinished drawing: missing points are at the place of the next point. */
export function previewOf({ tool, set, at }: KeyDraft): readonly DrawPoint[] {
  const count = TOOL_POINTS[tool] ?? set.length + 1
  return [...set, ...Array.from({ length: count - set.length }, () => at)]
}
