/**
 * The detail of a position: tonight's overnight fee with its rate; none at a weekend, and none once the order has
 * ended. A close or a reversal without an answer is named above the buttons.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { dictionaryOf } from '@veritick/locales/all'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../../data/order.ts'
import { LONG, PENDING_SELL } from '../../data/order-fixture.ts'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import { lostNetwork } from '../../submit/lost-network-fixture.ts'
import { attemptStore } from '../../submit/storedAttempt.ts'

const { clear } = lostNetwork()
vi.stubGlobal('navigator', { languages: ['de-DE'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
// A sheet is drawn in a portal, which a server does not render.
vi.doMock('../../design/index.ts', async (original) => ({
  ...(await original<typeof import('../../design/index.ts')>()),
  Sheet: ({ children, footer }: { readonly children: ReactNode; readonly footer: ReactNode }) => (
    <>
      {children}
      {footer}
    </>
  ),
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
const htmlOf = (order: Order) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OrderSheet order={order} onClose={() => {}} onProof={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const detailOf = (order: Order) =>
  htmlOf(order)
    .replace(/<[^>]*>/g, '')
    .replace(/ +/g, ' ')

beforeEach(() => showWords('de', dictionaryOf('de').words))

// 0.10 EURUSD at 1.08512: 10,851.20 x 3 % / 360 are 0.90 a night.
it.each([
  ['a Tuesday', '2026-11-24T15:00:00Z', '−3,00\u00a0% p. a. −0,90 USD'],
  ['a Wednesday', '2026-11-25T15:00:00Z', '−3,00\u00a0% p. a. 3 Nächte−2,71 USD'],
  ['a Friday before the close', '2026-11-27T21:57:00Z', '−3,00\u00a0% p. a. −0,90 USD'],
])('a position on %s names rate and amount of the night', (_, time, shown) => {
  quoted(time)
  expect(detailOf(FILLED)).toContain(`Overnight-Gebühr heute Nacht ${shown}`)
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

describe('a request without an answer', () => {
  const left = (action: 'close' | 'reverse', state: 'sending' | 'unanswered' = 'unanswered') =>
    attemptStore({
      name: `${action}.${FILLED.id}`,
      user: 0,
      now: Date.now,
      storage: () => globalThis.sessionStorage,
    }).write({ state, isRepeat: false, key: 'key-1', intent: `${action} ${FILLED.id}`, body: { id: FILLED.id } })
  const isDisabled = (label: string) =>
    new RegExp(`<button[^>]* disabled=""[^>]*><span[^>]*>${label}<`).test(htmlOf(FILLED))
  beforeEach(() => {
    clear()
    quoted('2026-11-24T15:00:00Z')
  })

  it('is not named before one was sent, and both actions are offered', () => {
    expect(htmlOf(FILLED)).not.toContain('Noch keine Antwort')
    expect([isDisabled('Umkehren'), isDisabled('Position schließen')]).toEqual([false, false])
  })
  it('that closes is named, can be sent again, and forbids a reversal', () => {
    left('close')
    expect(detailOf(FILLED)).toContain('Position schließen: Noch keine Antwort')
    expect([isDisabled('Umkehren'), isDisabled('Position schließen')]).toEqual([true, false])
  })
  it('that reverses is named and can be sent again', () => {
    left('reverse')
    expect(detailOf(FILLED)).toContain('Umkehren: Noch keine Antwort')
    expect([isDisabled('Umkehren'), isDisabled('Position schließen')]).toEqual([false, false])
  })
  it('is not named while it is on its way', () => {
    left('close', 'sending')
    expect(htmlOf(FILLED)).not.toContain('Noch keine Antwort')
  })
})
