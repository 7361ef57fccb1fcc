/** The change of an order without an answer: it promises one execution only while the form contains the same change. */
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it } from 'vitest'
import { LONG } from '../../data/order-fixture.ts'
import { lostNetwork } from '../../submit/lost-network-fixture.ts'
import type { ChangeRequest } from './amend.ts'

const { sent, clear } = lostNetwork()
const { SaveChange, useSaving } = await import('./SaveChange.tsx')

type Saving = ReturnType<typeof useSaving>
const stopAt = (price: string): ChangeRequest => ({
  call: 'setStopPrice',
  body: { id: LONG.id, stop_loss_price: price, target_profit_price: '0' },
})

/** A form that was just opened. A static rendering cannot update it, so its later state is stored. */
function opened(change: ChangeRequest | undefined, order = LONG) {
  let saving: Saving | undefined
  function Form() {
    saving = useSaving(order, { close: () => {} })
    return <SaveChange saving={saving} change={change} fields={<input />} />
  }
  const html = renderToStaticMarkup(<Form />)
  if (saving === undefined) throw new Error('it did not render')
  return { html, saving }
}

beforeEach(async () => {
  clear()
  await opened(stopAt('1.38000')).saving.save(stopAt('1.38000'))
})

it('is sent again with its key while the form contains it, also after the sheet was closed', async () => {
  const { html, saving } = opened(stopAt('1.38000'))
  expect(html).toContain('orders.unanswered<')
  expect(html).not.toContain('orders.send_previous')
  await saving.save(stopAt('1.38000'))
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

it.each([
  ['another price', stopAt('1.38500')],
  ['a text that is no price', undefined],
])('is told apart from %s, and can be sent again or given up', (_, change) => {
  const { html } = opened(change)
  expect(html).not.toContain('orders.unanswered<')
  for (const words of ['orders.unanswered_edited', 'orders.send_previous', 'orders.give_up'])
    expect(html).toContain(words)
})

it('is sent again unchanged from the changed form, and is gone once it is given up', async () => {
  opened(stopAt('1.38500')).saving.previous(stopAt('1.38500'))?.resend()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toEqual(sent[0])
  opened(stopAt('1.38500')).saving.previous(stopAt('1.38500'))?.giveUp()
  expect(opened(stopAt('1.38500')).html).not.toContain('unanswered')
})

it('belongs to its order', () => {
  expect(opened(stopAt('1.38500'), { ...LONG, id: 9 }).html).not.toContain('unanswered')
})

it('is saved by Enter in a field, not while the form has a fault', () => {
  const button = (change: ChangeRequest | undefined) =>
    /^<form[^>]*><input\/>.*(<button[^>]*type="submit"[^>]*>)/.exec(opened(change).html)?.[1]
  expect(button(stopAt('1.38000'))).not.toContain('disabled=""')
  expect(button(undefined)).toContain('disabled=""')
})
