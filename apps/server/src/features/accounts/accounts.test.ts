/** Demo accounts, their sessions and their pages; at the end every balance is the sum of its log. */

import type { CallInput } from '@veritick/contract'
import { CALLS } from '@veritick/contract/calls'
import type { AccountId } from '@veritick/domain'
import { accountViews } from '@veritick/testing/core-views'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../../services/clock/times.ts'
import { LIMITS } from '../../services/rate-limits/limits.ts'

let server: TestServer
let ana: Caller
const EURUSD = 1

const buy = (lots: string, more: Partial<CallInput<'submit'>> = {}): CallInput<'submit'> => ({
  forex_id: EURUSD,
  type: 1,
  status: 1,
  cont: lots,
  multiple: 30,
  ...more,
})

beforeAll(async () => {
  server = await openTestServer()
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await server.person()
})
afterAll(() => server.close())

describe('pages', () => {
  test('20 a page, newest first, totals over all of them', async () => {
    const cara = await server.person()
    const orders = []
    for (let index = 0; index < 23; index++) orders.push(await cara.does('submit', buy('0.01')))
    const [one, two, three] = [
      await cara.does('myDeal', { status: 1 }),
      await cara.does('myDeal', { status: 1, page: 2 }),
      await cara.does('myDeal', { status: 1, page: 3 }),
    ]
    expect([one.data.length, two.data.length, three.data.length]).toEqual([20, 3, 0])
    expect([...one.data, ...two.data].map((each) => each.Id)).toEqual(orders.map((each) => each.Id).reverse())
    expect([one.total, three.total, one.all_fact_profits]).toEqual([23, 23, '-2.300000'])
    await cara.does('resetForexDemoAccount', {})
    const history = await cara.does('myDeal', { status: 3, page: 2 })
    expect(history).toMatchObject({ total: 23, all_fact_profits: '-2.300000' })
    expect(history.data).toHaveLength(3)
    const log = await cara.does('forexChange', { page: 3 })
    // demo money, 23 fees, 23 losses, the reset
    expect([log.total, log.list.length]).toEqual([48, 8])
    const costs = await cara.does('forexChange', { group: 'costs', page: 2 })
    expect([costs.total, costs.list.map((line) => line.Kind)]).toEqual([23, ['fee', 'fee', 'fee']])
    expect(await cara.reason('forexChange', { group: 'everything' })).toBe('parameter_not_allowed')
  })
})

describe('accounts', () => {
  test('the secret of a device signs in to the same demo account again, with a token of its own', async () => {
    const demo_id = 'device-secret_0123456789'
    const first = await server.visitor.does('createAccountDemoForU', { demo_id })
    const again = await server.visitor.does('createAccountDemoForU', { demo_id })
    const other = await server.visitor.does('createAccountDemoForU', {})
    expect(again.user.id).toBe(first.user.id)
    expect(new Set([first.token, again.token, other.token]).size).toBe(3)
    expect(other.user.id).not.toBe(first.user.id)
    const many = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.visitor.does('createAccountDemoForU', { demo_id: 'another-device-secret' }),
      ),
    )
    expect(new Set(many.map((each) => each.user.id)).size).toBe(1)
  })

  test('a demo account has the language of the app that opened it, and then the one that was chosen', async () => {
    const ask = (path: string, headers: Record<string, string>, body?: object) =>
      server.visitor.raw(body === undefined ? 'GET' : 'POST', path, {
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const demo_id = 'device-secret_of-a-german'
    const opened = CALLS.createAccountDemoForU.answer.parse(
      (await ask('/api/user/createAccountDemoForU', { lang: 'de' }, { demo_id })).data,
    )
    const language = async () => {
      const rows = await server.context.store.query<{ language: string | null }>(
        'select language from users where user_id = $1',
        [opened.user.id],
      )
      return rows[0]?.language
    }
    expect(await language()).toBe('de')
    await ask('/api/user/createAccountDemoForU', { lang: 'fr' }, { demo_id })
    expect(await language()).toBe('fr')
    await ask('/api/user/info', { lang: 'ar', authorization: opened.token })
    expect(await language()).toBe('ar')
  })

  test('a repeated sign-in without a device secret opens one account, if its key cannot be guessed', async () => {
    const sign = (key: string, body: object = {}) =>
      server.visitor.raw('POST', '/api/user/createAccountDemoForU', {
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
    const opened = async (...sent: Parameters<typeof sign>) =>
      CALLS.createAccountDemoForU.answer.parse((await sign(...sent)).data)
    const key = '0c6cd6b2-5f0f-4f5b-9ad5-0f3a5f4d4f6e'
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => opened(key)))
    expect(new Set(others.map((each) => each.user.id))).toEqual(new Set([first?.user.id]))
    expect(new Set([first, ...others].map((each) => each?.token)).size).toBe(6)
    expect((await opened(key.toUpperCase())).user.id).toBe(first?.user.id)
    // Another key, and the same key with other parameters, are other requests.
    const strangers = [
      await opened(key.replace('0c', '1c')),
      await opened(key, { demo_id: 'device-secret_abcdefghij' }),
    ]
    expect(new Set([first, ...strangers].map((each) => each?.user.id)).size).toBe(3)
    for (const guessable of ['1', 'k'.repeat(15), 'k'.repeat(256)])
      expect(await sign(guessable)).toMatchObject({
        reason: 'idempotency_key_invalid',
        field: 'idempotency-key',
        msg: 'Without a sign-in the request key must have 16 to 255 characters.',
      })
  })

  test('a reset closes everything and brings the demo money back', async () => {
    const dan = await server.person()
    await dan.does('submit', buy('1'))
    await dan.does('submit', buy('1', { status: 0, target_price: '1.08000' }))
    const answered = await dan.asks('resetForexDemoAccount', {})
    expect(answered.data).toEqual({ balance: '100000.000000' })
    expect(answered.msg).toBe('Your demo account is back at 100,000.00 USD.')
    expect((await dan.does('myDeal', { status: 3 })).data.map((each) => each.CloseReason)).toEqual([
      'demo_reset',
      'demo_reset',
    ])
  })

  test('a customer who resets too often is refused, and a repeat gets its first answer', async () => {
    const gil = await server.person()
    server.steady.stop()
    onTestFinished(() => server.steady.goOn())
    const key = { 'idempotency-key': 'the first reset' }
    const first = await gil.asks('resetForexDemoAccount', {}, key)
    for (let count = 1; count < LIMITS.demoResets.atOnce; count++) await gil.does('resetForexDemoAccount', {})
    await gil.does('submit', buy('1'))
    const before = await server.stateHash()
    const late = { 'idempotency-key': 'the refused reset' }
    expect(await gil.asks('resetForexDemoAccount', {}, late)).toMatchObject({
      status: 429,
      reason: 'too_many_requests',
    })
    expect(await server.stateHash()).toBe(before)
    const again = await gil.asks('resetForexDemoAccount', {}, key)
    expect([again.data, again.headers['idempotent-replayed']]).toEqual([first.data, 'true'])
    // The refusal was no answer: the same request succeeds later.
    server.steady.pass(1_000 / LIMITS.demoResets.perSecond)
    expect(await gil.does('resetForexDemoAccount', {}, late)).toEqual(first.data)
    const other = await server.person()
    expect(await other.does('resetForexDemoAccount', {})).toEqual(first.data)
  })

  test('a session ends by sign-out and by its time; 999 says which', async () => {
    const eva = await server.person()
    const other = new Caller(server.url, eva.token)
    await eva.does('logout', {})
    expect(await other.asks('userInfo', {})).toMatchObject({ status: 200, code: 999, reason: 'session_ended' })
    expect(await server.visitor.asks('userInfo', {})).toMatchObject({
      status: 200,
      code: 999,
      reason: 'session_missing',
    })
    expect(await new Caller(server.url, 'x'.repeat(500)).reason('userInfo', {})).toBe('session_ended')
    const fay = await server.person()
    server.passWallTime(90 * DAY_MS)
    expect(await fay.reason('userInfo', {})).toBe('session_ended')
    expect(await ana.reason('submit', buy('0.01'))).toBe('session_ended')
    server.passWallTime(-90 * DAY_MS)
  })
})

test('after all of it: every client balance is the sum of its log', async () => {
  const { core, store } = server.context
  await core.projected()
  const sums = await store.query<{ account: AccountId; sum: string }>(
    'select account, sum(amount)::text as sum from account_log group by account',
  )
  const balances = new Map((await accountViews(server)).map(({ account, balance }) => [account, balance]))
  expect(sums.length).toBeGreaterThan(5)
  for (const { account, sum } of sums) expect(Number(sum)).toBe(balances.get(account))
})
