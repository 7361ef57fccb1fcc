/**
 * The answers to customers, load balancers and staff while the store is in trouble: a commit that hangs, a table that
 * another transaction has locked, a disk without room. Real stores, through the real server.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallInput, ERROR_CODES, HEADER_REPEATED, PRICE_ALERTS, UPLOAD } from '@veritick/contract'
import { must } from '@veritick/domain'
import { customer, png, userOf } from '@veritick/testing/customers'
import { PASSWORD } from '@veritick/testing/people'
import { furtherTest } from '@veritick/testing/quick'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { type SmallDisk, type StoreFaults, smallDisk, storeFaults } from '@veritick/testing/store-faults'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { firstAdmin, type StaffCaller } from '@veritick/testing/test-office'
import { type Answered, Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { guardedPerson } from '@veritick/testing/two-factor'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOOKS_KEPT_MS } from '../features/health/staff.ts'
import { ENDING_MS } from '../features/staff/remembered-sessions.ts'
import { registerGauges } from '../metrics/gauges.ts'
import { LIMITS } from '../services/rate-limits/limits.ts'

/** Enough to need a page of the store that is not there yet. */
const ORDERS_MAX = 150
/** Shorter than the deadline of a statement without any answer. */
const HEALTH_PATIENCE_MS = 12_000
const SCRAPE_PATIENCE_MS = 8_000
/** Holds a fresh store and what it wants free before it writes. */
const SMALL_DISK_MB = 240
/** A customer who waits for the changes of another one waits for the deadline of a lock. */
const SOON_MS = 3_000
const PATIENCE = { timeout: 20_000 }
const EURUSD = 1
const buy = (more: Partial<CallInput<'submit'>> = {}): CallInput<'submit'> => ({
  forex_id: EURUSD,
  type: 1,
  status: 1,
  cont: '0.01',
  multiple: 30,
  ...more,
})
const healthz = async (server: TestServer) => {
  const answer = await fetch(`${server.url}/healthz`)
  const { status, reason } = (await answer.json()) as Record<string, unknown>
  return { code: answer.status, status, reason }
}
const troubles = async (staff: StaffCaller) => (await staff.does('health', {})).troubles.map(({ reason }) => reason)
const keyed = (key: string) => ({ 'idempotency-key': key })

describe.skipIf(!canHavePostgres())('on PostgreSQL', () => {
  let location: StoreLocation
  let server: TestServer
  let faults: StoreFaults
  let ana: Caller
  let staff: StaffCaller

  beforeAll(async () => {
    location = await openLocation('server', ['simulated'])
    server = await openTestServer({ dataDir: location.dataDir, config: { databaseUrl: location.databaseUrl } })
    faults = await storeFaults(must(location.databaseUrl, 'a server'), server.context.config.world)
    server.feed.say('EURUSD', '1.08500', '1.08510')
    ana = await server.person()
    staff = (await firstAdmin(server)).caller
  })
  afterAll(async () => {
    await faults.end()
    await server.close()
    await location.clean()
  })

  const commitIsLate = () =>
    expect.poll(() => healthz(server), PATIENCE).toEqual({ code: 503, status: 'running', reason: 'commit_late' })

  test('while a commit hangs, orders are busy, prices go on, health says why; afterwards the order is there once', async () => {
    const phones = new Phones(server)
    const phone = await phones.open()
    phone.say({ type: 'sub', params: 'DAY_MARKET' })
    await phone.until(() => phone.of('DAY_MARKET').length > 0)
    const unlock = await faults.lock('fence')
    try {
      const hung = ana.asks('submit', buy(), keyed('hung order'))
      await commitIsLate()
      const refused = await ana.asks('submit', buy(), keyed('busy order'))
      expect([refused.status, refused.reason, refused.msg]).toEqual([
        503,
        'busy',
        'Very busy right now. Nothing was done; try again in a moment.',
      ])
      server.feed.say('EURUSD', '1.08600', '1.08610')
      await phone.until(() => phone.pushed('EURUSD').some(({ data }) => data.quotation.bid === '1.08600'))
      expect(await troubles(staff)).toEqual(['commit_late'])
      await unlock()
      const order = await hung
      expect(order.code).toBe(1)
      await expect.poll(() => healthz(server), PATIENCE).toEqual({ code: 200, status: 'running', reason: undefined })
      const repeated = await ana.asks('submit', buy(), keyed('hung order'))
      expect([repeated.headers[HEADER_REPEATED.toLowerCase()], repeated.data]).toEqual(['true', order.data])
      expect((await ana.asks('submit', buy(), keyed('busy order'))).code).toBe(1)
      expect((await ana.does('myDeal', { status: 1 })).total).toBe(2)
      expect(await troubles(staff)).toEqual([])
    } finally {
      await unlock()
      phones.hangUp()
    }
  })

  test('while the database stands still staff read the health page; every other page waits for the store', async () => {
    // The first sign-in ended what was there before.
    server.passWallTime(ENDING_MS)
    await staff.does('health', {})
    // Every connection for reads is open and idle, so that none can be made beside those that stand still.
    const { store } = server.context
    const reads = () =>
      must(
        store.usage().find(({ lane }) => lane === 'reads'),
        'a lane of reads',
      )
    await Promise.all(Array.from({ length: reads().max }, () => store.query('select pg_sleep(0.2)')))
    await expect.poll(() => [reads().open, reads().used], PATIENCE).toEqual([reads().max, 0])
    const thaw = await faults.freeze('reads')
    const begun = performance.now()
    try {
      expect(await troubles(staff)).toContain('figures_old')
      expect(performance.now() - begun).toBeLessThan(HEALTH_PATIENCE_MS)
      const scraped = performance.now()
      expect(await server.context.counts.registry.metrics()).toContain('veritick_commit_late')
      expect(performance.now() - scraped, 'Prometheus waits 10 s').toBeLessThan(SCRAPE_PATIENCE_MS)
      const stranger = await fetch(`${server.officeUrl}/office/health`, {
        headers: { cookie: 'veritick_office=made-up' },
      })
      expect(await stranger.text(), 'the store does not say who that is').toMatch(/"reason":"(session_ended|busy)"/)
    } finally {
      thaw()
    }
    await expect.poll(() => troubles(staff), PATIENCE).toEqual([])
  })

  furtherTest(
    'an order refused without a fresh price is not kept: the same key fills once the price is there',
    async () => {
      const order = buy({ forex_id: server.feed.id('GBPUSD') })
      const refused = await ana.asks('submit', order, keyed('no price yet'))
      expect(refused.reason).toBe('price_stale')
      server.feed.say('GBPUSD', '1.31000', '1.31020')
      const filled = await ana.asks('submit', order, keyed('no price yet'))
      expect([filled.code, filled.headers[HEADER_REPEATED.toLowerCase()]]).toEqual([1, undefined])
      const again = await ana.asks('submit', order, keyed('no price yet'))
      expect([again.data, again.headers[HEADER_REPEATED.toLowerCase()]]).toEqual([filled.data, 'true'])
      const other = await ana.asks('submit', { ...order, cont: '0.02' }, keyed('no price yet'))
      expect(other.reason).toBe('idempotency_mismatch')
    },
  )

  furtherTest(
    'a sign-in while orders are busy uses up no recovery code; the same code signs in afterwards',
    async () => {
      const { recovery } = await guardedPerson(server, 'eva@example.com')
      const code = must(recovery[0], 'a recovery code')
      const asked = { account: 'eva@example.com', password: PASSWORD, code }
      const unlock = await faults.lock('fence')
      try {
        const hung = ana.asks('submit', buy(), keyed('hung before a sign-in'))
        await commitIsLate()
        const attempts = LIMITS.attempts.sign_in.max + 1
        for (let time = 0; time < attempts; time++)
          expect(await server.visitor.asks('loginForU', asked)).toMatchObject({ status: 503, reason: 'store_trouble' })
        await unlock()
        expect((await hung).code).toBe(1)
      } finally {
        await unlock()
      }
      expect(await server.visitor.reason('loginForU', asked)).toBe('good')
    },
  )

  test('a reader of a locked table is refused as busy, a change is of unknown fate, and orders open and close meanwhile', async () => {
    const unlock = await faults.lock('users', 'account_log', 'orders', 'ledger_entries', 'payees')
    try {
      const reading = ana.asks('userInfo', {})
      const changing = server.visitor.asks('createAccountDemoForU', {}, keyed('a key that nobody guesses'))
      server.feed.say('EURUSD', '1.08600', '1.08610')
      const opened = await ana.does('submit', buy())
      await ana.does('close', { id: opened.Id })
      const read = await reading
      expect([read.status, read.reason]).toEqual([503, 'busy'])
      const changed = await changing
      expect([changed.status, changed.reason]).toEqual([503, 'store_trouble'])
      server.passWallTime(BOOKS_KEPT_MS)
      expect(await troubles(staff)).toContain('figures_old')
    } finally {
      await unlock()
    }
    expect((await ana.asks('userInfo', {})).code).toBe(1)
    expect((await server.visitor.asks('createAccountDemoForU', {}, keyed('a key that nobody guesses'))).code).toBe(1)
    await expect.poll(() => troubles(staff), PATIENCE).toEqual([])
  })

  test('five hundred readers of one history take turns or are busy; other customers trade and read meanwhile', async () => {
    const [ben, cleo] = [await server.person(), await server.person()]
    server.steady.stop()
    const readers = Array.from({ length: 500 }, () => cleo.asks('myDeal', { status: 3, page: 1 }))
    server.feed.say('EURUSD', '1.08600', '1.08610')
    const order = await ben.does('submit', buy())
    expect((await ben.does('myDeal', { status: 1 })).data.map(({ Id }) => Id)).toEqual([order.Id])
    const answers = await Promise.all(readers)
    server.steady.goOn()
    const ofCustomer = LIMITS.reads.atOnce + (LIMITS.reads.perSecond * LIMITS.reads.waitMs) / 1_000
    const turns = ofCustomer + LIMITS.protection.atOnce
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(turns)
    expect(answers.filter(({ status, reason }) => status === 503 && reason === 'busy')).toHaveLength(500 - turns)
  })

  furtherTest('changes of one customer wait for each other; another customer and orders of both do not', async () => {
    const [ben, cleo] = [await server.person(), await server.person()]
    const alert = { forex_id: EURUSD, side: 'above', price: '2.00000', repeat: 'false' } as const
    const { waitingPerCaller } = LIMITS.work.changes
    server.feed.say('EURUSD', '1.08600', '1.08610')
    const unlock = await faults.lock('price_alerts')
    const asked: ReturnType<typeof cleo.asks>[] = []
    try {
      for (let each = 0; each < waitingPerCaller + 3; each++)
        asked.push(cleo.asks('priceAlertAdd', alert, keyed(`alert ${each}`)))
      const begun = performance.now()
      await ben.does('feedbackOwn', { kind: 'suggestion', text: 'a darker theme' })
      await ben.does('submit', buy())
      await cleo.does('submit', buy())
      expect(performance.now() - begun).toBeLessThan(SOON_MS)
    } finally {
      await unlock()
    }
    const reasons = (await Promise.all(asked)).map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'store_trouble')).toHaveLength(2)
    expect((await cleo.asks('priceAlertAdd', alert, keyed('alert 0'))).code).toBe(1)
    expect((await cleo.does('priceAlertList', {})).list).toHaveLength(PRICE_ALERTS.max)
  })

  furtherTest(
    'however many changes of a stolen session wait, its owner protects the account from another one',
    async () => {
      const { sessions } = server.context
      const thief = await customer(server, 'robbed')
      const user = await userOf(thief)
      const owner = new Caller(server.url, await sessions.begin({ user, kind: 'real', device: '' }))
      const alert = { forex_id: EURUSD, side: 'above', price: '2.00000', repeat: 'false' } as const
      const unlock = await faults.lock('price_alerts')
      const asked = Array.from({ length: LIMITS.work.changes.waitingPerCaller + 3 }, (_, each) =>
        thief.asks('priceAlertAdd', alert, keyed(`robbed ${each}`)),
      )
      try {
        expect((await Promise.any(asked)).reason).toBe('store_trouble')
        const begun = performance.now()
        expect(await owner.reason('drawCancel', { id: 999_999 })).toBe('draw_unknown')
        expect(await owner.reason('deleteDrawMethod', { id: 999_999 })).toBe('payee_unknown')
        expect(await owner.reason('sendCode', { purpose: 'password' })).toBe('good')
        expect(await owner.reason('amendPassword', { new_password: PASSWORD, auth_code: '000000' })).toBe('code_wrong')
        expect(await owner.does('sessionEnd', { id: 'others' })).toEqual({ ended: 1 })
        expect(performance.now() - begun).toBeLessThan(SOON_MS)
      } finally {
        await unlock()
      }
      const reasons = (await Promise.all(asked)).map(({ reason }) => reason)
      expect(reasons).toContain('session_ended')
    },
  )

  test('a change that waited for its turn does nothing once its session has ended', async () => {
    const cleo = await server.person()
    const alert = { forex_id: EURUSD, side: 'above', price: '2.00000', repeat: 'false' } as const
    const unlock = await faults.lock('price_alerts')
    const asked = ['first', 'second'].map((key) => cleo.asks('priceAlertAdd', alert, keyed(`ended ${key}`)))
    try {
      await server.context.store.query('select pg_sleep(0.3)')
      const user = await userOf(cleo)
      await server.context.store.transaction((tx) =>
        server.context.sessions.endSessions(tx, { user, except: undefined }),
      )
    } finally {
      await unlock()
    }
    expect((await Promise.all(asked)).map(({ reason }) => reason)).toEqual([undefined, 'session_ended'])
  })

  furtherTest('a customer signs out at once, however many changes wait', async () => {
    const cleo = await server.person()
    const alert = { forex_id: EURUSD, side: 'above', price: '2.00000', repeat: 'false' } as const
    const unlock = await faults.lock('price_alerts')
    const asked = ['first', 'second'].map((key) => cleo.asks('priceAlertAdd', alert, keyed(`left ${key}`)))
    try {
      await server.context.store.query('select pg_sleep(0.3)')
      const begun = performance.now()
      await cleo.does('logout', {})
      expect(performance.now() - begun).toBeLessThan(SOON_MS)
    } finally {
      await unlock()
    }
    expect((await Promise.all(asked)).map(({ reason }) => reason)).toEqual([undefined, 'session_ended'])
  })

  test('figures for the operator: connections by lane, the age of a commit, free space', async () => {
    const registry = new Registry()
    registerGauges(registry, server)
    const body = await registry.metrics()
    for (const lane of ['commit', 'background', 'reads', 'transactions'])
      expect(body).toContain(`veritick_store_connections_max{lane="${lane}"}`)
    expect(body).toMatch(/^veritick_commit_late 0$/m)
    expect(body).toMatch(/^veritick_commit_age_milliseconds \d+$/m)
    expect(body).toMatch(/^veritick_projection_late 0$/m)
    expect(body).toMatch(/^veritick_data_disk_free_bytes [1-9]/m)
  })
})

describe('on the embedded store', () => {
  let disk: SmallDisk | undefined
  let server: TestServer

  beforeAll(async () => {
    disk = smallDisk(SMALL_DISK_MB)
    if (disk === undefined)
      return void process.stderr.write('\n*** A disk that is full: skipped, only root can make one. ***\n\n')
    server = await openTestServer({ dataDir: disk.folder })
  })
  afterAll(async () => {
    if (disk === undefined) return
    try {
      // Room first: a store that waits for it does not close.
      rmSync(join(disk.folder, 'filler'), { force: true })
      await server.close()
    } finally {
      disk.remove()
    }
  })

  test('a disk without room is named before and when it is full; with room again the order that waited is there once', async ({
    skip,
  }) => {
    if (disk === undefined) return skip('only root can make a small disk')
    const staff = (await firstAdmin(server)).caller
    const ana = await server.person()
    const eve = await customer(server, 'eve')
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const filler = join(disk.folder, 'filler')
    try {
      writeFileSync(filler, Buffer.alloc(SMALL_DISK_MB * 1_048_576))
    } catch (error) {
      expect(String(error)).toContain('ENOSPC')
    }
    await server.context.disk.look()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(png(0x804020))]), 'a.png')
    const upload = await fetch(server.url + UPLOAD.path, {
      method: 'POST',
      headers: { authorization: eve.token ?? '' },
      body: form,
    })
    expect([upload.status, await upload.json()], 'certain that nothing was done').toEqual([
      503,
      expect.objectContaining({ reason: 'busy' }),
    ])
    const asked: Promise<Answered>[] = []
    while (server.context.core.stats().commitTrouble === undefined && asked.length < ORDERS_MAX) {
      asked.push(ana.asks('submit', buy(), keyed(`order ${asked.length}`)))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await healthz(server)).toEqual({ code: 503, status: 'running', reason: 'store_disk_full' })
    expect(await troubles(staff)).toEqual(['store_disk_full', 'data_disk_full'])
    const refused = await ana.asks('submit', buy(), keyed('refused'))
    expect([refused.status, refused.code, refused.reason, refused.msg]).toEqual([
      503,
      ERROR_CODES.busy,
      'busy',
      'Orders cannot be taken right now for a technical reason. Nothing was done, and prices continue to update. ' +
        'Try again in a few minutes.',
    ])
    expect(server.logged.join()).toContain('The disk of the store is full')
    expect(server.logged.join()).toContain('The disk of DATA_DIR is full')
    writeFileSync(filler, '')
    const answers = await Promise.all(asked)
    expect(answers.filter(({ code, reason }) => code !== 1 && reason !== 'busy')).toEqual([])
    expect((await ana.asks('submit', buy(), keyed('refused'))).code).toBe(1)
    const opened = answers.filter(({ code }) => code === 1).length + 1
    expect((await ana.does('myDeal', { status: 1 })).total).toBe(opened)
    await expect.poll(() => healthz(server), PATIENCE).toEqual({ code: 200, status: 'running', reason: undefined })
    await server.context.disk.look()
    await expect.poll(() => troubles(staff), PATIENCE).toEqual([])
  })
})
