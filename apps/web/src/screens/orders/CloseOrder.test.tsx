/**
 * The questions before a close and a reversal, texts by their keys: the price is the current one, also after a request
 * without an answer. Without the live connection both can still be confirmed.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { lotUnits, points } from '@veritick/domain'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { LONG } from '../../data/order-fixture.ts'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import { lostNetwork } from '../../submit/lost-network-fixture.ts'

const { sent, clear } = lostNetwork()
const reachable = vi.hoisted((): { offline: 'offline' | 'reconnecting' | undefined } => ({ offline: undefined }))
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => reachable.offline }))
type Question = { readonly text: ReactNode; readonly disabled: boolean; readonly onConfirm: () => void }
let question: Question | undefined
// A dialog is drawn in a portal, which a server does not render.
vi.doMock('../../design/index.ts', async (original) => ({
  ...(await original<typeof import('../../design/index.ts')>()),
  Confirm: (props: Question) => {
    question = props
    return props.text
  },
}))
const [{ CloseButton, Rest }, { ReverseButton }, { queryClient }] = await Promise.all([
  import('./CloseOrder.tsx'),
  import('./ReverseOrder.tsx'),
  import('../../data/queries.ts'),
])

const EARLIER = points(139_775)
const NOW = points(139_820)

/** The question at a price of the position. */
const asked = (priceNow: typeof NOW) =>
  questionOf(<CloseButton order={{ ...LONG, priceNow }} item={undefined} onEnded={() => {}} />)
const askedToReverse = () =>
  questionOf(<ReverseButton order={LONG} item={EURUSD_ITEM} disabled={false} onEnded={() => {}} />)

function questionOf(button: ReactNode): Question & { readonly html: string } {
  const html = renderToStaticMarkup(<QueryClientProvider client={queryClient}>{button}</QueryClientProvider>)
  if (question === undefined) throw new Error('it did not render')
  return { ...question, html }
}
const textOf = (html: string) => html.replace(/<[^>]*>/g, '')

beforeEach(() => {
  clear()
  reachable.offline = undefined
})

it('shows the price beside its profit while a close has no answer, and sends the same close again', async () => {
  asked(EARLIER).onConfirm()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await vi.waitFor(() => expect(textOf(asked(NOW).html)).toContain('orders.unanswered'))
  expect(textOf(asked(NOW).html)).toContain('1.39820')
  asked(NOW).onConfirm()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]?.body).toEqual({ id: LONG.id, seen_price: '1.39775' })
})

it.each([
  ['close', () => asked(NOW)],
  ['reversal', askedToReverse],
])('a %s can be confirmed while only prices are paused: dimmed figures, the reason; offline it cannot', (_, ask) => {
  expect(ask().disabled).toBe(false)
  expect(ask().html).not.toContain('last-known')
  reachable.offline = 'reconnecting'
  expect(ask().disabled).toBe(false)
  expect(ask().html).not.toMatch(/<dl(?! class="[^"]*last-known)/)
  expect(textOf(ask().html)).toContain('shell.reconnecting')
  reachable.offline = 'offline'
  expect(ask().disabled).toBe(true)
  expect(ask().html).toContain('last-known')
  expect(textOf(ask().html)).toContain('shell.offline')
})

it('a close without an answer is sent again while prices are paused', async () => {
  reachable.offline = 'reconnecting'
  asked(EARLIER).onConfirm()
  await vi.waitFor(() => expect(textOf(asked(NOW).html)).toContain('orders.unanswered'))
  expect(asked(NOW).disabled).toBe(false)
  asked(NOW).onConfirm()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(sent[0])
})

it.each([
  [undefined, undefined, 'bare'],
  [points(139_300), undefined, 'stop_loss'],
  [undefined, points(140_000), 'take_profit'],
  [points(139_300), points(140_000), 'both'],
])('what stays open keeps the levels that are set, and no other is named: %s, %s', (stopLoss, takeProfit, named) => {
  const rest = <Rest order={{ ...LONG, stopLoss, takeProfit }} lots={lotUnits(200)} />
  const html = renderToStaticMarkup(<QueryClientProvider client={queryClient}>{rest}</QueryClientProvider>)
  expect(textOf(html)).toBe(`orders.part_stays_${named}`)
})
