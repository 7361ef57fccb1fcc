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
  const inTurns = ['captcha', 'newsList', 'newsInfo', 'getCompany', 'followList']
  expect(names.filter((name) => !WITHOUT_TURNS.has(name))).toEqual(inTurns)
  const asked = [vi.spyOn(store, 'query'), vi.spyOn(store.db, 'select'), vi.spyOn(store, 'transaction')]
  // Charts have a line of their own.
  const fromMemory = names.filter((name) => WITHOUT_TURNS.has(name) && !/kline/i.test(name))
  for (const name of fromMemory) {
    const params = { searchCurrency: { keyword: 'EUR' }, setting: { key: 'is_show_mobile' } }[name as string] ?? {}
    expect([name, (await ask(name, { from: '203.0.113.99', params })).code]).toEqual([name, 1])
  }
  for (const each of asked) expect(each).not.toHaveBeenCalled()
})

const A_FILE = '0'.repeat(32)

/**
 * The routes beside the table of calls. `memory`: asks the store nothing; `admitted`: has a ceiling of another kind; a
 * name of `networkTurns`: takes one of these turns round `method`, which asks the store.
 */
const OTHER_ROUTES = {
  '/api/docs': 'memory',
  '/api/docs/openapi.json': 'memory',
  '/v1/api/forex/mark/:file': 'memory',
  '/healthz': 'memory',
  '/manifest.json': 'memory',
  // The room of uploads (services/uploads/upload-admission.ts).
  '/api/common/image_upload': 'admitted',
  // LIMITS.work.statements.
  '/v1/api/main/accountLog/statement': 'admitted',
  // The signature of a provider.
  '/api/quickCharge/card_notice/:provider': 'admitted',
  '/api/files/:file': 'pictures',
  '/api/news/picture/:file': 'publicFiles',
  '/api/company/file/:file': 'publicFiles',
  '/sandbox/card/:language/:reference': 'visitorReads',
} as const

/** The routes of the app, from its drawing as a tree. */
function routes(): readonly string[] {
  const above: string[] = []
  return server.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, drawn = '', part = '', methods = ''] = /^([\s│├└─]*)(\S+)( \(.*)?$/.exec(line) ?? []
      above.splice(drawn.length / 4 - 1, above.length, part)
      return methods === '' ? [] : [above.join('')]
    })
}

test('a route beside the table of calls is one of those whose turns are tested', async () => {
  const ofCalls = new Set<string>(CALL_NAMES.map((name) => CALLS[name].path))
  const others = new Set(routes().filter((path) => !ofCalls.has(path) && path.startsWith('/') && !path.includes('*')))
  // The page of the app is a route only where it was built.
  others.delete('/')
  expect([...others].sort()).toEqual(Object.keys(OTHER_ROUTES).sort())
  const { store } = server.context
  const asked = [vi.spyOn(store, 'query'), vi.spyOn(store.db, 'select'), vi.spyOn(store, 'transaction')]
  for (const [path, how] of [...Object.entries(OTHER_ROUTES), ['/', 'memory'] as const])
    if (how === 'memory') await server.app.inject({ url: path.replace(':file', 'EURUSD.svg') })
  for (const each of asked) expect(each).not.toHaveBeenCalled()
})

test.each([
  {
    path: '/api/files/:file',
    url: () => server.context.files.tickets.address(A_FILE, { kind: 'real', id: 7, session: 'a'.repeat(16) }),
    hold: (work: () => Promise<undefined>) => vi.spyOn(server.context.files, 'openLink').mockImplementation(work),
  },
  {
    path: '/api/news/picture/:file',
    url: () => `/api/news/picture/${A_FILE}`,
    hold: (work: () => Promise<undefined>) => vi.spyOn(server.context.files, 'open').mockImplementation(work),
  },
  {
    path: '/api/company/file/:file',
    url: () => `/api/company/file/${A_FILE}`,
    hold: (work: () => Promise<undefined>) =>
      vi.spyOn(server.context.companyFiles, 'findPublic').mockImplementation(work),
  },
  {
    path: '/sandbox/card/:language/:reference',
    url: () => '/sandbox/card/en/made-up',
    hold: (work: () => Promise<undefined>) =>
      vi.spyOn(server.context.deposits.cards, 'sandbox').mockImplementation(work),
  },
] as const)('few requests to $path of many networks are worked on at once', async ({ path, url, hold }) => {
  const works = gate()
  hold(async () => {
    await works.enter()
    return undefined
  })
  const { overall } = LIMITS.networkTurns[OTHER_ROUTES[path]]
  let answered = 0
  const flooded = flood(async (from) => {
    const answer = await server.app.inject({ url: url(), headers: { 'x-forwarded-for': from } })
    answered += 1
    return { code: answer.statusCode === 404 ? 1 : 0 }
  })
  await vi.waitFor(() => expect(works.held()).toBeGreaterThanOrEqual(overall))
  // A later request is answered after all of the flood have come.
  await server.visitor.does('setting', { key: 'is_show_mobile' })
  expect([works.held(), answered]).toEqual([overall, 0])
  works.release()
  expect(await flooded).toBe(ALL)
})

test('a made-up link to a picture waits for no turn and asks the store nothing', async () => {
  const opened = vi.spyOn(server.context.files, 'openLink')
  const answer = await server.app.inject({ url: `/api/files/${A_FILE}?ticket=made-up` })
  expect([answer.statusCode, opened.mock.calls.length]).toEqual([404, 0])
})
