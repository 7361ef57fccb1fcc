/**
 * Changes of terms and of the kind of fee while the engine's queue is full: no command waits behind a change, no change
 * is lost, and no customer sees a change early.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { termsIn } from '@veritick/testing/core-views'
import { separateJobs } from '@veritick/testing/test-jobs'
import { firstAdmin, type StaffCaller, staffed } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Submission, Submitted } from '../../core/submission.ts'
import { openEngineSync } from './engine-sync.ts'

/** Long enough for the slowest machine; nothing waits for it where all is well. */
const SOON = { timeout: 20_000 }

const reason_text = 'agreed on Tuesday'
const dataDir = mkdtempSync(join(tmpdir(), 'veritick-telling-'))
let server: TestServer
let rita: StaffCaller

beforeAll(async () => {
  server = await openTestServer({ dataDir, again: true })
  rita = await staffed(server, 'risk')
  server.feed.say('EURUSD', '1.08500', '1.08510')
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const BUSY: Submitted = { outcome: { ok: false, reason: 'busy' }, repeated: false }

/** From now on what sets terms or the kind of fee goes to `instead`; gives the end of it. */
function tellings(instead: (tell: () => Promise<Submitted>) => Promise<Submitted>): () => void {
  const { core } = server.context
  const submit = core.submit
  const spy = vi.spyOn(core, 'submit').mockImplementation((call: Submission) => {
    const { kind } = call.command
    return kind === 'set_instrument' || kind === 'set_fee_type' ? instead(() => submit(call)) : submit(call)
  })
  onTestFinished(() => spy.mockRestore())
  return () => spy.mockRestore()
}

const rowOf = async (code: string) =>
  must((await rita.does('instrumentList', { q: code })).data[0], `${code} is in the catalogue`)
const shownFee = async (code: string) =>
  (await server.visitor.does('tradeList', {})).find((each) => each.Code === code)?.ForexFeeRate
const engineFee = async (id: number) => (await termsIn(server, id))?.feePerLot
const change = async (code: string, fee_per_lot: string) => {
  const { id, changed_version: seen_version } = await rowOf(code)
  return rita.asks('instrumentChange', { id, changes: { fee_per_lot }, seen_version, reason_text })
}

describe('terms of an instrument', () => {
  test('the engine is full: the change is taken and told later, and no other change waits behind it', async () => {
    const before = await rowOf('EURUSD')
    const opened = tellings(async () => BUSY)
    expect(await change('EURUSD', '8.000000')).toMatchObject({
      status: 200,
      code: 1,
      data: {
        in_force: false,
        changed_version: 1,
        terms_version: before.terms_version,
        terms: { fee_per_lot: '8.000000' },
      },
    })
    // No customer sees a fee that is not charged.
    expect(await shownFee('EURUSD')).toBe(before.terms.fee_per_lot)
    expect(await engineFee(before.id)).toBe(Number(before.terms.fee_per_lot) * 1_000_000)
    opened()

    expect(await change('GBPUSD', '6.000000')).toMatchObject({ code: 1, data: { in_force: true } })
    expect(await shownFee('GBPUSD')).toBe('6.000000')
    expect(await rowOf('EURUSD')).toMatchObject({ in_force: false })

    await server.context.engineSync.resume()
    expect(await rowOf('EURUSD')).toMatchObject({ in_force: true, terms_version: before.terms_version + 1 })
    expect(await shownFee('EURUSD')).toBe('8.000000')
    expect(await engineFee(before.id)).toBe(8_000_000)
  })

  test('a second change builds on one that waits, and both hold after the next telling', async () => {
    const opened = tellings(async () => BUSY)
    const { id, changed_version: seen_version } = await rowOf('USDJPY')
    expect(
      (await rita.asks('instrumentChange', { id, changes: { leverages: [5, 10] }, seen_version, reason_text })).code,
    ).toBe(1)
    opened()
    expect(await change('USDJPY', '5.000000')).toMatchObject({ code: 1, data: { in_force: true, changed_version: 2 } })
    const terms = await termsIn(server, id)
    expect(terms).toMatchObject({ feePerLot: 5_000_000, leverages: [5, 10] })
  })

  test('a second change while the first is on its way: store, memory and engine end with the second', async () => {
    const { id, changed_version } = await rowOf('AUDUSD')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let told = 0
    tellings(async (tell) => {
      told += 1
      if (told === 1) await held
      return tell()
    })
    const first = change('AUDUSD', '3.000000')
    await vi.waitFor(() => expect(told).toBe(1), SOON)
    const asked = { id, changes: { fee_per_lot: '4.000000' }, seen_version: changed_version + 1, reason_text }
    const second = rita.asks('instrumentChange', asked)
    await vi.waitFor(
      async () => expect(await server.context.instrumentChanges.history(id)).toHaveLength(changed_version + 2),
      SOON,
    )
    letGo()
    expect(await Promise.all([first, second])).toMatchObject([{ code: 1 }, { code: 1, data: { in_force: true } }])
    expect(await rowOf('AUDUSD')).toMatchObject({
      changed_version: changed_version + 2,
      terms: { fee_per_lot: '4.000000' },
    })
    expect(await shownFee('AUDUSD')).toBe('4.000000')
    expect(await engineFee(id)).toBe(4_000_000)
  })
})

describe('the kind of fee', () => {
  const feeType = async () => (await server.visitor.does('getBasicInfo', {})).trade_fee_type

  test('the engine is full: the setting stands, customers keep the old kind until the engine has the new', async () => {
    const opened = tellings(async () => BUSY)
    const { caller } = await firstAdmin(server)
    const key = 'trade_fee_type'
    const answered = await caller.asks('settingChange', { key, value: 2, seen_version: 0, reason_text })
    expect(answered).toMatchObject({ status: 200, code: 1, data: { value: 2, version: 1, in_force: false } })
    expect(await feeType()).toBe(1)
    opened()
    await server.context.engineSync.resume()
    expect(await feeType()).toBe(2)
    expect((await caller.does('settingList', {})).data.filter((each) => !each.in_force)).toEqual([])
  })
})

test('what the engine never took before the end, the next start tells', async () => {
  const { id } = await rowOf('EURUSD')
  tellings(async () => BUSY)
  const { caller } = await firstAdmin(server)
  expect(await change('EURUSD', '2.000000')).toMatchObject({ data: { in_force: false } })
  await caller.does('settingChange', { key: 'trade_fee_type', value: 1, seen_version: 1, reason_text })
  await server.close()
  server = await openTestServer({ dataDir, again: true })
  expect(await engineFee(id)).toBe(2_000_000)
  expect(await shownFee('EURUSD')).toBe('2.000000')
})

describe('telling', () => {
  test('a failed telling stops no later one, and is told again every half minute until it succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    let full = true
    const brought: string[] = []
    const bring = async (subject: string) => {
      if (subject === 'gold' && full) throw new Error('busy')
      brought.push(subject)
    }
    const engineSync = openEngineSync({ bring, log: pino({ level: 'silent' }), jobs: separateJobs() })
    onTestFinished(() => engineSync.stop())
    expect(await Promise.all([engineSync.tell('gold'), engineSync.tell('silver')])).toEqual([false, true])
    expect([engineSync.waits('gold'), engineSync.waits('silver')]).toEqual([true, false])
    vi.advanceTimersByTime(30_000)
    await engineSync.resume()
    expect(brought).toEqual(['silver'])
    full = false
    vi.advanceTimersByTime(29_999)
    await settled()
    expect(brought).toEqual(['silver'])
    vi.advanceTimersByTime(1)
    await settled()
    expect(brought).toEqual(['silver', 'gold'])
    vi.advanceTimersByTime(60_000)
    await settled()
    expect(brought).toEqual(['silver', 'gold'])
  })

  test('what is asked while it is being told is told once more', async () => {
    let stored = 0
    const brought: number[] = []
    const engineSync = openEngineSync({
      bring: async () => {
        const seen = stored
        await settled()
        brought.push(seen)
      },
      log: pino({ level: 'silent' }),
      jobs: separateJobs(),
    })
    onTestFinished(() => engineSync.stop())
    stored = 1
    const first = engineSync.tell('gold')
    await Promise.resolve()
    stored = 2
    const others = [engineSync.tell('gold'), engineSync.tell('gold')]
    expect(engineSync.waits('gold')).toBe(true)
    expect(await Promise.all([first, ...others])).toEqual([true, true, true])
    expect(brought).toEqual([1, 2])
  })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))
