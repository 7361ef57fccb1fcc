/** The results of a search whose words the server has not answered, or cannot answer. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
const [{ Results }, { KEY, queryClient }] = await Promise.all([
  import('./SearchScreen.tsx'),
  import('../../data/queries.ts'),
])

const GOLD = { ...EURUSD_ITEM, Id: 2, Code: 'XAUUSD', ShowCode: 'XAU/USD', Name: 'Gold / US dollar' }
const shown = (keyword: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Results keyword={keyword} list="all" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
/** A search that the server did not answer, as the screen finds it. */
async function failed(keyword: string): Promise<void> {
  const queryKey = ['words', 'search', keyword]
  const queryFn = () => Promise.reject(new Error('no network'))
  await queryClient.fetchQuery({ queryKey, queryFn, retry: false }).catch(() => undefined)
}

// A failed search is shown as failed: static rendering would otherwise show the read that begins with the screen.
const { queries } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ queries: { ...queries, retryOnMount: false } })
beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(KEY.trades, [EURUSD_ITEM, GOLD])
})

it('finds the instruments that the device knows although the server is not reached', async () => {
  await failed('xau')
  expect(shown('xau')).toContain('XAU/USD')
  expect(shown('xau')).not.toContain('EUR/USD')
})

it('shows them before the answer', () => expect(shown('xau')).toContain('XAU/USD'))

it('does not say that there is nothing while only the server may know the words', async () => {
  expect(shown('oro')).not.toContain('search.none')
  await failed('oro')
  expect(shown('oro')).toContain('common.retry')
  queryClient.setQueryData(['words', 'search', 'oro'], [])
  expect(shown('oro')).toContain('search.none')
})
