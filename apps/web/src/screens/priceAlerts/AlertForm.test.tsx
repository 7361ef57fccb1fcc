/** The form of a price alert with a request that has no answer: it promises one alert only for the same alert. */
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import { lostNetwork } from '../../submit/lost-network-fixture.ts'
import { alert } from './price-alert-fixture.ts'

const { sessionStorage, clear } = lostNetwork()
vi.doMock('../../data/live.ts', async (actual) => ({
  ...(await actual<object>()),
  useQuote: () => ({ bid: '1.08500' }),
}))
const [{ AlertForm }, { intentOf, termsOf }, { attemptStore }] = await Promise.all([
  import('./AlertForm.tsx'),
  import('./priceAlerts.ts'),
  import('../../submit/storedAttempt.ts'),
])

const known = alert(4)
const html = (edited = known) =>
  renderToStaticMarkup(<AlertForm item={EURUSD_ITEM} alert={edited} onSaved={() => {}} />)

/** The change of the alert that was sent before. */
beforeEach(() => {
  clear()
  const terms = termsOf(known, 'above')
  const storage = () => globalThis.sessionStorage
  attemptStore({ name: 'alert.4', user: 0, now: Date.now, storage }).write({
    state: 'unanswered',
    key: 'key-1',
    intent: intentOf(4, terms),
    body: { ...terms, forex_id: 1 },
  })
})

it('is sent again and saved once while the form contains it', () => {
  expect(html()).toContain('orders.unanswered<')
  expect(html()).not.toContain('orders.send_previous')
})

it.each([
  ['price', alert(4, { price: '1.09500' })],
  ['note', alert(4, { note: 'buy' })],
  ['text that is no price', alert(4, { price: 'soon' })],
])('is told apart from another %s, and can be sent again or given up', (_, edited) => {
  expect(html(edited)).not.toContain('orders.unanswered<')
  for (const words of ['orders.unanswered_edited', 'orders.send_previous', 'orders.give_up'])
    expect(html(edited)).toContain(words)
})

it('refuses a note of 81 characters beside the field, and takes one of 80', () => {
  const noted = (length: number) => html(alert(5, { note: 'x'.repeat(length) }))
  expect(noted(81)).toContain('price_alerts.note_too_long')
  expect(noted(81)).toMatch(/<button[^>]*type="submit"[^>]* disabled=""/)
  expect(noted(81)).not.toContain('maxLength')
  expect(noted(80)).not.toContain('price_alerts.note_too_long')
  expect(noted(80)).not.toMatch(/<button[^>]*type="submit"[^>]* disabled=""/)
})

it('belongs to its alert', () => {
  expect(html(alert(5))).not.toContain('unanswered')
  sessionStorage.clear()
  expect(html()).not.toContain('unanswered')
})
