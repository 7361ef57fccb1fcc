/**
 * The limits of requests: changes of one account, and charts, documents, lists and new accounts for one address. A
 * customer or an address below its limit is answered meanwhile.
 */
import { CALLS } from '@veritick/contract/calls'
import { must } from '@veritick/domain'
import { customer, userOf } from '@veritick/testing/customers'
import { type Answered, Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LIMITS } from '../services/rate-limits/limits.ts'
import { PASSWORD_WORK_MAX, withinCeiling } from '../services/secrets/passwords.ts'

/** Of the passwords that may be checked at once: fewer than sign-ins have turns of visits. */
const PLACES_LEFT = 4

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  server.feed.say('EURUSD', '1.08500', '1.08510')
})
afterEach(() => {
  server.steady.goOn()
  vi.restoreAllMocks()
})
afterAll(() => server.close())

/**
 * Limits a minute follow the machine's own clock. It stands while a test reaches one, so that no minute ends on a busy
 * machine.
 */
function stopTheMinute(): void {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now)
}

test('the changes of one account are limited; another account is answered meanwhile', async () => {
  const [wild, calm] = [await server.person(), await server.person()]
  server.steady.stop()
  // Without TCP connections: hundreds of them at once are too many for a busy machine.
  const ask = (index: number) => {
    const headers = { authorization: wild.token, 'idempotency-key': `wild ${index}` }
    // Counted, then refused because the order is missing: the engine decides nothing.
    return server.app.inject({ method: 'POST', url: CALLS.cancelTrade.path, headers, payload: {} })
  }
  const answers = await Promise.all(Array.from({ length: LIMITS.changes.atOnce + 10 }, (_, index) => ask(index)))
  expect(answers.find((each) => each.statusCode === 429)?.json()).toMatchObject({
    reason: 'too_many_requests',
    data: null,
  })
  expect(answers.filter((each) => each.statusCode === 200)).toHaveLength(LIMITS.changes.atOnce)
  expect((await calm.asks('cancelTrade', { id: 1_000_000 })).status).toBe(200)
  expect((await wild.asks('userInfo', {})).code).toBe(1)
})

test('a stolen session that uses up the limits of its customer keeps the owner from ending it by no call', async () => {
  const thief = await customer(server, 'ana')
  const user = await userOf(thief)
  const owner = new Caller(server.url, await server.context.sessions.begin({ user, kind: 'real', device: '' }))
  const ask = (caller: Caller, name: 'cancelTrade' | 'drawCancel', key: string) => {
    const headers = { authorization: caller.token, 'idempotency-key': key }
    return server.app.inject({ method: 'POST', url: CALLS[name].path, headers, payload: { id: 999_999 } })
  }
  const many = (caller: Caller, name: 'cancelTrade' | 'drawCancel', count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(caller, name, `${name} ${index}`)))
  server.steady.stop()
  await many(thief, 'cancelTrade', LIMITS.changes.atOnce)
  expect((await ask(owner, 'cancelTrade', 'own')).json()).toMatchObject({ reason: 'too_many_requests' })
  // The share of a session has an end too.
  const tried: string[] = []
  for (let each = 0; each <= LIMITS.protection.atOnce; each++)
    tried.push((await ask(thief, 'drawCancel', `more ${each}`)).json().reason)
  expect(tried.filter((reason) => reason === 'draw_unknown')).toHaveLength(LIMITS.protection.atOnce)
  expect(tried.at(-1)).toBe('too_many_requests')

  const turns = LIMITS.reads.atOnce + (LIMITS.reads.perSecond * LIMITS.reads.waitMs) / 1_000
  const reads = Array.from({ length: turns + LIMITS.protection.atOnce }, () => thief.asks('userInfo', {}))
  await Promise.all(reads.slice(0, LIMITS.reads.atOnce))
  expect((await owner.does('sessionList', {})).map(({ current }) => current).sort()).toEqual([false, true])
  expect((await owner.asks('drawList', {})).code).toBe(1)
  expect(await owner.reason('drawCancel', { id: 999_999 })).toBe('draw_unknown')
  expect(await owner.does('sessionEnd', { id: 'others' })).toEqual({ ended: 1 })
  await Promise.all(reads)
})

test('an order that waits for its turn is refused once its session was ended', async () => {
  const [many, thief] = [await server.person(), await server.person()]
  const { core, sessions } = server.context
  const submit = core.submit
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const submitted = vi.spyOn(core, 'submit').mockImplementation(async (call) => {
    await released
    return submit(call)
  })
  const order = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 } as const
  const { running } = LIMITS.networkTurns.orders
  const underWay = Array.from({ length: running }, () => many.asks('submit', order))
  await vi.waitFor(() => expect(submitted).toHaveBeenCalledTimes(running))
  const waiting = thief.asks('submit', order)
  await sessions.end(must(await sessions.find(thief.token ?? ''), 'the thief is signed in'))
  release()
  expect((await waiting).reason).toBe('session_ended')
  expect((await Promise.all(underWay)).every(({ code }) => code === 1)).toBe(true)
  expect(submitted).toHaveBeenCalledTimes(running)
})

test('wrong passwords in a stolen session use up no attempt of its owner', async () => {
  const thief = await customer(server, 'ben')
  const user = await userOf(thief)
  const owner = new Caller(server.url, await server.context.sessions.begin({ user, kind: 'real', device: '' }))
  const amends = (caller: Caller) =>
    caller.reason('amendPassword', { new_password: 'a long new one 7', old_password: 'a guess', auth_code: '000000' })
  const { max } = LIMITS.attempts.current_password
  for (let each = 0; each < max; each++) expect(await amends(thief)).toBe('password_wrong')
  expect(await amends(thief)).toBe('too_many_attempts')
  expect(await amends(owner)).toBe('password_wrong')
})

test('the charts for one address are limited', async () => {
  stopTheMinute()
  const answers = await Promise.all(
    Array.from({ length: LIMITS.network.charts + 10 }, () =>
      server.visitor.asks('kline', { forex_id: 1, period: '1min', limit: 1 }),
    ),
  )
  expect(answers.filter((each) => each.status === 429).length).toBeGreaterThan(0)
  expect(answers.filter((each) => each.code === 1).length).toBeGreaterThan(LIMITS.network.charts - 10)
})

/**
 * Headers of a caller who knows the document at this address, and the status of an answer to them: it counts as the
 * whole document does, and costs a hundredth of it. The list has no such answer; an empty one counts too.
 */
async function asIfKnown(url: string): Promise<readonly [Record<string, string>, number]> {
  const { etag } = (await server.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.11' })).headers
  if (typeof etag === 'string') return [{ 'if-none-match': etag }, 304]
  vi.spyOn(server.context.market, 'items').mockReturnValue([])
  return [{}, 200]
}

test.each([
  ['the documentation', '/api/docs', LIMITS.network.documentation],
  ['the document itself', '/api/docs/openapi.json', LIMITS.network.documentation],
  ['the list of what can be traded', CALLS.tradeList.path, LIMITS.network.lists],
])(
  '%s: limited for one address, and another address is answered',
  async (_name, url, max) => {
    stopTheMinute()
    const [known, unchanged] = await asIfKnown(url)
    const ask = (remoteAddress: string, headers = {}) =>
      server.app.inject({ method: 'GET', url, remoteAddress, headers })
    const answers: number[] = []
    while (answers.length <= max) answers.push((await ask('203.0.113.9', known)).statusCode)
    expect(answers.slice(0, max).every((status) => status === unchanged)).toBe(true)
    expect(answers.at(-1)).toBe(429)
    expect((await ask('203.0.113.9')).statusCode).toBe(429)
    expect((await ask('203.0.113.10')).statusCode).toBe(200)
  },
  120_000,
)

test('a home line of IPv6 has four times the limit; the next line and the refused calls count apart', async () => {
  const max = LIMITS.network.documentation
  const url = '/api/docs/openapi.json'
  const [headers, unchanged] = await asIfKnown(url)
  const ask = async (remoteAddress: string) =>
    (await server.app.inject({ method: 'GET', url, remoteAddress, headers })).statusCode
  const answers: number[] = []
  // Networks 2001:db8:0:110:: to :11f:: are one of 56 bits. Each asks twice as often as it may.
  for (let network = 0; network < 6; network++)
    for (let call = 0; call < 2 * max; call++) answers.push(await ask(`2001:db8:0:11${network}::1`))
  expect(answers.filter((status) => status === unchanged)).toHaveLength(4 * max)
  expect(answers.filter((status) => status === 429)).toHaveLength(8 * max)
  expect(await ask('2001:db8:0:200::1')).toBe(unchanged)
})

test('passwords beyond those that may wait are refused, and cost no attempt', async () => {
  const attempts = vi.spyOn(server.context.attempts, 'giveBack')
  const signIn = (index: number) =>
    server.app.inject({
      method: 'POST',
      url: CALLS.loginForU.path,
      remoteAddress: `10.20.${Math.floor(index / 250)}.${index % 250}`,
      payload: { account: `ana${index}@example.com`, password: 'a quiet harbour at six' },
    })
  let free = () => {}
  const freed = new Promise<void>((resolve) => {
    free = resolve
  })
  // Passwords that are checked all the time, so that few more are as many as may be.
  const others = Array.from({ length: PASSWORD_WORK_MAX - PLACES_LEFT }, () => withinCeiling(() => freed))
  const answers = await Promise.all(Array.from({ length: 3 * PLACES_LEFT }, (_, index) => signIn(index)))
  const reasons = answers.map((each) => each.json().reason)
  const refused = reasons.filter((reason) => reason === 'too_many_requests').length
  expect(refused).toBeGreaterThan(0)
  expect(reasons.filter((reason) => reason === 'login_wrong')).toHaveLength(3 * PLACES_LEFT - refused)
  expect(attempts).toHaveBeenCalledTimes(refused)
  expect((await signIn(3 * PLACES_LEFT)).json().reason).toBe('login_wrong')
  free()
  await Promise.all(others)
}, 60_000)

test('the new accounts of one address are limited', async () => {
  stopTheMinute()
  const answers: Answered[] = []
  while (answers.length < LIMITS.network.demoAccounts + 1 && answers.at(-1)?.status !== 429) {
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, () => server.visitor.raw('GET', '/api/user/createAccountDemoForU?demo_id=x')),
      )),
    )
  }
  expect(answers.at(-1)).toMatchObject({ status: 429, reason: 'too_many_requests', data: null })
  expect(answers.filter((each) => each.status === 200).length).toBeGreaterThan(LIMITS.network.demoAccounts - 50)
})
