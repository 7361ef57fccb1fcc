/**
 * One staff member of the role risk changes the overnight rates of several instruments, each within the limits of one
 * instrument, so that positions which hedge one another would be paid: decision 88.
 */
import { must } from '@veritick/domain'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const STARTS = 240_000
const reason_text = 'agreed on Tuesday'
/** Each is 1.2 % a year above the catalogue. Long EURUSD, long USDJPY, short EURJPY cost 2.7 % in the catalogue. */
const EURUSD = { financing_long: '-0.018000' }
const USDJPY = { financing_long: '0.041000' }
const EURJPY = { financing_short: '-0.014000' }

describe.each(storeKinds())('on the %s store', (kind) => {
  let location: StoreLocation
  let server: TestServer
  let rita: StaffCaller

  beforeAll(async () => {
    location = await openLocation(kind, ['simulated'])
    const { dataDir, databaseUrl } = location
    server = await openTestServer({ dataDir, config: { databaseUrl }, patient: true })
    rita = await staffed(server, 'risk')
  }, STARTS)
  afterAll(async () => {
    await server.close()
    await location.clean()
  })

  const find = async (code: string) => must((await rita.does('instrumentList', { q: code })).data[0], code)
  const asks = async (code: string, changes: Record<string, string | boolean>) => {
    const { id, changed_version: seen_version } = await find(code)
    return rita.asks('instrumentChange', { id, changes, seen_version, reason_text })
  }

  /** The leg that was refused when both were asked for at once. */
  const refused = async () =>
    (await find('EURJPY')).changed_version === 0
      ? ({ code: 'EURJPY', changes: EURJPY, side: 'financing_short' } as const)
      : ({ code: 'USDJPY', changes: USDJPY, side: 'financing_long' } as const)

  test('of two last legs at the same moment staff get one', { timeout: STARTS }, async () => {
    expect((await asks('EURUSD', EURUSD)).reason).toBeUndefined()
    const answers = await Promise.all([asks('USDJPY', USDJPY), asks('EURJPY', EURJPY)])
    expect(answers.map(({ reason }) => reason ?? 'good').toSorted()).toEqual(['good', 'terms_pay_hedged'])
    const { msg } = must(
      answers.find(({ reason }) => reason !== undefined),
      'one was refused',
    )
    for (const leg of ['long EURUSD (-1.8000%)', 'long USDJPY (4.1000%)', 'short EURJPY (-1.4000%)'])
      expect(msg).toContain(leg)
    expect(msg).toContain('pay 0.9000%')
  })

  test('staff read the legs before they save', async () => {
    const { code, changes } = await refused()
    const { id } = await find(code)
    const { faults } = await rita.does('instrumentPreview', { id, changes })
    expect(faults).toHaveLength(1)
    expect(faults[0]?.message).toMatch(/long EURUSD .* hedge one another and would be paid 0\.9000% a year/)
  })

  test('an instrument that takes no new orders counts: its open positions are paid', async () => {
    const { code, changes } = await refused()
    expect((await asks('EURUSD', { enabled: false })).reason).toBeUndefined()
    expect((await asks(code, changes)).reason).toBe('terms_pay_hedged')
    expect((await asks('EURUSD', { enabled: true })).reason).toBeUndefined()
  })

  test('small steps lead staff no further than one', async () => {
    const { code, side } = await refused()
    const rate = Number((await find(code)).terms[side])
    const step = (by: number) => asks(code, { [side]: (rate + by).toFixed(6) })
    expect((await step(0.002)).reason).toBeUndefined()
    expect((await step(0.003)).reason).toBeUndefined()
    expect((await step(0.003001)).reason).toBe('terms_pay_hedged')
  })

  test('once a leg is lowered, staff can raise another', async () => {
    expect((await asks('EURUSD', { financing_long: '-0.030000' })).reason).toBeUndefined()
    for (const [code, changes] of [
      ['USDJPY', USDJPY],
      ['EURJPY', EURJPY],
    ] as const)
      expect((await asks(code, changes)).reason, code).toBeUndefined()
    expect((await asks('EURUSD', { financing_long: '-0.027000' })).reason).toBeUndefined()
    expect((await asks('EURUSD', EURUSD)).reason).toBe('terms_pay_hedged')
  })
})
