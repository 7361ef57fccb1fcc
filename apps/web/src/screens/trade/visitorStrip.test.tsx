/**
 * The strip below the chart: for a visitor a demo account in one tap, and the sign-in beside it; for a customer the
 * figures of the account.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

vi.mock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
let signedIn = false
vi.doMock('../../data/session.ts', async (original) => ({
  ...(await original<typeof import('../../data/session.ts')>()),
  useSignedIn: () => signedIn,
}))
const [{ AccountStrip }, { queryClient }] = await Promise.all([
  import('./AccountStrip.tsx'),
  import('../../data/queries.ts'),
])
const strip = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/trade']}>
        <AccountStrip orders={[]} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('names the currency once, beside the balance', () => {
  signedIn = true
  const text = strip().replace(/<[^>]*>/g, '')
  signedIn = false
  expect(text).toMatch(/^trade\.balance common\.usd/)
  expect(text.match(/common\.usd/g)).toHaveLength(1)
})

it('offers the demo account itself and the sign-in', () => {
  const html = strip()
  expect(html).toContain('home.practise')
  expect(html).toMatch(/<button[^>]*>.*home\.practise_start.*<\/button>/)
  expect(html).toMatch(/<a[^>]*href="\/login[^"]*"[^>]*>trade\.sign_in<\/a>/)
})
