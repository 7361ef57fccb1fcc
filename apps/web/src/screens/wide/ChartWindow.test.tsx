/** The window with only a chart: the name of the instrument opens the list of instruments. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'

vi.mock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
vi.mock('../trade/ChartArea.tsx', () => ({ ChartArea: () => null }))
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ ChartWindow }, { KEY, queryClient }] = await Promise.all([
  import('./ChartWindow.tsx'),
  import('../../data/queries.ts'),
])
queryClient.setQueryData(KEY.trades, [EURUSD_ITEM])

const at = (address: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <ChartWindow />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('opens the list from the name of its instrument', () =>
  expect(at('/chart?code=EURUSD')).toMatch(/<button[^>]*aria-label="trade.open_instruments"[^>]*>.*EURUSD/))

it('of an unknown instrument has no list', () => {
  expect(at('/chart?code=XXX')).toContain('refusals.instrument_unknown')
  expect(at('/chart?code=XXX')).not.toContain('trade.open_instruments')
})
