/**
 * The answer to a COMMIT is lost on the way from PostgreSQL: the change is stored and the caller reads store_trouble.
 * The server's memory must agree with the store, whether PostgreSQL gets the COMMIT at once or later.
 */
import { must } from '@veritick/domain'
import { set } from '@veritick/testing/customers'
import { realPerson } from '@veritick/testing/people'
import { type PostgresProxy, postgresProxy } from '@veritick/testing/postgres-proxy'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { firstAdmin, type StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, Caller as CallerWith, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const PATIENCE = { timeout: 20_000 }
/** A COMMIT that is on its way for this long after its connection was reset. */
const LATE_MS = 1_500

describe.skipIf(!canHavePostgres())('the answer to a COMMIT is lost', () => {
  let location: StoreLocation
  let proxy: PostgresProxy
  let server: TestServer
  let admin: StaffCaller
  let risk: StaffCaller
  let support: StaffCaller
  let expected = 0

  beforeAll(async () => {
    location = await openLocation('server')
    proxy = await postgresProxy(must(location.databaseUrl, 'a server'))
    server = await openTestServer({ dataDir: location.dataDir, config: { databaseUrl: proxy.url } })
    admin = (await firstAdmin(server)).caller
    risk = await staffed(server, 'risk')
    support = await staffed(server, 'support')
    server.feed.say('EURUSD', '1.08500', '1.08510')
  })
  afterEach(() => {
    const lost = proxy.lostCommits()
    expect(lost, 'the answers that the test wanted lost').toBe(expected)
  })
  afterAll(async () => {
    await server.close()
    await proxy.close()
    await location.clean()
  })

  function lose(holds: string, lateMs?: number): void {
    expected = proxy.lostCommits() + 1
    proxy.loseCommit({ holds, ...(lateMs !== undefined && { lateMs }) })
  }

  /** Two sessions of one customer. */
  async function twoDevices(): Promise<readonly [Caller, Caller]> {
    const demo_id = `secret-of-a-device-${crypto.randomUUID()}`
    const signIn = async () =>
      new CallerWith(server.url, (await server.visitor.does('createAccountDemoForU', { demo_id })).token)
    return [await signIn(), await signIn()]
  }

  describe.each([
    ['at once', undefined],
    ['later', LATE_MS],
  ])('and the server gets it %s', (_, lateMs) => {
    test('ended sessions are ended at their next use, and their open socket is signed out', async () => {
      const [owner, thief] = await twoDevices()
      const phones = new Phones(server)
      const phone = await phones.open()
      await phone.signIn(thief, ['FOREX_NOTICE'])
      await owner.does('userInfo', {})
      lose('update sessions set ended_at', lateMs)
      expect(await owner.reason('sessionEnd', { id: 'others' })).toBe('store_trouble')
      expect(await thief.reason('userInfo', {})).toBe('session_ended')
      expect(await thief.reason('userInfo', {})).toBe('session_ended')
      await phone.until(() => phone.heard.some(({ reason }) => reason === 'session_ended'))
      phones.hangUp()
      expect(await owner.reason('userInfo', {})).toBe('good')
      expect(await owner.does('sessionEnd', { id: 'others' })).toEqual({ ended: 0 })
    })

    test('a setting is in force, and can be changed again', async () => {
      const key = 'alert_quiet_minutes'
      const seen_version = (await setting(key)).version
      const value = settingOf(key) + 1
      const asked = { key, value, seen_version, reason_text: 'agreed on Tuesday' }
      lose('insert into "settings"', lateMs)
      expect(await admin.reason('settingChange', asked)).toBe('store_trouble')
      await expect.poll(() => setting(key), PATIENCE).toMatchObject({ value, version: seen_version + 1 })
      expect(settingOf(key)).toBe(value)
      expect(await admin.reason('settingChange', asked)).toBe('setting_changed_meanwhile')
      expect(await admin.reason('settingChange', { ...asked, seen_version: seen_version + 1 })).toBe('good')
    })

    test('new terms of an instrument reach the engine, and can be changed again', async () => {
      const { id, changed_version: seen_version } = await instrument('GBPUSD')
      const fee_per_lot = `${seen_version + 7}.000000`
      const asked = { id, changes: { fee_per_lot }, seen_version, reason_text: 'agreed on Tuesday' }
      lose('insert into instrument_changes', lateMs)
      expect(await risk.reason('instrumentChange', asked)).toBe('store_trouble')
      const expected = { changed_version: seen_version + 1, in_force: true, terms: { fee_per_lot } }
      await expect.poll(() => instrument('GBPUSD'), PATIENCE).toMatchObject(expected)
      expect(await risk.reason('instrumentChange', { ...asked, seen_version: seen_version + 1 })).toBe('good')
    })

    test('a price alert fires, without a repeated request', async () => {
      const ana = await server.person()
      price('1.08500')
      lose('insert into "price_alerts"', lateMs)
      const asked = { forex_id: 1, side: 'above', price: '1.09000', repeat: false }
      expect(await ana.reason('priceAlertAdd', asked)).toBe('store_trouble')
      await expect.poll(() => fired(ana), PATIENCE).toBe('1.09010')
    })

    test('a changed price alert fires at its new price', async () => {
      const ben = await server.person()
      price('1.08500')
      const asked = { forex_id: 1, side: 'above', price: '1.12000', repeat: false } as const
      const { id } = await ben.does('priceAlertAdd', asked)
      lose('update "price_alerts"', lateMs)
      const { forex_id: _, ...terms } = asked
      expect(await ben.reason('priceAlertChange', { ...terms, id, price: '1.09000' })).toBe('store_trouble')
      await expect.poll(() => fired(ben), PATIENCE).toBe('1.09010')
    })

    test('an acceptance of changed terms is asked for again, and counts then', async () => {
      const dora = await realPerson(server, `dora${lateMs ?? 0}@example.com`)
      await set(server, 'terms_changed_on', lateMs === undefined ? '2027-01-04' : '2027-02-01')
      const { version } = (await server.visitor.does('getBasicInfo', {})).terms
      lose('insert into terms_acceptances', lateMs)
      expect(await dora.reason('acceptTerms', { version })).toBe('store_trouble')
      expect((await dora.does('userInfo', {})).terms_needed).toBe(1)
      expect(await dora.reason('acceptTerms', { version })).toBe('good')
      expect((await dora.does('userInfo', {})).terms_needed).toBe(0)
    }, 60_000)

    test('a notice is stored once, and its customer is told', async () => {
      const cleo = await server.person()
      const phones = new Phones(server)
      const phone = await phones.open()
      await phone.signIn(cleo, ['FOREX_NOTICE'])
      price('1.08500')
      lose('insert into customer_notices', lateMs)
      await cleo.does('submit', { forex_id: 1, type: 1, status: 1, cont: '20', multiple: 30 })
      price('1.06500')
      await server.context.notices.settled()
      await phone.until(() => phone.of('FOREX_NOTICE').some(({ data }) => data !== null))
      phones.hangUp()
      expect((await cleo.does('noticeList', {})).list.map(({ kind }) => kind)).toEqual(['margin_call'])
    })
  })

  test.each([
    ['at once', undefined],
    ['later', LATE_MS],
  ])(
    'one session is ended by its id, and the server gets the COMMIT %s',
    async (_, lateMs) => {
      const [owner, thief] = await twoDevices()
      await thief.does('userInfo', {})
      const id = must(
        (await owner.does('sessionList', {})).find(({ current }) => !current),
        'the other device',
      ).id
      lose('update "sessions" set "ended_at"', lateMs)
      expect(await owner.reason('sessionEnd', { id })).toBe('store_trouble')
      expect(await thief.reason('userInfo', {})).toBe('session_ended')
    },
    60_000,
  )

  test('a session whose end never reached the server goes on, and can be ended again', async () => {
    const [owner, other] = await twoDevices()
    await other.does('userInfo', {})
    const id = must(
      (await owner.does('sessionList', {})).find(({ current }) => !current),
      'the other device',
    ).id
    expected = proxy.lostCommits() + 1
    proxy.loseCommit({ holds: 'update "sessions" set "ended_at"', isUndone: true })
    expect(await owner.reason('sessionEnd', { id })).toBe('store_trouble')
    expect(await other.reason('userInfo', {})).toBe('good')
    expect(await owner.does('sessionEnd', { id })).toEqual({ ended: 1 })
    expect(await other.reason('userInfo', {})).toBe('session_ended')
  })

  test('a repeated request for a price alert whose answer was lost makes it watched', async () => {
    const dan = await server.person()
    price('1.08500')
    const headers = { 'idempotency-key': crypto.randomUUID() }
    lose('insert into "price_alerts"')
    const asked = { forex_id: 1, side: 'above', price: '1.09000', repeat: false }
    expect((await dan.asks('priceAlertAdd', asked, headers)).reason).toBe('store_trouble')
    expect((await dan.asks('priceAlertAdd', asked, headers)).code).toBe(1)
    price('1.09010')
    await server.context.priceAlerts.settled()
    expect((await dan.does('priceAlertList', {})).list).toMatchObject([{ state: 'done', fired_price: '1.09010' }])
  })

  test('an answer of support reaches the open app', async () => {
    const eve = await server.person()
    const phones = new Phones(server)
    const phone = await phones.open()
    await phone.signIn(eve, ['SUPPORT'])
    await eve.does('supportSend', { text: 'Hello' })
    const before = phone.of('SUPPORT').length
    const id = must((await support.does('supportQueue', { state: 'waiting' })).data[0], 'a conversation').id
    lose('insert into "support_messages"')
    expect(await support.reason('supportReply', { id, seen_seq: 1, text: 'Good day' })).toBe('store_trouble')
    await phone.until(() => phone.of('SUPPORT').length > before)
    phones.hangUp()
  })

  function price(bid: string): void {
    server.feed.say('EURUSD', bid, (Number(bid) + 0.0001).toFixed(5))
  }
  async function fired(person: Caller): Promise<string | null> {
    price('1.09010')
    await server.context.priceAlerts.settled()
    return (await person.does('priceAlertList', {})).list[0]?.fired_price ?? null
  }
  const settingOf = (key: 'alert_quiet_minutes') => server.context.settings.get(key)
  const setting = async (key: string) =>
    must(
      (await admin.does('settingList', {})).data.find((each) => each.key === key),
      key,
    )
  const instrument = async (code: string) =>
    must((await risk.does('instrumentList', { q: code })).data[0], `${code} is in the catalogue`)
})
