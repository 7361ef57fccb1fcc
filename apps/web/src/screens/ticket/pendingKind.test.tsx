/** The ticket and the receipt name a pending order limit or stop, as the list of orders does. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { LONG, PENDING_SELL } from '../../data/order-fixture.ts'
import type { TicketForm } from './ticket.ts'
import { EURUSD, MARKET } from './ticket-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ TargetNote }, { Confirmed }, { ticketFor }, { queryClient }] = await Promise.all([
  import('./TicketFields.tsx'),
  import('./Confirmed.tsx'),
  import('./ticket.ts'),
  import('../../data/queries.ts'),
])

const drawn = (node: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location="/trade">{node}</StaticRouter>
    </QueryClientProvider>,
  ).replace(/<[^>]*>/g, ' ')

it.each([
  ['buy', '1.08000', 'limit'],
  ['buy', '1.09000', 'stop'],
  ['sell', '1.09000', 'limit'],
  ['sell', '1.08000', 'stop'],
] as const)('the ticket: %s at %s is a %s order', (side, target, kind) => {
  const form: TicketForm = { ...ticketFor(EURUSD, side), kind: 'pending', target }
  expect(drawn(<TargetNote form={form} terms={EURUSD} market={MARKET} />)).toContain(`orders.${kind}`)
})

it('the receipt labels the price of a pending order with its kind, and a fill as price', () => {
  const receipt = (order: typeof LONG) => drawn(<Confirmed order={order} terms={EURUSD} market={MARKET} />)
  expect(receipt(PENDING_SELL)).toContain('orders.limit')
  expect(receipt({ ...PENDING_SELL, pending: 'stop' })).toContain('orders.stop')
  expect(receipt(LONG)).toContain('ticket.done_price')
})
