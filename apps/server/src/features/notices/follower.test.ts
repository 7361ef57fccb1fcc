/**
 * How notices follow the journal: after a crash, past a store that fails, and when one quote ends orders of many
 * accounts.
 */
import { must } from '@veritick/domain'
import { userOf } from '@veritick/testing/customers'
import { separateJobs } from '@veritick/testing/test-jobs'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { insertNotices } from '../../services/messages/index.ts'
import { openNotices } from './notices.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(() => price('1.08500'))
afterAll(() => server.close())

/** The bid; the ask is one pip above. */
function price(bid: string): void {
  server.feed.say('EURUSD', bid, (Number(bid) + 0.0001).toPrecision(6))
}

const buy = { forex_id: 1, type: 1, status: 1, multiple: 30 } as const

/** The services of a follower beside the one of the server. */
function parts() {
  const { store, core, messages, runtime, encryption, ids, market, alerts, log } = server.context
  const names = async (instrument: number) => must(market.item(instrument), 'known').entry.terms
  return { store, core, messages, runtime, encryption, ids, names, alerts, log, jobs: separateJobs() }
}

/** All notices of what has happened are stored. */
async function stored(): Promise<void> {
  await server.context.core.query({ kind: 'trading' })
  await server.context.notices.settled()
}

test('a process that ended between the commit and the notice tells it at the next start, once', async () => {
  const jon = await server.person()
  await jon.does('submit', { ...buy, cont: '20' })
  price('1.01000')
  await stored()
  const before = await jon.does('noticeList', {})
  expect(before.list.length).toBeGreaterThan(0)
  const { store } = server.context
  // As a crash would leave it: the journal goes on, its notices and the checkpoint do not.
  const user = await userOf(jon)
  const [row] = await store.query<{ batch: number }>('select batch from notice_progress')
  await store.query('delete from customer_notices where user_id = $1', [user])
  await store.query('delete from notice_progress')
  await store.query('delete from customer_notices')
  const again = await openNotices(parts())
  await again.settled()
  await again.stop()
  const after = await jon.does('noticeList', {})
  expect(after.list.map((each) => each.kind)).toEqual(before.list.map((each) => each.kind))
  const [reached] = await store.query<{ batch: number }>('select batch from notice_progress')
  expect(reached?.batch).toBeGreaterThanOrEqual(must(row, 'a checkpoint').batch)
})

test('a progress that a program wrote into the store leaves no notice out', async () => {
  const mia = await server.person()
  await mia.does('submit', { ...buy, status: 0, target_price: '1.05000', cont: '0.01' })
  await stored()
  // Also that of the very transaction that comes next.
  const { batches } = server.context.core.stats()
  await server.context.store.query('update notice_progress set batch = $1, account_id = 0', [batches + 1])
  price('1.04990')
  await stored()
  expect((await mia.does('noticeList', {})).list.map(({ kind }) => kind)).toEqual(['order_opened'])
})

test('one quote fills for many accounts: a few a transaction, each told once, also after a crash', async () => {
  const people = await Promise.all(Array.from({ length: 25 }, () => server.person()))
  for (const person of people) {
    await person.does('submit', { ...buy, status: 0, target_price: '1.05000', cont: '0.01' })
    await person.does('submit', { ...buy, status: 0, target_price: '1.05000', cont: '0.02' })
  }
  await stored()
  const { store } = server.context
  await store.query('delete from customer_notices')
  const [before] = await store.query<{ batch: number }>('select batch from notice_progress')
  price('1.04990')
  await stored()
  // As a crash before the first of them would leave it.
  await store.query('delete from customer_notices')
  await store.query('update notice_progress set batch = $1, account_id = 0', [must(before, 'a checkpoint').batch])
  const usersTold = async (): Promise<number> => {
    const [row] = await store.query<{ users: number }>(
      'select count(distinct user_id)::int as users from customer_notices',
    )
    return must(row, 'a count').users
  }
  const stood: number[] = []
  const transaction: typeof store.transaction = async (work) => {
    if (stood.length === 2) throw new Error('the process has ended')
    const result = await store.transaction(work)
    stood.push(await usersTold())
    return result
  }
  const crashed = await openNotices({ ...parts(), store: { ...store, transaction } })
  await vi.waitFor(() => expect(stood).toEqual([10, 20]), 30_000)
  await crashed.stop()
  const again = await openNotices(parts())
  await again.settled()
  await again.stop()
  for (const person of people) {
    const { list } = await person.does('noticeList', {})
    expect(list.map((each) => each.kind)).toEqual(['order_opened', 'order_opened'])
  }
})

test('a store that fails is tried again after a pause, and a stop ends the wait for it', async () => {
  const { store } = server.context
  await store.query('delete from notice_progress')
  let [tries, isBroken] = [0, true]
  const began = performance.now()
  const failing: typeof store = {
    ...store,
    transaction: async (work) => {
      tries += 1
      await new Promise((resolve) => setImmediate(resolve))
      if (isBroken) throw new Error('the store is away')
      return store.transaction(work)
    },
  }
  const open = () => openNotices({ ...parts(), store: failing })
  const [broken, mended] = [await open(), await open()]
  try {
    const waits = [broken.settled(), mended.settled()] as const
    const stopped = expect(waits[0]).rejects.toThrow('notices are stopped')
    await new Promise((resolve) => setTimeout(resolve, 300))
    const seconds = (performance.now() - began) / 1_000
    expect(tries, 'two followers, each at most once a second').toBeLessThanOrEqual(2 * Math.ceil(seconds))
    await broken.stop()
    await stopped
    isBroken = false
    await waits[1]
    const [reached] = await store.query<{ batch: number }>('select batch from notice_progress')
    expect(reached?.batch).toBeGreaterThan(0)
  } finally {
    isBroken = false
    await mended.stop()
  }
})

test('a row of a customer that cannot be read delays no notice, neither of that customer nor of another', async () => {
  const { store } = server.context
  const people = [await server.person(), await server.person()]
  for (const person of people) await person.does('submit', { ...buy, status: 0, target_price: '1.05000', cont: '0.01' })
  await stored()
  const [first] = people
  const user = await userOf(must(first, 'a person'))
  const notices = [{ kind: 'support', facts: 'not JSON', at: 0 }] as const
  await insertNotices({ ...server.context, query: store.query }, { user, notices, happened: 0, told: true })
  price('1.04990')
  await stored()
  await store.query("delete from customer_notices where facts = 'not JSON'")
  for (const person of people)
    expect((await person.does('noticeList', {})).list.map(({ kind }) => kind)).toEqual(['order_opened'])
})

test('an account whose notices cannot be stored is left out, staff are alerted, and all others are told', async () => {
  const { store } = server.context
  await store.query('delete from staff_alerts')
  const people = await Promise.all([1, 2, 3].map(() => server.person()))
  for (const person of people) await person.does('submit', { ...buy, status: 0, target_price: '1.05000', cont: '0.01' })
  await stored()
  const [before] = await store.query<{ batch: number }>('select batch from notice_progress')
  price('1.04990')
  await stored()
  await store.query('delete from customer_notices')
  await store.query('update notice_progress set batch = $1, account_id = 0', [must(before, 'a checkpoint').batch])
  const bad = await userOf(must(people[1], 'a person'))
  let tries = 0
  const transaction: typeof store.transaction = (work) =>
    store.transaction((tx) => {
      const query: typeof tx.query = (sql, params) => {
        if (!sql.includes('insert into customer_notices') || params?.[0] !== bad) return tx.query(sql, params)
        tries += 1
        throw new Error('a row of this customer cannot be read')
      }
      return work({ ...tx, query })
    })
  const again = await openNotices({ ...parts(), store: { ...store, transaction } })
  await again.settled()
  await again.stop()
  expect(tries).toBe(2)
  const told = await Promise.all(people.map(async (person) => (await person.does('noticeList', {})).list.length))
  expect(told).toEqual([1, 0, 1])
  expect(await store.query("select events from staff_alerts where kind = 'notice_lost'")).toEqual([{ events: 1 }])
})
