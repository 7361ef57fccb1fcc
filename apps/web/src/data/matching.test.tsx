/** The filter of a list of instruments: names that the device shows at once, those of other languages by the server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from './trade-item-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ useMatching }, { queryClient }] = await Promise.all([import('./screenQueries.ts'), import('./queries.ts')])

const GOLD = { ...EURUSD_ITEM, Id: 2, Code: 'XAUUSD', ShowCode: 'XAU/USD', Name: '黃金 / 美元' }
const APPLE = { ...EURUSD_ITEM, Id: 3, Code: 'AAPL', ShowCode: 'AAPL', Name: '蘋果' }

function Found({ words }: { readonly words: string }) {
  return useMatching([GOLD, APPLE], words).map(({ Code }) => Code)
}
const found = (words: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Found words={words} />
    </QueryClientProvider>,
  )

it('finds the shown names without the server, and names of other languages with its answer', () => {
  expect(found('')).toBe('XAUUSDAAPL')
  expect(found('蘋果')).toBe('AAPL')
  expect(found('gold')).toBe('')
  queryClient.setQueryData(['words', 'search', 'gold'], [{ ...GOLD, ForexQuotations: { Close: null } }])
  expect(found(' gold ')).toBe('XAUUSD')
})
