/** Lots and leverage of each instrument, the unit of the levels, and the open ticket, after a reload. */
import type { User } from '@veritick/contract'
import { lotUnits, micros, ppm } from '@veritick/domain'
import { beforeEach, expect, it, vi } from 'vitest'

const local = new Map<string, string>()
const session = new Map<string, string>()
const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
vi.stubGlobal('localStorage', storageOf(local))
vi.stubGlobal('sessionStorage', storageOf(session))
const { remember, remembered, rememberedOrder, rememberOrder } = await import('./remembered.ts')
const { keepOpenTicket, openTicketOf, ticketIn } = await import('./openTicket.ts')
const { ticketFor, ticketNext } = await import('./ticket.ts')
const { clearSession, signIn } = await import('../../data/session.ts')

const eurusd = {
  id: 1,
  pricePrecision: 5,
  contractSize: 100_000,
  lotStep: lotUnits(100),
  lotMin: lotUnits(100),
  lotMax: lotUnits(500_000),
  marginMode: 'leveraged' as const,
  leverages: [10, 20, 30],
  feePerLot: micros(7_000_000),
  feeOfMargin: ppm(0),
  financingLong: ppm(0),
  financingShort: ppm(0),
}
const gold = { ...eurusd, id: 101 }

const SIGN_IN = 'veritick.sign-in'
/** As `startSessionCleanup` does: each sign-in has its own id. */
function signedInAs(uid: string, signInId: string): void {
  signIn({ token: `token of ${signInId}`, user: { uid } as User })
  local.set(SIGN_IN, signInId)
}
function signedOut(): void {
  clearSession()
  local.delete(SIGN_IN)
}
beforeEach(() => {
  local.clear()
  session.clear()
  signedInAs('ana', '1,2')
})

it('lots and leverage are restored for their instrument only, the unit for all', () => {
  const form = { ...ticketFor(eurusd, 'buy'), lots: '0,25', leverage: 20, unit: 'money' as const }
  remember(form, eurusd)
  expect(ticketFor(eurusd, 'sell', remembered(eurusd))).toMatchObject({ lots: '0.25', leverage: 20, unit: 'money' })
  expect(ticketFor(gold, 'sell', remembered(gold))).toMatchObject({ lots: '0.01', leverage: 10, unit: 'money' })
})

it('a tap sends the size of the last order, not a typed size without an order', () => {
  expect(rememberedOrder(eurusd)).toMatchObject({ lots: undefined, leverage: undefined })
  rememberOrder({ lots: lotUnits(1_000), leverage: 20 }, eurusd)
  remember({ ...ticketFor(eurusd, 'buy'), lots: '5', leverage: 30 }, eurusd)
  expect(rememberedOrder(eurusd)).toMatchObject({ lots: '0.10', leverage: 20 })
})

it('another customer of this device does not tap the size of the customer before', () => {
  rememberOrder({ lots: lotUnits(50_000), leverage: 20 }, eurusd)
  local.set(SIGN_IN, '3,4')
  expect(rememberedOrder(eurusd).lots).toBeUndefined()
  local.delete(SIGN_IN)
  expect(rememberedOrder(eurusd).lots).toBeUndefined()
})

it('a ticket offers a customer the own last size after a new sign-in, and no size of another customer', () => {
  remember({ ...ticketFor(eurusd, 'buy'), lots: '5', leverage: 30 }, eurusd)
  signedOut()
  expect(remembered(eurusd)).toMatchObject({ lots: undefined, leverage: undefined })
  signedInAs('ben', '3,4')
  expect(remembered(eurusd)).toMatchObject({ lots: undefined, leverage: undefined })
  signedInAs('ana', '5,6')
  expect(remembered(eurusd)).toMatchObject({ lots: '5.00', leverage: 30 })
})

/** The modules begin anew: with the token of the device and without its customer. */
async function pageLoaded() {
  vi.resetModules()
  return { ...(await import('./remembered.ts')), ...(await import('../../data/session.ts')) }
}

it('after a page load the sign-in decides until the customer is read', async () => {
  remember({ ...ticketFor(eurusd, 'buy'), lots: '5' }, eurusd)
  const page = await pageLoaded()
  expect(page.remembered(eurusd).lots).toBe('5.00')
  page.remember({ ...ticketFor(eurusd, 'buy'), lots: '6' }, eurusd)
  page.setUser({ uid: 'ana' } as User)
  expect(page.remembered(eurusd).lots).toBe('6.00')
  signedInAs('ben', '3,4')
  expect((await pageLoaded()).remembered(eurusd).lots).toBeUndefined()
})

it('the size that a visitor typed is still there after signing in', () => {
  signedOut()
  remember({ ...ticketFor(eurusd, 'buy'), lots: '0.30' }, eurusd)
  expect(remembered(eurusd).lots).toBe('0.30')
  signedInAs('ben', '3,4')
  expect(remembered(eurusd).lots).toBe('0.30')
})

it('a size with a fault does not replace the last valid size', () => {
  const form = ticketFor(eurusd, 'buy')
  remember({ ...form, lots: '0.30' }, eurusd)
  for (const lots of ['', '99999', '0.305', 'abc']) remember({ ...form, lots }, eurusd)
  expect(remembered(eurusd).lots).toBe('0.30')
})

it('values that the instrument no longer allows are ignored', () => {
  remember({ ...ticketFor(eurusd, 'buy'), lots: '40', leverage: 30 }, eurusd)
  const stricter = { ...eurusd, lotMax: lotUnits(100_000), leverages: [10, 20] }
  expect(ticketFor(stricter, 'buy', remembered(stricter))).toMatchObject({ lots: '0.01', leverage: 10 })
})

it.each(['', 'x y z', '{"lots":1}', '0.10'])('stored text %j gives a usable ticket', (text) => {
  local.set('veritick.ticket.1', text)
  local.set('veritick.level-unit', 'furlongs')
  expect(ticketFor(eurusd, 'buy', remembered(eurusd))).toMatchObject({ leverage: 10, unit: 'price' })
})

it('an open ticket is restored with every choice, but not after a close', () => {
  const form = ticketNext(ticketFor(eurusd, 'sell'), { kind: 'level_typed', level: 'stopLoss', text: '1.09' })
  keepOpenTicket(form)
  expect(openTicketOf(1)).toEqual(form)
  expect(openTicketOf(101)).toBeUndefined()
  keepOpenTicket(undefined)
  expect(openTicketOf(1)).toBeUndefined()
})

it('another stored text is no ticket', () => {
  const good = JSON.stringify(ticketFor(eurusd, 'buy'))
  expect(ticketIn(good)).toBeDefined()
  for (const text of [
    null,
    '',
    'null',
    '[]',
    '{}',
    good.replace('"buy"', '"hold"'),
    good.replace('"on":false', '"on":0'),
  ])
    expect(ticketIn(text)).toBeUndefined()
})
