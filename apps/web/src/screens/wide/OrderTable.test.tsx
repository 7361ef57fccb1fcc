/** The table of positions in a stale market: dimmed figures, and the reason on the button that closes a position. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { LONG } from '../../data/order-fixture.ts'
import type { useOrders } from '../../data/screenQueries.ts'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.doMock('../../data/order.ts', async (original) => ({
  ...(await original<typeof import('../../data/order.ts')>()),
  orderFrom: () => LONG,
}))
const [{ OrderTable }, { KEY, queryClient }] = await Promise.all([
  import('./OrderTable.tsx'),
  import('../../data/queries.ts'),
])

const none = () => undefined
const list = { data: { pages: [{ data: [{ Id: LONG.id }], total: 1 }] } } as unknown as ReturnType<typeof useOrders>
function table(item: typeof EURUSD_ITEM): string {
  queryClient.setQueryData(KEY.trades, [item])
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OrderTable tab="holding" list={list} chosen={undefined} onChoose={none} onOpen={none} onFocusLost={none} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const cellsDimmed = (html: string) => html.match(/<td[^>]*><span class="[^"]*last-known/g)?.length ?? 0

it('shows profit and current price of an open market undimmed', () => {
  const html = table(EURUSD_ITEM)
  expect(html).toContain('1.397')
  expect(cellsDimmed(html)).toBe(0)
  expect(html).not.toContain('orders.price_stale')
})

it('dims profit and current price of a stale market, and says why the position cannot be closed', () => {
  const html = table({ ...EURUSD_ITEM, MarketStatus: 0, Stale: true })
  expect(cellsDimmed(html)).toBe(2)
  expect(html).toMatch(/<button[^>]*title="orders.price_stale"[^>]*disabled=""/)
})

it('keeps the head of the actions above the buttons of the rows while the table scrolls sideways', () => {
  const last = /<th[^>]*class="([^"]*)"[^>]*><span class="sr-only">wide.actions/.exec(table(EURUSD_ITEM))?.[1]
  expect(last?.split(' ')).toEqual(expect.arrayContaining(['sticky', 'end-0', 'fade-covered']))
})
