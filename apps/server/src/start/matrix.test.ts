/**
 * Two customers and every call there is: Ben sends Ana's ids, links, codes and keys; he reads nothing of hers and
 * changes nothing of hers. Calls whose record names what they are about have their rows from that;
 * another call that has no row here does not compile, and fails.
 */

import { randomUUID } from 'node:crypto'
import { type CallData, type CallName, type Reason, STATEMENT, UPLOAD } from '@veritick/contract'
import { CALL_NAMES, CALLS, type Call, type NamedRecord } from '@veritick/contract/calls'
import { type AccountId, accountId, must } from '@veritick/domain'
import { ORDERS_PER_ANSWER_MAX } from '@veritick/engine'
import { Authenticator } from '@veritick/testing/authenticator'
import {
  accountOf,
  bindTron,
  booksProblems,
  customer,
  draws,
  fund,
  openChannels,
  picture,
  switchTo,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { codeTo, form, PASSWORD } from '@veritick/testing/people'
import { canHavePostgres, scratchDatabase } from '@veritick/testing/scratch-postgres'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openFurtherAccount } from '../features/accounts/further-account.ts'
import { accountRow } from '../features/accounts/index.ts'
import type { Hers, Row, Second } from './matrix-rows.ts'

const ANA = 'ana.private@example.com'
const BEN = 'ben@example.com'
const APP_URL = 'https://trade.example.com'
const HASH = 'a1'.repeat(32)
const CARD_USD = '50'
const IBAN = 'DE89370400440532013000'

const nothing = { sends: () => ({}), told: 'good' } as const
const his = (params: Readonly<Record<string, unknown>>): Row => ({ sends: () => params, told: 'good' })
const refused = ([told, field]: readonly [Reason, field?: string], sends: Row['sends']): Row => ({
  sends,
  told,
  ...(field !== undefined && { field }),
})
const TRON_OF_ANA = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const passwords = {
  password: 'not her password',
  new_password: 'another harbour at six',
  secondary_password: 'another harbour at six',
}

/** Calls whose request names a record: their rows are made from that, one for each record of hers. */
type NamingCall = {
  [Name in CallName]: (typeof CALLS)[Name] extends { readonly names: object } ? Name : never
}[CallName]

/** The reason of a request that names a record of another customer: that of a record that does not exist. */
const UNKNOWN: { readonly [Kind in NamedRecord]: Reason } = {
  order: 'order_unknown',
  withdrawal: 'draw_unknown',
  payee: 'payee_unknown',
  session: 'session_unknown',
  notice: 'notice_unknown',
  price_alert: 'price_alert_unknown',
  passkey: 'passkey_unknown',
  picture: 'picture_unknown',
}

/** What hers is called in `Hers`, by its kind. */
const RECORDS: { readonly [Kind in NamedRecord]: readonly (keyof Hers)[] } = {
  order: ['holding', 'pending', 'ended'],
  withdrawal: ['withdrawal'],
  payee: ['payee'],
  session: ['session'],
  notice: ['notice'],
  price_alert: ['priceAlert'],
  passkey: ['passkeyId'],
  picture: ['picture'],
}

/** What else such a request must carry. */
const BESIDE: { readonly [Name in NamingCall]?: (hers: Hers) => Readonly<Record<string, unknown>> } = {
  noticeRead: ({ notice }) => ({ until: notice }),
  priceAlertChange: () => ({ side: 'above', price: '1.2', repeat: true }),
  setStopPrice: () => ({ stop_loss_price: '1', target_profit_price: '0' }),
  chargeSubmit: () => ({ charge_id: 1, number: '50' }),
  chargeWireSubmit: () => ({ wire_id: 1, number: '50' }),
  draw: () => ({ draw_currency_id: 1, number: '50' }),
  ...{ feedbackOwn: () => ({ kind: 'fault', text: 'x' }), supportSend: () => ({ text: 'x' }) },
  identitySubmit: ({ picture: link }) => ({ name: 'Carl', card_id: 'C1234567', reverse_pic: link }),
}

/** What a caller who may not make the call sends with what is hers. */
const sentBy = (name: CallName) => must(rowsOf(name)[0], `a row for ${name}`).sends(hers)

function rowsOf(name: CallName): readonly Row[] {
  const { names }: Call = CALLS[name]
  const written = Object.entries(ROWS).find(([each]) => each === name)?.[1]
  if (names === undefined) return [must(written, `a row for ${name}`)]
  const { record, as } = names
  const beside = Object.entries(BESIDE).find(([each]) => each === name)?.[1]
  return RECORDS[record].map((key) => ({
    ...refused([UNKNOWN[record], as], (hers) => ({ ...beside?.(hers), [as]: hers[key] })),
    ...(name === 'identitySubmit' ? { unverified: true } : {}),
  }))
}

const ROWS: { readonly [Name in Exclude<CallName, NamingCall>]: Row } = {
  // About no customer: the same answer for all.
  captcha: nothing,
  areaList: nothing,
  setting: his({ key: 'is_show_mobile' }),
  getBasicInfo: nothing,
  getCompany: nothing,
  getCompanyStatus: nothing,
  companySearch: nothing,
  tradeList: nothing,
  getCategories: nothing,
  searchCurrency: his({ keyword: 'EUR' }),
  newsList: nothing,
  newsInfo: refused(['news_unknown', 'id'], () => ({ id: 1 })),
  kline: his({ forex_id: 1, period: '1min' }),
  abbreviatedCacheKline: his({ forex_id: 1 }),
  createAccountDemoForU: nothing,
  followList: his({ kind: 'real' }),
  // In her name.
  sendEmail: his({ to: ANA, type: 2 }),
  sendSms: his({ to: '+85291234567', type: 2 }),
  register: refused(['captcha_wrong', 'sms_code'], () => ({
    account: ANA,
    password: PASSWORD,
    re_password: PASSWORD,
    key: 'x',
    sms_code: 'x',
    country: 'HK',
    adult: true,
    terms: true,
  })),
  loginForU: refused(['login_wrong'], () => ({ account: ANA, password: passwords.password })),
  forgetPassword: refused(['code_wrong', 'auth_code'], ({ code }) => ({ account: ANA, ...passwords, auth_code: code })),
  // His own session, with her codes.
  userInfo: nothing,
  logout: nothing,
  sendCode: his({ purpose: 'payee', dc_address: TRON_OF_ANA }),
  amendPassword: refused(['code_wrong', 'auth_code'], ({ code }) => ({
    new_password: passwords.new_password,
    auth_code: code,
  })),
  confirmEmail: refused(['email_confirmed'], ({ code }) => ({ auth_code: code, email: ANA })),
  prove: refused(['code_wrong', 'auth_code'], ({ code }) => ({ auth_code: code })),
  noticeList: nothing,
  pushState: nothing,
  pushSubscribe: refused(['push_endpoint_refused', 'endpoint'], () => ({
    endpoint: 'https://push.example.com/of-ana',
    p256dh: 'B'.padEnd(87, 'A'),
    auth: 'A'.repeat(22),
    topics: 'orders',
    details: false,
  })),
  pushUnsubscribe: nothing,
  priceAlertList: nothing,
  priceAlertAdd: his({ forex_id: 1, side: 'below', price: '1.01', repeat: false, note: 'his own' }),
  followOwn: nothing,
  inviteInfo: nothing,
  inviteList: nothing,
  followListed: his({ listed: false }),
  favouriteList: nothing,
  favouriteSet: his({ codes: 'EURUSD' }),
  sessionList: nothing,
  twoFactorBegin: refused(['code_wrong', 'auth_code'], ({ code }) => ({ auth_code: code })),
  twoFactorConfirm: refused(['two_factor_off'], ({ appCode }) => ({ totp_code: appCode })),
  twoFactorOff: refused(['two_factor_off'], ({ recoveryCode }) => ({ totp_code: recoveryCode })),
  recoveryCodes: refused(['two_factor_off'], ({ recoveryCode }) => ({ totp_code: recoveryCode })),
  passkeyOptions: his({ purpose: 'sign_in' }),
  passkeySignIn: refused(['passkey_expired', 'passkey'], ({ passkey }) => ({ passkey })),
  passkeyProofOptions: refused(['passkey_unknown'], () => ({})),
  passkeyBegin: refused(['code_wrong', 'auth_code'], ({ code }) => ({ auth_code: code })),
  passkeyAdd: refused(['passkey_wrong', 'passkey'], ({ passkey }) => ({ passkey, name: 'hers' })),
  passkeyList: nothing,
  identityCenter: nothing,
  ...{ getEmail: nothing, supportState: nothing, supportTyping: nothing, supportMessages: his({ before: 100 }) },
  ...{ complaintEmail: his({ text: 'too slow' }), feedbackSend: his({ kind: 'other', text: 'a line of his' }) },
  supportSeen: his({ seq: 1, read: 'yes' }),
  // Orders.
  submit: his({ forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 }),
  myDeal: his({ status: 1 }),
  resetForexDemoAccount: refused(['demo_account_only'], () => ({})),
  getBalance: nothing,
  forexDetail: nothing,
  forexChange: nothing,
  // Money in and out.
  chargeInfo: nothing,
  chargeSymbols: nothing,
  chargeWireInfo: his({ bank_coin: 1 }),
  chargeTerms: nothing,
  chargeList: nothing,
  // There is nothing to name but a sum: what he sends of hers is the key of the same payment, which would answer with
  // hers.
  chargeCard: { ...his({ number: CARD_USD }), key: ({ cardKey }) => cardKey },
  drawSymbols: nothing,
  drawTerms: nothing,
  drawList: nothing,
  drawMethods: his({ draw_id: 1 }),
  bindDrawMethod: refused(['code_wrong', 'auth_code'], ({ code }) => ({
    type: 1,
    draw_id: 1,
    dc_address: TRON_OF_ANA,
    auth_code: code,
  })),
}

let doors: TestServer
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
  doors = await openTestServer({ ...(database === undefined ? { threads: true } : { coreProcess: true }), config })
  await openChannels(doors, { card_provider: 'sandbox' })
  doors.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await customer(doors, 'ana.private')
  ben = await customer(doors, 'ben')
  carl = await customer(doors, 'carl')
  for (const person of [ana, ben]) await verify(doors, person)
  await fund(doors, ana, 1234)
  await fund(doors, ben, 800)
  // So that her codes meet codes of his.
  for (const purpose of ['proof', 'password'] as const) {
    doors.passWallTime(61_000)
    await ben.does('sendCode', { purpose })
  }
  hers = await livesOf(ana)
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
}, 120_000)
afterAll(async () => {
  await doors.close()
  await endDatabase?.()
}, 30_000)

const fileOf = (link: string) => must(/files\/([0-9a-f]{32})/.exec(link)?.[1], 'a link names its picture')

/** Orders of each kind, a withdrawal that waits, payees, a picture, a second session, two-factor. */
async function livesOf(person: Caller): Promise<Hers> {
  const buy = { forex_id: 1, type: 1, cont: '0.01', multiple: 30 } as const
  const holding = await person.does('submit', { ...buy, status: 1 })
  const pending = await person.does('submit', { ...buy, status: 0, target_price: '1.00000' })
  const ended = await person.does('submit', { ...buy, status: 1 })
  await person.does('close', { id: ended.Id })
  const payee = await bindTron(doors, person, 'ana.private')
  doors.passWallTime(61_000)
  const bank = { bank_name: 'PRIVATE BANK', bank_swift: 'COBADEFFXXX', payee_account: IBAN }
  await person.does('sendCode', { purpose: 'payee', ...bank })
  await person.does('bindDrawMethod', {
    type: 2,
    draw_id: 3,
    ...bank,
    payee_name: 'ANA PRIVATE',
    auth_code: await codeTo(doors, ANA),
  })
  const draw = await draws(doors, person, {
    draw_currency_id: 1,
    draw_method_id: payee,
    number: '70',
    memo: 'rent of ana',
  })
  const second = await secondAccountOf(person, payee)
  const proofImg = await picture(doors, person)
  await person.does('chargeSubmit', { charge_id: 1, number: '55', proofImg, tx_hash: HASH })
  const cardKey = randomUUID()
  const begun = await person.asks('chargeCard', { number: CARD_USD }, { 'idempotency-key': cardKey })
  doors.passWallTime(61_000)
  await person.does('sendCode', { purpose: 'proof' })
  const { secret } = await person.does('twoFactorBegin', { auth_code: await codeTo(doors, ANA) })
  const { recovery_codes } = await person.does('twoFactorConfirm', { totp_code: appCodeOf(secret) })
  const authenticator = new Authenticator(APP_URL)
  const begin = await person.does('passkeyBegin', { totp_code: must(recovery_codes[1], 'ten codes') })
  const { id: passkeyId } = await person.does('passkeyAdd', {
    passkey: authenticator.create(begin),
    name: 'phone of ana',
  })
  const passkey = authenticator.get(await doors.visitor.does('passkeyOptions', { purpose: 'sign_in' }))
  await doors.visitor.does('passkeySignIn', { passkey })
  await person.does('supportSend', { text: 'ANA PRIVATE', picture: await picture(doors, person) })
  await person.does('feedbackOwn', { kind: 'complaint', text: 'ANA PRIVATE' })
  const above = { forex_id: 1, side: 'above', price: '1.2', repeat: false, note: 'ANA PRIVATE' } as const
  const { id: priceAlert } = await person.does('priceAlertAdd', above)
  const session = must(
    (await person.does('sessionList', {})).find(({ current }) => current),
    'she is signed in',
  ).id
  doors.passWallTime(61_000)
  await person.does('sendCode', { purpose: 'proof' })
  return {
    user: await userOf(person),
    accounts: [await accountOf(doors, person), second.account],
    notice: await noticeTo(await accountOf(doors, person)),
    priceAlert,
    second,
    holding: holding.Id,
    pending: pending.Id,
    ended: ended.Id,
    withdrawal: draw.id,
    payee,
    session,
    picture: await picture(doors, person),
    card: must((begun.data as CallData<'chargeCard'>).url.split('/').at(-1), 'the page names the payment'),
    cardKey,
    code: await codeTo(doors, ANA),
    appCode: appCodeOf(secret),
    recoveryCode: must(recovery_codes[0], 'ten codes'),
    passkeyId,
    passkey,
  }
}

/**
 * Orders of each kind, a withdrawal that waits and a notice on a further real account. The person ends on the first
 * one.
 */
async function secondAccountOf(person: Caller, payee: number): Promise<Second> {
  const first = await accountOf(doors, person)
  const once = { key: 'second of ana', content: '' }
  const made = await openFurtherAccount(doors.context, { user: await userOf(person), kind: 'real', once })
  if (!made.ok) throw new Error(made.reason)
  const { account } = made.value
  await switchTo(doors, person, account)
  await fund(doors, person, 4321)
  const buy = { forex_id: 1, type: 1, cont: '0.01', multiple: 30 } as const
  const holding = await person.does('submit', { ...buy, status: 1 })
  const pending = await person.does('submit', { ...buy, status: 0, target_price: '1.00000' })
  const ended = await person.does('submit', { ...buy, status: 1 })
  await person.does('close', { id: ended.Id })
  const draw = await draws(doors, person, {
    draw_currency_id: 1,
    draw_method_id: payee,
    number: '90',
    memo: 'rent of ana',
  })
  const ids = { holding: holding.Id, pending: pending.Id, ended: ended.Id, withdrawal: draw.id }
  await switchTo(doors, person, first)
  return { account, ...ids, notice: await noticeTo(account) }
}

/** A notice that only she may read. */
async function noticeTo(account: AccountId): Promise<number> {
  const facts = { kind: 'order_opened', order: 1, code: 'ANA PRIVATE', price: '1' } as const
  const { store, notices } = doors.context
  const owned = must(await accountRow(store.db, account), 'it has an owner')
  const told = await store.transaction((tx) => notices.add(tx, owned, [{ account, at: 1, facts }]))
  return must(told.notices[0], 'a notice is kept').notice
}

const appCodeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(doors.context.wallClock() / 1000) })

/** A new session: `logout` and `sessionEnd` of one row do not affect the other rows. */
async function again(person: Caller): Promise<Caller> {
  const { sessions } = doors.context
  const token = await sessions.begin({ user: await userOf(person), kind: 'real', device: '' })
  return new Caller(doors.url, token)
}

/**
 * Every row of every table that belongs to Ana, and both her accounts as the engine has them. Left out is `told`, by
 * which a job of the server marks the notices that open apps have got.
 */
async function allOfAna(): Promise<string> {
  const { store, core } = doors.context
  await core.projected()
  const columns = await store.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = current_schema() and column_name in ('user_id', 'account', 'account_id', 'owner')
       and table_name <> 'market_memory'
     order by table_name, column_name`,
  )
  expect(columns.length).toBeGreaterThan(10)
  const own = [hers.user, ...hers.accounts].map(String)
  const parts: string[] = []
  for (const { table_name, column_name } of columns) {
    const rows = await store.query<{ row: string }>(
      `select (to_jsonb(each) - 'told')::text as row from "${table_name}" each where "${column_name}"::text = any($1) order by 1`,
      [own],
    )
    parts.push(...rows.map(({ row }) => `${table_name} ${row}`))
  }
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
const OF_AN_ACCOUNT = [
  'noticeRead',
  'close',
  'reverse',
  'cancelTrade',
  'setStopPrice',
  'receipt',
  'drawCancel',
] as const

describe("Ben with what is Ana's", () => {
  const cases = [
    ...CALL_NAMES.map((name) => ({ name, whose: 'first' })),
    ...OF_AN_ACCOUNT.map((name) => ({ name, whose: 'second' })),
  ]

  test.each(cases)('$name, of her $whose account', async ({ name, whose }) => {
    const named = whose === 'first' ? hers : { ...hers, ...hers.second }
    for (const row of rowsOf(name)) {
      const before = await allOfAna()
      const person = await again(row.unverified ? carl : ben)
      const key = row.key === undefined ? {} : { 'idempotency-key': row.key(hers) }
      const answer = await person.asks(name, row.sends(named), key)
      expect([answer.reason ?? 'good', answer.field]).toEqual([row.told, row.field])
      expect(answer.headers['idempotent-replayed']).toBeUndefined()
      const said = JSON.stringify([answer.msg, answer.data])
      expect(marks.filter((mark) => said.includes(mark))).toEqual([])
      expect(await allOfAna()).toBe(before)
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
    expect(await booksProblems(doors)).toEqual([])
  })
})

describe('Ana on one account with what stands on the other', () => {
  const onlyOrders = ['close', 'reverse', 'cancelTrade', 'setStopPrice', 'receipt'] as const

  test.each(onlyOrders)('%s finds nothing', async (name) => {
    for (const row of rowsOf(name)) {
      const before = await allOfAna()
      const answer = await ana.asks(name, row.sends({ ...hers, ...hers.second }))
      expect([answer.reason, answer.field]).toEqual(['order_unknown', 'id'])
      expect(await allOfAna()).toBe(before)
    }
  })

  test('her lists are those of the account that her session trades on', async () => {
    const other = await again(ana)
    await switchTo(doors, other, hers.second.account)
    const idsOf = async (person: Caller) => (await person.does('myDeal', { status: 1 })).data.map(({ Id }) => Id)
    const drawsOf = async (person: Caller) => (await person.does('drawList', {})).data.map(({ id }) => id)
    expect(await idsOf(ana)).toContain(hers.holding)
    expect(await idsOf(ana)).not.toContain(hers.second.holding)
    expect(await idsOf(other)).toEqual([hers.second.holding])
    expect([await drawsOf(ana), await drawsOf(other)]).toEqual([[hers.withdrawal], [hers.second.withdrawal]])
  })

  test("no session trades on an account of another user, and Ana's session stays where it was", async () => {
    const { sessions } = doors.context
    const session = must(await sessions.find(ana.token ?? ''), 'she is signed in')
    for (const account of [await accountOf(doors, ben), accountId(123), accountId(hers.user)])
      expect(await sessions.switchAccount(session, account)).toBe('account_unknown')
    expect(await accountOf(doors, ana)).toBe(hers.accounts[0])
  })
})

describe('who is not signed in', () => {
  test.each(CALL_NAMES.filter((name) => CALLS[name].caller !== 'visitor'))('%s', async (name) => {
    const before = await allOfAna()
    const stranger = new Caller(doors.url, randomUUID())
    const params = sentBy(name)
    expect(await doors.visitor.asks(name, params)).toMatchObject({ code: 999, reason: 'session_missing', data: null })
    expect(await stranger.asks(name, params)).toMatchObject({ code: 999, reason: 'session_ended', data: null })
    expect(await allOfAna()).toBe(before)
  })
})

describe('a demo account', () => {
  test.each(CALL_NAMES.filter((name) => CALLS[name].caller === 'real'))('never reaches %s', async (name) => {
    const demo = await doors.person()
    expect(await demo.asks(name, sentBy(name))).toMatchObject({ reason: 'real_account_only', data: null })
  })
})

describe('what is no call', () => {
  const signed = (person: Caller | undefined) => ({
    lang: 'en',
    ...(person?.token === undefined ? {} : { authorization: person.token }),
  })
  const look = async (path: string, person: Caller | undefined) => {
    const answer = await fetch(doors.url + path, { headers: signed(person) })
    return { status: answer.status, text: await answer.text() }
  }

  test('her pictures', async () => {
    const link = hers.picture
    const [path = '', ticket = ''] = link.split('?')
    expect((await look(link, ana)).status).toBe(200)
    expect((await look(link, ben)).status).toBe(404)
    expect((await look(path, ben)).status).toBe(404)
    expect((await look(path, undefined)).status).toBe(404)
    const [, ownTicket = ''] = (await picture(doors, ben)).split('?')
    expect((await look(`${path}?${ownTicket}`, ben)).status).toBe(404)
    expect(ticket).not.toBe('')
    const demo = await doors.person()
    expect((await look(link, demo)).status).toBe(404)
  })

  test('uploads without a session', async () => {
    const body = new FormData()
    body.append(UPLOAD.field, new Blob([new Uint8Array(8)]), 'a.png')
    const answer = await fetch(doors.url + UPLOAD.path, {
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

  test('sockets: his says nothing about her, nor does one that nobody signed in on', async () => {
    const [of, nobodys] = [await listening(ben.token), await listening(undefined)]
    const made = await ana.does('submit', { forex_id: 1, type: 1, status: 1, cont: '0.03', multiple: 30 })
    await ana.does('close', { id: made.Id })
    // His own order is heard: by then hers would have been.
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
    expect(await doors.visitor.reason('register', await form(doors, ANA))).toBe('good')
    expect(await doors.visitor.reason('loginForU', { account: ANA, password: passwords.password })).toBe('login_wrong')
    expect(await allOfAna()).toBe(before)
    expect((await (await again(ben)).does('userInfo', {})).email).toBe(BEN)
  })
})

const SOON = { timeout: 20_000, interval: 50 }

async function listening(token: string | undefined): Promise<{ readonly wire: WebSocket; readonly heard: string[] }> {
  const wire = new WebSocket(`ws://127.0.0.1:${doors.port}/v1/ws`)
  const heard: string[] = []
  wire.on('message', (data) => void heard.push(String(data)))
  await new Promise((resolve, reject) => wire.on('open', resolve).on('error', reject))
  if (token !== undefined) wire.send(JSON.stringify({ type: 'login', params: token, lang: 'en' }))
  wire.send(JSON.stringify({ type: 'sub', params: ['FOREX_TRADE', 'FOREX_CLOSED', 'DAY_MARKET'] }))
  await expect.poll(() => heard.length, SOON).toBeGreaterThan(0)
  return { wire, heard }
}
