/** A one-tap order without an answer is shown until it is sent again or given up; a tap sends no other order. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { CallInput } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import { lostNetwork } from '../../submit/lost-network-fixture.ts'

const BODY: CallInput<'submit'> = { forex_id: 1, type: 1, status: 1, cont: '0.10', seen_price: '1.08521' }
const ORDER = { intent: 'buy 0.10 EURUSD', body: BODY }
const { sessionStorage, sent, clear } = lostNetwork()
const [{ QuickLine, useQuickOrder }, { KEY, queryClient }, { useToasts }] = await Promise.all([
  import('./QuickLine.tsx'),
  import('../../data/queries.ts'),
  import('../../design/toasts.ts'),
])
queryClient.setQueryData(KEY.basics, { trade_fee_type: 1, market: { time: 0, speed: '1' } })

const line = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <QuickLine item={EURUSD_ITEM} onChoose={() => {}} beside={false} onReady={() => {}} />
    </QueryClientProvider>,
  )
/** The orders of a page that was just opened. A static rendering cannot update it, so its later state is stored. */
function opened(): ReturnType<typeof useQuickOrder> {
  let orders: ReturnType<typeof useQuickOrder> | undefined
  function Page() {
    orders = useQuickOrder(EURUSD_ITEM)
    return null
  }
  renderToStaticMarkup(<Page />)
  if (orders === undefined) throw new Error('it did not render')
  return orders
}

beforeEach(async () => {
  clear()
  await opened().place(ORDER)
})

it('is shown with its side, size and price', () => {
  for (const words of ['quick.unanswered', 'quick.resend', 'orders.give_up']) expect(line()).toContain(words)
  sessionStorage.clear()
  expect(line()).not.toContain('quick.unanswered')
})

it('is not sent again by a later tap, which may mean a second order', async () => {
  await opened().place(ORDER)
  await opened().place({ ...ORDER, intent: 'sell 0.10 EURUSD' })
  expect(sent).toHaveLength(1)
})

it('is sent again with its key by its own button', async () => {
  const { resend } = opened()
  resend()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

it('makes room for the next order once it is given up', async () => {
  opened().giveUp()
  expect(line()).not.toContain('quick.unanswered')
  await opened().place(ORDER)
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

it.each([
  ['store_trouble', 'quick.unanswered', true],
  ['busy', 'refused in words', false],
])('after %s a message says %s', async (reason, words, isUnanswered) => {
  clear()
  const refused = () => Response.json({ code: 5003, reason, msg: 'refused in words', data: null }, { status: 503 })
  vi.stubGlobal('fetch', async () => refused())
  await opened().place(ORDER)
  expect(useToasts.getState().toasts.at(-1)?.text).toContain(words)
  expect(line().includes('quick.unanswered')).toBe(isUnanswered)
})
