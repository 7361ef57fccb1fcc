/**
 * Changed terms of use: customers are asked again, and until they accept exactly the calls that open, deposit or
 * withdraw are refused; a repeat gets its first answer, and closing everything and leaving works.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SettingKey } from '@veritick/contract/office'
import { millis, type UserId, userId } from '@veritick/domain'
import { LEGAL_DATE, LEGAL_VERSION } from '@veritick/locales/legal'
import { bindTron, draws, provesDraw, set, userOf } from '@veritick/testing/customers'
import { deedsOf, trader } from '@veritick/testing/deeds'
import { realPerson } from '@veritick/testing/people'
import { firstOf } from '@veritick/testing/quick'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../store/index.ts'
import { openUsageTerms, termsInForce, type UsageTermsParts } from './usage-terms.ts'

const NEEDED = 'terms_acceptance_needed'
const FIRST = '2027-01-04'
const SECOND = '2027-02-01'

describe.each(firstOf(1, [{ threads: false }, { threads: true }]))(
  'with the core in a thread: $threads',
  ({ threads }) => {
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
  },
)

const textVersion = (day: string) => termsInForce(day).version

test('an acceptance during two changes in a row is not lost', async () => {
  const reads: { readonly version: unknown; readonly answer: (users: readonly UserId[]) => void }[] = []
  const query = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    if (!text.startsWith('select')) return []
    const users = await new Promise<readonly UserId[]>((answer) => reads.push({ version: values?.[0], answer }))
    return users.map((user) => ({ user })) as Row[]
  }
  const changed: ((key: SettingKey) => Promise<void>)[] = []
  let day = '2020-01-01'
  const opening = openUsageTerms({
    store: { query },
    settings: { get: () => day, onChanged: (listener: (typeof changed)[number]) => changed.push(listener) },
    log: pino({ level: 'silent' }),
  } as unknown as UsageTermsParts)
  reads[0]?.answer([])
  const terms = await opening
  const changes = [FIRST, SECOND].map((next) => {
    day = next
    return changed[0]?.('terms_changed_on')
  })
  expect(reads.slice(1).map(({ version }) => version)).toEqual([FIRST, SECOND].map(textVersion))
  const ana = userId(10_000_007)
  // The first read ends while the second has asked the store before the customer accepts.
  reads[1]?.answer([ana])
  await changes[0]
  const ends: ((end: 'committed') => void)[] = []
  const tx = { query, onEnd: (end: (typeof ends)[number]) => ends.push(end) } as unknown as Transaction
  await terms.accept(tx, { user: ana, version: textVersion(SECOND), at: millis(0) })
  for (const end of ends) end('committed')
  reads[2]?.answer([ana])
  await Promise.all(changes)
  expect([terms.inForce().version, terms.isNeeded(ana)]).toEqual([textVersion(SECOND), false])
})

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
