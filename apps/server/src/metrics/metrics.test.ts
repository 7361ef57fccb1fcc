/**
 * The metrics that Prometheus reads: a trader's day is counted, labels are bounded, no customer is named, and every
 * alert rule finds its metric.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { must } from '@veritick/domain'
import { customer, picture } from '@veritick/testing/customers'
import { firstAdmin } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { backup } from '../backup/commands.ts'
import { LOST_KEPT_MS } from '../services/uploads/lost.ts'
import { openCounts } from './counts.ts'

const TOKEN = '0123456789abcdef0123456789abcdef'
const ALERTS = fileURLToPath(new URL('../../../../deploy/alerts.yml', import.meta.url))
const ORDER = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 } as const

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ embedded: true, config: { metricsToken: TOKEN } })
  server.feed.say('EURUSD', '1.08500', '1.08510')
})
afterAll(() => server.close())

const ask = (token?: string) =>
  fetch(`${server.officeUrl}/metrics`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
const text = async () => (await ask(TOKEN)).text()
/** The sum of a metric's values whose labels contain all of these. */
const value = (metrics: string, name: string, ...labels: readonly string[]) =>
  metrics
    .split('\n')
    .filter((line) => new RegExp(`^${name}(\\{| )`).test(line) && labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)

test('the metrics of a process hold no server that is closed', async () => {
  const closed = (() => new WeakRef(openCounts().registry))()
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('V8 gives no garbage collector')
  await expect
    .poll(() => {
      collect()
      return closed.deref() === undefined
    })
    .toBe(true)
  expect(await openCounts().registry.metrics()).toContain('nodejs_eventloop_lag_seconds')
})

describe('/metrics on the office port', () => {
  test('answers only a request with the token', async () => {
    const refused = await ask()
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ reason: 'path_unknown' })
    expect((await ask(`${TOKEN}0`)).status).toBe(404)
    const elsewhere = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(await elsewhere.text()).not.toContain('veritick_running')
    const given = await ask(TOKEN)
    expect(given.status).toBe(200)
    expect(given.headers.get('content-type')).toContain('text/plain')
  })

  test('orders, refusals by reason, a stop-out, calls by route, age of prices, mails', async () => {
    const ana = await server.person()
    await ana.does('submit', ORDER)
    expect(await ana.reason('submit', { ...ORDER, cont: '50' })).not.toBe('good')
    expect(await server.visitor.reason('userInfo', {})).toBe('session_missing')
    await fetch(`${server.url}/api/files/${'a'.repeat(32)}?ticket=secret-of-a-person`)
    await fetch(`${server.url}/nowhere/${'x'.repeat(20)}`)
    server.feed.wait(5_000)
    const metrics = await text()
    expect(value(metrics, 'veritick_order_events_total', 'event="opened"')).toBe(1)
    expect(value(metrics, 'veritick_commands_refused_total')).toBe(1)
    for (const job of [
      'messages',
      'messages_sms',
      'alerts',
      'casework_resume',
      'identity_erasure',
      'uploads_sweep',
      'engine_sync',
      'disk',
    ])
      expect(metrics).toContain(`veritick_job_last_success_timestamp_seconds{job="${job}"}`)
    expect(value(metrics, 'veritick_job_runs_total', 'job="identity_erasure"')).toBe(1)
    expect(value(metrics, 'veritick_job_failures_total')).toBe(0)
    expect(value(metrics, 'veritick_http_refusals_total', 'reason="session_missing"')).toBe(1)
    expect(value(metrics, 'veritick_http_requests_total', 'route="/api/files/:file"', 'status="404"')).toBe(1)
    expect(value(metrics, 'veritick_quote_age_seconds', 'instrument="EURUSD"')).toBe(5)
    expect(value(metrics, 'veritick_running')).toBe(1)
    expect(value(metrics, 'veritick_journal_sequence')).toBe(server.context.core.stats().sequence)
  })

  test('a stop-out and a mail are counted', async () => {
    const ben = await server.person()
    // All of the demo money at 30 times: 2 % against it is more than half of the margin.
    await ben.does('submit', { ...ORDER, cont: '26' })
    server.feed.say('EURUSD', '1.06000', '1.06010')
    await customer(server, 'cleo')
    await server.context.messages.flush()
    const metrics = await text()
    expect(value(metrics, 'veritick_stop_outs_total')).toBeGreaterThan(0)
    expect(value(metrics, 'veritick_order_events_total', 'event="closed"')).toBeGreaterThan(0)
    expect(value(metrics, 'veritick_messages_total', 'channel="mail"', 'outcome="sent"')).toBeGreaterThan(0)
    expect(value(metrics, 'veritick_messages_waiting')).toBe(0)
  })

  test('no customer is named, and no label comes from a request', async () => {
    const metrics = await text()
    expect(metrics).not.toMatch(/cleo|example\.com|secret-of|127\.0\.0\.1|nowhere|xxxx/)
    const names = [...metrics.matchAll(/^veritick_\w+\{([^}]*)\}/gm)].flatMap((match) =>
      [...(match[1] ?? '').matchAll(/(\w+)="/g)].map((label) => label[1] ?? ''),
    )
    const allowed = [
      'channel',
      'command',
      'event',
      'instrument',
      'job',
      'le',
      'method',
      'outcome',
      'port',
      'reason',
      'route',
      'status',
    ]
    expect([...new Set(names)].filter((name) => !allowed.includes(name))).toEqual([])
  })
})

test('age and size of the newest backup: none, then both; a picture whose file is lost is counted', async () => {
  expect(await text()).toContain('veritick_backup_age_seconds +Inf')
  const config = { ...server.context.config, databaseUrl: undefined }
  const into = mkdtempSync(join(tmpdir(), 'veritick-metrics-'))
  onTestFinished(() => rmSync(into, { recursive: true, force: true }))
  const now = () => server.context.runtime.now()
  expect(await backup({ config, path: into, now })).toMatchObject({ isComplete: true })
  server.passWallTime(90_000)
  const age = value(await text(), 'veritick_backup_age_seconds')
  expect(age).toBeGreaterThanOrEqual(90)
  expect(age).toBeLessThan(120)
  const [made = ''] = readdirSync(into)
  const bytes = statSync(join(into, made)).size
  expect(value(await text(), 'veritick_backup_bytes')).toBe(bytes)
  const { caller } = await firstAdmin(server)
  const shown = must((await caller.does('health', {})).backup ?? undefined, 'the health page shows it')
  expect(shown).toEqual({ at: expect.any(Number), bytes })
  expect(now() - shown.at).toBeGreaterThanOrEqual(90_000)
  expect(value(await text(), 'veritick_pictures_lost')).toBe(0)
  const owner = await customer(server, 'ana')
  await picture(server, owner)
  rmSync(join(config.dataDir, config.world, 'files'), { recursive: true })
  server.passWallTime(LOST_KEPT_MS)
  expect(value(await text(), 'veritick_pictures_lost')).toBe(1)
})

describe('deploy/alerts.yml', () => {
  const rulesFile = z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            labels: z.object({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.object({ summary: z.string(), action: z.string() }),
          }),
        ),
      }),
    ),
  })

  test('every rule says what to do, and reads a metric that is served', async () => {
    const { groups } = rulesFile.parse(parse(readFileSync(ALERTS, 'utf8')))
    const rules = groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(10)
    const metrics = await text()
    const served = new Set([...metrics.matchAll(/^# TYPE (\w+)/gm)].map((match) => match[1] ?? ''))
    const alerts = [
      ...[
        'commit_late',
        'projection_late',
        'data_disk_free_bytes',
        'store_callers_waiting',
        'pictures_lost',
        'backup_age_seconds',
      ],
      ...['running', 'feed_silent', 'clock_halted', 'command_queue', 'messages_oldest_seconds'],
    ]
    expect(alerts.filter((name) => !rules.some(({ expr }) => new RegExp(`veritick_${name}\\b`).test(expr)))).toEqual([])
    expect(
      rules.filter(({ expr }) => expr.includes('changes(process_start_time_seconds{job="veritick"}')),
    ).toHaveLength(2)
    const named = rules.flatMap(({ expr }) => expr.match(/\b(?:veritick|process)_\w+/g) ?? [])
    expect(named.filter((name) => !served.has(name))).toEqual([])
    expect(rules.filter(({ expr }) => !/\b(?:veritick|process)_|^up\{/.test(expr))).toEqual([])
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  test.skipIf(!hasPromtool)('promtool accepts it', () => {
    const checked = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' })
    expect(checked.stderr + checked.stdout).toContain('SUCCESS')
    expect(checked.status).toBe(0)
  })
})
