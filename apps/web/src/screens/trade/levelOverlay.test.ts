/** The drawing of the overlay: lines below all tags, and a connector for a tag that is away from its line. */
import { getOverlayClass } from 'klinecharts'
import { describe, expect, it, vi } from 'vitest'
import type { ChartColours } from './chartStyles.ts'
import { type Drawn, drawnOf } from './levelDrawn.ts'
import { type DrawnTag, type LevelSource, overlayOf } from './levelOverlay.ts'
import type { Level } from './levels.ts'

// The library asks for the platform when it is loaded, and measures texts on a canvas.
vi.hoisted(() => {
  vi.stubGlobal('window', { devicePixelRatio: 1, navigator: { platform: '' } })
  const getContext = () => ({ scale: () => {}, measureText: (text: string) => ({ width: text.length * 6 }) })
  vi.stubGlobal('document', { createElement: () => ({ ownerDocument: {}, getContext }) })
})

const TAKE_PROFIT: Level = {
  id: '7 take_profit',
  kind: 'take_profit',
  side: 'buy',
  price: '300',
  lots: '0.10',
  profit: undefined,
  owner: 7,
  line: 'takeProfit',
  makes: false,
}
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
  rank: 2,
})
const bell = (price: string): Drawn => ({ ...drawn('', price), dashed: true, isAlert: true, rank: 3 })
const colours = new Proxy({}, { get: (_, name) => name }) as ChartColours
/** A pane of 400 px from 400 down to 0, with the price at its bottom, as the library keeps it inside. */
const yAxis = {
  convertToPixel: (value: number) => Math.round(400 - value),
  convertToNicePixel: (value: number) => Math.max(20, Math.min(Math.round(400 - value), 392)),
  getTicks: () => [],
}
const xAxis = { convertToPixel: (index: number) => index * 10 }
type Bar = { readonly close: number; readonly high: number; readonly low: number }
type Of = { readonly legend?: number; readonly height?: number; readonly bars?: readonly Bar[]; readonly type?: string }
const BARS = [{ close: 10, high: 10, low: 10 }]
const source = (lines: readonly Drawn[], legend = 0, onDrawn: LevelSource['onDrawn'] = () => {}) =>
  overlayOf({ lines: () => lines, top: () => legend, colours: () => colours, onDrawn })
function overlayFigures(lines: readonly Drawn[], { legend, height = 400, bars = BARS, type = 'candle_solid' }: Of) {
  const Overlay = getOverlayClass('veritick_levels')
  if (Overlay === null) throw new Error('the overlay is not registered')
  let tags: readonly DrawnTag[] = []
  const { extendData } = source(lines, legend, (drawnTags) => {
    tags = drawnTags
  })
  const params = {
    chart: {
      getDataList: () => bars,
      getSymbol: () => ({ pricePrecision: 0 }),
      getStyles: () => ({ candle: { type } }),
      getVisibleRange: () => ({ realFrom: -1, realTo: bars.length }),
    },
    bounding: { width: 500, height },
    overlay: { extendData },
    xAxis,
    yAxis,
  }
  const { createPointFigures, createYAxisFigures } = new Overlay()
  // The library gives more than the overlay reads.
  const read = (made: ReturnType<NonNullable<typeof createPointFigures>>) =>
    [made].flat().map(({ type, attrs, styles }) => ({
      type,
      attrs: attrs as Readonly<Record<string, unknown>>,
      styles: styles as Readonly<Record<string, unknown>>,
    }))
  const pane = read(createPointFigures?.(params as never) ?? [])
  return { pane, axis: read(createYAxisFigures?.(params as never) ?? []), tags }
}
/** Without the prices of the highest and the lowest candle. */
const figures = (lines: readonly Drawn[], legend = 0, height = 400) =>
  overlayFigures(lines, { legend, height, type: 'area' }).pane
const textsIn = (made: readonly { readonly type: string; readonly attrs: Readonly<Record<string, unknown>> }[]) =>
  made.filter(({ type }) => type === 'text').map(({ attrs }) => attrs.text)

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
  it('lies over the drawings, also over one that the library raises while it is touched', () => {
    const isSorted = Number(source([]).zLevel) - Number.MAX_SAFE_INTEGER > 0
    expect(isSorted).toBe(true)
  })
  it('names on the axis no price above a higher one', () => {
    const close = (at: number) => [{ close: at, high: at, low: at }]
    const prices = (lines: readonly Drawn[], bars: readonly Bar[]) => {
      const { axis } = overlayFigures(lines, { bars })
      return axis.filter(({ type }) => type === 'text').map(({ attrs }) => [attrs.text, attrs.y])
    }
    const line = drawn('one', '200.1')
    expect(prices([line], close(200.4))).toEqual([['200.1', 221]])
    expect(prices([line], close(199.9))).toEqual([['200.1', 179]])
    const second = drawn('two', '200.3')
    expect(prices([line, second], close(199.9)).map(([text]) => text)).toEqual(['200.3', '200.1'])
    // Below the price there is no space, and the tag in the pane is connected with its line.
    expect(prices([drawn('one', '12')], close(15))).toEqual([])
    expect(textsIn(overlayFigures([drawn('one', '12')], { bars: close(15) }).pane)).toContain('one')
  })
  it('names the price of a line beyond the edge once, also while it is moved', () => {
    const words = (line: Drawn) => figures([line]).filter(({ type }) => type === 'text')[0]?.attrs.text
    expect(words(drawn('TP', '450'))).toBe('\u2191 \u2068TP\u2069 · \u2068450\u2069')
    expect(words({ ...drawn('TP 450 · +1.50 USD', '450'), moving: true })).toBe('\u2191 TP 450 · +1.50 USD')
  })
  it('draws the entry of a position in the colour of no side, whether it wins or loses', () => {
    const entry = { id: '7 entry', kind: 'entry', price: '300', owner: 7, line: undefined, makes: false } as const
    for (const side of ['buy', 'sell'] as const) {
      const level: Level = { ...entry, side, lots: '0.10', profit: '-1.50' }
      expect(drawnOf({ level, words: '', refused: false }, colours)).toMatchObject({ colour: 'ink' })
    }
  })
  it('draws a price alert as a line with a bell beside the other tags', () => {
    const all = figures([drawn('one', '300'), bell('299')])
    expect(all.filter(({ type }) => type === 'text')).toHaveLength(1)
    const [path, ...others] = all.filter(({ type }) => type === 'path')
    expect(others).toEqual([])
    const [tag] = all.filter(({ type }) => type === 'text')
    const middle = Number(path?.attrs.y) + Number(path?.attrs.height) / 2
    expect(Math.abs(middle - Number(tag?.attrs.y))).toBeGreaterThanOrEqual(20)
    expect(all.filter(({ type }) => type === 'line').length).toBeGreaterThanOrEqual(2)
  })
  it('names a price alert beyond an edge with its price beside the bell, without a line, there only', () => {
    const { pane, axis } = overlayFigures([bell('450'), bell('-90')], { type: 'area' })
    expect(textsIn(pane)).toEqual(['\u2191 \u2068450\u2069', '\u2193 \u2068-90\u2069'])
    expect(pane.map(({ type }) => type)).toEqual(['rect', 'text', 'path', 'rect', 'text', 'path'])
    const [ground, price, path] = pane
    const endOf = ({ x, width }: Readonly<Record<string, unknown>>) => Number(x) + Number(width)
    expect(Number(price?.attrs.x) + 5).toBe(endOf(ground?.attrs ?? {}))
    expect(Number(price?.attrs.y)).toBe(10.5)
    expect(Number(path?.attrs.y) + 6).toBe(10.5)
    expect(price?.styles.backgroundColor).toBe(ground?.styles.color)
    expect(axis).toEqual([])
  })
  it('counts the lines beyond an edge of many, after those of orders', () => {
    const many = [...['401', '402', '403', '404'].map(bell), drawn('TP', '450'), drawn('SL', '-50')]
    const all = figures(many)
    expect(textsIn(all)).toEqual([
      '\u2191 \u2068TP\u2069 \u00b7 \u2068450\u2069',
      '\u2191 \u2068402\u2069',
      '\u2191 \u2068401\u2069',
      '\u2193 \u2068SL\u2069 \u00b7 \u2068-50\u2069',
      '\u2191 +2',
    ])
    expect(textsIn(figures(many, 0, 190))).toEqual(['\u2191 \u2068450\u2069', '\u2193 \u2068-50\u2069', '\u2191 +4'])
    expect(all.find(({ attrs }) => attrs.text === '\u2191 +2')?.styles.backgroundColor).toBe('ink-soft')
  })
  it('has the handle of a counted line at the number, where it is no tag to drag', () => {
    const lines = ['410', '420', '430', '440', '450', '300'].map((price) => drawn(price, price))
    const { tags } = overlayFigures(lines, {})
    const of = (name: string) => tags.find(({ id }) => id === name)
    expect(of('430')).toMatchObject({ y: 31.5, beyond: true, isCounted: false })
    for (const name of ['440', '450']) {
      // The arrow, a space and "+2", and the padding.
      expect(of(name)).toMatchObject({ y: 10.5, width: 4 * 6 + 10, beyond: true, isCounted: true })
    }
    expect(of('300')).toMatchObject({ y: 100, beyond: false, isCounted: false })
  })
  it('gives the line that is moved, the ticket and orders their tag before alerts and the market', () => {
    const of = (owner: Level['owner'], moving = false) => {
      const level: Level = { ...TAKE_PROFIT, owner }
      return drawnOf({ level, words: '', refused: false, moving }, colours).rank
    }
    const ranks = [of(7, true), of('ticket'), of(7), of('alert')]
    expect(ranks).toEqual([...new Set(ranks)].sort())
    expect(of(undefined)).toBe(of('alert'))
  })
  it('covers no tag of a price that is out of range, which the axis keeps inside', () => {
    // The price is above the pane: its tag is at 20.
    const bars = [{ close: 900, high: 900, low: 900 }]
    const { axis } = overlayFigures([drawn('one', '385')], { bars })
    expect(axis.map(({ attrs }) => attrs.y)).toEqual([41])
  })
  describe('beside the highest and the lowest candle', () => {
    const bar = (high: number, low: number) => ({ close: low, high, low })
    // Candles at 0, 10, 20 and so on; the highest ends at 100 px, the lowest at 300 px.
    const bars = [bar(200, 190), bar(200, 190), bar(300, 200), bar(200, 190), bar(200, 100), bar(200, 150)]
    const priceTexts = (lines: readonly Drawn[], of: Of = {}) =>
      overlayFigures(lines, { bars, ...of })
        .pane.filter(({ type, styles }) => type === 'text' && styles.color === 'ink-muted')
        .map(({ attrs: { text, x, y, align } }) => [text, x, y, align])
    it('writes its price', () =>
      expect(priceTexts([])).toEqual([
        ['300', 28, 93, 'left'],
        ['100', 48, 307, 'left'],
      ]))
    it('leaves out the price that the tag of an order would cover, and keeps the other', () =>
      expect(priceTexts([drawn('TP +120.00 USD', '305')])).toEqual([['100', 48, 307, 'left']]))
    it('writes it on the other side while the tag ends before', () => {
      // 48 candles: the highest is right of the middle, its price left of it, under the tag.
      const wide = Array.from({ length: 48 }, (_, index) => (index === 30 ? bar(300, 190) : bar(200, index + 100)))
      expect(priceTexts([drawn('TP', '305')], { bars: wide })[0]).toEqual(['300', 292, 93, 'right'])
      expect(priceTexts([drawn('x'.repeat(46), '305')], { bars: wide })[0]).toEqual(['300', 308, 93, 'left'])
    })
    it('writes none on a line of closing prices', () => expect(priceTexts([], { type: 'area' })).toEqual([]))
    it('strikes none through: lines lie below the ground of the prices', () => {
      const { pane } = overlayFigures([drawn('TP', '308')], { bars })
      expect(pane.map(({ type }) => type)).toEqual(['line', 'line', 'line', 'line', 'line', 'text', 'text', 'text'])
      expect(pane.slice(5, 7).map(({ styles }) => styles.backgroundColor)).toEqual(['surface', 'surface'])
    })
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
