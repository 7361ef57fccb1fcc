/**
 * Notices of margin and stop-out to the owner of an account: stored until they are read, on every device, and sent by
 * mail where the kind asks for it.
 */
import { type CallData, type ForexNotice, NOTICES_KEPT_MAX } from '@veritick/contract'
import { must } from '@veritick/domain'
import {
  accountOf,
  changeCustomer,
  customer,
  fund as deposit,
  openChannels,
  set,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { mailsTo } from '@veritick/testing/people'
import { furtherTest } from '@veritick/testing/quick'
import { awake, type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFurtherAccount } from '../accounts/further-account.ts'
import { accountToShow } from '../accounts/index.ts'
import { MARGIN_MAIL_QUIET_MS } from './mails.ts'

let server: TestServer
let sue: Member

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  sue = await staffMember(server, 'support')
  await set(server, 'deposit_without_verification_max_usd', '100000.00')
})
beforeEach(() => price('1.08500'))
afterAll(() => server.close())

/** The bid; the ask is one pip above. */
function price(bid: string): void {
  server.feed.say('EURUSD', bid, (Number(bid) + 0.0001).toPrecision(6))
}

/** Without the notice of the deposit: most tests here are about trading. */
async function fund(server: TestServer, person: Caller, dollars: number): Promise<void> {
  await deposit(server, person, dollars)
  await server.context.store.query('delete from customer_notices where user_id = $1', [await userOf(person)])
}

const buy = { forex_id: 1, type: 1, status: 1, multiple: 30 } as const

async function told(person: Caller): Promise<CallData<'noticeList'>> {
  await server.context.core.query({ kind: 'trading' })
  await server.context.notices.settled()
  return person.does('noticeList', {})
}
const kindsOf = ({ list }: CallData<'noticeList'>) => list.map((each) => each.kind)

/** A real account with 4,000 USD and one lot: 3,617.00 of margin. */
async function trader(name: string): Promise<Caller> {
  const person = await customer(server, name)
  await fund(server, person, 4_000)
  await person.does('submit', { ...buy, cont: '1' })
  return person
}

/** Subjects of the mails since the last look. */
async function mails(name: string): Promise<readonly string[]> {
  const subjects = (await mailsTo(server, `${name}@example.com`)).map((mail) => mail.subject)
  return subjects.filter((subject) => /risk rate|were closed|negative balance|fee of/.test(subject))
}

describe('the owner of an account is told', () => {
  test('a total loss: the stop-out and the protection stand, nothing says "recovered", and both are mailed', async () => {
    const ana = await trader('ana')
    price('1.01000')
    // The next quotes used to bring "recovered" over it.
    price('1.01010')
    price('1.08500')
    const notices = await told(ana)
    expect(kindsOf(notices)).toEqual(['balance_protected', 'stopped_out', 'margin_warning', 'margin_call'])
    expect(notices.unread).toBe(4)
    expect(notices.list[0]?.words).toMatch(
      /^Your balance was below zero\. We paid 3,5\d\d\.\d\d USD to bring it back to zero\.$/,
    )
    expect(await mails('ana')).toEqual([
      'Your risk rate rose above 50%',
      'Your risk rate rose above 66.67%',
      'Positions of your account were closed',
      'Your negative balance was brought back to zero',
    ])
  })

  test('the notice survives the socket, another device and a new sign-in, until it is read', async () => {
    const ben = await trader('ben')
    const phones = new Phones(server)
    const phone = await phones.open()
    await phone.signIn(ben, ['FOREX_NOTICE'])
    price('1.01000')
    await phone.until(() => phone.of('FOREX_NOTICE').length === 5)
    phones.hangUp()
    const [newest, ...older] = (await told(ben)).list
    const id = must(newest, 'told').id
    expect(phone.of('FOREX_NOTICE').at(-1)?.data).toMatchObject({
      id,
      kind: 'balance_protected',
      unread: 4,
      read: false,
    })
    expect(await ben.does('noticeRead', { id })).toEqual({ unread: 3 })
    // Again changes nothing.
    expect(await ben.does('noticeRead', { id })).toEqual({ unread: 3 })
    expect((await told(ben)).list.map((each) => each.read)).toEqual([true, false, false, false])
    expect(await ben.does('noticeRead', { until: must(older[0], 'told').id })).toEqual({ unread: 0 })
    expect((await told(ben)).list.every((each) => each.read)).toBe(true)
  })

  test('an owner cannot read or mark the notices of another account, nor send nonsense', async () => {
    const [cara, dan] = [await trader('cara'), await server.person()]
    price('1.07100')
    const [notice] = (await told(cara)).list
    expect(await dan.reason('noticeRead', { id: must(notice, 'told').id })).toBe('notice_unknown')
    expect(await dan.reason('noticeRead', {})).toBe('parameter_missing')
    expect(await dan.reason('noticeRead', { id: '2147483647' })).toBe('notice_unknown')
    expect(await dan.reason('noticeRead', { id: '2147483648' })).toBe('number_out_of_range')
    expect(await dan.reason('noticeRead', { until: must(notice, 'told').id })).toBe('good')
    expect(await told(cara)).toMatchObject({ unread: 2, list: [{ kind: 'margin_warning' }, { kind: 'margin_call' }] })
    expect(await told(dan)).toEqual({ list: [], unread: 0 })
  })

  furtherTest('a level that is crossed to and fro: a notice each time, one mail in six hours', async () => {
    const eva = await trader('eva')
    const crossing = ['1.07900', '1.08500', '1.07900', '1.08500', '1.07900', '1.08500']
    for (const bid of crossing) price(bid)
    expect(kindsOf(await told(eva))).toEqual([
      'margin_recovered',
      'margin_call',
      'margin_recovered',
      'margin_call',
      'margin_recovered',
      'margin_call',
    ])
    expect(await mails('eva')).toEqual(['Your risk rate rose above 50%'])
    server.passWallTime(MARGIN_MAIL_QUIET_MS)
    price('1.07900')
    await told(eva)
    expect(await mails('eva')).toHaveLength(2)
  })

  test('armed again at a level of 80 % is not recovered: new orders are still refused', async () => {
    const finn = await trader('finn')
    price('1.07100')
    price('1.07600')
    expect(kindsOf(await told(finn))).toEqual(['margin_warning', 'margin_call'])
    expect(await finn.reason('submit', { ...buy, cont: '0.01' })).toBe('margin_call')
  })

  test('closing everything says nothing of a recovery: there is no margin left to have a level', async () => {
    const gil = await trader('gil')
    price('1.07900')
    const { data } = await gil.does('myDeal', { status: 1 })
    for (const { Id } of data) await gil.does('close', { id: Id })
    expect(kindsOf(await told(gil))).toEqual(['margin_call'])
  })

  test('no mail to a demo account, nor to an address that was not confirmed', async () => {
    const demo = await server.person()
    await demo.does('submit', { ...buy, cont: '20' })
    price('1.01000')
    expect(kindsOf(await told(demo))).toContain('stopped_out')
    const before = (await server.context.store.query('select message_id from messages')).length
    price('1.08500')
    const hal = await trader('hal')
    await changeCustomer(server, 'hal@example.com', 'email_confirmed_at = null')
    price('1.01000')
    expect(kindsOf(await told(hal))).toContain('stopped_out')
    expect(await mails('hal')).toEqual([])
    expect(before).toBeGreaterThan(0)
  })

  furtherTest(`at most ${NOTICES_KEPT_MAX} are kept: read ones go before unread ones, the oldest first`, async () => {
    const ida = await server.person()
    const account = await accountOf(server, ida)
    const owned = must(await accountToShow(server.context.store.db, account), 'it has an owner')
    const add = (kind: 'stopped_out' | 'margin_call', count: number) =>
      server.context.store.transaction((tx) =>
        server.context.notices.add(
          tx,
          owned,
          Array.from({ length: count }, (_, at) => ({ account, at, facts: { kind, equity: 0, margin: 1_000_000 } })),
        ),
      )
    await add('stopped_out', 1)
    await add('margin_call', 60)
    const [first, ...rest] = (await told(ida)).list.toReversed()
    // All but the oldest were read.
    for (const { id } of rest) await ida.does('noticeRead', { id })
    await add('margin_call', 70)
    const kept = await told(ida)
    expect(kept.list).toHaveLength(NOTICES_KEPT_MAX)
    expect(kept.unread).toBe(71)
    expect(kept.list.at(-1)).toMatchObject({ id: first?.id, kind: 'stopped_out', read: false })
  })
})

describe('the owner of a waiting order is told of a changed fee', () => {
  const EURUSD = 1
  const actor = { who: 'staff:4', role: 'risk' } as const
  const wait = { ...buy, status: 0, target_price: '1.05000' } as const

  async function rate(value: string): Promise<void> {
    const { instrumentChanges } = server.context
    const changed = await instrumentChanges.change({
      instrument: EURUSD,
      changes: { fee_per_lot: value } as never,
      seenVersion: instrumentChanges.version(EURUSD),
      actor,
      reason: 'dearer from today',
    })
    if (!changed.ok) throw new Error(changed.reason)
  }

  test('old and new, by notice, to a real account also by mail; none without a pending order', async () => {
    const [kim, lou, mia] = [await customer(server, 'kim'), await server.person(), await server.person()]
    await fund(server, kim, 500)
    const one = await kim.does('submit', { ...wait, cont: '0.10' })
    for (const cont of ['0.10', '0.20']) await lou.does('submit', { ...wait, cont })
    await rate('7.00')
    const [notice, ...others] = (await told(kim)).list
    expect(others).toEqual([])
    expect(notice).toMatchObject({ kind: 'fee_changed', order: one.Id, fee_before: '0.350000', fee_after: '0.700000' })
    expect(notice?.words).toBe(`The fee of your pending order #${one.Id} EUR/USD changed from 0.35 USD to 0.70 USD.`)
    expect((await told(lou)).list).toMatchObject([
      { kind: 'fee_changed', order: null, fee_before: '1.050000', fee_after: '2.100000' },
    ])
    expect((await told(lou)).list[0]?.words).toMatch(/: 0\.70 → 1\.40 USD\n#\d+ EUR\/USD: 0\.35 → 0\.70 USD$/)
    expect((await told(mia)).list).toEqual([])
    const mailed = (await mailsTo(server, 'kim@example.com')).filter((mail) =>
      /fees of your pending/.test(mail.subject),
    )
    expect(mailed).toHaveLength(1)
    expect(mailed[0]?.text).toContain(`#${one.Id} EUR/USD: 0.35 USD → 0.70 USD`)
    // The fee of the notice is the fee that is charged.
    price('1.04990')
    const { data } = await kim.does('myDeal', { status: 1 })
    expect(data[0]).toMatchObject({ Id: one.Id, TradeFee: '0.700000' })
  })

  test('another kind of fee changes it too; the same fee tells nothing', async () => {
    const nia = await server.person()
    // At another leverage the two kinds of fee differ.
    await nia.does('submit', { ...wait, cont: '0.10', multiple: 10 })
    await set(server, 'trade_fee_type', 2)
    const after = await told(nia)
    expect(after.list).toHaveLength(1)
    expect(after.list[0]).toMatchObject({ kind: 'fee_changed', fee_before: '0.700000' })
    await set(server, 'trade_fee_type', 1)
    expect((await told(nia)).list).toHaveLength(2)
  })
})

test('decisions about money and identity are kept in the app and name the account', async () => {
  const zoe = await customer(server, 'zoe')
  await verify(server, zoe)
  await deposit(server, zoe, 250)
  const kinds = async () => (await told(zoe)).list.map(({ kind, words, account }) => ({ kind, words, account }))
  expect(await kinds()).toEqual([
    { kind: 'deposit', words: 'Your deposit was credited: 250.00 USD', account: null },
    { kind: 'identity', words: 'Your identity is verified', account: null },
  ])
  const [user, account] = [await userOf(zoe), await accountOf(server, zoe)]
  const once = { key: 'second of zoe', content: '' }
  expect(await openFurtherAccount(server.context, { user, kind: 'real', once })).toMatchObject({ ok: true })
  expect((await kinds()).map((each) => each.account)).toEqual([String(account), String(account)])
})

test('decisions about money, new sign-ins and answers of support are told over the socket, each once', async () => {
  const yan = await customer(server, 'yan')
  const phones = new Phones(server)
  const phone = await phones.open()
  await phone.signIn(yan, ['FOREX_NOTICE'])
  const heard = () => phone.of('FOREX_NOTICE').flatMap(({ data }) => (data === null ? [] : [data as ForexNotice]))
  await deposit(server, yan, 250)
  await server.context.notices.settled()
  await phone.until(() => heard().length === 1)
  const { caller: support } = await awake(server, sue)
  await yan.does('supportSend', { text: 'Has it arrived?' })
  const [{ id = 0 } = {}] = (await support.does('supportQueue', { user: await userOf(yan) })).data
  for (const text of ['Yes.', 'Today.']) await support.does('supportReply', { id, seen_seq: 1, text })
  await server.context.notices.settled()
  await phone.until(() => heard().length === 2)
  expect(heard().map(({ kind, words, unread }) => ({ kind, words, unread }))).toEqual([
    { kind: 'deposit', words: 'Your deposit was credited: 250.00 USD', unread: 1 },
    { kind: 'support', words: 'Support has answered you.', unread: 2 },
  ])
  // Opening the conversation reads the notice; the next answer makes a new one.
  await yan.does('supportSeen', { seq: 3, read: 'yes' })
  expect((await told(yan)).unread).toBe(1)
  await support.does('supportReply', { id, seen_seq: 1, text: 'Anything else?' })
  await server.context.notices.settled()
  await phone.until(() => heard().length === 3)
  await server.context.notices.settled()
  expect(heard()).toHaveLength(3)
  phones.hangUp()
})
