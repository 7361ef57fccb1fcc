/** The figures of the account in the bar of a wide window: their currency, and while the server cannot be reached. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

const reachable = vi.hoisted((): { offline: 'reconnecting' | undefined } => ({ offline: undefined }))
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

it('dims the last known figures of the account', () => {
  expect(figures()).toBeDefined()
  expect(figures()).not.toContain('last-known')
  reachable.offline = 'reconnecting'
  expect(figures()).toContain('last-known')
})
