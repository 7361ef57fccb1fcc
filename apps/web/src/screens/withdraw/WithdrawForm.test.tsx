/** The form with a withdrawal that has no answer yet: it promises one execution only of the same withdrawal. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { DrawMethod } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import type { WithdrawCurrency, WithdrawTerms } from './withdraw.ts'

let drawer: Map<string, string>
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => drawer.get(key) ?? null,
  setItem: (key: string, value: string) => void drawer.set(key, value),
  removeItem: (key: string) => void drawer.delete(key),
})
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
const [{ WithdrawForm }, { withdrawRequest }, { queryClient }, { attemptStore }] = await Promise.all([
  import('./WithdrawForm.tsx'),
  import('./withdraw.ts'),
  import('../../data/queries.ts'),
  import('../../submit/storedAttempt.ts'),
])

const terms: WithdrawTerms = {
  identity_status: 2,
  minimum: '20.000000',
  left_today: '5000.000000',
  held_until: null,
  payee_hold_hours: 24,
  usual_minutes: 1440,
}
const tether: WithdrawCurrency = {
  id: 1,
  type: 1,
  code: 'USDT',
  protocol: 'TRC20',
  draw_rate: '2.000000',
  fee_type: 1,
  usd_price: '1.000000',
  trial: false,
}
const method: DrawMethod = {
  id: 9,
  type: 1,
  draw_currency: { id: 1, code: 'USDT', protocol: 'TRC20' },
  dc_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  bank_name: '',
  bank_address: '',
  bank_swift: '',
  payee_name: '',
  payee_account: '',
  created_at: '2026-11-19T12:00:00Z',
  usable_at: '2026-11-20T12:00:00Z',
  usable: true,
}
const html = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WithdrawForm
          type={1}
          types={[1]}
          onType={() => {}}
          onSeeAll={() => {}}
          terms={terms}
          currencies={[tether]}
          methods={[method]}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const typed = (amount: string) => drawer.set('veritick.draft.withdraw', JSON.stringify({ amount }))

beforeEach(() => {
  drawer = new Map()
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
