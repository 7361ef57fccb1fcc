/** The card of the account: a real account deposits and withdraws; a demo account is offered neither. */
import { QueryClientProvider } from '@tanstack/react-query'
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ UserCard }, { queryClient }] = await Promise.all([import('./UserCard.tsx'), import('../../data/queries.ts')])

const links = (isDemo: 0 | 1): readonly string[] => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location="/mine">
        <UserCard user={{ ...SIGNED_IN, is_demo: isDemo }} />
      </StaticRouter>
    </QueryClientProvider>,
  )
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to)
}

it('real: deposit and withdrawal', () => expect(links(0)).toEqual(['/mine/history', '/mine/charge', '/mine/withdraw']))
it('demo: a link to a real account instead of two screens that refuse', () =>
  expect(links(1)).toEqual(['/mine/history', expect.stringMatching(/^\/register/)]))
