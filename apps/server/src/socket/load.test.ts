/**
 * One address stays inside every limit and asks for first messages without end. The test counts the work of the server
 * for it: questions to the core, snapshots that are made, snapshots that are sent.
 */
import { klineTopic, PERIODS } from '@veritick/contract'
import { must } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { type Phone, Phones } from '@veritick/testing/test-sockets'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Connection, SNAPSHOTS_PER_CONNECTION } from './connection.ts'
import { HOLDINGS_PER_LOOK } from './due-accounts.ts'
import type { Turn } from './frames.ts'
import { SNAPSHOTS_PER_SOCKET } from './snapshot-turns.ts'

const SOCKETS = 5
/** One for the first sign-in, one where the figures moved meanwhile: 40 sign-ins without this care would be 40. */
const QUESTIONS_MAX = 2
/** That of the first sign-in; a push of the order that comes after a later sign-in is marked as one, too. */
const SNAPSHOTS_MAX = 2
/** A little more than a second. */
const SECOND = 1001
const buy = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 } as const
const SOON = { timeout: 20_000, interval: 20 }

let server: TestServer
let phones: Phones

beforeAll(async () => {
  server = await openTestServer({ embedded: true, config: { socketsPerAddress: SOCKETS + 1 } })
  phones = new Phones(server)
  server.feed.say('EURUSD', '1.08500', '1.08510')
})
afterEach(() => {
  vi.restoreAllMocks()
  server.steady.goOn()
  phones.hangUp()
})
afterAll(() => server.close())

/** Questions for the live figures of accounts since now. */
function countQuestions(): () => number {
  const asked = vi.spyOn(server.context.core, 'query')
  return () => asked.mock.calls.filter(([question]) => question.kind === 'live').length
}

const openSockets = () => Promise.all(Array.from({ length: SOCKETS }, () => phones.open()))

test('signing in again and again asks the core once for all sockets of the account', async () => {
  const ana = await server.person()
  await ana.does('submit', buy)
  const sockets = await openSockets()
  server.steady.stop()
  const questions = countQuestions()
  for (const phone of sockets) phone.say({ type: 'sub', params: 'FOREX_TRADE' })
  for (let time = 1; time <= 8; time += 1) {
    for (const phone of sockets) phone.say({ type: 'login', params: ana.token })
    for (const phone of sockets) await phone.until(() => phone.of('login_result').length === time)
  }
  for (const phone of sockets) {
    await phone.until(() => phone.of('FOREX_TRADE').length > 0)
    await phone.caughtUp()
  }
  const snapshots = () => sockets.map((phone) => phone.of('FOREX_TRADE').filter(({ snapshot }) => snapshot).length)
  expect(questions()).toBeLessThanOrEqual(QUESTIONS_MAX)
  const first = snapshots()
  expect(Math.max(...first)).toBeLessThanOrEqual(SNAPSHOTS_MAX)
  // The last sign-in is not lost: its snapshot comes when its time has come, from the same figures.
  server.steady.pass(SECOND)
  await expect.poll(() => snapshots().every((count, at) => count > (first[at] ?? 0)), SOON).toBe(true)
  expect(Math.max(...snapshots())).toBeLessThanOrEqual(SNAPSHOTS_MAX + 1)
  expect(questions()).toBeLessThanOrEqual(QUESTIONS_MAX)
})

test('the core ends a look by the holdings that there are, and the accounts that are left come next', async () => {
  const people = await Promise.all(Array.from({ length: SOCKETS }, () => server.person()))
  for (const each of people) await each.does('submit', buy)
  const sockets = await openSockets()
  const { core } = server.context
  const ask = core.query.bind(core)
  const limits = new Set<number | undefined>()
  // One account is all that a look has room for, as if each had hundreds of positions.
  vi.spyOn(core, 'query').mockImplementation((question) => {
    if (question.kind !== 'live') return ask(question)
    limits.add(question.limit)
    return ask({ ...question, limit: 1 })
  })
  const snapshots = (phone: Phone) => phone.of('FOREX_TRADE').filter(({ snapshot }) => snapshot).length
  // An account that has just been away is no less bounded.
  for (const time of [1, 2]) {
    for (const [at, phone] of sockets.entries()) await phone.signIn(must(people[at], 'one for each'), ['FOREX_TRADE'])
    for (const phone of sockets) await phone.until(() => snapshots(phone) >= time)
    for (const phone of sockets) phone.say({ type: 'logout' })
  }
  expect([...limits]).toEqual([HOLDINGS_PER_LOOK])
})

test('a private topic subscribed to once a second on every socket asks the core nothing more', async () => {
  const ben = await server.person()
  await ben.does('submit', buy)
  const sockets = await openSockets()
  for (const phone of sockets) await phone.signIn(ben, ['FOREX_TRADE'])
  server.steady.stop()
  const questions = countQuestions()
  const heard = sockets.map((phone) => phone.of('FOREX_TRADE').length)
  for (let time = 1; time <= 4; time += 1) {
    server.steady.pass(SECOND)
    for (const phone of sockets) phone.say({ type: 'sub', params: 'FOREX_TRADE' })
    for (const [at, phone] of sockets.entries())
      await phone.until(() => phone.of('FOREX_TRADE').length >= (heard[at] ?? 0) + time)
  }
  expect(questions()).toBe(0)
  // A changed account reaches all of them, by one question for all.
  await ben.does('submit', buy)
  const orders = (data: unknown) => (data as { TransOrder: unknown[] }).TransOrder.length
  for (const phone of sockets) await phone.until(() => orders(phone.of('FOREX_TRADE').at(-1)?.data) === 2)
  expect(questions()).toBeLessThanOrEqual(2)
})

test('figures are not older than the last event, also when the only socket was away for a moment', async () => {
  const cara = await server.person()
  const first = await phones.open()
  await first.signIn(cara, ['FOREX_TRADE'])
  first.say({ type: 'unsub', params: 'FOREX_TRADE' })
  await first.caughtUp()
  await cara.does('submit', buy)
  const second = await phones.open()
  second.say({ type: 'login', params: cara.token })
  second.say({ type: 'sub', params: 'FOREX_TRADE' })
  const orders = () => (second.of('FOREX_TRADE').at(-1)?.data as { TransOrder: unknown[] } | undefined)?.TransOrder
  await second.until(() => orders()?.length === 1)
  expect(second.of('FOREX_TRADE')[0]?.snapshot).toBe(true)
})

test('all candle topics asked for by every socket: each made once, read once, sent up to the ceilings', async () => {
  const topics = server.context.market.items().map(({ entry }) => klineTopic(entry.terms.code))
  const reads = vi.spyOn(server.context.market, 'candles')
  const begin = vi.spyOn(Connection.prototype, 'begin')
  const made = () => new Set(begin.mock.calls.map(([turn]: [Turn]) => turn)).size
  const sockets = await openSockets()
  server.steady.stop()
  // The tests before have used up a part of the address's ceiling.
  server.steady.pass(SECOND)
  for (const phone of sockets) phone.say({ type: 'sub', params: topics })
  const perAddress = SNAPSHOTS_PER_SOCKET * (SOCKETS + 1)
  await expect.poll(() => begin.mock.calls.length, SOON).toBe(perAddress)
  await Promise.all(sockets.map((phone) => phone.caughtUp()))
  // A socket alone may not pass its own ceiling either, which the address's ceiling hides here.
  expect(perAddress).toBeLessThan(SNAPSHOTS_PER_CONNECTION)
  const all = topics.length * SOCKETS
  for (let begun = perAddress; begun < all; begun += perAddress) {
    server.steady.pass(SECOND)
    await expect.poll(() => begin.mock.calls.length, SOON).toBe(Math.min(all, begun + perAddress))
  }
  expect(made()).toBeLessThanOrEqual(topics.length)
  expect(reads.mock.calls.length).toBeLessThanOrEqual(topics.length * PERIODS.length)
  // Subscriptions that have begun go on: the newest candle reaches all of them.
  server.feed.say('EURUSD', '1.08700', '1.08710')
  const close = (phone: (typeof sockets)[number]) =>
    (phone.of(klineTopic('EURUSD')).at(-1)?.data as { kline: { Close: string } } | undefined)?.kline.Close
  for (const phone of sockets) await phone.until(() => close(phone) === '1.08700')
})
