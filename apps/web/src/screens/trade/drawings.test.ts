/** Drawings of a chart: stored for each instrument, with limits; invalid stored drawings are ignored. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Drawing, DrawPoint } from './drawings.ts'

const stored = new Map<string, string>()
let full = false
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (full) throw new DOMException('no room', 'QuotaExceededError')
    stored.set(key, value)
  },
  removeItem: (key: string) => stored.delete(key),
})
const {
  BRUSH_POINTS_MAX,
  DRAWINGS_MAX,
  DRAWINGS_TEXT_MAX,
  drawingsIn,
  NOTE_MAX,
  readDrawings,
  readDrawPrefs,
  withChanged,
  withDrawing,
  without,
  writeDrawings,
  writeDrawPrefs,
} = await import('./drawings.ts')
const { distanceTo, measured } = await import('./measure.ts')

beforeEach(() => {
  stored.clear()
  full = false
})

const line = (id: string): Drawing => ({
  id,
  tool: 'trend',
  points: [
    [1000, 1.085],
    [2000, 1.087],
  ],
  text: '',
})
const brush = (id: string, count: number): Drawing => ({
  id,
  tool: 'brush',
  points: Array.from({ length: count }, (_, index): DrawPoint => [1_399_541_400_000 + index, 1.0851234 + index]),
  text: '',
})

describe('drawings', () => {
  it('are kept for each instrument and removed with the last one', () => {
    expect(writeDrawings(1, [line('a')])).toBe(true)
    expect(readDrawings(1)).toEqual([line('a')])
    expect(readDrawings(2)).toEqual([])
    writeDrawings(1, without(readDrawings(1), 'a'))
    expect(stored.size).toBe(0)
  })

  it('report that the device does not store them', () => {
    full = true
    expect(writeDrawings(1, [line('a')])).toBe(false)
  })

  it('are moved and rewritten', () => {
    const moved = withChanged([line('a'), line('b')], 'b', { points: [[5, 1]], text: 'x' })
    expect(moved).toEqual([line('a'), { ...line('b'), points: [[5, 1]], text: 'x' }])
  })

  it(`are at most ${DRAWINGS_MAX}: a further drawing is refused and the others stay`, () => {
    const all = Array.from({ length: DRAWINGS_MAX }, (_, index) => line(`d${index}`))
    expect(withDrawing(all.slice(1), line('last')).refused).toBeUndefined()
    expect(withDrawing(all, line('more'))).toEqual({ drawings: all, refused: 'full' })
  })

  it('reduce the points of a brush, but keep its ends', () => {
    const { drawings } = withDrawing([], brush('a', 5_000))
    expect(drawings[0]?.points).toHaveLength(BRUSH_POINTS_MAX)
    expect(drawings[0]?.points[0]).toEqual(brush('a', 5_000).points[0])
    expect(drawings[0]?.points.at(-1)).toEqual(brush('a', 5_000).points.at(-1))
  })

  it('are refused when their text is too long, and the stored drawings stay readable', () => {
    let kept: readonly Drawing[] = []
    let refused: string | undefined
    for (let index = 0; refused === undefined; index += 1) {
      const added = withDrawing(kept, brush(`b${index}`, BRUSH_POINTS_MAX))
      kept = added.drawings
      refused = added.refused
    }
    expect(refused).toBe('no_room')
    expect(drawingsIn(JSON.stringify(kept))).toEqual(kept)
    expect(JSON.stringify(kept).length).toBeLessThanOrEqual(DRAWINGS_TEXT_MAX)
  })

  it.each([
    'soon',
    '{}',
    '[null, 7, "x"]',
    '[{"id":"a","tool":"trend","points":[[1,2]],"text":""}]',
    '[{"id":"a","tool":"trend","points":[[1,2],[1,null]],"text":""}]',
    '[{"id":"a","tool":"toString","points":[],"text":""}]',
    `[{"id":"a","tool":"text","points":[[1,2]],"text":"${'x'.repeat(NOTE_MAX + 1)}"}]`,
    ' '.repeat(DRAWINGS_TEXT_MAX + 1),
  ])('%.60s holds no drawing', (text) => expect(drawingsIn(text)).toEqual([]))

  it('keep their magnet and their visibility', () => {
    expect(readDrawPrefs()).toEqual({ magnet: false, hidden: false })
    writeDrawPrefs({ magnet: true, hidden: true })
    expect(readDrawPrefs()).toEqual({ magnet: true, hidden: true })
    writeDrawPrefs({ magnet: false, hidden: true })
    expect(readDrawPrefs()).toEqual({ magnet: false, hidden: true })
  })
})

it('the distance of a finger from a line is the distance from its nearest part', () => {
  const corners = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 50 },
  ]
  expect(distanceTo(corners, { x: 50, y: 7 })).toBe(7)
  expect(distanceTo(corners, { x: 103, y: 54 })).toBe(5)
  expect(distanceTo([{ x: 3, y: 4 }], { x: 0, y: 0 })).toBe(Number.POSITIVE_INFINITY)
})

it.each([
  [{ from: 1.08, to: 1.0812, bars: 14, precision: 5 }, '+0.00120 (+0.11%) · 14'],
  [{ from: 2651.4, to: 2600, bars: 3, precision: 2 }, '\u221251.40 (\u22121.94%) · 3'],
  [{ from: 1, to: 1, bars: 0, precision: 2 }, '0.00 (0.00%) · 0'],
])('measures %j', (span, text) => expect(measured(span)).toBe(text))
