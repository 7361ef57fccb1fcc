/** The facts of an order: the words of a position for its times, and a currency beside each amount. */
import { QueryClientProvider } from '@tanstack/react-query'
import { millis } from '@veritick/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Order } from '../../data/order.ts'
import { LONG, PENDING_SELL } from '../../data/order-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const network = { now: 'live' }
vi.doMock('../../data/live.ts', async (original) => ({
  ...(await original<typeof import('../../data/live.ts')>()),
  useConnection: () => network.now,
}))
const [{ Details }, { queryClient }] = await Promise.all([import('./OrderSheet.tsx'), import('../../data/queries.ts')])

const drawn = (order: Order) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Details order={order} item={undefined} />
    </QueryClientProvider>,
  )
const times = (order: Order) => drawn(order).match(/orders\.(created|opened|closed|ended)(?=<)/g)
const AT = millis(1_399_553_170_000)
const LATER = millis(AT + 60_000)

it('a position is opened and closed, an order created and ended', () => {
  const position: Order = { ...LONG, createdAt: AT, openedAt: AT }
  expect(times(position)).toEqual(['orders.opened'])
  expect(times({ ...position, status: 'ended', endedAt: LATER })).toEqual(['orders.opened', 'orders.closed'])
  expect(times({ ...position, openedAt: LATER })).toEqual(['orders.created', 'orders.opened'])
  const pending: Order = { ...PENDING_SELL, createdAt: AT, openedAt: undefined }
  expect(times(pending)).toEqual(['orders.created'])
  expect(times({ ...pending, status: 'ended', cancelled: true, endedAt: LATER })).toEqual([
    'orders.created',
    'orders.ended',
  ])
})

it('enlarges the digits of the price that moves alone, and names the currency of the profit', () => {
  const html = drawn({ ...LONG, stopLoss: LONG.price })
  expect(html.match(/text-\[1\.16em\]/g)).toHaveLength(1)
  expect(html.slice(html.indexOf('orders.profit'), html.indexOf('<dl'))).toContain('common.usd')
})

it('without a connection an open order says that its figures are the last known ones, an ended one does not', () => {
  const ended: Order = { ...LONG, status: 'ended', endedAt: LATER }
  const isLastKnown = (order: Order) => [drawn(order).includes('last-known'), drawn(order).includes('orders.offline')]
  expect([LONG, PENDING_SELL, ended].map(isLastKnown)).toEqual(Array(3).fill([false, false]))
  network.now = 'lost'
  expect([LONG, PENDING_SELL, ended].map(isLastKnown)).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ])
  network.now = 'live'
})
