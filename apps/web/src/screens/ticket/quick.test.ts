/**
 * The request of one tap: the remembered lots and leverage at the shown quote, or no request if the ticket must open.
 */
import { micros, points } from '@veritick/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mayTap, QUICK_PAUSE_MS, quickOrder } from './quick.ts'
import type { TicketMarket, TicketTerms } from './ticket.ts'

const terms = {
  id: 1,
  pricePrecision: 5,
  contractSize: 100_000,
  lotStep: 100,
  lotMin: 100,
  lotMax: 500_000,
  marginMode: 'leveraged',
  leverages: [10, 30],
  feePerLot: micros(3_500_000),
  feeOfMargin: 0,
  financingLong: 0,
  financingShort: 0,
} as unknown as TicketTerms
const market = {
  status: 'open',
  bid: points(108_500),
  ask: points(108_510),
  conversion: { numerator: 1, denominator: 1 },
  feeType: 1,
  nights: 1,
} as unknown as TicketMarket
const account = { equity: micros(1_000_000_000), marginUsed: micros(0) }
const kept = { lots: '0.10', leverage: 30, unit: 'pips' } as const
const tap = (change: Partial<Parameters<typeof quickOrder>[0]> = {}) =>
  quickOrder({ side: 'buy', terms, market, account, kept, ...change }).request

test.each([
  ['buy', 1, '1.08510'],
  ['sell', 2, '1.08500'],
] as const)('%s at the shown price, without stop-loss and take-profit', (side, type, seen_price) => {
  expect(tap({ side })?.body).toEqual({
    forex_id: 1,
    type,
    status: 1,
    cont: '0.10',
    multiple: 30,
    target_price: '0',
    stop_loss_price: '0',
    target_profit_price: '0',
    seen_price,
  })
})

test('the same order at a new price is one intent; other lots are another intent', () => {
  const moved = tap({ market: { ...market, ask: points(108_600) } })
  expect(moved?.intent).toBe(tap()?.intent)
  expect(tap({ kept: { ...kept, lots: '0.20' } })?.intent).not.toBe(tap()?.intent)
})

test.each([
  ['held', { market: { ...market, status: 'held' as const } }],
  ['stale', { market: { ...market, status: 'stale' as const } }],
  ['closed', { market: { ...market, status: 'closed' as const } }],
  ['no price', { market: { ...market, ask: undefined } }],
  ['no rate', { market: { ...market, conversion: undefined } }],
  ['no leverage', { terms: { ...terms, leverages: [] }, kept: { ...kept, leverage: undefined } }],
  ['account not known', { account: undefined }],
  ['margin missing', { account: { equity: micros(100_000_000), marginUsed: micros(0) } }],
  ['margin call', { account: { equity: micros(900_000_000), marginUsed: micros(950_000_000) } }],
])('nothing is sent: %s', (_, change) => expect(tap(change)).toBeUndefined())

test('without a last order: the smallest size and the first leverage', () => {
  expect(tap({ kept: { lots: undefined, leverage: undefined, unit: 'price' } })?.body).toMatchObject({
    cont: '0.01',
    multiple: 10,
  })
})

test('the second half of a double tap is not sent', () => {
  expect(mayTap(undefined, 5)).toBe(true)
  expect(mayTap(1_000, 1_000 + QUICK_PAUSE_MS - 1)).toBe(false)
  expect(mayTap(1_000, 1_000 + QUICK_PAUSE_MS)).toBe(true)
})

/** The value that a render on this device would show. */
async function isOn(device: Record<string, string>, uid: string | undefined): Promise<boolean> {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: (key: string) => device[key] ?? null })
  const { useIsQuick } = await import('./quickOn.ts')
  const { createElement } = await import('react')
  const { renderToStaticMarkup } = await import('react-dom/server')
  const Shown = () => createElement('b', undefined, String(useIsQuick(uid)))
  return renderToStaticMarkup(createElement(Shown)) === '<b>true</b>'
}
beforeEach(() => vi.unstubAllGlobals())
afterEach(() => vi.unstubAllGlobals())

test('another tab turns it off here at once', async () => {
  const device: Record<string, string> = { 'veritick.one-tap': 'u1' }
  vi.stubGlobal('window', new EventTarget())
  expect(await isOn(device, 'u1')).toBe(true)
  const { quickOwnerNow } = await import('./quickOn.ts')
  delete device['veritick.one-tap']
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'veritick.other' }))
  expect(quickOwnerNow()).toBe('u1')
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'veritick.one-tap' }))
  expect(quickOwnerNow()).toBeUndefined()
})

test('off by default, and on only for the customer who turned it on', async () => {
  expect(await isOn({}, 'u1')).toBe(false)
  expect(await isOn({ 'veritick.one-tap': 'u1' }, 'u1')).toBe(true)
  expect(await isOn({ 'veritick.one-tap': 'u1' }, 'u2')).toBe(false)
  expect(await isOn({ 'veritick.one-tap': 'u1' }, undefined)).toBe(false)
})
