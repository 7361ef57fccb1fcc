/** The buttons of a row name their order, so that a screen reader tells the rows apart. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { LONG, PENDING_SELL } from '../../data/order-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ OrderTableRow }, { queryClient }] = await Promise.all([
  import('./OrderTableRow.tsx'),
  import('../../data/queries.ts'),
])

it.each([
  ['a position', 'holding', LONG, ['orders.edit', 'orders.close'], 'common.buy'],
  ['a pending order', 'pending', PENDING_SELL, ['orders.amend', 'orders.cancel'], 'common.sell'],
] as const)('%s', (_, tab, order, words, side) => {
  const none = () => {}
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <table>
          <tbody>
            <OrderTableRow tab={tab} order={order} chosen={false} onChoose={none} onOpen={none} onFocusLost={none} />
          </tbody>
        </table>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const names = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)
  for (const word of words)
    expect(names).toContainEqual(expect.stringContaining(`${word}: ${order.showCode} ${side} 0.`))
})
