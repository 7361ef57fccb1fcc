/** The page that checks a receipt names its instrument as a list that was read before; it reads no list itself. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { WireReceipt } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'

const at = 1_399_553_170_120
const hash = (digit: string) => digit.repeat(64)
const events = [
  { kind: 'instrument_set', at, terms: { code: 'EURUSD', version: 1, contractSize: 100_000 } },
  { kind: 'order_opened', at, side: 'buy', lots: 1_000, leverage: 30, price: 139_790, margin: 1, fee: 1 },
].map((event, place) => ({ sequence: 11 + place, bytes: '00', path: [], event }))
const header = { batch: 4, market_time: at }
const receipt = {
  order: 7,
  head: { size: 9, root: hash('f'), hash: hash('e') },
  batches: [{ header, hash: hash('1'), events_root: hash('a'), path: [], events }],
} as unknown as WireReceipt

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
// The verdict of the verifier has tests of its own.
vi.doMock('./verify.ts', () => ({ check: () => ({ kind: 'holds', receipt }), precisionOf: () => 5 }))
const [{ VerifyScreen }, { KEY, queryClient }] = await Promise.all([
  import('./VerifyScreen.tsx'),
  import('../../data/queries.ts'),
])
const shown = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <VerifyScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('names the instrument by the code of the proof, without a query of the list', () => {
  expect(shown()).toContain('<bdi>EURUSD</bdi>')
  expect(queryClient.getQueryCache().find({ queryKey: KEY.trades })).toBeUndefined()
})

it('names it by its display code where the list was read before', () => {
  queryClient.setQueryData(KEY.trades, [{ ...EURUSD_ITEM, ShowCode: 'EUR/USD' }])
  expect(shown()).toContain('<bdi>EUR/USD</bdi>')
})
