/** The account screen: a real account deposits and withdraws; a demo account is led to a real one. */
import { QueryClientProvider } from '@tanstack/react-query'
import { SIGNED_IN } from '@veritick/testing/signed-in'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [
  { UserCard },
  { SwitchToDemo },
  { AccountScreen, DemoRows },
  { queryClient },
  { ScreenPlace },
  { RealAccountWanted },
] = await Promise.all([
  import('./UserCard.tsx'),
  import('./SwitchToDemo.tsx'),
  import('./AccountScreen.tsx'),
  import('../../data/queries.ts'),
  import('../../shell/Screen.tsx'),
  import('../../shell/RealOnly.tsx'),
])

const page = (children: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location="/mine">{children}</StaticRouter>
    </QueryClientProvider>,
  )
const card = (isDemo: 0 | 1) => page(<UserCard user={{ ...SIGNED_IN, is_demo: isDemo }} />)
const linksIn = (html: string): readonly string[] => [...html.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to)
const markedIn = (html: string): readonly string[] =>
  [...html.matchAll(/<a [^>]*>/g)].flatMap(([link]) => (link.includes('aria-current="page"') ? linksIn(link) : []))
const links = (isDemo: 0 | 1) => linksIn(card(isDemo))

it('real: deposit and withdrawal', () => expect(links(0)).toEqual(['/mine/history', '/mine/charge', '/mine/withdraw']))
it('demo: links to a new and to an open real account instead of two screens that refuse', () =>
  expect(links(1)).toEqual(['/mine/history', expect.stringMatching(/^\/register/), '/login?from=%2Fmine']))

it('real: a row leads to the demo account of the device', () =>
  expect(page(<SwitchToDemo />)).toContain('account.demo_switch_note'))

it('demo: a row leads to the deposit, whose screen explains that it needs a real account and leads to one', () => {
  const rows = page(<DemoRows />)
  expect(linksIn(rows)).toContain('/mine/charge')
  expect(rows).toContain('account.deposit_real_note')
  const explained = page(<RealAccountWanted />)
  expect(linksIn(explained)).toEqual(['/register?from=%2Fmine', '/login?from=%2Fmine'])
})

it('a tap anywhere on the card opens the transactions; its buttons lie above that link', () => {
  const html = card(0)
  expect(html).toMatch(/<section [^>]*class="relative /)
  expect(html).toMatch(/<a [^>]*class="[^"]*after:absolute after:inset-0[^"]*"[^>]*href="\/mine\/history"/)
  const above = [...html.matchAll(/class="[^"]*\bz-1\b/g)]
  // The UID to copy, the eye, the links to money, the score.
  expect(above).toHaveLength(4)
})

it('names the free margin as wallet and bar do', () => expect(card(0)).toContain('trade.free_margin'))

it('the menu of a wide window marks the screen beside it: the settings for a visitor', () => {
  expect(markedIn(page(<AccountScreen />))).toEqual([])
  const menu = (
    <ScreenPlace value="side">
      <AccountScreen />
    </ScreenPlace>
  )
  expect(markedIn(page(menu))).toEqual(['/mine/system'])
})

it('a visitor finds the rows of an account too', () => {
  const rows = linksIn(page(<AccountScreen />))
  expect(rows).toEqual(expect.arrayContaining(['/mine/wallet', '/mine/auth', '/mine/invite', '/mine/password']))
})
