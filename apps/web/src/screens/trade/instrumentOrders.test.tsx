/** The lines of the chart: the orders of an instrument are found on each page of both lists. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
/** Static rendering runs no effects. */
vi.doMock('react', async (actual) => ({ ...(await actual<object>()), useEffect: (effect: () => void) => effect() }))
const asked: number[] = []
const lists = { isFetching: false, pages: 1 }
vi.doMock('../../data/screenQueries.ts', () => ({
  ordersIn: () => [],
  useOrders: (status: number) => ({
    data: { pages: Array(lists.pages).fill({ data: [], total: 30 }) },
    hasNextPage: true,
    isFetching: lists.isFetching,
    fetchNextPage: async () => void asked.push(status),
  }),
}))
const { useInstrumentOrders } = await import('./instrumentOrders.ts')

function Shown() {
  return useInstrumentOrders(1).length
}
const read = (change: Partial<typeof lists>) => {
  asked.length = 0
  Object.assign(lists, { isFetching: false, pages: 1, ...change })
  renderToStaticMarkup(<Shown />)
  return [...asked]
}

it('reads open positions and pending orders to their last page', () => {
  expect(read({})).toEqual([1, 0])
  expect(read({ isFetching: true })).toEqual([])
  expect(read({ pages: 25 })).toEqual([])
})
