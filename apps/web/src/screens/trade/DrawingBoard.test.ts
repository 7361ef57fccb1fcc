/** Two windows with the chart of one instrument: each keeps what the customer draws in the other. */
import type { Chart, OverlayCreate } from 'klinecharts'
import { beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
let isFull = false
// The library of the chart asks for a page when it is loaded.
vi.doMock('./drawingOverlays.ts', () => ({ DRAW_GROUP: 'drawings', overlayNameOf: (tool: string) => tool }))
const { DrawingBoard } = await import('./DrawingBoard.ts')
const { readDrawings } = await import('./drawings.ts')

beforeEach(() => {
  stored.clear()
  isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('QuotaExceededError')
      stored.set(key, text)
    },
    removeItem: (key: string) => stored.delete(key),
  })
})

/** A window with its chart: the ids of the overlays, with the options of the last change. */
function chartWindow() {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const overlays = new Map<string, OverlayCreate>()
  const chart = {
    createOverlay: (options: OverlayCreate) => void overlays.set(options.id ?? '', options),
    overrideOverlay: ({ id = '', ...change }: OverlayCreate) => {
      const known = overlays.get(id)
      if (known !== undefined) overlays.set(id, { ...known, ...change })
    },
    removeOverlay: ({ id }: { readonly id?: string }) => (id === undefined ? overlays.clear() : overlays.delete(id)),
    getDom: () => null,
  } as unknown as Chart
  const board = new DrawingBoard({ chart, instrument: 1, onState: () => {}, onNotice: () => {} })
  const draw = (value: number) => {
    board.start('horizontal')
    const [id = ''] = [...overlays.keys()].slice(-1)
    board.finish([[1_000, value]])
    return id
  }
  const told = () => page.dispatchEvent(Object.assign(new Event('storage'), { key: 'veritick.drawings.1' }))
  return { board, overlays, draw, told }
}
const kept = () => readDrawings(1).map(({ id }) => id)

it('keeps the drawings of both, also before one window has heard of the other', () => {
  const [first, second] = [chartWindow(), chartWindow()]
  const ids = [first.draw(1.08), second.draw(1.09), first.draw(1.1)]
  expect(kept()).toEqual(ids)
  expect([...first.overlays.keys()].sort()).toEqual([...ids].sort())
})

it('shows what the other window adds, moves and removes', () => {
  const [first, second] = [chartWindow(), chartWindow()]
  const [one, two] = [first.draw(1.08), first.draw(1.09)]
  second.told()
  expect([...second.overlays.keys()]).toEqual([one, two])
  first.board.move(one, [[1_000, 1.07]])
  first.board.remove(two)
  second.told()
  expect([...second.overlays.keys()]).toEqual([one])
  expect(second.overlays.get(one)?.points).toEqual([{ timestamp: 1_000, value: 1.07 }])
})

it('keeps all drawings of a window whose device stores none', () => {
  isFull = true
  const only = chartWindow()
  const ids = [only.draw(1.08), only.draw(1.09)]
  expect([...only.overlays.keys()]).toEqual(ids)
})
