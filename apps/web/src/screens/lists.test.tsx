/** Lists without rows lead on; what was read before the connection was lost is dimmed. */
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const network: { now: 'offline' | undefined } = { now: undefined }
const known: { data: unknown; isFailed: boolean } = { data: undefined, isFailed: false }
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
vi.doMock('../shell/useOffline.ts', () => ({ useOffline: () => network.now }))
vi.doMock('../shell/useOnline.ts', () => ({ useOnline: () => true }))
const list = () => ({
  data: known.data,
  isPending: known.data === undefined && !known.isFailed,
  isError: known.isFailed,
  refetch: () => {},
})
vi.doMock('../data/notices.ts', async (actual) => ({ ...(await actual<object>()), useNotices: list }))
vi.doMock('../data/news.ts', async (actual) => ({ ...(await actual<object>()), useArticles: list }))
vi.doMock('../data/money.ts', async (actual) => ({ ...(await actual<object>()), useChanges: list }))
vi.doMock('./notices/PushSettings.tsx', () => ({ PushSettings: () => null }))
// Its badge reads the notices, which are another list in most tests here.
vi.doMock('../shell/AccountButton.tsx', () => ({ AccountButton: () => null }))
const [
  { NoticesScreen },
  { SessionsScreen },
  { PasskeysScreen },
  { NewsScreen },
  { AnnouncementsScreen },
  { HistoryScreen },
  { HomeScreen },
  { Choices },
  { InfiniteList },
  { queryClient },
] = await Promise.all([
  import('./notices/NoticesScreen.tsx'),
  import('./security/SessionsScreen.tsx'),
  import('./passkeys/PasskeysScreen.tsx'),
  import('./news/NewsScreen.tsx'),
  import('./news/AnnouncementsScreen.tsx'),
  import('./history/HistoryScreen.tsx'),
  import('./home/HomeScreen.tsx'),
  import('./trade/InstrumentDrawer.tsx'),
  import('../design/InfiniteList.tsx'),
  import('../data/queries.ts'),
])

const html = (children: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>,
  )

beforeEach(() => {
  network.now = undefined
  known.data = undefined
  known.isFailed = false
})

const seed = (name: string, data: unknown) => queryClient.setQueryData(['personal', name], data)
const NO_PAGES = { pages: [{ data: [], list: [], total: 0 }], pageParams: [1] }

describe('an empty list leads on', () => {
  it.each([
    ['notices', () => <NoticesScreen />, { list: [], unread: 0 }, '/mine/price-alerts'],
    ['news', () => <NewsScreen />, NO_PAGES, '/trade'],
    ['announcements', () => <AnnouncementsScreen />, NO_PAGES, '/trade'],
    ['transactions', () => <HistoryScreen />, NO_PAGES, '/trade'],
  ])('%s', (_, screen, data, to) => {
    known.data = data
    expect(html(screen())).toContain(`href="${to}"`)
  })

  it('a market without instruments is read again', () => {
    queryClient.setQueryData(['words', 'trades'], [])
    expect(html(<HomeScreen />)).toMatch(/common\.no_data.*common\.retry/)
  })

  it('an empty list of all instruments has nothing to show again', () => {
    const all = html(<Choices items={[]} selected="" onChoose={() => {}} />)
    expect(all).toContain('trade.nothing_matches')
    expect(all).not.toContain('home.show_all')
  })
})

describe('the end of a list', () => {
  type Step = { readonly rows: number; readonly hasMore: boolean; readonly failed?: boolean }
  /** The last of some renderings of one list. Each sets the state of the next; the list keeps its own state. */
  function List({ steps }: { readonly steps: readonly Step[] }) {
    const [place, setPlace] = useState(0)
    if (place < steps.length - 1) setPlace(place + 1)
    const { rows, hasMore, failed = false } = steps[place] as Step
    return InfiniteList({
      label: 'Orders',
      items: Array.from({ length: rows }, (_, row) => row),
      keyOf: (row) => row,
      hasMore,
      reading: false,
      failed,
      onMore: () => {},
      children: String,
    })
  }
  const shown = (...steps: readonly Step[]) => html(<List steps={steps} />)
  const LONG_LIST = [
    { rows: 20, hasMore: true },
    { rows: 40, hasMore: true },
    { rows: 41, hasMore: false },
  ]

  it('of one page is in sight and needs no words', () => {
    expect(shown({ rows: 1, hasMore: false })).not.toContain('common.no_more')
    expect(shown({ rows: 1, hasMore: false, failed: true })).toContain('common.retry')
  })

  it('of a longer list says that nothing follows, once all is read', () => {
    expect(shown(...LONG_LIST.slice(0, 2))).not.toContain('common.no_more')
    expect(shown(...LONG_LIST)).toContain('common.no_more')
  })

  it('of a list that a filter made short needs no words; the long one has them again', () => {
    expect(shown(...LONG_LIST, { rows: 5, hasMore: false })).not.toContain('common.no_more')
    expect(shown(...LONG_LIST, { rows: 20, hasMore: false })).not.toContain('common.no_more')
    expect(shown(...LONG_LIST, { rows: 5, hasMore: false }, { rows: 41, hasMore: false })).toContain('common.no_more')
  })
})

describe('the kinds of transactions', () => {
  it('begin with all of them, which is chosen at first', () => {
    known.data = NO_PAGES
    const chips = [...html(<HistoryScreen />).matchAll(/aria-pressed="(true|false)"[^>]*>([^<]*)</g)]
    expect(chips.map(([, pressed, label]) => [label, pressed]).slice(0, 2)).toEqual([
      ['home.all', 'true'],
      ['history.group_trading', 'false'],
    ])
  })
})

describe('without a connection', () => {
  it('a list says the same before and after its reading has failed, and offers a retry then', () => {
    network.now = 'offline'
    expect(html(<NewsScreen />)).toContain('shell.offline_text')
    known.isFailed = true
    expect(html(<NewsScreen />)).toMatch(/shell\.offline_text.*common\.retry/)
    expect(html(<NewsScreen />)).not.toContain('common.error_title')
    network.now = undefined
    expect(html(<NewsScreen />)).toContain('common.error_title')
  })

  const at = 1_775_210_400_000
  const notice = { id: 1, kind: 'order_opened', words: 'filled', time: 1, read: true, account: null }
  const session = { id: 'a', device: '', created_at: at, last_used_at: at, current: true }
  const passkey = { id: 1, name: 'phone', synced: true, created_at: at, last_used_at: null }
  it.each([
    ['notices', () => <NoticesScreen />, 'filled', () => ({ list: [notice], unread: 0 })],
    ['devices', () => <SessionsScreen />, 'sessions.this', () => seed('sessions', [session])],
    ['passkeys', () => <PasskeysScreen />, 'passkeys.never_used', () => seed('passkeys', [passkey])],
  ])('%s are dimmed, and say so when they were never read', (_, screen, word, read) => {
    network.now = 'offline'
    expect(html(screen())).toContain('shell.offline_title')
    known.data = read()
    expect(html(screen())).toContain(word)
    expect(html(screen())).toContain('last-known')
    network.now = undefined
    expect(html(screen())).toContain(word)
    expect(html(screen())).not.toContain('last-known')
  })
})
