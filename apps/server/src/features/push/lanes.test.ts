/**
 * Floods of web push, against a real push service of the test's own that has many host names: they share one lane, and
 * no flood delays an urgent message of another customer. Each delivery has ticks of the test's own.
 */
import { promises as dns } from 'node:dns'
import { type NoticeKind, PUSH_TOPICS } from '@veritick/contract'
import { customer, userOf } from '@veritick/testing/customers'
import { scratchDns } from '@veritick/testing/scratch-dns'
import { browserAt, type PushService, scratchPush } from '@veritick/testing/scratch-push'
import { countSystemLookups } from '@veritick/testing/system-lookups'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { PUSH_SERVICES_MAX } from '../../config/push-setting.ts'
import { openJobs } from '../../services/jobs/index.ts'
import { insertNotices } from '../../services/messages/index.ts'
import { type HttpClient, openHttpClient, openLookup } from '../../services/network/index.ts'
import { LANE_MAX, lanesOf, REQUESTS_MAX } from './lanes.ts'
import { openPush, REQUESTS_PER_SECOND_MAX } from './push.ts'
import { PUSH_CLIENT, send } from './send.ts'

/** Of a request: long enough for a lane to fill. */
const DEADLINE_MS = 2_500
const BEFORE_DEADLINE = { timeout: DEADLINE_MS - 100, interval: 20 }
/** Nothing waits for it where all is well. */
const SOON = { timeout: 20_000, interval: 20 }

let server: TestServer
let service: PushService
/** Allows 127.1.0.1, 127.2.0.1, ...: all of them are this machine. */
let everyHost: string
/** An entry whose names never get an answer of their name server, and one with a single name. */
let named: string[]
let hosts = 0
let stop = async () => {}

beforeAll(async () => {
  service = await scratchPush()
  const { port } = new URL(service.origin)
  everyHost = `http://*.0.1:${port}`
  named = [`http://*.hole.example:${port}`, `http://push.example:${port}`]
  server = await openTestServer({
    config: { pushServices: [everyHost, ...named], pushContact: 'mailto:operator@example.com' },
  })
  await server.context.push.stop()
})
afterEach(async () => {
  await stop()
  await server.context.store.query('delete from push_queue')
  service.answers(201)
})
afterAll(async () => {
  await server.close()
  await service.stop()
})

/** The customer is notified at a host of their own; gives the path of the browser. */
async function subscribed(person: Caller, host?: string): Promise<string> {
  hosts += 1
  const path = `/browser-${hosts}`
  const origin = `http://${host ?? `127.${hosts}.0.1`}:${new URL(service.origin).port}`
  const { fields } = browserAt({ origin, requests: service.requests }, path)
  await person.does('pushSubscribe', { ...fields, topics: PUSH_TOPICS.join(' '), details: false })
  return path
}

const FACTS = {
  account_frozen: { kind: 'account_frozen', message: 'account_frozen' },
  support: { kind: 'support' },
} as const satisfies { readonly [Kind in NoticeKind]?: object }

async function notify(person: Caller, kind: keyof typeof FACTS, count = 1): Promise<void> {
  const notices = Array.from({ length: count }, () => ({ kind, facts: JSON.stringify(FACTS[kind]), at: 1 }))
  const happened = server.context.runtime.now()
  const { encryption, store } = server.context
  const parts = { encryption, query: store.query }
  await insertNotices(parts, { user: await userOf(person), notices, happened, told: true })
}

/** A delivery that looks by itself at each tick only. */
async function openDelivery(pushServices = [everyHost], client?: HttpClient): Promise<() => void> {
  const { store, encryption, ids, runtime, config, log, notices, sessions } = server.context
  const ticks: (() => void)[] = []
  const every = (_millis: number, tick: () => void) => {
    ticks.push(tick)
    return () => {}
  }
  const jobs = openJobs({ timers: { every }, now: runtime.now, log })
  const own = { ...config, pushServices }
  const push = await openPush(
    { store, encryption, ids, runtime, config: own, log, jobs, notices, sessions },
    DEADLINE_MS,
    client,
  )
  stop = () => push.stop()
  return () => {
    for (const tick of ticks) tick()
  }
}

const queued = async (): Promise<number> =>
  (await server.context.store.query('select notice_id from push_queue')).length
const demoCustomers = (count: number) => Promise.all(Array.from({ length: count }, () => server.person()))

test('a flood delays no urgent message of another customer; customers take turns, demo customers last', async () => {
  const [ana, ben, zoe] = [await customer(server, 'ana'), await customer(server, 'ben'), await customer(server, 'zoe')]
  const flood: string[] = []
  for (const person of await demoCustomers(3)) {
    flood.push(await subscribed(person))
    await notify(person, 'account_frozen', LANE_MAX)
  }
  const much = await subscribed(ben)
  await notify(ben, 'support', LANE_MAX + 10)
  const [urgent, ordinary] = [await subscribed(ana), await subscribed(zoe)]
  await notify(zoe, 'support')
  await notify(ana, 'account_frozen')

  service.answers('hang')
  const before = service.requests.length
  const tick = await openDelivery()
  tick()
  await expect.poll(() => service.open(), BEFORE_DEADLINE).toBe(LANE_MAX)
  const paths = service.requests.slice(before).map(({ path }) => path)
  expect(paths.filter((path) => path === urgent)).toHaveLength(1)
  expect(paths.filter((path) => path === ordinary)).toHaveLength(1)
  expect(paths.filter((path) => path === much)).toHaveLength(LANE_MAX - 2)
  expect(paths.filter((path) => flood.includes(path))).toEqual([])
})

test('all hosts of one entry share one lane', async () => {
  for (const person of await demoCustomers(LANE_MAX + 4)) {
    await subscribed(person)
    await notify(person, 'support')
  }
  service.answers('hang')
  const before = service.requests.length
  const tick = await openDelivery()
  tick()
  await expect.poll(() => service.open(), BEFORE_DEADLINE).toBeGreaterThanOrEqual(LANE_MAX)
  // The delivery tries to the end what it has begun, and begins nothing more.
  await stop()
  expect(service.requests.length - before).toBe(LANE_MAX)
})

test('names without an answer of their name server fill their own lane only', async () => {
  const names = await scratchDns()
  try {
    for (const person of await demoCustomers(LANE_MAX)) {
      await subscribed(person, `n${hosts}.hole.example`)
      await notify(person, 'account_frozen', 2)
    }
    const [zoe] = await demoCustomers(1)
    if (zoe === undefined) throw new Error('one was made')
    const path = await subscribed(zoe, 'push.example')
    await notify(zoe, 'support')
    const tick = await openDelivery(named, openHttpClient(openLookup({ resolver: names.resolver })))
    tick()
    const arrived = () => service.requests.filter((each) => each.path === path).length
    await expect.poll(arrived, BEFORE_DEADLINE).toBe(1)
    const asked = new Set(names.asked.filter((name) => name.endsWith('hole.example')))
    expect(asked.size).toBe(LANE_MAX)
    await stop()
  } finally {
    names.stop()
  }
})

test('the name of an endpoint is never looked up by getaddrinfo, which two names that hang would stop', async () => {
  const lookups = countSystemLookups()
  try {
    const { fields } = browserAt({ origin: 'https://push.invalid', requests: [] }, '/browser')
    const target = { endpoint: fields.endpoint, keys: { p256dh: fields.p256dh, auth: fields.auth } }
    const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:operator@example.com' }
    const said = { text: '{}', urgent: false, vapid, deadlineMs: 300, client: PUSH_CLIENT }
    expect(await send(target, said)).toMatchObject({ kind: 'failed' })
    expect(lookups.count()).toBe(0)
    await dns.lookup('localhost')
    expect(lookups.count()).toBe(1)
  } finally {
    lookups.stop()
  }
})

test('the end of a request makes room at once, up to the ceiling of a second', async () => {
  for (const person of await demoCustomers(3)) {
    await subscribed(person)
    await notify(person, 'support', 3 * LANE_MAX)
  }
  const over = (await queued()) - REQUESTS_PER_SECOND_MAX
  expect(over).toBeGreaterThan(0)
  const tick = await openDelivery()
  tick()
  await expect.poll(queued, SOON).toBe(over)
  tick()
  await expect.poll(queued, SOON).toBe(0)
})

test.each([1, 2, 4, 5, 16, PUSH_SERVICES_MAX])('%i services keep to the ceiling over all lanes', (count) => {
  const lanes = lanesOf(Array.from({ length: count }, (_, each) => `https://push-${each}.example`))
  expect(lanes.reduce((sum, { atOnce }) => sum + atOnce, 0)).toBeLessThanOrEqual(REQUESTS_MAX)
  for (const { atOnce } of lanes) expect(atOnce).toBeGreaterThanOrEqual(Math.min(LANE_MAX, 2))
})

test('a message that waits stays when another entry allows its browser at the next start', async () => {
  const [person] = await demoCustomers(1)
  if (person === undefined) throw new Error('one was made')
  const path = await subscribed(person)
  await notify(person, 'account_frozen')
  const exact = `http://127.${hosts}.0.1:${new URL(service.origin).port}`
  const tick = await openDelivery([exact])
  expect(await server.context.store.query('select service from push_queue')).toEqual([{ service: exact }])
  tick()
  await expect.poll(() => service.requests.filter((each) => each.path === path), SOON).toHaveLength(1)
})

test('a service that the operator takes off the list is sent nothing until it is back', async () => {
  const [person] = await demoCustomers(1)
  if (person === undefined) throw new Error('one was made')
  const path = await subscribed(person)
  await notify(person, 'support')
  await openDelivery(['https://push.example'])
  await notify(person, 'support')
  expect(await queued()).toBe(0)
  await stop()

  const exact = `http://127.${hosts}.0.1:${new URL(service.origin).port}`
  const tick = await openDelivery([exact, everyHost])
  await notify(person, 'support')
  const lane = 'select distinct service from push_queue'
  expect(await server.context.store.query(lane)).toEqual([{ service: exact }])
  tick()
  await expect.poll(() => service.requests.filter((each) => each.path === path), SOON).toHaveLength(1)
})
