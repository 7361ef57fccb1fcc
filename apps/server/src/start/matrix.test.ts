/**
 * Two customers and every call: Ben sends Ana's ids, links, codes and keys, and reads and changes nothing of hers.
 * matrix-rows-fixture.ts has a row for each call; a call without one does not compile, and fails here.
 */
import { randomUUID } from 'node:crypto'
import { STATEMENT, UPLOAD } from '@veritick/contract'
import { CALL_NAMES, CALLS, type CallName } from '@veritick/contract/calls'
import { accountId, must } from '@veritick/domain'
import { ORDERS_PER_ANSWER_MAX } from '@veritick/engine'
import {
  accountOf,
  booksProblems,
  customer,
  fund,
  openChannels,
  picture,
  switchTo,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { form } from '@veritick/testing/people'
import { canHavePostgres, scratchDatabase } from '@veritick/testing/scratch-postgres'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { APP_URL, HASH, IBAN, makeRecords } from './matrix-records-fixture.ts'
import { ANA, type Hers, passwords, ROWS, rowsOf, TRON_OF_ANA } from './matrix-rows-fixture.ts'

const BEN = 'ben@example.com'

let server: TestServer
let ana: Caller
let ben: Caller
/** Like Ben, but no staff member has reviewed a document of his. */
let carl: Caller
let hers: Hers
let endDatabase: (() => Promise<void>) | undefined
/** Words that stand in answers to Ana and must stand in none to Ben. */
let marks: readonly string[]

beforeAll(async () => {
  // In production the core is in a thread; here it is in another process, so that nothing but data can reach it.
  const database = canHavePostgres() ? await scratchDatabase() : undefined
  endDatabase = database?.stop
  const config = { socketsPerAddress: 40, appUrl: APP_URL, databaseUrl: database?.url }
  server = await openTestServer({ ...(database === undefined ? { threads: true } : { coreProcess: true }), config })
  await openChannels(server, { card_provider: 'sandbox' })
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await customer(server, 'ana.private')
  ben = await customer(server, 'ben')
  carl = await customer(server, 'carl')
  for (const person of [ana, ben]) await verify(server, person)
  await fund(server, ana, 1234)
  await fund(server, ben, 800)
  // So that her codes meet codes of his.
  for (const purpose of ['proof', 'password'] as const) {
    server.passTime(61_000)
    await ben.does('sendCode', { purpose })
  }
  hers = await makeRecords(server, ana)
  const { uid, invite_code } = await ana.does('userInfo', {})
  marks = [
    ANA,
    'ana.private',
    uid,
    invite_code,
    HASH,
    IBAN,
    TRON_OF_ANA,
    'ANA PRIVATE',
    'rent of ana',
    '1234.000000',
    '4321.000000',
    ...hers.accounts.map(String),
    hers.session,
    hers.card,
    hers.passkeyId,
    'phone of ana',
    fileOf(hers.picture),
  ].filter((mark) => mark !== '')
})
afterAll(async () => {
  await server.close()
  await endDatabase?.()
})

/** The parameters of the other customer, with her records, from a caller without a right to them. */
const sentBy = (name: CallName) => must(rowsOf(name)[0], `a row for ${name}`).sends(hers)

const fileOf = (link: string) => must(/files\/([0-9a-f]{32})/.exec(link)?.[1], 'a link names its picture')

/** A new session: `logout` and `sessionEnd` of one row do not affect the other rows. */
async function again(person: Caller): Promise<Caller> {
  const { sessions } = server.context
  const token = await sessions.begin({ user: await userOf(person), kind: 'real', device: '' })
  return new Caller(server.url, token)
}

/** The statement of `rowsOfOwners`, made once: it is asked before and after every call. */
let ownRows: string | undefined

/** One statement for the rows of all tables that belong to a user or an account of a list. */
async function rowsOfOwners(store: TestServer['context']['store']): Promise<string> {
  const columns = await store.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = current_schema() and column_name in ('user_id', 'account', 'account_id', 'owner')
       and table_name <> 'market_memory'
     order by table_name, column_name`,
  )
  expect(columns.length).toBeGreaterThan(10)
  const selects = columns.map(
    ({ table_name, column_name }) =>
      `select '${table_name} ' || (to_jsonb(each) - 'told')::text as row from "${table_name}" each
       where "${column_name}"::text = any($1)`,
  )
  return `${selects.join(' union all ')} order by 1`
}

/**
 * Every row of every table that belongs to Ana, and both her accounts as the engine has them. Left out is `told`, by
 * which a job of the server marks the notices that open apps have got.
 */
async function allOfAna(): Promise<string> {
  const { store, core } = server.context
  await core.projected()
  ownRows ??= await rowsOfOwners(store)
  const own = [hers.user, ...hers.accounts].map(String)
  const parts = (await store.query<{ row: string }>(ownRows, [own])).map(({ row }) => row)
  for (const account of hers.accounts) {
    const asked = { kind: 'orders', account, offset: 0, limit: ORDERS_PER_ANSWER_MAX } as const
    const live = [await core.query({ ...asked, status: 'holding' }), await core.query({ ...asked, status: 'pending' })]
    parts.push(JSON.stringify(live, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
  }
  return parts.join('\n')
}

test('every call has its row', () => {
  const naming = CALL_NAMES.filter((name) => 'names' in CALLS[name])
  expect([...Object.keys(ROWS), ...naming].sort()).toEqual([...CALL_NAMES].sort())
})

/** Calls that name an order, a withdrawal or a notice: these she has on each account. */
const OF_AN_ORDER = ['close', 'closePart', 'reverse', 'cancelTrade', 'setStopPrice', 'amendTrade', 'receipt'] as const
const OF_AN_ACCOUNT = ['noticeRead', ...OF_AN_ORDER, 'drawCancel'] as const

describe("Ben with what is Ana's", () => {
  /** As the test before found it at its end. */
  let all: string | undefined
  const cases = [
    ...CALL_NAMES.map((name) => ({ name, whose: 'first' })),
    ...OF_AN_ACCOUNT.map((name) => ({ name, whose: 'second' })),
  ]

  test.each(cases)('$name, of her $whose account', async ({ name, whose }) => {
    const named = whose === 'first' ? hers : { ...hers, ...hers.second }
    for (const row of rowsOf(name)) {
      all ??= await allOfAna()
      const person = await again(row.unverified ? carl : ben)
      const key = row.key === undefined ? {} : { 'idempotency-key': row.key(hers) }
      const answer = await person.asks(name, row.sends(named), key)
      expect([answer.reason ?? 'good', answer.field]).toEqual([row.told, row.field])
      expect(answer.headers['idempotent-replayed']).toBeUndefined()
      const said = JSON.stringify([answer.msg, answer.data])
      expect(marks.filter((mark) => said.includes(mark))).toEqual([])
      const before = all
      all = await allOfAna()
      expect(all).toBe(before)
    }
  })

  test('her idempotency keys are no keys to her answers', async () => {
    const key = { 'idempotency-key': 'the key of ana' }
    const order = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 }
    const first = await ana.asks('submit', order, key)
    const [own, repeated] = [await ben.asks('submit', order, key), await ana.asks('submit', order, key)]
    expect(own.headers['idempotent-replayed']).toBeUndefined()
    expect(own.data).not.toEqual(first.data)
    expect([repeated.headers['idempotent-replayed'], repeated.data]).toEqual(['true', first.data])
  })

  test('she is still signed in, and still has her codes', async () => {
    expect((await ana.does('userInfo', {})).email).toBe(ANA)
    expect(await (await again(ana)).reason('twoFactorOff', { totp_code: hers.recoveryCode })).toBe('good')
    expect(await booksProblems(server)).toEqual([])
  })
})

describe('Ana on one account with what stands on the other', () => {
  test.each(OF_AN_ORDER)('%s finds nothing', async (name) => {
    for (const row of rowsOf(name)) {
      const before = await allOfAna()
      const answer = await ana.asks(name, row.sends({ ...hers, ...hers.second }))
      expect([answer.reason, answer.field]).toEqual(['order_unknown', 'id'])
      expect(await allOfAna()).toBe(before)
    }
  })

  test('her lists are those of the account that her session trades on', async () => {
    const other = await again(ana)
    await switchTo(server, other, hers.second.account)
    const idsOf = async (person: Caller) => (await person.does('myDeal', { status: 1 })).data.map(({ Id }) => Id)
    const drawsOf = async (person: Caller) => (await person.does('drawList', {})).data.map(({ id }) => id)
    expect(await idsOf(ana)).toContain(hers.holding)
    expect(await idsOf(ana)).not.toContain(hers.second.holding)
    expect(await idsOf(other)).toEqual([hers.second.holding])
    expect([await drawsOf(ana), await drawsOf(other)]).toEqual([[hers.withdrawal], [hers.second.withdrawal]])
  })

  test("no session trades on an account of another user, and Ana's session stays where it was", async () => {
    const { sessions } = server.context
    const session = must(await sessions.find(ana.token ?? ''), 'she is signed in')
    for (const account of [await accountOf(server, ben), accountId(123), accountId(hers.user)])
      expect(await sessions.switchAccount(session, account)).toBe('account_unknown')
    expect(await accountOf(server, ana)).toBe(hers.accounts[0])
  })
})

describe('a client without a session', () => {
  test.each(CALL_NAMES.filter((name) => CALLS[name].caller !== 'visitor'))('%s', async (name) => {
    const before = await allOfAna()
    const stranger = new Caller(server.url, randomUUID())
    const params = sentBy(name)
    expect(await server.visitor.asks(name, params)).toMatchObject({ code: 999, reason: 'session_missing', data: null })
    expect(await stranger.asks(name, params)).toMatchObject({ code: 999, reason: 'session_ended', data: null })
    expect(await allOfAna()).toBe(before)
  })
})

describe('a demo account', () => {
  test.each(CALL_NAMES.filter((name) => CALLS[name].caller === 'real'))('never reaches %s', async (name) => {
    const demo = await server.person()
    expect(await demo.asks(name, sentBy(name))).toMatchObject({ reason: 'real_account_only', data: null })
  })
})

describe('what is no call', () => {
  const signed = (person: Caller | undefined) => ({
    lang: 'en',
    ...(person?.token === undefined ? {} : { authorization: person.token }),
  })
  const look = async (path: string, person: Caller | undefined) => {
    const answer = await fetch(server.url + path, { headers: signed(person) })
    return { status: answer.status, text: await answer.text() }
  }

  test('her pictures', async () => {
    const link = hers.picture
    const [path = '', ticket = ''] = link.split('?')
    expect((await look(link, ana)).status).toBe(200)
    expect((await look(link, ben)).status).toBe(404)
    expect((await look(path, ben)).status).toBe(404)
    expect((await look(path, undefined)).status).toBe(404)
    const [, ownTicket = ''] = (await picture(server, ben)).split('?')
    expect((await look(`${path}?${ownTicket}`, ben)).status).toBe(404)
    expect(ticket).not.toBe('')
    const demo = await server.person()
    expect((await look(link, demo)).status).toBe(404)
  })

  test('uploads without a session', async () => {
    const body = new FormData()
    body.append(UPLOAD.field, new Blob([new Uint8Array(8)]), 'a.png')
    const answer = await fetch(server.url + UPLOAD.path, {
      method: 'POST',
      body,
      headers: { ...signed(undefined), 'sec-fetch-mode': 'cors' },
    })
    expect(await answer.json()).toMatchObject({ code: 999, reason: 'session_missing' })
  })

  test('statements', async () => {
    const path = `${STATEMENT.path}?from=2020-01-01&to=2030-01-01&format=csv`
    expect((await look(path, ana)).text).toContain('1234.000000')
    const seen = (await look(path, ben)).text
    expect(seen).toContain('800.000000')
    expect(marks.filter((mark) => seen.includes(mark))).toEqual([])
    expect(JSON.parse((await look(path, undefined)).text)).toMatchObject({ code: 999 })
  })

  test('sockets: that of one customer says nothing about the other, nor does one without a session', async () => {
    const [of, nobodys] = [await listening(ben.token), await listening(undefined)]
    const made = await ana.does('submit', { forex_id: 1, type: 1, status: 1, cont: '0.03', multiple: 30 })
    await ana.does('close', { id: made.Id })
    // The push of his own order arrives: by then a push of hers would have arrived.
    const mine = await ben.does('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 })
    await ben.does('close', { id: mine.Id })
    await expect
      .poll(() => of.heard.some((text) => text.includes('FOREX_CLOSED') && text.includes(String(mine.Id))), SOON)
      .toBe(true)
    const told = [...of.heard, ...nobodys.heard].filter((text) => /FOREX_(TRADE|CLOSED)/.test(text))
    const ids = told.flatMap((text) => [...text.matchAll(/"(?:Id|ids)":\[?(\d+)/g)].map(([, id]) => Number(id)))
    expect(ids).not.toContain(made.Id)
    expect(nobodys.heard.filter((text) => text.includes('"data":{"ProfitsTotal"'))).toEqual([])
    for (const socket of [of, nobodys]) socket.wire.terminate()
  })

  test('an account of hers cannot be opened twice', async () => {
    const before = await allOfAna()
    expect(await server.visitor.reason('register', await form(server, ANA))).toBe('good')
    expect(await server.visitor.reason('loginForU', { account: ANA, password: passwords.password })).toBe('login_wrong')
    expect(await allOfAna()).toBe(before)
    expect((await (await again(ben)).does('userInfo', {})).email).toBe(BEN)
  })
})

const SOON = { timeout: 20_000, interval: 50 }

async function listening(token: string | undefined): Promise<{ readonly wire: WebSocket; readonly heard: string[] }> {
  const wire = new WebSocket(`ws://127.0.0.1:${server.port}/v1/ws`)
  const heard: string[] = []
  wire.on('message', (data) => void heard.push(String(data)))
  await new Promise((resolve, reject) => wire.on('open', resolve).on('error', reject))
  if (token !== undefined) wire.send(JSON.stringify({ type: 'login', params: token, lang: 'en' }))
  wire.send(JSON.stringify({ type: 'sub', params: ['FOREX_TRADE', 'FOREX_CLOSED', 'DAY_MARKET'] }))
  await expect.poll(() => heard.length, SOON).toBeGreaterThan(0)
  return { wire, heard }
}
