/**
 * Changed terms of use: customers are asked again, and until they accept exactly the calls that open, deposit or
 * withdraw are refused; a repeat gets its first answer, and closing everything and leaving works.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LEGAL_DATE, LEGAL_VERSION } from '@veritick/locales/legal'
import { bindTron, draws, provesDraw, set, userOf } from '@veritick/testing/customers'
import { deedsOf, trader } from '@veritick/testing/deeds'
import { realPerson } from '@veritick/testing/people'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { termsInForce } from './usage-terms.ts'

const NEEDED = 'terms_acceptance_needed'
const FIRST = '2027-01-04'
const SECOND = '2027-02-01'

describe.each([{ threads: false }, { threads: true }])('with the core in a thread: $threads', ({ threads }) => {
  let server: TestServer
  let ana: Caller
  beforeAll(async () => {
    server = await openTestServer({ threads })
    ana = await trader(server, 'ana')
  })
  afterAll(() => server.close())

  const needed = async (person = ana) => (await person.does('userInfo', {})).terms_needed
  const inForce = async () => (await server.visitor.does('getBasicInfo', {})).terms
  const accepts = async (person = ana) => person.does('acceptTerms', { version: (await inForce()).version })
  const order = (cont = '0.01') =>
    ({ forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont, multiple: 30 }) as const

  test('a registration accepts the version in force; an older day changes nothing', async () => {
    expect(await inForce()).toEqual({ version: LEGAL_VERSION, changed_on: LEGAL_DATE })
    expect(await needed()).toBe(0)
    await set(server, 'terms_changed_on', '2020-01-01')
    expect([await inForce(), await needed()]).toEqual([{ version: LEGAL_VERSION, changed_on: LEGAL_DATE }, 0])
  })

  test('of all calls about orders and money those that open are refused, and their keys stay free', async () => {
    const deeds = (await deedsOf(server, 'ana', ana)).filter(({ by }) => by === ana)
    const key = { 'idempotency-key': 'an order before the change' }
    const before = await ana.asks('submit', order('0.02'), key)
    await set(server, 'terms_changed_on', FIRST)
    expect(await needed()).toBe(1)
    expect(await ana.asks('submit', order('0.02'), key)).toMatchObject({ code: 1, data: before.data })

    const opening = deeds.filter(({ opens }) => opens)
    const keyOf = (call: string) => ({ 'idempotency-key': `after the change ${call}` })
    for (const { call, params } of opening)
      expect((await ana.asks(call, params, keyOf(call))).reason, call).toBe(NEEDED)
    const demo = await server.person()
    expect(await demo.reason('submit', order())).toBe('good')
    for (const { call, params } of deeds.filter(({ opens }) => !opens))
      expect((await ana.asks(call, params)).reason ?? 'good', call).toBe('good')

    await accepts()
    expect(await needed()).toBe(0)
    for (const { call, params } of opening)
      expect((await ana.asks(call, params, keyOf(call))).reason ?? 'good', call).toBe('good')
  })

  test('a version that is not in force is not accepted, and the same one may be accepted twice', async () => {
    await set(server, 'terms_changed_on', SECOND)
    expect(await ana.reason('acceptTerms', { version: termsInForce(FIRST).version })).toBe('terms_version_old')
    expect(await needed()).toBe(1)
    await Promise.all([accepts(), accepts()])
    expect(await needed()).toBe(0)
    const rows = await server.context.store.query<{ version: string }>(
      'select version from terms_acceptances where user_id = $1 order by accepted_at',
      [await userOf(ana)],
    )
    expect(rows.map(({ version }) => version)).toEqual([LEGAL_VERSION, ...[FIRST, SECOND].map(textVersion)])
    const late = await realPerson(server, 'late@example.com')
    expect(await needed(late)).toBe(0)
  })

  test('a customer who does not accept closes everything and withdraws', async () => {
    const leo = await trader(server, 'leo')
    const draw_method_id = await bindTron(server, leo, 'leo')
    const draw = { draw_currency_id: 1, draw_method_id, number: '30' } as const
    const { Id: id } = await leo.does('submit', order())
    const waiting = { ...order(), status: 0, target_price: '1.08000' } as const
    const { Id: pending } = await leo.does('submit', waiting)
    await set(server, 'terms_changed_on', '2027-03-01')
    await provesDraw(server, leo, draw)
    expect(await leo.reason('draw', draw)).toBe(NEEDED)
    await leo.does('close', { id })
    expect(await leo.reason('draw', draw)).toBe(NEEDED)
    await leo.does('cancelTrade', { id: pending })
    expect(await draws(server, leo, draw)).toMatchObject({ number: '30.000000' })
  })
})

const textVersion = (day: string) => termsInForce(day).version

test('a restarted server knows who has accepted', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-terms-'))
  let server = await openTestServer({ dataDir, again: true })
  const eva = await realPerson(server, 'eva@example.com')
  await realPerson(server, 'ben@example.com')
  await set(server, 'terms_changed_on', FIRST)
  await eva.does('acceptTerms', { version: textVersion(FIRST) })
  const users = await server.context.store.query<{ user: never; email: string }>(
    'select user_id as user, email from users',
  )
  await server.close()
  server = await openTestServer({ dataDir, again: true })
  const { usageTerms } = server.context
  expect(users.map(({ user, email }) => [email, usageTerms.isNeeded(user)]).sort()).toEqual([
    ['ben@example.com', true],
    ['eva@example.com', false],
  ])
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})
