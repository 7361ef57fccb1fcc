/**
 * The simulated market on a machine whose clock jumps, through the real server: nothing is traded or charged, and the
 * office is told.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { millis, must } from '@veritick/domain'
import { CORA, userOf } from '@veritick/testing/customers'
import { realPerson } from '@veritick/testing/people'
import { furtherTest } from '@veritick/testing/quick'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A Wednesday, 10:00 in New York. */
const START = Date.UTC(2026, 2, 4, 15)
const DAY = 86_400_000
const SOON = { timeout: 15_000, interval: 20 }
const EURUSD = 1
const order = { forex_id: EURUSD, type: 1, status: 1, cont: '1.00', multiple: 30 } as const

let folder: string
let server: TestServer
let ana: Caller
/** By how much the wall clock is wrong. */
let wrong = 0
let steady = 0
let passing: NodeJS.Timeout

const simulatedOn = { wallClock: () => millis(START + steady + wrong), monotonicClock: () => steady }
const eurusd = () => must(server.context.market.item(EURUSD), 'EURUSD')
const becomes = (status: string) => vi.waitFor(() => expect(eurusd().status).toBe(status), SOON)
const health = async () => {
  const answered = await fetch(`${server.url}/healthz`)
  return [answered.status, (await answered.json()).status]
}
const nights = async () => (await server.context.core.query({ kind: 'trading' })).lastRollover

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-clock-'))
  wrong = 0
  steady = 0
  // Real time runs eight times as fast.
  passing = setInterval(() => {
    steady += 400
  }, 50)
  server = await openTestServer({ simulatedOn, dataDir: folder, again: true })
  await becomes('open')
  ana = await server.person()
})
afterEach(async () => {
  clearInterval(passing)
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('three days ahead for six seconds: trading halts, no night is charged, and it resumes by itself', async () => {
  const held = await ana.does('submit', order)
  const night = await nights()
  wrong = 3 * DAY
  const began = steady
  await becomes('stale')
  expect(await ana.reason('close', { id: held.Id })).toBe('price_stale')
  expect(await health()).toEqual([503, 'clock_halted'])
  expect(server.context.market.stats()).toMatchObject({ clockFault: { kind: 'jumped', difference: 3 * DAY }, halts: 1 })
  expect(server.logged.some((line) => line.includes('the clock cannot be believed'))).toBe(true)
  await vi.waitFor(() => expect(steady - began).toBeGreaterThan(6_000), SOON)
  expect(server.context.market.clock()).toBeLessThan(START + steady)
  wrong = 0
  await becomes('open')
  expect(await health()).toEqual([200, 'running'])
  expect((await ana.does('close', { id: held.Id })).Swap).toBe('0.000000')
  expect(await nights()).toBe(night)
})

/** Ends the server while its clock is some days ahead and not believed, and starts it again. */
async function restartedWhileAhead(config: { readonly isClockTrusted?: true } = {}, days = 3) {
  wrong = days * DAY
  await becomes('stale')
  const stored = async () => server.context.store.query("select value from market_memory where name = 'halted'")
  await vi.waitFor(async () => expect(await stored()).toEqual([{ value: 1 }]), SOON)
  await server.close()
  server = await openTestServer({ simulatedOn, dataDir: folder, again: true, config })
}

test('a start after a halt is halted: no night is charged until the clock is right', { timeout: 90_000 }, async () => {
  await ana.does('submit', order)
  const night = await nights()
  await restartedWhileAhead()
  expect(server.logged.some((line) => line.includes('--trust-clock'))).toBe(true)
  expect(server.context.market.clock()).toBeLessThan(START + steady)
  await vi.waitFor(async () => expect(await health()).toEqual([503, 'clock_halted']), SOON)
  expect(await nights()).toBe(night)
  wrong = 0
  await vi.waitFor(() => expect(eurusd().status).toBe('open'), { timeout: 60_000, interval: 50 })
  expect(await health()).toEqual([200, 'running'])
  expect(await nights()).toBe(night)
})

furtherTest('a start for which an operator has checked the clock believes it and charges the nights', async () => {
  await ana.does('submit', order)
  await restartedWhileAhead({ isClockTrusted: true })
  expect(server.context.market.clock()).toBeGreaterThanOrEqual(START + 3 * DAY)
  expect(await nights()).toBe(Date.UTC(2026, 2, 6, 22))
  await becomes('open')
})

test('set back: it halts and says so; after a restart it is named, and trading resumes when the clock has come there', async () => {
  await ana.does('submit', order)
  wrong = -DAY
  await becomes('stale')
  expect(await health()).toEqual([503, 'clock_halted'])
  await server.close()

  server = await openTestServer({ simulatedOn, dataDir: folder, again: true })
  expect(server.logged.some((line) => line.includes('the journal holds a later market time'))).toBe(true)
  expect(await health()).toEqual([503, 'clock_halted'])
  expect(server.context.market.stats().clockFault).toMatchObject({ kind: 'behind_journal' })
  const late = server.context.market.stats().clockFault?.difference
  expect(late).toBeLessThan(-DAY + 60_000)
  wrong = 0
  await vi.waitFor(() => expect(eurusd().status).toBe('open'), { timeout: 60_000, interval: 50 })
  expect(await health()).toEqual([200, 'running'])
})

furtherTest('a start after a halt ends no key and erases no account by that clock', { timeout: 90_000 }, async () => {
  const leaving = await realPerson(server, 'leaving@example.com')
  const request = { user: await userOf(leaving), actor: CORA, reason: 'asked for in writing' }
  expect(await server.context.closures.close(request)).toMatchObject({ ok: true, value: { state: 'closed' } })
  const key = { 'idempotency-key': 'order of ana' }
  const message = { text: 'once' }
  const first = await ana.asks('submit', order, key)
  await ana.asks('supportSend', message, key)
  await restartedWhileAhead({}, 40)
  const again = new Caller(server.url, ana.token)
  await server.context.closures.sweep()
  expect(await server.context.store.query('select state from closures')).toEqual([{ state: 'closed' }])
  // Storing the key of another message deletes the keys that have ended.
  await again.does('supportSend', { text: 'another' })
  wrong = 0
  await vi.waitFor(() => expect(eurusd().status).toBe('open'), { timeout: 60_000, interval: 50 })
  expect((await again.asks('submit', order, key)).data).toEqual(first.data)
  await again.asks('supportSend', message, key)
  expect((await again.does('supportMessages', {})).messages.map(({ text }) => text)).toEqual(['once', 'another'])
})
