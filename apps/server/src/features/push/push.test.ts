/**
 * Web push against real push services of the test: what a browser can decrypt, what never leaves the server, which
 * endpoints are refused, and that a service that hangs delays nothing else.
 */
import { PUSH, PUSH_TOPICS } from '@veritick/contract'
import { must } from '@veritick/domain'
import { customer, fund, openChannels, set, userOf } from '@veritick/testing/customers'
import { furtherTest } from '@veritick/testing/quick'
import { browserAt, type PushService, scratchPush, vapidClaims } from '@veritick/testing/scratch-push'
import { separateJobs } from '@veritick/testing/test-jobs'
import { staffMember } from '@veritick/testing/test-office'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashOf } from '../../services/secrets/token-hash.ts'
import { LANE_MAX } from './lanes.ts'
import { openPush, PUSH_AGE_MAX_MS } from './push.ts'
import { outcomeOf } from './send.ts'

let server: TestServer
let service: PushService
let second: PushService
let sequence = 0

beforeAll(async () => {
  ;[service, second] = await Promise.all([scratchPush(), scratchPush()])
  const config = { pushServices: [service.origin, second.origin], pushContact: 'mailto:operator@example.com' }
  server = await openTestServer({ config })
  await openChannels(server)
  await set(server, 'deposit_without_verification_max_usd', '100000.00')
})
beforeEach(() => {
  service.answers(201)
  second.answers(201)
  price('1.08500')
})
afterAll(async () => {
  await server.close()
  await Promise.all([service.stop(), second.stop()])
})

function price(bid: string): void {
  server.feed.say('EURUSD', bid, (Number(bid) + 0.0001).toPrecision(6))
}

/** The deadline of a request to a service that hangs: long enough for the others on a busy machine. */
const HANGS_MS = 10_000
const BEFORE_IT_ENDS = { timeout: HANGS_MS - 100, interval: 20 }
const all = { topics: PUSH_TOPICS.join(' '), details: true } as const
const waits = { forex_id: 1, type: 1, status: 0, multiple: 30, cont: '0.10', target_price: '1.08000' } as const

/** A demo customer whose browser is notified. */
async function notified(at: PushService = service, chosen: { topics: string; details: boolean } = all) {
  const person = await server.person()
  sequence += 1
  const browser = browserAt(at, `/browser-${sequence}`)
  expect(await person.does('pushSubscribe', { ...browser.fields, ...chosen })).toMatchObject({
    details: chosen.details,
  })
  return { person, browser }
}

async function fills(person: Caller): Promise<number> {
  price('1.08500')
  const { Id } = await person.does('submit', waits)
  price('1.07980')
  return Id
}

/** Everything that is due was tried. */
async function delivered(): Promise<void> {
  await server.context.core.query({ kind: 'trading' })
  await server.context.notices.settled()
  await server.context.push.flush()
}

const sortedByTitle = (messages: readonly unknown[]) =>
  (messages as { title: string }[]).toSorted((a, b) => a.title.localeCompare(b.title))

const queued = async (): Promise<number> =>
  (await server.context.store.query('select notice_id from push_queue')).length

test('a fill reaches the browser, encrypted for it and signed with the key that it subscribed with', async () => {
  const { person, browser } = await notified()
  const order = await fills(person)
  await delivered()
  expect(browser.read()).toEqual([
    {
      title: 'Filled and cancelled orders',
      body: `Pending order #${order} EUR/USD was filled at 1.07990.`,
      path: '/order',
      tag: expect.stringMatching(/^notice-\d+$/),
      lang: 'en',
      dir: 'ltr',
    },
  ])
  const [request] = browser.received()
  const { key } = await person.does('pushState', {})
  const claims = vapidClaims(request?.headers.authorization, must(key ?? undefined, 'web push is on'))
  expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:operator@example.com' })
  expect(request?.headers).toMatchObject({ ttl: '21600', urgency: 'normal', 'content-encoding': 'aes128gcm' })
  expect(await queued()).toBe(0)
})

test('without details only the subject is said; only chosen topics are', async () => {
  const { person, browser } = await notified(service, { topics: 'margin sign_in', details: false })
  await fills(person)
  await person.does('submit', { ...waits, status: 1, target_price: '0', cont: '25' })
  price('1.04000')
  await delivered()
  const heard = browser.read() as { title: string; body: string; tag: string }[]
  expect(heard.length).toBeGreaterThan(0)
  expect(new Set(heard.map(({ title, body, tag }) => [title, body, tag].join('|')))).toEqual(
    new Set(['Margin and stop-out|Open the app to read it.|margin']),
  )
  expect(browser.received().every(({ headers }) => headers.urgency === 'high')).toBe(true)
})

test('a position that its stop-loss or take-profit closes', async () => {
  const { person, browser } = await notified()
  const holds = { forex_id: 1, type: 1, status: 1, multiple: 30, cont: '0.10' } as const
  const { Id } = await person.does('submit', { ...holds, stop_loss_price: '1.08300' })
  const { Id: gains } = await person.does('submit', { ...holds, target_profit_price: '1.09000' })
  price('1.08290')
  price('1.09100')
  await delivered()
  expect((browser.read() as { body: string }[]).map(({ body }) => body).sort()).toEqual(
    [
      `Position #${Id} EUR/USD was closed by its stop-loss at 1.08290.`,
      `Position #${gains} EUR/USD was closed by its take-profit at 1.09100.`,
    ].sort(),
  )
})

test('a decided deposit, and an answer of support; the second answer says nothing new', async () => {
  const zoe = await customer(server, 'zoe.push')
  const browser = browserAt(service, '/zoe')
  await zoe.does('pushSubscribe', { ...browser.fields, ...all })
  await fund(server, zoe, 250)
  const { caller: support } = await staffMember(server, 'support')
  await zoe.does('supportSend', { text: 'where is my money?' })
  const [{ id = 0 } = {}] = (await support.does('supportQueue', { user: String(await userOf(zoe)) })).data
  for (const text of ['It is there.', 'Look again.']) await support.does('supportReply', { id, seen_seq: 1, text })
  await delivered()
  // Two messages to one browser are sent side by side; either may arrive first.
  expect(sortedByTitle(browser.read())).toMatchObject([
    { title: 'Answers from support', body: 'Support has answered you.', path: '/mine/chat' },
    { title: 'Deposits and withdrawals', body: 'Your deposit was credited: 250.00 USD', path: '/mine/history' },
  ])
})

test('what was read in the app is not sent any more, nor what is too old', async () => {
  const { person, browser } = await notified()
  service.answers(503)
  await fills(person)
  await delivered()
  expect(browser.received()).toHaveLength(1)
  const [notice] = (await person.does('noticeList', {})).list
  await person.does('noticeRead', { until: must(notice, 'it was filled').id })
  await server.context.store.query('update push_queue set due_at = 0')
  await server.context.push.flush()
  expect(browser.received()).toHaveLength(1)
  expect(await queued()).toBe(0)
  const old = await notified()
  await fills(old.person)
  await delivered()
  const tried = old.browser.received().length
  await server.context.store.query('update push_queue set due_at = 0, created_at = created_at - $1', [
    PUSH_AGE_MAX_MS + 1,
  ])
  await server.context.push.flush()
  expect(await queued()).toBe(0)
  expect(old.browser.received()).toHaveLength(tried)
})

test.each([404, 410])('an endpoint that answers %d is forgotten', async (status) => {
  const { person, browser } = await notified()
  service.answers(status)
  await fills(person)
  await delivered()
  expect(browser.received()).toHaveLength(1)
  expect(await person.does('pushState', {})).toMatchObject({ topics: null })
  expect(await queued()).toBe(0)
})

test('a service that fails is tried again later, four times at most; a refusal is final', async () => {
  const { person, browser } = await notified()
  service.answers(500)
  await fills(person)
  await delivered()
  await server.context.push.flush()
  expect(browser.received(), 'not at once').toHaveLength(1)
  for (let tries = 0; tries < 6; tries += 1) {
    await server.context.store.query('update push_queue set due_at = 0')
    await server.context.push.flush()
  }
  expect(browser.received()).toHaveLength(4)
  expect(await queued()).toBe(0)
  service.answers(403)
  await fills(person)
  await delivered()
  expect(browser.received()).toHaveLength(5)
  expect(await queued()).toBe(0)
  expect(await person.does('pushState', {})).not.toMatchObject({ topics: null })
})

test.each([
  [201, null, { kind: 'taken' }],
  [302, null, { kind: 'refused', cause: 'HTTP 302' }],
  [413, null, { kind: 'refused', cause: 'HTTP 413' }],
  [429, '120', { kind: 'failed', cause: 'HTTP 429', waitMs: 120_000 }],
  [503, '99999999', { kind: 'failed', cause: 'HTTP 503', waitMs: 3_600_000 }],
  [500, 'Wed, 21 Oct 2026 07:28:00 GMT', { kind: 'failed', cause: 'HTTP 500', waitMs: 0 }],
])('%d with Retry-After %s', (status, after, expected) => expect(outcomeOf(status, after)).toEqual(expected))

furtherTest('rows whose message cannot be made delay no other message to their service', async () => {
  const { store, encryption } = server.context
  const first = await Promise.all(Array.from({ length: LANE_MAX + 4 }, () => notified()))
  const last = await notified()
  const hash = ({ browser }: (typeof first)[number]) => encryption.fingerprint('push_endpoint', browser.fields.endpoint)
  const replace = (row: string, encrypted: Uint8Array) =>
    store.query('update push_subscriptions set encrypted = $2 where endpoint_hash = $1', [row, encrypted])
  // Half of the rows have an endpoint that the library does not read, the other half do not decrypt.
  for (const [at, each] of first.entries()) {
    const { endpoint, p256dh, auth } = each.browser.fields
    const unread = { endpoint: endpoint.replace('//', '///'), keys: { p256dh, auth } }
    const [row] = await store.query<{ session: string; details: boolean }>(
      'select session, details from push_subscriptions where endpoint_hash = $1',
      [hash(each)],
    )
    const own = `${await userOf(each.person)}:${hash(each)}:${row?.session}:${row?.details}`
    const context = { purpose: 'push', row: own }
    const text = encryption.encryptText(context, JSON.stringify(unread))
    await replace(hash(each), at % 2 === 0 ? text : text.slice(1))
  }
  for (const { person } of [...first, last]) await person.does('submit', waits)
  price('1.07980')
  await server.context.core.query({ kind: 'trading' })
  await server.context.notices.settled()
  // Earlier than the first further try of a message, which is after 30 s.
  await expect.poll(() => last.browser.received().length, { timeout: 20_000 }).toBe(1)
  const left = async () => {
    await server.context.push.flush()
    return queued()
  }
  // The delivery looks by itself too, so a flush may find some of the rows already on their way.
  await expect.poll(left, { message: 'a row that does not decrypt is tried again later' }).toBe(first.length / 2)
  const again = async () => {
    await store.query('update push_queue set due_at = 0')
    return left()
  }
  await expect.poll(again, { message: 'and given up like any other' }).toBe(0)
})

test('a service that hangs has a ceiling of requests, delays no other service and no order', async () => {
  // One delivery: the test's own, with a short deadline.
  await server.context.push.stop()
  const { store } = server.context
  const own = await openPush({ ...server.context, jobs: separateJobs() }, HANGS_MS)
  try {
    service.answers('hang')
    const stuck = await Promise.all(Array.from({ length: LANE_MAX + 4 }, () => notified()))
    const free = await notified(second)
    for (const { person } of [...stuck, free]) await person.does('submit', waits)
    price('1.07980')
    await server.context.core.query({ kind: 'trading' })
    await server.context.notices.settled()
    const flushed = own.flush()
    await expect.poll(() => free.browser.received().length, BEFORE_IT_ENDS).toBe(1)
    await expect.poll(() => service.open(), BEFORE_IT_ENDS).toBe(LANE_MAX)
    // Trading goes on meanwhile.
    expect(await free.person.does('submit', { ...waits, status: 1, target_price: '0' })).toMatchObject({ Status: 1 })
    await flushed
    expect(await queued()).toBe(LANE_MAX + 4)
  } finally {
    await own.stop()
    await store.query('delete from push_queue')
  }
})

test('only push services that the operator allows', async () => {
  const person = await server.person()
  const { fields } = browserAt(service, '/mine')
  for (const endpoint of [
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:1/',
    `${service.origin}.evil.example/x`,
    service.origin.replace('http://', 'http://user@'),
    'https://fcm.googleapis.com.evil.example/x',
    `${service.origin.replace('//', '///')}/x`,
    `${service.origin.replace('127', '%31%327')}/x`,
  ])
    expect(await person.asks('pushSubscribe', { ...fields, ...all, endpoint })).toMatchObject({
      reason: 'push_endpoint_refused',
      field: 'endpoint',
    })
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
  expect(await person.asks('pushSubscribe', { ...fields, ...all, p256dh })).toMatchObject({
    reason: 'push_key_malformed',
    field: 'p256dh',
  })
  for (const wrong of [{ topics: '' }, { topics: 'orders nothing' }, { auth: 'short' }, { endpoint: 'ftp://x' }])
    expect(await person.asks('pushSubscribe', { ...fields, ...all, ...wrong })).toMatchObject({
      reason: 'parameter_not_allowed',
    })
  expect(await person.does('pushState', {})).toMatchObject({ topics: null, details: false })
})

test('a browser belongs to one session: it moves with a sign-in, and ends with the session', async () => {
  const { person: first, browser } = await notified()
  const next = await server.person()
  await next.does('pushSubscribe', { ...browser.fields, ...all })
  expect(await first.does('pushState', {})).toMatchObject({ topics: null })
  await fills(first)
  await delivered()
  expect(browser.received()).toEqual([])
  price('1.08500')
  await next.does('submit', waits)
  await next.does('logout', {})
  // As `sessions_deletion` does a week later.
  await server.context.store.query('delete from sessions where ended_at is not null')
  price('1.07980')
  await delivered()
  expect(browser.received()).toEqual([])
  expect(await queued()).toBe(0)
  const orphans = 'select 1 from push_subscriptions where session not in (select token_hash from sessions)'
  expect(await server.context.store.query(orphans)).toEqual([])
})

test.each([
  ['whose end was taken out of the store', 'update sessions set ended_at = null where token_hash = $1'],
  ['that was moved to a living session', 'update push_subscriptions set session = $2 where session = $1'],
])('the browser of an ended session %s is told nothing', async (_, statement) => {
  const { person: owner } = await notified()
  const user = await userOf(owner)
  const { store, sessions } = server.context
  const token = await sessions.begin({ user, kind: 'real', device: '' })
  const thief = browserAt(service, `/thief-${token}`)
  await new Caller(server.url, token).does('pushSubscribe', { ...thief.fields, ...all, details: true })
  const [first] = await store.query<{ session: string }>(
    'select session from push_subscriptions where user_id = $1 order by subscription_id desc limit 1',
    [user],
  )
  await store.transaction((tx) => sessions.endSessions(tx, { user, except: hashOf(owner.token ?? '') }))
  await sessions.begin({ user, kind: 'real', device: '' })
  const [living] = await store.query<{ session: string }>(
    `select token_hash as session from sessions where user_id = $1 and ended_at is null
       and token_hash not in (select session from push_subscriptions)`,
    [user],
  )
  await store.query(statement, statement.includes('$2') ? [first?.session, living?.session] : [first?.session])
  await fills(owner)
  await delivered()
  expect(thief.received()).toEqual([])
})

test(`at most ${PUSH.browsersMax} browsers of one customer; unsubscribing ends it`, async () => {
  const ida = await customer(server, 'ida.push')
  const user = await userOf(ida)
  const { store, sessions, encryption } = server.context
  for (let each = 0; each <= PUSH.browsersMax; each += 1) {
    const token = await sessions.begin({ user, kind: 'real', device: '' })
    const { fields } = browserAt(second, `/ida-${each}`)
    await new Caller(server.url, token).does('pushSubscribe', { ...fields, ...all })
  }
  const rows = await store.query<{ endpoint_hash: string; encrypted: Uint8Array }>(
    'select endpoint_hash, encrypted from push_subscriptions where user_id = $1',
    [user],
  )
  expect(rows).toHaveLength(PUSH.browsersMax)
  const oldest = encryption.fingerprint('push_endpoint', `${second.origin}/ida-0`)
  expect(rows.map((row) => row.endpoint_hash)).not.toContain(oldest)
  expect(rows.some(({ encrypted }) => Buffer.from(encrypted).includes('ida-'))).toBe(false)
  await ida.does('pushSubscribe', { ...browserAt(second, '/ida-last').fields, ...all })
  await ida.does('pushUnsubscribe', {})
  expect(await ida.does('pushState', {})).toMatchObject({ topics: null })
})

test('addresses and keys of browsers are in no log', () => {
  const logged = server.logged.join('\n')
  expect(logged).toContain('a push service refused a message')
  expect(logged).not.toContain('/browser-')
})
