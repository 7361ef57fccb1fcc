/**
 * Decisions of reviewers about deposits: each is taken once, by one reviewer, or by two where the credit exceeds the
 * reported amount or the limit.
 */

import { moneyOf, moneyText } from '@veritick/contract'
import { micros, must } from '@veritick/domain'
import {
  bindTron,
  booksProblems,
  customer,
  draws,
  FINN,
  fund,
  GRETA,
  openChannels,
  picture,
  set,
  tronHash,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { mailsTo } from '@veritick/testing/people'
import { reseal, resealRow } from '@veritick/testing/reseal'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/times.ts'
import { setCreditScore } from '../accounts/credit-score.ts'
import { priceNow } from './price-moved.ts'

let server: TestServer
let ana: Caller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server, { deposit_two_person_limit_usd: '500.00' })
  ana = await customer(server, 'ana')
  await verify(server, ana)
})
afterAll(() => server.close())
afterEach(async () => expect(await booksProblems(server)).toEqual([]))

/** For what was credited: the clock itself would end the sessions. */
const aDayPasses = async () => {
  await server.context.store.query('update deposits set ended_at = ended_at - $1', [DAY_MS])
  await reseal({ ...server.context, query: server.context.store.query }, 'deposits')
}
const review = () => server.context.deposits.review
const usd = (text: string) => micros(must(moneyOf(text), 'an amount'))
const report = async (number: string, person = ana) =>
  (await person.does('chargeSubmit', { charge_id: 1, number, proofImg: await picture(server, person) })).id
const says = (deposit: number, amount: string, actor = FINN, remark = '') =>
  review().credit({ ...decision(deposit), amount: usd(amount), actor, remark })
const balanceOf = async (person: Caller) => (await person.does('getBalance', {})).balance
const balance = async (): Promise<number> => usd(await balanceOf(ana))
const decision = (deposit: number) => ({
  deposit,
  actor: FINN,
  reason: 'seen on the chain',
  paymentReference: tronHash(deposit),
})
const singleApproverLimit = async (deposit: number) =>
  must(await review().find(deposit), 'it was reported').singleApproverLimit.amount

describe('a price that moved since the report', () => {
  test('needs two approvals for any amount, and is shown', async () => {
    const networks = server.context.settings.get('charge_networks')
    const priced = (percent: number) =>
      set(
        server,
        'charge_networks',
        networks.map((each) => ({ ...each, usd_price: moneyText(micros((each.usd_price * percent) / 100)) })),
      )
    const joe = await customer(server, 'joe')
    const made = await report('100', joe)
    const price = must(networks[0], 'a network is open').usd_price
    expect(await singleApproverLimit(made)).toBeGreaterThan(0)
    for (const percent of [80, 102]) {
      await priced(percent)
      expect(await singleApproverLimit(made)).toBe(0)
    }
    await priced(80)
    const { row } = must(await review().find(made), 'it was reported')
    expect([row.usdPrice, priceNow(server.context.settings, row)]).toEqual([price, (price * 80) / 100])
    const amount = usd('80')
    const said = { ...decision(made), amount, remark: 'the price fell before it arrived' }
    expect(await review().credit(said)).toMatchObject({ ok: true, value: { state: 'unchecked' } })
    expect(await review().credit(said)).toMatchObject({ ok: false, reason: 'second_person_needed' })
    expect(await balanceOf(joe)).toBe('0.000000')
    expect(await review().credit({ ...said, actor: GRETA })).toMatchObject({ ok: true, value: { state: 'finished' } })
    expect(await balanceOf(joe)).toBe('80.000000')
    await priced(100)
  })

  test('so does a channel that has ended: no price of now can be compared', async () => {
    const networks = server.context.settings.list().find(({ key }) => key === 'charge_networks')?.value as {
      id: number
    }[]
    const joan = await customer(server, 'joan')
    const made = await report('100', joan)
    await set(
      server,
      'charge_networks',
      networks.filter(({ id }) => id !== 1),
    )
    expect(await singleApproverLimit(made)).toBe(0)
    const said = { ...decision(made), amount: usd('100'), remark: '' }
    expect(await review().credit(said)).toMatchObject({ ok: true, value: { state: 'unchecked' } })
    expect(await balanceOf(joan)).toBe('0.000000')
    await set(server, 'charge_networks', networks)
  })
})

describe('one reviewer', () => {
  test('credits what was received, once, and says why it differs', async () => {
    const fay = await customer(server, 'fay')
    const made = await report('100', fay)
    const credit = { ...decision(made), amount: usd('99.5') }
    expect(await review().credit({ ...credit, reason: '', remark: '' })).toMatchObject({
      ok: false,
      reason: 'reason_missing',
    })
    expect(await review().credit({ ...credit, remark: '' })).toMatchObject({
      ok: false,
      reason: 'reason_missing',
      field: 'remark',
    })
    expect(await review().credit({ ...credit, amount: usd('0'), remark: '' })).toMatchObject({
      reason: 'amount_not_positive',
    })
    expect(await review().credit({ ...credit, deposit: 99_999, remark: 'x y z' })).toMatchObject({
      reason: 'record_unknown',
    })
    const done = await review().credit({ ...credit, remark: 'the network took 0.50' })
    expect(done).toMatchObject({ ok: true, value: { state: 'finished', credited: 99_500_000, decidedBy: 'staff:101' } })
    expect(await balanceOf(fay)).toBe('99.500000')
    expect(await review().credit({ ...credit, remark: 'again again' })).toMatchObject({
      ok: false,
      reason: 'record_decided',
    })
    expect(await review().reject({ ...decision(made), remark: 'no, after all' })).toMatchObject({
      reason: 'record_decided',
    })
    expect(await balanceOf(fay)).toBe('99.500000')
    const [shown] = (await fay.does('chargeList', {})).data
    expect(shown).toMatchObject({
      status: 1,
      status_name: 'Credited',
      credited: '99.500000',
      remark: 'the network took 0.50',
    })
    expect(shown?.timeline.map((each) => each.step)).toEqual(['reported', 'finished'])
    expect((await mailsTo(server, 'fay@example.com')).at(-1)?.text).toContain('99.50 USD')
    const audit = await server.context.store.query<{ who: string; action: string; reason: string }>(
      "select who, action, reason from audit where subject_kind = 'deposit' and subject = $1",
      [String(made)],
    )
    expect(audit).toEqual([{ who: 'staff:101', action: 'deposit_credit', reason: 'seen on the chain' }])
    await expect(server.context.store.query('delete from audit')).rejects.toThrow('append-only')
  })

  test('rejects and invalidates with a remark that the customer reads; no money moves', async () => {
    const gus = await customer(server, 'gus')
    const [one, two] = [await report('100', gus), await report('100', gus)]
    expect(await review().reject({ ...decision(one), remark: ' ' })).toMatchObject({
      reason: 'reason_missing',
      field: 'remark',
    })
    expect(await review().reject({ ...decision(one), remark: 'nothing arrived' })).toMatchObject({ ok: true })
    expect(await review().invalidate({ ...decision(two), remark: 'sent twice' })).toMatchObject({ ok: true })
    expect(await review().credit({ ...decision(one), amount: usd('100'), remark: '' })).toMatchObject({
      reason: 'record_decided',
    })
    const { data } = await gus.does('chargeList', {})
    expect(data.map(({ status, remark, credited }) => [status, remark, credited])).toEqual([
      [3, 'sent twice', null],
      [2, 'nothing arrived', null],
    ])
    expect(await balanceOf(gus)).toBe('0.000000')
  })

  test('two reviewers at once, forty times: one decides', async () => {
    const hal = await customer(server, 'hal')
    const made = await report('77', hal)
    const attempts = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const by = { ...decision(made), actor: index % 2 === 0 ? FINN : GRETA }
        return index % 4 === 3
          ? review().reject({ ...by, remark: 'nothing here' })
          : review().credit({ ...by, amount: usd('77'), remark: '' })
      }),
    )
    expect(attempts.filter((each) => each.ok)).toHaveLength(1)
    const row = must(await review().find(made), 'reported').row
    expect(await balanceOf(hal)).toBe(row.state === 'finished' ? '77.000000' : '0.000000')
    expect(await server.context.store.query('select 1 from audit where subject = $1', [String(made)])).toHaveLength(1)
  })
})

describe('what one person may', () => {
  test.each([
    ['what was reported', '100', '100'],
    ['two per cent more, because a price moves', '100', '102'],
    ['less', '100', '20'],
  ])('%s', async (_, reported, amount) => {
    await aDayPasses()
    const before = await balance()
    const id = await report(reported)
    expect(await says(id, amount, FINN, 'the price has moved')).toMatchObject({
      ok: true,
      value: { state: 'finished', proposedBy: null },
    })
    expect(await balance()).toBe(before + usd(amount))
  })

  test.each([
    ['a hair more than that', '100', '102.000001'],
    ['the limit itself', '500', '500'],
    ['a hundred times more', '10', '1000'],
  ])('not %s', async (_, reported, amount) => {
    await aDayPasses()
    const before = await balance()
    const id = await report(reported)
    expect(await says(id, amount, FINN, 'it was more')).toMatchObject({
      ok: true,
      value: { state: 'unchecked', proposedBy: FINN.who, decidedBy: null },
    })
    expect(await says(id, amount, FINN, 'it was more')).toMatchObject({ reason: 'second_person_needed' })
    expect((await ana.does('chargeList', {})).data[0]).toMatchObject({ id, status: 0, credited: null, remark: '' })
    expect(await balance()).toBe(before)
    expect(await says(id, amount, GRETA)).toMatchObject({
      ok: true,
      value: { state: 'finished', proposedBy: FINN.who, decidedBy: GRETA.who },
    })
    expect(await balance()).toBe(before + usd(amount))
  })

  test('many small credits do not avoid the limit: all credits by staff in 24 hours count', async () => {
    await aDayPasses()
    const small = [await report('200'), await report('200'), await report('200')]
    for (const id of small.slice(0, 2))
      expect(await says(id, '200')).toMatchObject({ ok: true, value: { state: 'finished' } })
    const third = must(small[2], 'three')
    expect(await singleApproverLimit(third)).toBe(usd('99.999999'))
    expect(await says(third, '200')).toMatchObject({ ok: true, value: { state: 'unchecked' } })
    await aDayPasses()
    // A day later one staff member is enough, and earlier approvals do not count.
    expect(await says(third, '200')).toMatchObject({ ok: true, value: { state: 'finished', proposedBy: null } })
  })
})

test('another amount starts anew: two must say the same', async () => {
  await aDayPasses()
  const before = await balance()
  const id = await report('600')
  await says(id, '600')
  expect(await says(id, '620', GRETA, 'it was 620')).toMatchObject({
    ok: true,
    value: { state: 'unchecked', proposedBy: GRETA.who, credited: usd('620') },
  })
  expect(await says(id, '620', GRETA, 'it was 620')).toMatchObject({ reason: 'second_person_needed' })
  expect(await says(id, '620')).toMatchObject({ ok: true, value: { state: 'finished', remark: 'it was 620' } })
  expect(await balance()).toBe(before + usd('620'))
  const audit = await server.context.store.query<{ action: string; who: string }>(
    "select action, who from audit where subject_kind = 'deposit' and subject = $1 order by entry_id",
    [String(id)],
  )
  expect(audit.map(({ action, who }) => `${action} ${who}`)).toEqual([
    'deposit_propose staff:101',
    'deposit_propose staff:102',
    'deposit_credit staff:101',
  ])
})

test('a deposit with one approval can be rejected; the approval is void', async () => {
  await aDayPasses()
  const id = await report('700')
  await says(id, '700')
  const rejected = await review().reject({
    deposit: id,
    actor: GRETA,
    reason: 'not on the chain',
    remark: 'We see no payment',
  })
  expect(rejected).toMatchObject({ ok: true, value: { state: 'rejected', credited: null, proposedBy: null } })
  expect(await says(id, '700', GRETA)).toMatchObject({ reason: 'record_decided' })
})

test('twenty simultaneous approvals of two approvers: credited once, by both', async () => {
  await aDayPasses()
  const before = await balance()
  const id = await report('800')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => says(id, '800', index % 2 === 0 ? FINN : GRETA)),
  )
  expect(answers.filter((each) => each.ok).length).toBe(2)
  const row = must(await review().find(id), 'it was reported').row
  expect([row.state, [row.proposedBy, row.decidedBy].sort()]).toEqual(['finished', [FINN.who, GRETA.who]])
  expect(await balance()).toBe(before + usd('800'))
})

test('one person at many deposits of a customer at once gets no further than one after the other', async () => {
  await aDayPasses()
  const before = await balance()
  const ids = [await report('300'), await report('300'), await report('300'), await report('300')]
  await Promise.all(ids.map((id) => says(id, '300')))
  expect(await balance()).toBe(before + usd('300'))
})

describe('what one person credits alone, over all customers', () => {
  const gina = { who: 'staff:105', role: 'finance' }
  let accomplices: readonly Caller[]
  /** 400 each: below the 500 of one customer. */
  const reported = () => Promise.all(accomplices.map((each) => report('400', each)))
  const statesOf = (answers: readonly Awaited<ReturnType<typeof says>>[]) =>
    answers.map((each) => (each.ok ? each.value.state : each.reason)).sort()

  beforeAll(async () => {
    await set(server, 'deposit_approver_limit_usd', '1000.00')
    await set(server, 'deposit_without_verification_max_usd', '9000.00')
    accomplices = await Promise.all(['eve1', 'eve2', 'eve3', 'eve4', 'eve5'].map((name) => customer(server, name)))
  })
  afterAll(() => set(server, 'deposit_approver_limit_usd', '50000.00'))

  test('is bounded: five accomplices at once are credited twice, and the rest waits for a second person', async () => {
    await aDayPasses()
    const ids = await reported()
    const done = await Promise.all(ids.map((id) => says(id, '400', gina)))
    expect(statesOf(done)).toEqual(['finished', 'finished', 'unchecked', 'unchecked', 'unchecked'])
    const waiting = must(
      done.find((each) => each.ok && each.value.state === 'unchecked'),
      'one waits',
    )
    const id = waiting.ok ? waiting.value.deposit : 0
    const limitOf = async (reader?: typeof gina) =>
      must(await review().find(id, reader), 'it was reported').singleApproverLimit
    expect(await limitOf(gina)).toEqual({ amount: usd('199.999999'), isOwn: true })
    expect(await limitOf(GRETA)).toEqual({ amount: usd('408'), isOwn: false })
    expect(await says(id, '400', gina)).toMatchObject({ reason: 'second_person_needed' })
    expect(await says(id, '400', FINN)).toMatchObject({ ok: true, value: { state: 'finished' } })
  })

  test('counts neither what two credited nor what is a day old', async () => {
    await aDayPasses()
    const [both, first, second, third] = await reported()
    for (const actor of [GRETA, gina])
      expect(await says(both ?? 0, '450', actor, '450 came')).toMatchObject({ ok: true })
    for (const id of [first, second])
      expect(await says(id ?? 0, '400', gina)).toMatchObject({ value: { state: 'finished' } })
    expect(await says(third ?? 0, '200', gina, 'only 200 came')).toMatchObject({ value: { state: 'unchecked' } })
    expect(await says(third ?? 0, '199', gina, 'only 199 came')).toMatchObject({ value: { state: 'finished' } })
    await aDayPasses()
    const [next] = await reported()
    expect(await says(next ?? 0, '400', gina)).toMatchObject({ value: { state: 'finished', proposedBy: null } })
  })
})

describe('a staff member with the e-mail address of the customer', () => {
  const ada = { who: 'staff:77', role: 'finance' }

  beforeAll(async () => {
    await server.context.store.query(
      `insert into staff (staff_id, name, email, role, password_hash, totp_step, created_at)
       values (77, 'Ana', 'Ana+work@example.com', 'finance', 'of a test', 0, 0)`,
    )
    await resealRow({ ...server.context, query: server.context.store.query }, 'staff', { staff_id: 77 })
  })

  test('decides nothing about this customer', async () => {
    await aDayPasses()
    const user = await userOf(ana)
    const { corrections, freezes, withdrawals, identity } = server.context
    const id = await report('50')
    const decision = { deposit: id, actor: ada, reason: 'it is mine', remark: 'it is mine' }
    const own = { reason: 'record_own' }
    expect(await says(id, '50', ada)).toMatchObject(own)
    expect(await review().reject(decision)).toMatchObject(own)
    expect(await review().invalidate(decision)).toMatchObject(own)
    const ask = { user, amount: usd('5'), category: 'cost', remark: 'it is mine' } as const
    expect(await corrections.request({ ...ask, ...decision })).toMatchObject(own)
    const asked = must(await corrections.request({ ...ask, actor: FINN, reason: 'seen it' }), 'asked')
    const correction = asked.ok ? asked.value.correction : 0
    expect(await corrections.approve({ ...decision, correction })).toMatchObject(own)
    expect(await corrections.reject({ ...decision, correction, ownOnly: false })).toMatchObject(own)
    expect(await freezes.freeze({ ...decision, user })).toMatchObject(own)
    expect(await setCreditScore(server.context, { ...decision, user, score: 99 })).toMatchObject(own)
    const { rows } = await identity.review.queue({ user, page: 1, size: 1 })
    const { submission } = must(rows[0], 'handed in')
    expect(await identity.review.reject({ ...decision, submission })).toMatchObject(own)
    const payee = await bindTron(server, ana, 'ana')
    const { id: withdrawal } = await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '20' })
    expect(await withdrawals.review.approve({ ...decision, withdrawal })).toMatchObject(own)
    expect(await withdrawals.review.pay({ ...decision, withdrawal, reference: tronHash(77) })).toMatchObject(own)
    expect(await withdrawals.review.reject({ ...decision, withdrawal })).toMatchObject(own)
    expect(await says(id, '50', GRETA)).toMatchObject({ ok: true })
  })

  test('decides about every other customer', async () => {
    const ben = await customer(server, 'ben')
    const id = await report('50', ben)
    expect(await says(id, '50', ada)).toMatchObject({ ok: true, value: { state: 'finished' } })
    await fund(server, ben, 20)
  })
})
