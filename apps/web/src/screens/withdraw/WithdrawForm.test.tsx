/** The form with a withdrawal that has no answer yet: it promises one execution only of the same withdrawal. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { lostNetwork } from '../../submit/lost-network-fixture.ts'
import { methodOf, TERMS, TETHER } from './withdraw-fixture.ts'

const { sessionStorage, clear } = lostNetwork()
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
const [{ WithdrawForm }, { withdrawRequest }, { queryClient }, { attemptStore }] = await Promise.all([
  import('./WithdrawForm.tsx'),
  import('./withdraw.ts'),
  import('../../data/queries.ts'),
  import('../../submit/storedAttempt.ts'),
])

const method = methodOf(TETHER)
const html = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WithdrawForm
          type={1}
          types={[1]}
          onType={() => {}}
          onSeeAll={() => {}}
          terms={TERMS}
          currencies={[TETHER]}
          methods={[method]}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const typed = (amount: string) => sessionStorage.set('veritick.draft.withdraw', JSON.stringify({ amount }))

beforeEach(() => {
  clear()
  const body = withdrawRequest({ method, amount: '100', memo: '' })
  const storage = () => globalThis.sessionStorage
  attemptStore({ name: 'draw', user: 0, now: Date.now, storage }).write({
    state: 'unanswered',
    key: 'key-1',
    intent: JSON.stringify(body),
    body,
  })
})

it('is sent again and executed once while the form is unchanged', () => {
  typed('100')
  expect(html()).toContain('orders.unanswered<')
  expect(html()).not.toContain('orders.send_previous')
})

it.each(['250', ''])('is told apart from the changed amount "%s", and can be sent again or given up', (amount) => {
  typed(amount)
  expect(html()).not.toContain('orders.unanswered<')
  for (const words of ['orders.unanswered_edited', 'orders.send_previous', 'orders.give_up'])
    expect(html()).toContain(words)
})
