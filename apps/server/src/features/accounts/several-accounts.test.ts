/**
 * One user with a demo account and two real ones: orders, balances, statements, withdrawals and stop-outs of each
 * apart; freezes and notices for the user. The numbers of users and accounts never meet.
 */
import { STATEMENT } from '@veritick/contract'
import { type AccountId, accountId, must, type UserId, userId } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  booksProblems,
  customer,
  draws,
  FINN,
  fund,
  openChannels,
  picture,
  switchTo,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { mailsTo, signIn } from '@veritick/testing/people'
import { staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT_ID_MAX, ACCOUNT_ID_MIN, RECORD_ID_MIN } from '../../services/encryption/ids.ts'
import { sessions as sessionRows } from '../../store/schema-accounts.ts'
import { freezeUntold } from '../freezes/freezes-fixture.ts'
import { ACCOUNTS_MAX, openFurtherAccount } from './further-account.ts'
import { accountsToShow, insertAccount } from './owned-accounts.ts'

let server: TestServer
let ana: Caller
let user: UserId
let payee: number
let first: AccountId
let second: AccountId
let demo: AccountId

const BUY = { forex_id: 1, type: 1, status: 1, multiple: 30 } as const
let requests = 0

const open = (kind: 'demo' | 'real', owner = user, key = `further ${++requests}`) =>
  openFurtherAccount(server.context, { user: owner, kind, once: { key, content: kind } })
const opened = async (kind: 'demo' | 'real') => {
  const made = await open(kind)
  if (!made.ok) throw new Error(made.reason)
  return made.value.account
}
const reasonOf = (done: { readonly ok: true } | { readonly ok: false; readonly reason: string }) =>
  done.ok ? 'good' : done.reason
/** On the account, and back on the first one. */
const on = async <Result>(account: AccountId, work: () => Promise<Result>): Promise<Result> => {
  await switchTo(server, ana, account)
  try {
    return await work()
  } finally {
    await switchTo(server, ana, first)
  }
}
const balanceOf = async (account: AccountId) => (await on(account, () => ana.does('forexDetail', {}))).balance
const holdingsOf = async (account: AccountId) =>
  (await on(account, () => ana.does('myDeal', { status: 1 }))).data.map(({ Id }) => Id)
const statementOf = async (account: AccountId) => {
  const path = `${STATEMENT.path}?from=2020-01-01&to=2030-01-01&format=csv`
  const answer = await on(account, () => fetch(server.url + path, { headers: { authorization: ana.token ?? '' } }))
  return { name: answer.headers.get('content-disposition'), text: await answer.text() }
}

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await customer(server, 'ana')
  user = await userOf(ana)
  first = await accountOf(server, ana)
  await verify(server, ana)
  payee = await bindTron(server, ana, 'ana')
  second = await opened('real')
  demo = await opened('demo')
  await fund(server, ana, 1_000)
  await on(second, () => fund(server, ana, 500))
})
afterAll(() => server.close())

describe('numbers', () => {
  test('of accounts have nine digits and those of users ten, so none is taken for the other', async () => {
    const { store, core } = server.context
    const rows = await accountsToShow(store.db, user)
    expect(rows.map(({ account, kind, isDefault }) => [account, kind, isDefault])).toEqual([
      [first, 'real', true],
      [second, 'real', false],
      [demo, 'demo', false],
    ])
    for (const { account } of rows) {
      expect(account).toBeGreaterThanOrEqual(ACCOUNT_ID_MIN)
      expect(account).toBeLessThanOrEqual(ACCOUNT_ID_MAX)
    }
    expect(ACCOUNT_ID_MAX).toBeLessThan(RECORD_ID_MIN)
    expect(user).toBeGreaterThanOrEqual(RECORD_ID_MIN)
    expect(await core.query({ kind: 'account', account: accountId(user) })).toBeUndefined()
  })

  test('are checked by the store: a session or an account of another user, or in the range of users, is refused', async () => {
    const { store, ids } = server.context
    const ben = await customer(server, 'ben')
    const his = await accountOf(server, ben)
    const steal = store.db.update(sessionRows).set({ account: his })
    await expect(steal).rejects.toMatchObject({ cause: { code: '23503' } })
    const insert = (row: readonly unknown[]) =>
      store.query(
        `insert into accounts (account_id, user_id, kind, opened_at, is_default)
         values ($1, $2, 'real', 1, $3)`,
        row,
      )
    await expect(insert([user, user, false])).rejects.toMatchObject({ code: '23514' })
    await expect(insert([ACCOUNT_ID_MIN, 1_000_000_001, false])).rejects.toMatchObject({ code: '23503' })
    await expect(insert([ACCOUNT_ID_MIN, user, true])).rejects.toMatchObject({ code: '23505' })
    expect(await ids.next(store.query, 'accounts')).toBeLessThan(RECORD_ID_MIN)
  })
})

describe('each account', () => {
  test('has its own balance, positions and statement', async () => {
    expect([await balanceOf(first), await balanceOf(second), await balanceOf(demo)]).toEqual([
      '1000.000000',
      '500.000000',
      '100000.000000',
    ])
    const order = await on(second, () => ana.does('submit', { ...BUY, cont: '0.01' }))
    expect([await holdingsOf(first), await holdingsOf(second), await holdingsOf(demo)]).toEqual([[], [order.Id], []])
    expect(await ana.asks('close', { id: order.Id })).toMatchObject({ reason: 'order_unknown', field: 'id' })
    await on(second, () => ana.does('close', { id: order.Id }))
    const [one, two] = [await statementOf(first), await statementOf(second)]
    expect([one.name, two.name]).toEqual([
      expect.stringContaining(`-${first}-2020`),
      expect.stringContaining(`-${second}-2020`),
    ])
    expect(one.text).toContain('1000.000000')
    expect(one.text).not.toContain('500.000000')
    expect(one.text).not.toContain(String(order.Id))
    expect(two.text).toContain('500.000000')
    expect(two.text).toContain(String(order.Id))
    expect((await on(first, () => ana.does('chargeList', {}))).total).toBe(1)
    expect(await balanceOf(first)).toBe('1000.000000')
  })

  test('a request key is used on one account only: the same key on another account is refused, nothing is opened', async () => {
    const key = { 'idempotency-key': 'one key, two accounts' }
    const order = { ...BUY, cont: '0.01' }
    const made = await ana.does('submit', order, key)
    const other = await on(second, () => ana.asks('submit', order, key))
    expect(other).toMatchObject({ reason: 'idempotency_mismatch' })
    expect((await ana.asks('submit', order, key)).headers['idempotent-replayed']).toBe('true')
    expect(await holdingsOf(second)).toEqual([])
    await ana.does('close', { id: made.Id })
  })

  test('a withdrawal of one locks nothing on the other', async () => {
    const before = await balanceOf(second)
    const withdrawal = await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '300', memo: '' })
    expect((await ana.does('forexDetail', {})).lock_balance).toBe('300.000000')
    const detail = await on(second, () => ana.does('forexDetail', {}))
    expect(detail).toEqual({ balance: before, lock_balance: '0.000000' })
    expect((await on(second, () => ana.does('drawList', {}))).data).toEqual([])
    // More than the second account has, and less than both have together.
    const ask = { draw_currency_id: 1, draw_method_id: payee, number: '600', memo: '' }
    await expect(on(second, () => draws(server, ana, ask))).rejects.toThrow('balance_not_enough')
    await ana.does('drawCancel', { id: withdrawal.id })
    expect(await booksProblems(server)).toEqual([])
  })

  test('a demo account of a registered user takes no real money and pays none out', async () => {
    const proofImg = await picture(server, ana)
    const charge = { charge_id: 1, number: '50', proofImg }
    const draw = { draw_currency_id: 1, draw_method_id: payee, number: '50', memo: '' }
    expect(await on(demo, () => ana.reason('chargeSubmit', charge))).toBe('real_account_only')
    expect(await on(demo, () => ana.reason('chargeCard', { number: '50' }))).toBe('real_account_only')
    expect(await on(demo, () => ana.reason('draw', draw))).toBe('real_account_only')
    expect(await on(demo, () => ana.does('userInfo', {}))).toMatchObject({ id: user, is_demo: 1 })
    expect(await on(first, () => ana.reason('resetForexDemoAccount', {}))).toBe('demo_account_only')
    expect(await balanceOf(demo)).toBe('100000.000000')
  })

  test('a stop-out on one leaves the others, and its owner is told once, on whichever account a session trades', async () => {
    const phones = new Phones(server)
    const phone = await phones.open()
    // A session of its own, which stays on the first account.
    await phone.signIn(await signIn(server, 'ana@example.com'), ['FOREX_NOTICE', 'FOREX_CLOSED'])
    const safe = await ana.does('submit', { ...BUY, cont: '0.01' })
    const play = await on(demo, () => ana.does('submit', { ...BUY, cont: '0.10' }))
    const lost = await on(second, () => ana.does('submit', { ...BUY, cont: '0.12' }))
    server.feed.say('EURUSD', '1.05700', '1.05710')
    await server.context.notices.settled()
    expect([await holdingsOf(first), await holdingsOf(second), await holdingsOf(demo)]).toEqual([
      [safe.Id],
      [],
      [play.Id],
    ])
    await phone.until(() => phone.of('FOREX_NOTICE').some(({ data }) => kindOf(data) === 'stopped_out'))
    // Orders of the second account leave no list of this connection.
    expect(JSON.stringify(phone.of('FOREX_CLOSED'))).not.toContain(String(lost.Id))
    phones.hangUp()
    const { list } = await ana.does('noticeList', {})
    expect(list.filter(({ kind }) => kind === 'stopped_out')).toHaveLength(1)
    const rows = await server.context.store.query<{ user_id: number; account_id: number }>(
      "select user_id, account_id from customer_notices where facts like '%stopped_out%'",
    )
    expect(rows).toEqual([{ user_id: user, account_id: second }])
    const subjects = (await mailsTo(server, 'ana@example.com')).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Positions of your account were closed')).toHaveLength(1)
    server.feed.say('EURUSD', '1.08500', '1.08510')
    await ana.does('close', { id: safe.Id })
    await on(demo, () => ana.does('close', { id: play.Id }))
  })

  test('a socket follows its session to the other account', async () => {
    const phones = new Phones(server)
    const phone = await phones.open()
    await phone.signIn(ana, ['FOREX_TRADE'])
    const balances = () => phone.of('FOREX_TRADE').map(({ data }) => (data as { Balance: string }).Balance)
    const [one, play] = [await balanceOf(first), await balanceOf(demo)]
    await phone.until(() => balances().includes(one))
    await switchTo(server, ana, demo)
    await phone.until(() => balances().includes(play))
    await switchTo(server, ana, first)
    phones.hangUp()
  })
})

const kindOf = (data: unknown) => (data as { kind?: string } | null)?.kind

describe('the office', () => {
  test('sees all accounts of a customer, and orders, ledger and corrections of each', async () => {
    const support = await staffed(server, 'support')
    const { accounts } = await support.does('person', { id: user })
    expect(accounts.map(({ trading_account, kind }) => [trading_account, kind])).toEqual([
      [first, 'real'],
      [second, 'real'],
      [demo, 'demo'],
    ])
    const ledgerOf = async (trading_account?: number) =>
      (await support.does('personLedger', { id: user, ...(trading_account && { trading_account }) })).data.map(
        ({ amount }) => amount,
      )
    expect(await ledgerOf()).toContain('1000.000000')
    expect(await ledgerOf(second)).toContain('500.000000')
    expect(await ledgerOf(second)).not.toContain('1000.000000')
    const bens = await accountOf(server, await signIn(server, 'ben@example.com'))
    const asked = { id: user, trading_account: bens }
    expect(await support.reason('personLedger', asked)).toBe('account_unknown')
    expect(await support.reason('personOrders', { ...asked, status: 1 })).toBe('account_unknown')
    const found = await support.does('peopleSearch', { q: String(second) })
    expect(found.data.map(({ id }) => id)).toEqual([user])
    const sum = (Number(await balanceOf(first)) + Number(await balanceOf(second))).toFixed(6)
    expect(found.data[0]?.balance).toBe(sum)
  })
})

describe('a freeze', () => {
  const freezes = () => server.context.freezes
  const decision = { actor: FINN, reason: 'asked by the bank', remark: 'We are checking a payment' }

  test('closes openings on all accounts of the user, a further account included; its end opens them again', async () => {
    const submit = (account: AccountId) => on(account, () => ana.reason('submit', { ...BUY, cont: '0.01' }))
    const all = async () => [await submit(first), await submit(second), await submit(demo)]
    expect(reasonOf(await freezes().freeze({ user, ...decision }))).toBe('good')
    expect(await all()).toEqual(Array(3).fill('account_frozen'))
    expect(reasonOf(await open('real'))).toBe('account_frozen')
    expect(reasonOf(await freezes().unfreeze({ user, ...decision }))).toBe('good')
    await on(second, () => fund(server, ana, 200))
    expect(await all()).toEqual(Array(3).fill('good'))
  })

  test('is told to every account again at the next start, also where the engine was told of one only', async () => {
    const { store, core, market } = server.context
    const half = { kind: 'freeze_account', at: market.clock(), account: first, frozen: true } as const
    await core.submit({ command: half })
    await freezeUntold({ ...server.context, query: store.query }, user)
    await freezes().resumeIntents()
    for (const account of [first, second, demo])
      expect((await core.query({ kind: 'account', account }))?.frozen).toBe(true)
    await freezes().unfreeze({ user, ...decision })
    for (const account of [first, second, demo])
      expect((await core.query({ kind: 'account', account }))?.frozen).toBe(false)
  })
})

describe('a further account', () => {
  test('is opened once for the same request, fifty times at once', async () => {
    const eve = await userOf(await customer(server, 'eve'))
    const again = () => open('real', eve, 'the same request')
    const made = await Promise.all(Array.from({ length: 50 }, again))
    // A loaded machine may be too busy; the same request later finds the account.
    expect(new Set([...made.map(reasonOf), 'good', 'busy']).size).toBe(2)
    await expect.poll(async () => reasonOf(await again()), { timeout: 20_000 }).toBe('good')
    expect(await accountsToShow(server.context.store.db, eve)).toHaveLength(2)
  })

  test('is refused above the limit of its kind, for a visitor with a demo account, and for no user', async () => {
    expect(reasonOf(await open('demo'))).toBe('account_limit_reached')
    const eve = await userOf(await signIn(server, 'eve@example.com'))
    for (let count = 2; count < ACCOUNTS_MAX.real; count++) expect(reasonOf(await open('real', eve))).toBe('good')
    const beyond = await Promise.all([open('real', eve), open('real', eve)])
    expect(beyond.map(reasonOf)).toEqual(['account_limit_reached', 'account_limit_reached'])
    expect(await accountsToShow(server.context.store.db, eve)).toHaveLength(ACCOUNTS_MAX.real)
    const visitor = await userOf(await server.person())
    expect(reasonOf(await open('real', visitor))).toBe('real_account_only')
    expect(reasonOf(await open('real', userId(1_000_000_001)))).toBe('person_unknown')
  })

  test('whose row the engine has not seen is opened by the next sign-in', async () => {
    const { store, core } = server.context
    const finn = await customer(server, 'finn')
    const row = { user: await userOf(finn), kind: 'real', openedAt: 1, isDefault: false } as const
    const { account } = await store.transaction((tx) => insertAccount(tx, server.context, row))
    expect(await core.query({ kind: 'account', account })).toBeUndefined()
    await signIn(server, 'finn@example.com')
    expect(await core.query({ kind: 'account', account })).toMatchObject({ accountKind: 'real' })
  })

  test('of one user is not told to another: lists, statement and switch', async () => {
    const ben = await signIn(server, 'ben@example.com')
    const session = must(await server.context.sessions.find(ben.token ?? ''), 'he is signed in')
    for (const account of [first, second, demo, accountId(user), accountId(7)])
      expect(await server.context.sessions.switchAccount(session, account)).toBe('account_unknown')
    expect((await ben.does('myDeal', { status: 1 })).data).toEqual([])
    expect(await booksProblems(server)).toEqual([])
  })
})
