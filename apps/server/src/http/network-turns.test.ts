/**
 * Visitors and demo accounts of many networks within their limits: few of their requests are in the store at once, so
 * that staff, sign-ins and customers with a real account find room in it. Requests under way are counted, not timed.
 */
import type { CallName } from '@veritick/contract'
import { CALL_NAMES, CALLS, type Call } from '@veritick/contract/calls'
import { customer, userOf } from '@veritick/testing/customers'
import { PASSWORD } from '@veritick/testing/people'
import { staffed } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LIMITS } from '../services/rate-limits/limits.ts'
import { WITHOUT_TURNS } from './calls.ts'

const NETWORKS = Array.from({ length: 20 }, (_, each) => `203.0.113.${each + 1}`)
/** Requests of each network. */
const EACH = 3

let server: TestServer
let requests = 0

beforeAll(async () => {
  // No periodic job runs, because the test counts what is asked of the store.
  server = await openTestServer({ config: { trustProxy: true }, timers: { every: () => () => {} } })
  server.feed.say('EURUSD', '1.08500', '1.08510')
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

type Sent = { readonly from: string; readonly params?: object; readonly token?: string }

async function ask(name: CallName, { from, params = {}, token }: Sent) {
  const { path, changes }: Call = CALLS[name]
  const query = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]))
  requests += 1
  const session = token === undefined ? {} : { authorization: token, 'idempotency-key': `turns ${requests}` }
  const answer = await server.app.inject({
    method: changes ? 'POST' : 'GET',
    url: changes ? path : `${path}?${query}`,
    headers: { 'x-forwarded-for': from, ...session },
    ...(changes ? { payload: params } : {}),
  })
  return answer.json()
}

/** Requests of all networks at once, and how many of them are answered with code 1 in the end. */
async function flood(send: (from: string, each: number) => Promise<{ readonly code: number }>): Promise<number> {
  const sent = NETWORKS.flatMap((from) => Array.from({ length: EACH }, (_, each) => send(from, each)))
  return (await Promise.all(sent)).filter(({ code }) => code === 1).length
}
const ALL = NETWORKS.length * EACH

/** Holds what enters, until `open` lets later ones through and `release` all. `held`: how many wait here. */
function gate() {
  let [held, isOpen] = [0, false]
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    enter: async () => {
      if (isOpen) return
      held += 1
      await released
    },
    held: () => held,
    open: () => {
      isOpen = true
    },
    release: () => {
      isOpen = true
      release()
    },
  }
}

function holdTransactions() {
  const { store } = server.context
  const { transaction } = store
  const held = gate()
  vi.spyOn(store, 'transaction').mockImplementation(async (work) => {
    await held.enter()
    return transaction(work)
  })
  return held
}

/** A staff member, and a customer with a real account. */
async function openOthers(name: string) {
  const staff = await staffed(server, 'risk')
  const real = await customer(server, name)
  const user = await userOf(real)
  return async () => {
    await staff.does('setCreditScore', { id: user, score: 50, reason_text: 'for a test' })
    await real.does('supportSend', { text: 'hello' })
    await real.does('sessionEnd', { id: 'others' })
    await server.visitor.does('loginForU', { account: `${name}@example.com`, password: PASSWORD })
  }
}

/** While `overall` transactions of the flood are held, the others are answered. Afterwards the whole flood is. */
async function leavesRoom(
  { overall, othersAreAnswered }: { readonly overall: number; readonly othersAreAnswered: () => Promise<void> },
  send: Parameters<typeof flood>[0],
): Promise<void> {
  const transactions = holdTransactions()
  const answered = flood(send)
  await vi.waitFor(() => expect(transactions.held()).toBeGreaterThanOrEqual(overall))
  transactions.open()
  await othersAreAnswered()
  expect(transactions.held()).toBe(overall)
  transactions.release()
  expect(await answered).toBe(ALL)
}

test('demo sign-ins of many networks leave room in the store to staff, real customers and sign-ins', async () => {
  const othersAreAnswered = await openOthers('ana')
  const { overall } = LIMITS.networkTurns.demoVisits
  await leavesRoom({ overall, othersAreAnswered }, (from) => ask('createAccountDemoForU', { from }))
})

test.each([
  ['price alerts', 'priceAlertAdd', { forex_id: 1, side: 'above', price: '2.00000', repeat: 'false' }],
  ['messages to support', 'supportSend', { text: 'hello' }],
  ['ends of sessions', 'sessionEnd', { id: 'others' }],
] as const)('%s of demo accounts of many networks leave it too', async (what, name, params) => {
  const tokens = await Promise.all(
    NETWORKS.map(async (from) => (await ask('createAccountDemoForU', { from })).data.token),
  )
  const othersAreAnswered = await openOthers(what.replaceAll(' ', ''))
  const { overall } = LIMITS.networkTurns.demo
  await leavesRoom({ overall, othersAreAnswered }, (from) =>
    ask(name, { from, params, token: tokens[NETWORKS.indexOf(from)] }),
  )
})

test('few reads of the ranking by visitors of many networks ask the store at once', async () => {
  const { store } = server.context
  const { query } = store
  const reads = gate()
  vi.spyOn(store, 'query').mockImplementation(async (text, params) => {
    if (text.includes('ranking_entries')) await reads.enter()
    return query(text, params)
  })
  let arrived = 0
  const answered = flood((from) => {
    arrived += 1
    return ask('followList', { from, params: { kind: 'demo' } })
  })
  await vi.waitFor(() => expect([arrived, reads.held()]).toEqual([ALL, LIMITS.networkTurns.visitorReads.overall]))
  reads.release()
  expect(await answered).toBe(ALL)
})

test('a read of visitors waits for a turn, or asks the store nothing', async () => {
  const { store } = server.context
  const names = CALL_NAMES.filter((name) => {
    const { caller, changes }: Call = CALLS[name]
    return caller === 'visitor' && !changes
  })
  expect(names.filter((name) => !WITHOUT_TURNS.has(name))).toEqual(['captcha', 'newsList', 'newsInfo', 'followList'])
  const asked = [vi.spyOn(store, 'query'), vi.spyOn(store.db, 'select'), vi.spyOn(store, 'transaction')]
  // Charts have a line of their own.
  const fromMemory = names.filter((name) => WITHOUT_TURNS.has(name) && !/kline/i.test(name))
  for (const name of fromMemory) {
    const params = { searchCurrency: { keyword: 'EUR' }, setting: { key: 'is_show_mobile' } }[name as string] ?? {}
    expect([name, (await ask(name, { from: '203.0.113.99', params })).code]).toEqual([name, 1])
  }
  for (const each of asked) expect(each).not.toHaveBeenCalled()
})
