/** A market whose prices are made up pays no position overnight, through the real server: decision 123. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { millis, must } from '@veritick/domain'
import { staffed } from '@veritick/testing/test-office'
import { openTestServer } from '@veritick/testing/test-server'
import { expect, onTestFinished, test, vi } from 'vitest'

/** A Wednesday, twenty seconds before 17:00 in New York. */
const BEFORE_THREE_NIGHTS = Date.UTC(2026, 2, 4, 21, 59, 40)
const THREE_NIGHTS = Date.UTC(2026, 2, 4, 22)
const SOON = { timeout: 15_000, interval: 20 }
const reason_text = 'The interest of the central bank has changed.'

function clocks() {
  let steady = 0
  // Real time runs eight times as fast.
  const passing = setInterval(() => {
    steady += 400
  }, 50)
  onTestFinished(() => clearInterval(passing))
  return { wallClock: () => millis(BEFORE_THREE_NIGHTS + steady), monotonicClock: () => steady }
}

test('a short USDTRY that is held over three nights for seconds earns nothing', async () => {
  const server = await openTestServer({ simulatedOn: clocks() })
  onTestFinished(() => server.close())
  const usdtry = must(
    server.context.market.items().find(({ entry }) => entry.terms.code === 'USDTRY'),
    'USDTRY is in the catalogue',
  )
  await vi.waitFor(() => expect(usdtry.status).toBe('open'), SOON)
  const ana = await server.person()
  const { id } = usdtry.entry.terms
  const shown = (await server.visitor.does('tradeList', {})).find((each) => each.Id === id)
  const held = await ana.does('submit', { forex_id: id, type: 2, status: 1, cont: '1.00', multiple: 20 })
  const nights = async () => (await server.context.core.query({ kind: 'trading' })).lastRollover
  await vi.waitFor(async () => expect(await nights()).toBe(THREE_NIGHTS), SOON)
  expect((await ana.does('close', { id: held.Id })).Swap).toBe('0.000000')
  expect(shown).toMatchObject({ FinancingLong: '-0.386000', FinancingShort: '0.000000' })
})

test('a rate above zero that was accepted on another feed counts as zero, and the office can set none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-credits-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const id = 1
  const change = { id, changes: { financing_short: '0.013000' }, seen_version: 0, reason_text }
  let server = await openTestServer({ dataDir, again: true })
  onTestFinished(() => server.close())
  const rita = await staffed(server, 'risk')
  const rate = async () => (await server.context.core.query({ kind: 'markets', instruments: [id] }))[0]?.terms
  await rita.does('instrumentChange', change)
  await vi.waitFor(async () => expect((await rate())?.financingShort).toBe(13_000), SOON)
  await server.close()

  server = await openTestServer({ dataDir, again: true, simulatedOn: clocks() })
  expect(await rate()).toMatchObject({ financingLong: -30_000, financingShort: 0 })
  const paying = { financing_long: '-0.012000', financing_short: '0.000001' }
  const preview = server.context.instrumentChanges.preview(id, paying)
  expect(preview?.problems.map(({ field }) => field)).toEqual(['financing_short'])
})
