/** A row as it is rendered, texts by their keys: prices, levels, time, and the sentence of a screen reader. */
import { QueryClientProvider } from '@tanstack/react-query'
import { micros, millis, points } from '@veritick/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { Order } from '../../data/order.ts'
import { LONG } from '../../data/order-fixture.ts'
import { NO_FILTER, type OrderFilter } from './orderFilter.ts'
import type { Listed } from './useListed.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
const [{ OrderRow }, { OrderList }, { queryClient }] = await Promise.all([
  import('./OrderRow.tsx'),
  import('./OrderList.tsx'),
  import('../../data/queries.ts'),
])
const html = (part: React.ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  )

const position: Order = {
  ...LONG,
  origin: points(108_510),
  price: points(108_510),
  priceNow: points(108_600),
  profit: micros(9_000_000),
  margin: micros(0),
  fee: micros(0),
  stopLoss: points(108_400),
  createdAt: millis(Date.parse('2026-05-08T12:00:00Z')),
  openedAt: millis(Date.parse('2026-05-08T12:00:00Z')),
}
const ended = (id: number, day: number): Order => ({
  ...position,
  id,
  status: 'ended',
  endReason: 'stop_loss',
  endedAt: millis(Date.UTC(2026, 4, day, 12)),
})
const labelOf = (order: Order) => /aria-label="([^"]*)"/.exec(html(<OrderRow order={order} onOpen={() => {}} />))?.[1]

const OPENED = 'common.buy 0.10 EUR/USD, orders.price_open 1.08510'
const RESULT = 'orders.price_close 1.08600, orders.profit +9.00 common.usd'
const STOPPED = 'orders.stop_loss 1.08400, orders.ended_stop_loss'

describe('a row', () => {
  it('has prices, result, a chip for each level that is on, and the time', () => {
    const row = html(<OrderRow order={position} onOpen={() => {}} />)
    for (const part of ['+9.00', 'trade.line_stop_loss', '8 May 2026']) expect(row).toContain(part)
    expect(row).not.toContain('trade.line_take_profit')
  })
  it('has the way of the price on one line, from left to right; a cancelled order has none', () => {
    const prices = (order: Order) =>
      /<bdi dir="ltr">(.*?)<\/bdi>/
        .exec(html(<OrderRow order={order} onOpen={() => {}} />))?.[1]
        ?.replace(/<[^>]*>/g, '')
    expect(prices(position)).toBe('1.08510 → 1.08600')
    expect(prices(ended(8, 9))).toBe('1.08510 → 1.08600')
    expect(prices({ ...ended(8, 9), cancelled: true, pending: 'stop', openedAt: undefined })).toBeUndefined()
  })
  it('shows the net profit of a closed position below its profit, unless they are equal', () => {
    const row = (order: Order) => html(<OrderRow order={order} onOpen={() => {}} />)
    expect(row({ ...ended(8, 9), fee: micros(350_000) })).toMatch(/\+9\.00[\s\S]*orders\.row_net/)
    for (const order of [ended(8, 9), { ...position, fee: micros(350_000) }])
      expect(row(order)).not.toContain('orders.row_net')
  })
  it.each<[string, Order, string]>([
    [
      'a position',
      position,
      `${OPENED}, orders.price_now 1.08600, orders.profit +9.00 common.usd, orders.stop_loss 1.08400, orders.opened`,
    ],
    [
      'a pending order',
      { ...position, status: 'pending', pending: 'limit', openedAt: undefined, stopLoss: undefined },
      'common.buy 0.10 EUR/USD, orders.limit 1.08510, orders.price_now 1.08600, orders.created',
    ],
    ['a closed position', ended(8, 9), `${OPENED}, ${RESULT}, ${STOPPED}, orders.ended`],
    [
      'a closed position with a fee and financing',
      { ...ended(8, 9), fee: micros(350_000), swap: micros(-650_000) },
      `${OPENED}, ${RESULT}, orders.net +8.00 common.usd, ${STOPPED}, orders.ended`,
    ],
    [
      'a cancelled order',
      { ...ended(8, 9), pending: 'stop', openedAt: undefined, cancelled: true, endReason: 'user', stopLoss: undefined },
      'common.buy 0.10 EUR/USD, orders.stop 1.08510, orders.cancelled_user, orders.ended',
    ],
  ])('%s in words', (_, order, words) => expect(labelOf(order)?.replace(/ \d+ May.*$/, '')).toBe(words))
})

describe('the list', () => {
  const listed = (orders: readonly Order[] | undefined, error: Error | null = null): Listed => ({
    orders,
    sum: '18.000000',
    total: orders?.length ?? 0,
    error,
    reading: false,
    retry: () => {},
    more: { has: false, failed: false, read: () => {} },
  })
  const list = (rows: Listed, filter: OrderFilter = NO_FILTER) =>
    html(<OrderList tab="history" listed={rows} filter={filter} onFilter={() => {}} onOpen={() => {}} />)
  const withAction = (rows: Listed) =>
    html(
      <OrderList
        tab="holding"
        listed={rows}
        filter={NO_FILTER}
        onFilter={() => {}}
        onOpen={() => {}}
        action={<button type="button">Close all</button>}
      />,
    )
  const narrowed = { ...NO_FILTER, side: 'buy' } as const

  it('has one heading for each day of the history', () => {
    const shown = list(listed([ended(3, 9), ended(2, 9), ended(1, 8)]))
    expect(shown.match(/<h3[^>]*><bdi>[^<]*/g)?.map((each) => each.replace(/.*>/, ''))).toEqual([
      '9 May 2026',
      '8 May 2026',
    ])
  })
  it('has the action on all orders beside the filter, and keeps it when the last order has left', () => {
    expect(withAction(listed([position]))).toMatch(/order_filter\.filter.*Close all.*order_filter\.zone/)
    const empty = withAction(listed([]))
    expect(empty).toContain('Close all')
    expect(empty).not.toContain('order_filter.filter')
  })
  it('shows number and sum of the filtered orders, and neither without a filter', () => {
    const rows = listed([ended(1, 8)])
    expect(list(rows, narrowed)).toMatch(/order_filter\.found[\s\S]*\+18\.00/)
    expect(list(rows)).not.toContain('order_filter.found')
  })
  it.each([
    ['loading', listed(undefined), NO_FILTER, 'common.loading'],
    ['failed', listed(undefined, new Error('No connection')), NO_FILTER, 'No connection'],
    ['empty', listed([]), NO_FILTER, 'orders.empty_history_text'],
    ['empty under a filter', listed([]), narrowed, 'order_filter.clear'],
  ])('%s', (_, rows, filter, text) => expect(list(rows, filter)).toContain(text))
})
