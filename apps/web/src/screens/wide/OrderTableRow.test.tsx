/**
 * The buttons of a row name their order, so that a screen reader tells the rows apart, and an unanswered close can be
 * sent again.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { LONG, PENDING_SELL } from '../../data/order-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const kept = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
  removeItem: (name: string) => kept.delete(name),
})
const [{ OrderTableRow }, { queryClient }, { attemptStore }] = await Promise.all([
  import('./OrderTableRow.tsx'),
  import('../../data/queries.ts'),
  import('../../submit/storedAttempt.ts'),
])

type Row = Pick<ComponentProps<typeof OrderTableRow>, 'tab' | 'order'>
const none = () => {}
const htmlOf = ({ tab, order }: Row) =>
  renderToStaticMarkup(
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

it.each([
  ['a position', 'holding', LONG, ['orders.edit', 'orders.close'], 'common.buy'],
  ['a pending order', 'pending', PENDING_SELL, ['orders.amend', 'orders.cancel'], 'common.sell'],
] as const)('%s', (_, tab, order, words, side) => {
  const html = htmlOf({ tab, order })
  const names = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)
  for (const word of words)
    expect(names).toContainEqual(expect.stringContaining(`${word}: ${order.showCode} ${side} 0.`))
})

it('a close without an answer can be sent again while no position can be closed', () => {
  const closeButton = () =>
    /<button[^>]*aria-label="orders.close:[^>]*>/.exec(htmlOf({ tab: 'holding', order: LONG }))?.[0] ?? ''
  // No price is known here.
  expect(closeButton()).toContain('disabled=""')
  attemptStore({
    name: `close.${LONG.id}`,
    user: 0,
    now: Date.now,
    storage: () => globalThis.sessionStorage,
  }).write({ state: 'unanswered', key: 'key-1', intent: `close ${LONG.id}`, body: { id: LONG.id } })
  expect(closeButton()).not.toContain('disabled=""')
})
