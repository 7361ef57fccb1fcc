/** The figures of the account in the bar of a wide window: their currency, their order, and without current prices. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

const reachable = vi.hoisted((): { offline: 'reconnecting' | undefined } => ({ offline: undefined }))
const market = vi.hoisted(() => ({ isSilent: false }))
vi.mock('../../data/live.ts', async (original) => ({
  ...(await original<typeof import('../../data/live.ts')>()),
  useFeedSilent: () => market.isSilent,
}))
vi.mock('../../shell/useOffline.ts', () => ({ useOffline: () => reachable.offline }))
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'veritick.token' ? 'a token' : null) })
const [{ TopBar }, { queryClient }] = await Promise.all([import('./TopBar.tsx'), import('../../data/queries.ts')])

const bar = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/trade']}>
        <TopBar />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const figures = () => /<dl aria-label="orders.account"[^>]*>/.exec(bar())?.[0]

it.each(['trade.balance', 'receipt.equity'])('names the currency beside %s, where no width cuts it', (label) =>
  expect(bar()).toContain(`<span class="truncate">${label}</span> <bdi>common.usd</bdi>`),
)

/** The width of the window below which a figure is hidden, by its label. */
const hiddenBelow = (label: string) =>
  Number(new RegExp(`max-\\[(\\d+)px\\]:hidden"><dt[^>]*><span[^>]*>${label}<`).exec(bar())?.[1] ?? 0)

it('shows profit, free margin and risk at 960 px, and never gives up the profit for the margin or the risk', () => {
  expect(hiddenBelow('orders.profit')).toBe(0)
  expect(hiddenBelow('trade.risk')).toBeLessThanOrEqual(960)
  expect(hiddenBelow('trade.risk')).toBeGreaterThan(hiddenBelow('trade.free_margin'))
  expect(hiddenBelow('orders.margin')).toBeGreaterThan(hiddenBelow('trade.risk'))
})

it('dims the last known figures of the account', () => {
  expect(figures()).toBeDefined()
  expect(figures()).not.toContain('last-known')
  reachable.offline = 'reconnecting'
  expect(figures()).toContain('last-known')
  reachable.offline = undefined
  expect(figures()).not.toContain('last-known')
  market.isSilent = true
  expect(figures()).toContain('last-known')
})
