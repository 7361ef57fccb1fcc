/** A pull at the top of a screen reads its lists from their first page. The region of the offline note stays. */
import { InfiniteQueryObserver, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
let pull: (() => Promise<unknown>) | undefined
vi.doMock('../design/index.ts', async (original) => ({
  ...(await original<typeof import('../design/index.ts')>()),
  PullToRefresh: ({ onRefresh }: { readonly onRefresh: () => Promise<unknown> }) => {
    pull = onRefresh
    return null
  },
}))
let online = true
vi.doMock('./useOnline.ts', () => ({ useOnline: () => online }))
const [{ Screen }, { queryClient }] = await Promise.all([import('./Screen.tsx'), import('../data/queries.ts')])

const screen = (onRefresh: () => Promise<unknown>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Screen title="News" header={<h1>News</h1>} onRefresh={onRefresh}>
          {null}
        </Screen>
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('has the empty region of the offline note before the connection is lost', () => {
  expect(screen(() => Promise.resolve())).toContain('<div role="status"></div>')
  online = false
  const lost = screen(() => Promise.resolve())
  online = true
  expect(lost).toMatch(/<div role="status"><p class="[^"]*">shell.offline/)
})

it('of three pages that are read, a pull reads the first', async () => {
  const reads: number[] = []
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: ['words', 'news'],
    queryFn: ({ pageParam }) => {
      reads.push(pageParam)
      return Promise.resolve(pageParam)
    },
    initialPageParam: 1,
    getNextPageParam: (_, pages: readonly number[]) => pages.length + 1,
  })
  const leave = list.subscribe(() => {})
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([1])
  for (const _ of [2, 3]) await list.fetchNextPage()
  expect(reads.splice(0)).toEqual([1, 2, 3])
  screen(() => list.refetch())
  await pull?.()
  expect(reads).toEqual([1])
  expect(list.getCurrentResult().data?.pages).toEqual([1])
  leave()
})
