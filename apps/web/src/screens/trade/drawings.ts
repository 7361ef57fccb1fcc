/**
 * The customer's drawings on a chart as data, stored on the device for each instrument. Times and prices of drawings
 * are coordinates of the chart and never become money. Invalid stored drawings are ignored.
 */
import { readLocal, writeLocal } from '../../data/localStorage.ts'

export const DRAW_TOOLS = [
  'trend',
  'ray',
  'horizontal',
  'vertical',
  'channel',
  'fibonacci',
  'rectangle',
  'measure',
  'brush',
  'text',
] as const
export type DrawTool = (typeof DRAW_TOOLS)[number]

/** Milliseconds and price. */
export type DrawPoint = readonly [time: number, value: number]
export type Drawing = {
  readonly id: string
  readonly tool: DrawTool
  readonly points: readonly DrawPoint[]
  /** The text of a note; empty for other tools. */
  readonly text: string
}

/** Points of a finished drawing; the number of a brush is not fixed. */
export const TOOL_POINTS: { readonly [T in DrawTool]: number | undefined } = {
  trend: 2,
  ray: 2,
  horizontal: 1,
  vertical: 1,
  channel: 3,
  fibonacci: 2,
  rectangle: 2,
  measure: 2,
  brush: undefined,
  text: 1,
}

/** More would hide the candles. A further drawing is refused; existing drawings stay. */
export const DRAWINGS_MAX = 50
/** A brush keeps at most this many points, spread over its whole length. */
export const BRUSH_POINTS_MAX = 200
export const NOTE_MAX = 80
/** Stored characters of one instrument, so that many brushes do not fill the storage of the device. */
export const DRAWINGS_TEXT_MAX = 60_000

export const drawingsKey = (instrument: number) => `veritick.drawings.${instrument}`

export const readDrawings = (instrument: number): readonly Drawing[] => drawingsIn(readLocal(drawingsKey(instrument)))

/** Stores the drawings. False: the device does not keep them. */
export function writeDrawings(instrument: number, drawings: readonly Drawing[]): boolean {
  return writeLocal(drawingsKey(instrument), drawings.length === 0 ? undefined : textOfDrawings(drawings))
}

export type Added = { readonly drawings: readonly Drawing[]; readonly refused?: 'full' | 'no_room' }

/** Adds a drawing, or returns the unchanged list with the reason. */
export function withDrawing(drawings: readonly Drawing[], drawing: Drawing): Added {
  if (drawings.length >= DRAWINGS_MAX) return { drawings, refused: 'full' }
  const next = [...drawings, { ...drawing, points: thinned(drawing.points), text: drawing.text.slice(0, NOTE_MAX) }]
  return textOfDrawings(next).length > DRAWINGS_TEXT_MAX ? { drawings, refused: 'no_room' } : { drawings: next }
}

/** Changes the points or the text of a drawing. */
export const withChanged = (
  drawings: readonly Drawing[],
  id: string,
  change: Partial<Pick<Drawing, 'points' | 'text'>>,
): readonly Drawing[] => drawings.map((each) => (each.id === id ? { ...each, ...change } : each))

export const without = (drawings: readonly Drawing[], id: string): readonly Drawing[] =>
  drawings.filter((each) => each.id !== id)

/** Reduces the points of a brush; the first and the last point stay. */
function thinned(points: readonly DrawPoint[]): readonly DrawPoint[] {
  if (points.length <= BRUSH_POINTS_MAX) return points
  const last = points.length - 1
  return Array.from(
    { length: BRUSH_POINTS_MAX },
    (_, index) => points[Math.round((index * last) / (BRUSH_POINTS_MAX - 1))],
  ).filter((point) => point !== undefined)
}

const textOfDrawings = (drawings: readonly Drawing[]): string => JSON.stringify(drawings)

/** The drawings in a stored text. */
export function drawingsIn(text: string | undefined): readonly Drawing[] {
  if (text === undefined || text.length > DRAWINGS_TEXT_MAX) return []
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read.filter(isDrawing).slice(0, DRAWINGS_MAX) : []
  } catch {
    return []
  }
}

function isDrawing(value: unknown): value is Drawing {
  if (typeof value !== 'object' || value === null) return false
  const { id, tool, points, text } = value as Readonly<Record<string, unknown>>
  const known = DRAW_TOOLS.find((each) => each === tool)
  if (known === undefined || typeof id !== 'string' || typeof text !== 'string' || !Array.isArray(points)) return false
  const count = TOOL_POINTS[known]
  return (
    points.every(isPoint) &&
    text.length <= NOTE_MAX &&
    (count === undefined ? points.length >= 2 && points.length <= BRUSH_POINTS_MAX : points.length === count)
  )
}

const isPoint = (value: unknown): value is DrawPoint =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'number' && Number.isFinite(each))

/** Settings of drawings, for all charts of this device. */
export type DrawPrefs = { readonly magnet: boolean; readonly hidden: boolean }
const PREFS_KEY = 'veritick.drawing'
export const readDrawPrefs = (): DrawPrefs => {
  const names = (readLocal(PREFS_KEY) ?? '').split(' ')
  return { magnet: names.includes('magnet'), hidden: names.includes('hidden') }
}
export const writeDrawPrefs = ({ magnet, hidden }: DrawPrefs): void => {
  writeLocal(PREFS_KEY, [magnet ? 'magnet' : '', hidden ? 'hidden' : ''].join(' ').trim())
}
