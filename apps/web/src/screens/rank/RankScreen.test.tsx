/**
 * The first render of the ranking for each state of the list: loading, empty, rows with the own one marked. Texts are
 * shown by their keys, because no language is loaded.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import type { RankingEntry } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

const entry: RankingEntry = {
  rank: 1,
  user: 'tr***7',
  code: 'K7M2Q7',
  multiple: 30,
  three_week_rate: '12.34',
  three_week_win: '61.53',
  three_week_profit: '1234.500000',
  total_rate: '-3.10',
  total_win: null,
  total_trade_num: 52,
  drawdown: '8.01',
  since: 0,
  curve: ['0.00', '-3.10'],
  variety: ['EUR/USD'],
}

/** A page of this list for a visitor, or for the owner of the entry with this code. */
async function drawn(list: readonly RankingEntry[] | undefined, ownCode?: string): Promise<string> {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
  vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
  vi.doMock('../../shell/useOnline.ts', () => ({ useOnline: () => true }))
  const device: Readonly<Record<string, string>> = ownCode === undefined ? {} : { 'veritick.token': 'token-1' }
  vi.stubGlobal('localStorage', { getItem: (key: string) => device[key] ?? null })
  const [{ RankScreen }, { queryClient }] = await Promise.all([
    import('./RankScreen.tsx'),
    import('../../data/queries.ts'),
  ])
  if (list !== undefined) {
    const pages = [{ data: list, total: list.length, asOf: 1_770_000_000_000 }]
    queryClient.setQueryData(['ranking', 'real', 'three_week_rate'], { pages, pageParams: [1] })
  }
  if (ownCode !== undefined) {
    const own = { listed: 1, state: 'listed', days_left: 0, trades_left: 0, entries: [{ ...entry, code: ownCode }] }
    queryClient.setQueryData(['personal', 'ranking', 'three_week_rate'], own)
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RankScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('shows placeholders until the list is loaded, and no sentence about traders', async () => {
  const html = await drawn(undefined)
  expect([html.includes('role="status"'), html.includes('shell.ranking_title')]).toEqual([true, false])
})

it('explains in an empty list how an account is listed', async () => {
  const html = await drawn([])
  expect(html).toContain('rank.empty_text')
  expect(html).toContain('href="/login?from=%2Fmine%2Fsystem"')
})

it('shows place, name, leverage, rates, profit, trades and code, the age of the list and the warning', async () => {
  const html = await drawn([entry])
  for (const text of ['tr***7', '×30', '12.34%', '+1,234.50', 'K7M2Q7', 'rank.win', 'rank.total', 'rank.trades'])
    expect(html).toContain(text)
  expect(html).toContain('rank.as_of')
  expect(html).toContain('rank.warning')
  expect(html).not.toContain('rank.you')
})

it('marks the own row and no other', async () => {
  const html = await drawn([entry, { ...entry, rank: 2, code: 'ABCDEF' }], 'ABCDEF')
  expect(html.match(/rank\.you/g)).toHaveLength(1)
  expect(html.indexOf('rank.you')).toBeGreaterThan(html.indexOf('K7M2Q7'))
})
