/** The obstacles as the screen lists them. Texts are shown by their keys, because no language is loaded. */
import { QueryClientProvider } from '@tanstack/react-query'
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { ClosingState } from './closing.ts'

async function drawn(obstacles: ClosingState['obstacles']) {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
  vi.stubGlobal('location', { origin: 'https://trade.example' })
  vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
  vi.doMock('../../shell/useOnline.ts', () => ({ useOnline: () => true }))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'veritick.token' ? 'token-1' : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  const [{ ClosingScreen }, { queryClient }, { setUser }] = await Promise.all([
    import('./ClosingScreen.tsx'),
    import('../../data/queries.ts'),
    import('../../data/session.ts'),
  ])
  setUser({ ...SIGNED_IN, is_demo: 0 })
  const state: ClosingState = { kind: 'real', obstacles, owed: '0.000000', rewards: '0.000000', days: 1827 }
  queryClient.setQueryData(['personal', 'closing'], state)
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ClosingScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('names the account of an obstacle that is not on the traded one', async () => {
  const reason = 'closing_balance_left' as const
  const html = await drawn([
    { reason, account: null },
    { reason, account: 123_456_789 },
  ])
  expect(html.match(/refusals\.closing_balance_left/g)).toHaveLength(2)
  expect(html.match(/notices\.account/g)).toHaveLength(1)
})

it('without an obstacle the account can be closed', async () => {
  const html = await drawn([])
  expect(html).toContain('<button')
  expect(html).not.toContain('closing.obstacles')
})
