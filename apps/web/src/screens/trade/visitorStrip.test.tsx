/** For a visitor the strip below the chart has a demo account in one tap, and the sign-in beside it. */
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

vi.mock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const { AccountStrip } = await import('./AccountStrip.tsx')

it('offers the demo account itself and the sign-in', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/trade']}>
      <AccountStrip orders={[]} />
    </MemoryRouter>,
  )
  expect(html).toContain('home.practise')
  expect(html).toMatch(/<button[^>]*>.*home\.practise_start.*<\/button>/)
  expect(html).toMatch(/<a[^>]*href="\/login[^"]*"[^>]*>trade\.sign_in<\/a>/)
})
