/** Staff are alerted by mail: once in an interval, with its end, to the roles that the settings name. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { micros, millis } from '@veritick/domain'
import { customer, fund, openChannels, picture, set } from '@veritick/testing/customers'
import { mails } from '@veritick/testing/people'
import { separateJobs } from '@veritick/testing/test-jobs'
import { staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { noteBackup } from '../../backup/last-backup.ts'
import { HOUR_MS, MINUTE_MS } from '../../services/clock/times.ts'
import { momentText } from '../../services/messages/index.ts'
import { type Alerts, openAlerts } from './alerts.ts'
import { BACKUP_OLD_MS, backupLook, CLOCK_STOPPED_MS, clockLook, commitLook, diskLook, feedLook } from './watches.ts'

let server: TestServer
let risk: string
let finance: string

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  risk = (await staffMember(server, 'risk')).email
  finance = (await staffMember(server, 'finance')).email
})
afterAll(() => server.close())

/** Subjects of the alerts that one receiver got, oldest first. */
async function alertsFor(to: string, alerts: Pick<Alerts, 'check'>): Promise<readonly string[]> {
  await alerts.check()
  const all = await mails(server)
  return all
    .filter((mail) => mail.to === to && /Since: /.test(mail.text))
    .map((mail) => mail.subject.replace('Veritick office: ', ''))
}

const alertsTo = (to: string) => alertsFor(to, server.context.alerts)

describe('a mail', () => {
  test('goes once, then tells that it is over, never two of a kind within the interval', async () => {
    // The server's own alerts have seen that this disk has room; these here look at nothing by themselves.
    await server.context.alerts.check()
    const alerts = openAlerts({ ...server.context, office: undefined, jobs: separateJobs() })
    onTestFinished(() => alerts.stop())
    const alertsTo = (to: string) => alertsFor(to, alerts)
    const facts = { Disk: '/data', Free: '12 MB' }
    await set(server, 'alert_recipients', [{ id: 1, kind: 'disk_full', role: 'risk' }])
    await alerts.alertStaff('disk_full', facts)
    await alerts.alertStaff('disk_full', facts)
    expect(await alertsTo(risk)).toEqual(['a disk is full or nearly full'])
    // Over and raised again within the hour: what they read still holds.
    await alerts.alertStaff('disk_full', undefined)
    await alerts.alertStaff('disk_full', facts)
    server.passWallTime(HOUR_MS)
    expect(await alertsTo(risk)).toHaveLength(1)
    await alerts.alertStaff('disk_full', undefined)
    expect(await alertsTo(risk)).toEqual(['a disk is full or nearly full', 'the disk has room again'])
    // Again at once: it waits for the interval.
    await alerts.alertStaff('disk_full', facts)
    expect(await alertsTo(risk)).toHaveLength(2)
    server.passWallTime(HOUR_MS)
    expect(await alertsTo(risk)).toHaveLength(3)
    expect(await alertsTo(finance)).toEqual([])
  })

  test('a fresh start says nothing is over that never began; an alert that a restart finds over is told', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const { store } = server.context
    await store.query("delete from staff_alerts where kind = 'commit_late'")
    const first = openAlerts({ ...server.context, office: undefined, log, jobs: separateJobs() })
    onTestFinished(() => first.stop())
    await first.alertStaff('commit_late', undefined)
    await first.alertStaff('commit_late', undefined)
    expect(lines).toEqual([])
    await first.alertStaff('commit_late', { 'Newest commit': '2000 ms' })
    const second = openAlerts({ ...server.context, office: undefined, log, jobs: separateJobs() })
    onTestFinished(() => second.stop())
    await second.alertStaff('commit_late', undefined)
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'staff are alerted',
      'what staff were alerted to is over',
    ])
    await store.query("delete from staff_alerts where kind = 'commit_late'")
  })

  test('is sent whatever the rows of the store say of alerts and of staff', async () => {
    const { store } = server.context
    const alerts = openAlerts({ ...server.context, office: undefined, jobs: separateJobs() })
    onTestFinished(() => alerts.stop())
    await set(server, 'alert_recipients', [{ id: 1, kind: 'commit_late', role: 'risk' }])
    const facts = { 'Newest commit': '2000 ms' }
    const silence = () =>
      store.query(`insert into staff_alerts (kind, raised, since, facts, told_raised, events, amount, mailed_at)
        values ('commit_late', true, 1, '{}', true, 0, 0, 1)
        on conflict (kind) do update set raised = true, told_raised = true`)
    const told = async () => (await alertsFor(risk, alerts)).filter((subject) => /commits/.test(subject))
    await silence()
    await alerts.alertStaff('commit_late', facts)
    expect(await told(), 'found by this start').toEqual(['commits are late'])
    server.passWallTime(HOUR_MS)
    await alerts.alertStaff('commit_late', undefined)
    expect(await told()).toHaveLength(2)
    server.passWallTime(HOUR_MS)
    await silence()
    await store.query('update staff set disabled_at = 1 where email = $1', [risk])
    await alerts.alertStaff('commit_late', facts)
    expect(await told(), 'to staff as they were proven before').toHaveLength(3)
    await store.query('update staff set disabled_at = null where email = $1', [risk])
    await store.query("delete from staff_alerts where kind = 'commit_late'")
  })

  test('about what happened adds up until the interval has passed', async () => {
    const { alerts, store } = server.context
    await set(server, 'alert_recipients', [{ id: 1, kind: 'protection_paid', role: 'finance' }])
    const pay = (amount: number) => store.transaction((tx) => alerts.happened(tx, 'protection_paid', micros(amount)))
    await pay(1_500_000)
    expect(await alertsTo(finance)).toEqual(['negative balance protection was paid'])
    await pay(2_000_000)
    await pay(3_000_000)
    // A program that writes to the store silences no alert.
    await store.query("update staff_alerts set events = 0, amount = 0 where kind = 'protection_paid'")
    expect(await alertsTo(finance)).toHaveLength(1)
    server.passWallTime(HOUR_MS)
    expect(await alertsTo(finance)).toHaveLength(2)
    const texts = (await mails(server))
      .filter((mail) => mail.to === finance && /protection/.test(mail.subject))
      .map((mail) => mail.text)
    expect(texts[0]).toContain('Times: 1\nSum: 1.50 USD')
    expect(texts[1]).toContain('Times: 2\nSum: 5.00 USD')
    await expect(
      store.transaction(async (tx) => {
        await alerts.happened(tx, 'protection_paid', micros(1))
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    server.passWallTime(HOUR_MS)
    expect(await alertsTo(finance)).toHaveLength(2)
    await pay(4_000_000)
    const next = openAlerts({ ...server.context, office: undefined, jobs: separateJobs() })
    onTestFinished(() => next.stop())
    expect(await alertsFor(finance, next), 'the next start tells the rest').toHaveLength(3)
  })
})

describe('staff are alerted to', () => {
  test('protection that was paid to a real account, not to a demo account', async () => {
    await set(server, 'alert_recipients', [{ id: 1, kind: 'protection_paid', role: 'risk' }])
    await set(server, 'deposit_without_verification_max_usd', '100000.00')
    const before = (await alertsTo(risk)).length
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const demo = await server.person()
    await demo.does('submit', { forex_id: 1, type: 1, status: 1, cont: '20', multiple: 30 })
    server.feed.say('EURUSD', '1.01000', '1.01010')
    await server.context.core.query({ kind: 'trading' })
    await server.context.notices.settled()
    expect(await alertsTo(risk)).toHaveLength(before)
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const ana = await customer(server, 'ana')
    await fund(server, ana, 4_000)
    await ana.does('submit', { forex_id: 1, type: 1, status: 1, cont: '1', multiple: 30 })
    server.feed.say('EURUSD', '1.01000', '1.01010')
    await server.context.core.query({ kind: 'trading' })
    await server.context.notices.settled()
    server.passWallTime(HOUR_MS)
    expect((await alertsTo(risk)).slice(before)).toEqual(['negative balance protection was paid'])
  })

  test('a review queue that is older than its usual time, and its end', async () => {
    await set(server, 'alert_recipients', [{ id: 1, kind: 'queue_old', role: 'finance' }])
    const before = (await alertsTo(finance)).length
    const ben = await customer(server, 'ben')
    const made = await ben.does('chargeSubmit', { charge_id: 1, number: '50', proofImg: await picture(server, ben) })
    server.steady.stop()
    const later = async (wall: number) => {
      server.passWallTime(wall)
      // A little more, because the clock is a fraction and a difference of two of its readings is rounded.
      server.steady.pass(MINUTE_MS + 1)
      return (await alertsTo(finance)).slice(before)
    }
    expect(await later(23 * HOUR_MS)).toEqual([])
    expect(await later(2 * HOUR_MS)).toEqual(['a review queue waits longer than usual'])
    await server.context.deposits.review.reject({
      deposit: made.id,
      remark: 'never seen on chain',
      reason: 'never seen on chain',
      actor: { who: 'staff:101', role: 'finance' },
    })
    expect(await later(2 * HOUR_MS)).toEqual([
      'a review queue waits longer than usual',
      'no review queue waits longer than usual',
    ])
    server.steady.goOn()
  })
})

describe('what is looked at', () => {
  const settings = {
    get: (key: string) => ({ alert_feed_silent_seconds: 60, alert_commit_late_ms: 2000 })[key],
  } as never
  let steady = 0
  const monotonicClock = () => steady

  test('an instrument without a price for longer than the setting; a closed market is none', async () => {
    const item = (code: string, status: string) => ({ entry: { terms: { code } }, status })
    let items = [item('EURUSD', 'stale'), item('MSFT', 'closed'), item('USDJPY', 'open'), item('XAUUSD', 'held')]
    const look = feedLook({ market: { items: () => items } as never, settings, monotonicClock })
    expect(await look()).toBeUndefined()
    steady += 59_999
    expect(await look()).toBeUndefined()
    steady += 1
    expect(await look()).toEqual({ 'Without a price': '2', Instruments: 'EURUSD, XAUUSD' })
    items = [item('EURUSD', 'open'), item('MSFT', 'closed'), item('USDJPY', 'stale'), item('XAUUSD', 'open')]
    expect(await look()).toBeUndefined()
  })

  test('a disk that is full or nearly full, of the store or of DATA_DIR', async () => {
    let commitTrouble: { reason: string } | undefined
    let trouble: { reason: string } | undefined
    const disk = { free: () => 5 * 1_048_576, trouble: () => trouble }
    const look = diskLook({ core: { stats: () => ({ commitTrouble }) }, disk } as never)
    expect(await look()).toBeUndefined()
    trouble = { reason: 'data_disk_low' }
    expect(await look()).toEqual({ Store: 'has room', 'Free in DATA_DIR': '5 MiB' })
    trouble = undefined
    commitTrouble = { reason: 'commit_late' }
    expect(await look()).toBeUndefined()
    commitTrouble = { reason: 'store_disk_full' }
    expect(await look()).toMatchObject({ Store: 'full: new orders are refused' })
  })

  test('a backup that is too old, and a platform that never had one, as the rule of Prometheus says', async () => {
    const rules = readFileSync(new URL('../../../../../deploy/alerts.yml', import.meta.url), 'utf8')
    expect(rules).toContain(`veritick_backup_age_seconds > ${BACKUP_OLD_MS / 1000}\n`)
    const dataDir = mkdtempSync(join(tmpdir(), 'veritick-alerts-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    mkdirSync(join(dataDir, 'simulated'))
    const config = { dataDir, world: 'simulated' }
    const [first] = await server.context.store.query<{ at: number }>('select min(first_used_at) as at from vault_keys')
    const from = first?.at ?? 0
    let now = from + BACKUP_OLD_MS
    const look = backupLook({ store: server.context.store, config, runtime: { now: () => now } as never })
    expect(await look(), 'a new platform has some hours for its first').toBeUndefined()
    now += 1
    expect(await look()).toEqual({ 'Newest complete backup': 'none' })
    const made = { madeAt: new Date(now).toISOString(), journal: { batch: 7 }, pictures: { kept: 0, missing: [] } }
    expect(await noteBackup(config, made as never, 9)).toEqual([])
    now += BACKUP_OLD_MS
    expect(await look()).toBeUndefined()
    now += 1
    expect(await look()).toEqual({ 'Newest complete backup': momentText(millis(now - BACKUP_OLD_MS - 1)) })
  })

  test('a slow commit, and one that does not come back', async () => {
    let stats = { batches: 1, waiting: 0, commitMs: 1 }
    const look = commitLook({ core: { stats: () => stats } as never, settings, monotonicClock })
    expect(await look()).toBeUndefined()
    stats = { batches: 2, waiting: 0, commitMs: 2000 }
    expect(await look()).toMatchObject({ 'Newest commit': '2000 ms' })
    // The same slow one is not told for ever.
    expect(await look()).toBeUndefined()
    stats = { batches: 2, waiting: 7, commitMs: 2000 }
    expect(await look()).toBeUndefined()
    steady += 2000
    expect(await look(), 'not how long the last finished commit took').toEqual({
      'No commit for': '2000 ms',
      'Answers that wait': '7',
    })
    stats = { batches: 3, waiting: 0, commitMs: 4 }
    expect(await look()).toBeUndefined()
  })

  test('a market clock that stands; one that moves only with prices is not', async () => {
    let clock = 1000
    let speed = 1
    const market = {
      clock: () => millis(clock),
      get speed() {
        return speed
      },
    }
    const look = clockLook({ market, monotonicClock })
    expect(await look()).toBeUndefined()
    steady += CLOCK_STOPPED_MS
    expect(await look()).toEqual({ 'Market time': '1970-01-01T00:00:01.000Z' })
    clock += 1
    expect(await look()).toBeUndefined()
    speed = 0
    steady += CLOCK_STOPPED_MS
    expect(await look()).toBeUndefined()
  })
})
