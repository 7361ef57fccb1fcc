/**
 * Every process of PostgreSQL stands still while no customer trades. The server notices it without an order, says so to
 * load balancers and to staff who open the office anew, refuses orders at once, and goes on with prices; once
 * PostgreSQL goes on, so does the server.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { canHavePostgres, type RestartablePostgres, restartablePostgres } from '@veritick/testing/scratch-postgres'
import { firstAdmin, type StaffCaller } from '@veritick/testing/test-office'
import { type Caller, exchange, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDING_MS } from '../features/staff/remembered-sessions.ts'

const PATIENCE = { timeout: 30_000 }
const BUY = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 } as const
const HUNG = expect.stringMatching(/^(commit_late|store_lost)$/)

describe.skipIf(!canHavePostgres() || process.env.TEST_DATABASE_URL !== undefined)('PostgreSQL hangs', () => {
  let postgres: RestartablePostgres
  let dataDir: string
  let server: TestServer
  let ana: Caller
  let staff: StaffCaller
  let cookie: string

  beforeAll(async () => {
    postgres = await restartablePostgres()
    dataDir = mkdtempSync(join(tmpdir(), 'veritick-hung-'))
    server = await openTestServer({ dataDir, config: { databaseUrl: postgres.url }, threads: true })
    server.feed.say('EURUSD', '1.08500', '1.08510')
    ana = await server.person()
    staff = (await firstAdmin(server)).caller
    // The first sign-in ended what was there before.
    server.passWallTime(ENDING_MS)
    await staff.does('health', {})
    cookie = must(staff.cookie, 'signed in')
  })
  afterAll(async () => {
    await server.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const healthz = async () => {
    const answer = await fetch(`${server.url}/healthz`)
    return { code: answer.status, ...((await answer.json()) as { status: string; reason?: string }) }
  }
  /** As a browser that has the cookie and nothing else. */
  const anew = (path: string) =>
    exchange(`${server.officeUrl}${path}`, {
      method: 'GET',
      headers: { lang: 'en', cookie },
      body: undefined,
    })

  test('without an order: health says why, prices go on, staff read what the process knows', async () => {
    expect(await healthz()).toMatchObject({ code: 200, status: 'running' })
    const phones = new Phones(server)
    const phone = await phones.open()
    phone.say({ type: 'sub', params: 'DAY_MARKET' })
    await phone.until(() => phone.of('DAY_MARKET').length > 0)
    const goOn = postgres.hang()
    try {
      await expect.poll(healthz, PATIENCE).toMatchObject({ code: 503, status: 'running', reason: HUNG })

      server.feed.say('EURUSD', '1.08600', '1.08610')
      await phone.until(() => phone.pushed('EURUSD').some(({ data }) => data.quotation.bid === '1.08600'))
      const refused = await ana.asks('submit', BUY, { 'idempotency-key': 'while it hangs' })
      expect([refused.status, refused.reason]).toEqual([503, 'busy'])

      const me = await anew('/office/me')
      expect(me).toMatchObject({ code: 1, data: { staff: { role: 'admin' } } })
      const health = await anew('/office/health')
      expect(health).toMatchObject({
        code: 1,
        data: {
          engine: { state: 'running' },
          feed: { source: 'spoken' },
          troubles: expect.arrayContaining([
            { reason: HUNG, since: expect.any(Number) },
            { reason: 'figures_old', since: expect.any(Number) },
          ]),
          figures_at: expect.any(Number),
          sessions: { customers: 1, staff: 1 },
        },
      })
    } finally {
      goOn()
      phones.hangUp()
    }
    await expect.poll(healthz, PATIENCE).toMatchObject({ code: 200, status: 'running' })
    expect((await ana.asks('submit', BUY)).code).toBe(1)
  })

  test('while an order waits for its commit visitors too are sent the instruments with their prices', async () => {
    const goOn = postgres.hang()
    const decided = ana.asks('submit', BUY, { 'idempotency-key': 'decided while it hangs' })
    try {
      await expect.poll(() => server.context.core.stats().waiting, PATIENCE).toBeGreaterThan(0)
      await expect.poll(healthz, PATIENCE).toMatchObject({ code: 503, status: 'running', reason: HUNG })
      server.feed.say('EURUSD', '1.08700', '1.08710')
      const listed = await server.visitor.does('tradeList', {})
      expect(listed.find(({ Code }) => Code === 'EURUSD')).toMatchObject({ Bid: '1.08700', ForexFeeRate: '3.500000' })
      expect((await server.visitor.does('getBasicInfo', {})).trade_fee_type).toBe(1)
    } finally {
      goOn()
    }
    expect((await decided).code).toBe(1)
    await expect.poll(healthz, PATIENCE).toMatchObject({ code: 200, status: 'running' })
  })
})
