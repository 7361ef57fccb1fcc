/** The drawing of the overlay: lines below all tags, and a connector for a tag that is away from its line. */
import { getOverlayClass } from 'klinecharts'
import { describe, expect, it, vi } from 'vitest'
import type { ChartColours } from './chartStyles.ts'
import { type Drawn, drawnOf, overlayOf } from './levelOverlay.ts'
import type { Level } from './levels.ts'

// The library asks for the platform when it is loaded, and measures texts on a canvas.
vi.hoisted(() => {
  vi.stubGlobal('window', { devicePixelRatio: 1, navigator: { platform: '' } })
  const getContext = () => ({ scale: () => {}, measureText: (text: string) => ({ width: text.length * 6 }) })
  vi.stubGlobal('document', { createElement: () => ({ ownerDocument: {}, getContext }) })
})

const drawn = (id: string, price: string, movable = false): Drawn => ({
  id,
  words: id,
  price,
  colour: 'green',
  onColour: 'white',
  dashed: false,
  movable,
  moving: false,
  isAlert: false,
})
/** A pane of 400 px from 400 down to 0, with the price at its bottom. */
const yAxis = { convertToPixel: (value: number) => 400 - value }
const figures = (lines: readonly Drawn[], legend = 0, height = 400) => {
  const Overlay = getOverlayClass('veritick_levels')
  if (Overlay === null) throw new Error('the overlay is not registered')
  const source = overlayOf({ lines: () => lines, top: () => legend, ground: () => 'white', onDrawn: () => {} })
  const params = {
    chart: { getDataList: () => [{ close: 10 }] },
    bounding: { width: 500, height },
    overlay: { extendData: source.extendData },
    yAxis,
  }
  // The library gives more than the overlay reads.
  const made = new Overlay().createPointFigures?.(params as never) ?? []
  return [made].flat().map(({ type, attrs }) => ({ type, attrs: attrs as Readonly<Record<string, unknown>> }))
}

describe('the overlay', () => {
  it('draws no line over the text of a tag', () => {
    const types = figures([drawn('one', '300'), drawn('two', '299'), drawn('three', '100')]).map(({ type }) => type)
    expect(types.lastIndexOf('line')).toBeLessThan(types.indexOf('text'))
  })
  it('connects a tag with its line where another tag has its place', () => {
    const coordinates = figures([drawn('one', '300'), drawn('two', '300')]).flatMap(({ type, attrs }) =>
      type === 'line' ? [attrs.coordinates] : [],
    )
    expect(coordinates).toHaveLength(3)
    expect(coordinates[2]).toMatchObject([{ y: 121 }, { y: 121 }, { y: 100 }])
  })
  it('puts a tag below the legend', () => {
    const tags = figures([drawn('one', '395')], 40).filter(({ type }) => type === 'text')
    expect(tags[0]?.attrs).toMatchObject({ y: 50.5 })
  })
  it('lies over the drawings, of which there are at most 50', () =>
    expect(
      overlayOf({ lines: () => [], top: () => 0, ground: () => 'white', onDrawn: () => {} }).zLevel,
    ).toBeGreaterThan(50))
  it('names the price of a line beyond the edge once, also while it is moved', () => {
    const words = (line: Drawn) => figures([line]).filter(({ type }) => type === 'text')[0]?.attrs.text
    expect(words(drawn('TP', '450'))).toBe('\u2191 \u2068TP\u2069 · \u2068450\u2069')
    expect(words({ ...drawn('TP 450 · +1.50 USD', '450'), moving: true })).toBe('\u2191 TP 450 · +1.50 USD')
  })
  it('draws the entry of a position in the colour of no side, whether it wins or loses', () => {
    const colours = new Proxy({}, { get: (_, name) => name }) as ChartColours
    const entry = { id: '7 entry', kind: 'entry', price: '300', owner: 7, line: undefined, makes: false } as const
    for (const side of ['buy', 'sell'] as const) {
      const level: Level = { ...entry, side, lots: '0.10', profit: '-1.50' }
      expect(drawnOf({ level, words: '', refused: false }, colours)).toMatchObject({ colour: 'ink' })
    }
  })
  it('draws a price alert as a line with a bell beside the other tags, and leaves out one beyond the edge', () => {
    const bell = (price: string): Drawn => ({ ...drawn('', price), dashed: true, isAlert: true })
    const all = figures([drawn('one', '300'), bell('299'), bell('450')])
    expect(all.filter(({ type }) => type === 'text')).toHaveLength(1)
    const [path, ...others] = all.filter(({ type }) => type === 'path')
    expect(others).toEqual([])
    const [tag] = all.filter(({ type }) => type === 'text')
    const middle = Number(path?.attrs.y) + Number(path?.attrs.height) / 2
    expect(Math.abs(middle - Number(tag?.attrs.y))).toBeGreaterThanOrEqual(20)
    expect(all.filter(({ type }) => type === 'line').length).toBeGreaterThanOrEqual(2)
  })
  it('names only the price in a pane below 200 px, and the words while the line is moved', () => {
    const words = (line: Drawn, height: number) =>
      figures([line], 0, height).filter(({ type }) => type === 'text')[0]?.attrs.text
    const line = drawn('Buy 0.10 lots · +12.50 USD', '300', true)
    expect(words(line, 200)).toBe('\u2195\ufe0e Buy 0.10 lots · +12.50 USD')
    expect(words(line, 199)).toBe('\u2195\ufe0e 300')
    expect(words({ ...line, moving: true }, 199)).toBe('\u2195\ufe0e Buy 0.10 lots · +12.50 USD')
    expect(words({ ...line, price: '450' }, 199)).toBe('\u2191 \u2068300\u2069'.replace('300', '450'))
  })
  it('marks what can be dragged', () => {
    const tags = figures([drawn('one', '300', true)]).filter(({ type }) => type === 'text')
    expect(tags[0]?.attrs).toMatchObject({ text: '\u2195\ufe0e one' })
  })
})
