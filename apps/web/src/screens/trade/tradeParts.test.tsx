/**
 * Rendered parts around the chart: the day's range has its place before it is known, the strip shows the total of the
 * instrument, and the bar over the chart shows the next step of a drawing tool.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import type { TradeItem } from '@veritick/contract'
import { lotUnits, micros, points } from '@veritick/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../../data/order.ts'
import type { Row } from '../../data/rows.ts'
import type { Drawings } from './useDrawings.ts'

const reachable = vi.hoisted((): { offline: 'reconnecting' | undefined } => ({ offline: undefined }))
// A static rendering reads the first state of a store: the state of a connected app.
vi.mock('../../shell/useOffline.ts', () => ({ useOffline: () => reachable.offline }))
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'veritick.token' ? 'token-1' : null) })
const { RiskText } = await import('../../design/index.ts')
const [{ TradeHeader }, { AccountStrip }, { DrawBar }, { queryClient }, { setUser }, { SIGNED_IN }] = await Promise.all(
  [
    import('./TradeHeader.tsx'),
    import('./AccountStrip.tsx'),
    import('./DrawBar.tsx'),
    import('../../data/queries.ts'),
    import('../../data/session.ts'),
    import('@veritick/testing/signed-in'),
  ],
)
beforeEach(() => setUser(SIGNED_IN))

const html = (part: React.ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  )

describe('the header', () => {
  const item = { ShowCode: 'EUR/USD', Code: 'EURUSD', PricePrecision: 5 } as TradeItem
  const row = { quote: { close: '1.08512', change: '0.24' }, market: { kind: 'open' }, dimmed: false } as Row
  const header = (day: { high: string; low: string } | undefined) =>
    html(<TradeHeader item={item} row={row} day={day} onOpenList={() => {}} />)

  it('has the line of the range before the range is known', () => {
    expect(header(undefined).match(/<dl/g)).toHaveLength(1)
    expect(header(undefined)).toContain('–')
  })
  it('shows the change without its colour while the prices are old, as the list does', () => {
    const old = (dimmed: boolean) =>
      html(<TradeHeader item={item} row={{ ...row, dimmed }} day={undefined} onOpenList={() => {}} />)
    expect(old(false)).not.toContain('last-known')
    expect(old(true)).toContain('last-known')
  })
  it('shows the day high and low', () => {
    const shown = header({ high: '1.08712', low: '1.08210' })
    expect(shown).toContain('1.08712')
    expect(shown).toContain('1.08210')
  })
})

describe('the strip', () => {
  const order = (id: number, profit: number): Order =>
    ({
      id,
      status: 'holding',
      side: 'buy',
      lots: lotUnits(1_000),
      price: points(108_500),
      precision: 5,
      profit: micros(profit),
    }) as Order

  it('shows the total of the instrument where one order lost 0.10 and another 118.80', () => {
    const shown = html(<AccountStrip orders={[order(1, -100_000), order(2, -118_800_000)]} />)
    expect(shown).toContain('\u2212118.90')
    expect(shown).not.toContain('\u22120.10')
    expect(shown).toContain('tab=holding"')
  })
  it('names a single position and links to it', () => {
    const shown = html(<AccountStrip orders={[order(7, -100_000)]} />)
    expect(shown).toContain('\u22120.10')
    expect(shown).toContain('order=7')
  })
  it('loses its colours without the server, as the prices above it', () => {
    const shown = () => html(<AccountStrip orders={[order(7, -100_000)]} />)
    expect(shown()).toContain('text-down')
    reachable.offline = 'reconnecting'
    expect(shown()).not.toContain('text-down')
    expect(shown()).toMatch(/^<div class="[^"]*text-ink-muted/)
    reachable.offline = undefined
  })
})

it('a risk that the server told before has no colour', () => {
  expect(html(<RiskText value="0.20" />)).toContain('text-calm')
  expect(html(<RiskText value="0.20" old />)).not.toContain('text-calm')
})

describe('the bar over the chart', () => {
  const drawings = {
    list: [],
    selected: undefined,
    tool: undefined,
    prefs: { magnet: false, hidden: false },
  } as unknown as Drawings
  it('is absent while nothing is drawn or selected', () => {
    expect(html(<DrawBar drawings={drawings} />)).not.toContain('<button')
  })
  it.each([
    ['horizontal', 'trade.draw_tap'],
    ['trend', 'trade.draw_tap_twice'],
    ['channel', 'trade.draw_tap_three_times'],
    ['brush', 'trade.draw_swipe'],
  ] as const)('%s: %s, and how to stop', (tool, hint) => {
    const shown = html(<DrawBar drawings={{ ...drawings, tool }} />)
    expect(shown).toContain(`${hint}<`)
    expect(shown).toContain('common.cancel')
  })
  it('deletes a selected drawing; only a note can be rewritten', () => {
    const of = (tool: 'trend' | 'text') =>
      html(<DrawBar drawings={{ ...drawings, selected: { id: 'a', tool, points: [[1, 2]], text: 'x' } }} />)
    expect(of('trend')).toContain('trade.draw_delete')
    expect(of('trend')).not.toContain('trade.draw_edit_text')
    expect(of('text')).toContain('trade.draw_edit_text')
  })
})
