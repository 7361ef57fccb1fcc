/**
 * The form: a withdrawal that has no answer yet is promised one execution only while it is the same, and the available
 * amount is never more than the free margin.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import type { CallData, User } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { lostNetwork } from '../../submit/lost-network-fixture.ts'
import { methodOf, TERMS, TETHER } from './withdraw-fixture.ts'

const { sessionStorage, clear } = lostNetwork()
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => undefined }))
const [{ WithdrawForm }, { withdrawRequest }, { queryClient }, { orderListQuery }, { attemptStore }, { signIn }] =
  await Promise.all([
    import('./WithdrawForm.tsx'),
    import('./withdraw.ts'),
    import('../../data/queries.ts'),
    import('../../data/screenQueries.ts'),
    import('../../submit/storedAttempt.ts'),
    import('../../data/session.ts'),
  ])

const method = methodOf(TETHER)
let currency = TETHER
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
          currencies={[currency]}
          methods={[method]}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const available = () => /withdraw\.available(.*?)withdraw\.smallest/.exec(html())?.[1]?.replace(/<[^>]*>|\s/g, '')
const typed = (amount: string) => sessionStorage.set('veritick.draft.withdraw', JSON.stringify({ amount }))

beforeEach(() => {
  clear()
  currency = TETHER
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

it('shows fee and payout with every digit, so that they add up to the amount', () => {
  currency = { ...TETHER, fee_type: 2, draw_rate: '0.010000' }
  typed('120.37')
  const text = html().replace(/<[^>]*>/g, ' ')
  for (const figure of ['1.2037 ', '119.1663 ']) expect(text).toContain(figure)
})

it('says nothing against an amount that was typed before a reload', () => {
  typed('5')
  expect(html()).not.toMatch(/withdraw\.at_least|aria-invalid="true"/)
})

it('offers the free margin of the positions until the account is pushed, and no amount before either is known', () => {
  const token = 'ana'
  signIn({ token, user: { uid: '1' } as User })
  queryClient.setQueryData(['personal', 'money', 'balances'], { balance: '1000.000000', lock_balance: '0.000000' })
  expect(available()).toBe('–')
  const page = { data: [], total: 0, free_margin: '250.000000' } as unknown as CallData<'myDeal'>
  queryClient.setQueryData(orderListQuery(1).queryKey, { pages: [page], pageParams: [1] })
  expect(available()).toContain('250.00')
})

it('shows the available amount with every digit, as the button "all" types it', () => {
  signIn({ token: 'ana', user: { uid: '1' } as User })
  queryClient.setQueryData(['personal', 'money', 'balances'], { balance: '748.885000', lock_balance: '0.000000' })
  const page = { data: [], total: 0, free_margin: '748.885000' } as unknown as CallData<'myDeal'>
  queryClient.setQueryData(orderListQuery(1).queryKey, { pages: [page], pageParams: [1] })
  expect(available()).toContain('748.885')
})
