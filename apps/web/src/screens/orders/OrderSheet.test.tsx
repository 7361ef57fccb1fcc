/**
 * The detail of a position: tonight's overnight fee with its rate; none at a weekend, and none once the order has
 * ended.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { dictionaryOf } from '@veritick/locales/all'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Order } from '../../data/order.ts'
import { LONG, PENDING_SELL } from '../../data/order-fixture.ts'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'

vi.stubGlobal('navigator', { languages: ['de-DE'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
// A sheet is drawn in a portal, which a server does not render.
vi.doMock('../../design/index.ts', async (original) => ({
  ...(await original<typeof import('../../design/index.ts')>()),
  Sheet: ({ children }: { readonly children: ReactNode }) => children,
}))
const [{ OrderSheet }, { KEY, queryClient }, { showWords }] = await Promise.all([
  import('./OrderSheet.tsx'),
  import('../../data/queries.ts'),
  import('../../i18n/i18n.ts'),
])

const FILLED: Order = {
  ...LONG,
  openQuote: { seq: 1, bid: LONG.price, ask: LONG.price, time: LONG.createdAt, conversion: undefined },
} as unknown as Order
/** EURUSD with a last quote, at a moment of market time. */
function quoted(time: string, clock = time): void {
  const market = { simulated: false, replay: false, always_open: false, time: Date.parse(clock), speed: '1' }
  queryClient.setQueryData(KEY.basics, { trade_fee_type: 1, market })
  const ForexQuotations = { ...EURUSD_ITEM.ForexQuotations, Time: Date.parse(time) }
  queryClient.setQueryData(KEY.trades, [{ ...EURUSD_ITEM, ForexQuotations }])
}
const detailOf = (order: Order) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OrderSheet order={order} onClose={() => {}} onProof={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
    .replace(/<[^>]*>/g, '')
    .replace(/ +/g, ' ')

beforeEach(() => showWords('de', dictionaryOf('de').words))

// 0.10 EURUSD at 1.08512: 10,851.20 x 3 % / 360 are 0.90 a night.
it.each([
  ['a Tuesday', '2026-11-24T15:00:00Z', '−3,00\u00a0% p. a. −0,90 USD'],
  ['a Wednesday', '2026-11-25T15:00:00Z', '−3,00\u00a0% p. a. 3 Nächte −2,71 USD'],
  ['a Friday before the close', '2026-11-27T21:57:00Z', '−3,00\u00a0% p. a. −0,90 USD'],
])('a position on %s names rate and amount of the night', (_, time, shown) => {
  quoted(time)
  expect(detailOf(FILLED)).toContain(`Overnight-Gebühr heute Nacht${shown}`)
})

// The last quote of a Friday is at 16:57 New York; its night was charged at 17:00.
it('a position at the weekend names no fee of tonight', () => {
  quoted('2026-11-27T21:57:00Z', '2026-11-28T15:00:00Z')
  expect(detailOf(FILLED)).toContain('Margin')
  expect(detailOf(FILLED)).not.toContain('heute Nacht')
})

it('a pending or ended order has no night before it', () => {
  quoted('2026-11-24T15:00:00Z')
  for (const order of [PENDING_SELL, { ...FILLED, status: 'ended' as const, endReason: 'user' as const }])
    expect(detailOf(order)).not.toContain('heute Nacht')
})
