/** An article at the first render, by the id in the URL and the cached data; and the banner of the home screen. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { NewsArticle } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const ARTICLE: NewsArticle = {
  id: 12,
  title: 'ساعات التداول',
  desc: 'الجمعة',
  logo: '',
  created_at: '2026-04-03T10:00:00.000Z',
  language: 'ar',
  category_id: 1,
  content: '<p>مغلق</p>',
}

type Offline = { now: 'offline' | undefined }
const network: Offline = { now: undefined }
let device: Record<string, string> = {}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
  vi.stubGlobal('localStorage', { getItem: (key: string) => device[key] ?? null })
  vi.stubGlobal('location', { origin: 'https://trade.example.com' })
  vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => network.now }))
  vi.doMock('../../shell/useOnline.ts', () => ({ useOnline: () => true }))
  network.now = undefined
  device = {}
})

async function article(search: string, known: { readonly data?: NewsArticle; readonly refused?: true } = {}) {
  const [{ ArticleScreen }, { queryClient }, { CallFailed }] = await Promise.all([
    import('./ArticleScreen.tsx'),
    import('../../data/queries.ts'),
    import('../../data/api.ts'),
  ])
  const queryKey = ['words', 'news', 'article', 12, 'en']
  if (known.data !== undefined) queryClient.setQueryData(queryKey, known.data)
  if (known.refused) {
    const failure = new CallFailed({ kind: 'refused', message: 'gone', reason: 'news_unknown' })
    await queryClient.prefetchQuery({ queryKey, queryFn: () => Promise.reject(failure), retry: false, staleTime: 0 })
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/news/detail${search}`]}>
        <ArticleScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

describe('the article', () => {
  it('is in its own language and direction, independent of the app', async () => {
    const html = await article('?id=12', { data: ARTICLE })
    expect(html).toContain('<div lang="ar" dir="rtl"')
    expect(html).toContain('مغلق')
    expect(html).toContain('dateTime="2026-04-03T10:00:00.000Z"')
    expect(html).not.toContain('last-known')
  })

  it('is dimmed without a connection', async () => {
    network.now = 'offline'
    expect(await article('?id=12', { data: ARTICLE })).toContain('last-known')
    expect(await article('?id=13')).toContain('shell.offline_title')
  })

  it('is loading until the server has answered', async () => {
    expect(await article('?id=12')).toContain('common.loading')
  })

  it.each(['', '?id=', '?id=0', '?id=abc'])('%s names no article', async (search) => {
    const html = await article(search)
    expect(html).toContain('news.unknown_title')
    expect(html).not.toContain('news.share')
  })

  it('is no longer shown after it was withdrawn', async () => {
    const html = await article('?id=12', { data: ARTICLE, refused: true })
    expect(html).toContain('news.unknown_title')
    expect(html).not.toContain('مغلق')
  })
})

describe('the banner', () => {
  async function banner(known: { readonly data: readonly object[] } | undefined) {
    const [{ Banner }, { queryClient }] = await Promise.all([import('./Banner.tsx'), import('../../data/queries.ts')])
    if (known !== undefined) queryClient.setQueryData(['words', 'news', 'banner', 'first', 'en'], known)
    return renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Banner />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  }
  const two = {
    data: [
      { ...ARTICLE, id: 14, title: 'Newer' },
      { ...ARTICLE, title: 'Older' },
    ],
  }

  it('is only the newest one', async () => {
    const html = await banner(two)
    expect(html).toContain('Newer')
    expect(html).not.toContain('Older')
    expect(html).toContain('/news/detail?id=14')
  })

  it('is the next one after the customer hid the newest, and none after both', async () => {
    device = { 'veritick.banners': '14' }
    expect(await banner(two)).toContain('Older')
    vi.resetModules()
    device = { 'veritick.banners': '14 12' }
    expect(await banner(two)).toBe('')
  })

  it('takes no space before it is loaded', async () => expect(await banner(undefined)).toBe(''))
})
