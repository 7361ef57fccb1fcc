/** A request about an order without an answer is sent again with its key, also after its sheet or page was closed. */
import type { WireOrder } from '@veritick/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it } from 'vitest'
import type { Order } from '../../data/order.ts'
import { LONG } from '../../data/order-fixture.ts'
import { lostNetwork } from '../../submit/lost-network-fixture.ts'

const HALF = { id: LONG.id, cont: '0.05' }
const { sent, clear } = lostNetwork()
const [{ useOrderRequest }, { call }, { isOnItsWay }, { useToasts }] = await Promise.all([
  import('./useOrderAction.ts'),
  import('../../data/api.ts'),
  import('../../submit/attempt.ts'),
  import('../../design/toasts.ts'),
])

type Action = ReturnType<typeof useOrderRequest<typeof HALF>>
/** The action of a sheet that was just opened. A static rendering cannot update it, so its later state is stored. */
function opened(order: Order = LONG): Action {
  let action: Action | undefined
  function Sheet() {
    const parts = { order, told: () => '', onEnded: () => {} }
    action = useOrderRequest('close', (body, options) => call('closePart', body, options), parts)
    return null
  }
  renderToStaticMarkup(<Sheet />)
  if (action === undefined) throw new Error('it did not render')
  return action
}
const close = (action: Action) => action.send({ intent: 'close 7 0.05', body: HALF })

beforeEach(() => {
  clear()
})

it('closes the same part with the same key after the sheet was closed', async () => {
  await close(opened())
  const again = opened()
  expect(isOnItsWay(again.attempt) && again.attempt.body).toEqual(HALF)
  await close(again)
  expect(sent.map(({ body }) => body)).toEqual([HALF, HALF])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

it('asks about another order without the request of the first', async () => {
  await close(opened())
  expect(opened({ ...LONG, id: 9 }).attempt).toEqual({ state: 'idle' })
})

it('keeps the request when the same question is closed elsewhere, in a row of the table', async () => {
  const row = opened()
  await close(opened())
  row.ask(false)
  await close(opened())
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

it('takes up the request of the sheet when the row asks the same question', async () => {
  const row = opened()
  await close(opened())
  row.ask(true)
  await close(row)
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

it('replaces the notice about a part by the one about the rest of the position', async () => {
  for (const words of ['part closed', 'position reversed']) {
    let action: Action | undefined
    function Sheet() {
      const parts = { order: LONG, told: () => words, onEnded: () => {} }
      action = useOrderRequest('close', async () => ({ Id: LONG.id }) as WireOrder, parts)
      return null
    }
    renderToStaticMarkup(<Sheet />)
    if (action !== undefined) await close(action)
  }
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['position reversed'])
})
