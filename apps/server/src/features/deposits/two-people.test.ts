/**
 * Credits that one person cannot give alone: more than was reported, or so much that a second, different one must say
 * the same.
 */
import { moneyOf } from '@veritick/contract'
import { micros, must } from '@veritick/domain'
import {
  bindTron,
  booksProblems,
  CORA,
  customer,
  draws,
  FINN,
  fund,
  GRETA,
  openChannels,
  picture,
  tronHash,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/times.ts'
import { setCreditScore } from '../accounts/credit-score.ts'

let doors: TestServer
let ana: Caller

beforeAll(async () => {
  doors = await openTestServer()
  await openChannels(doors, { deposit_two_person_limit_usd: '500.00' })
  ana = await customer(doors, 'ana')
  await verify(doors, ana)
}, 120_000)
afterAll(() => doors.close(), 30_000)
afterEach(async () => expect(await booksProblems(doors)).toEqual([]))

/** For what was credited: the clock itself would end the sessions. */
const aDayPasses = () => doors.context.store.query('update deposits set ended_at = ended_at - $1', [DAY_MS])
const review = () => doors.context.deposits.review
const usd = (text: string) => micros(must(moneyOf(text), 'an amount'))
const report = async (number: string, person = ana) =>
  (await person.does('chargeSubmit', { charge_id: 1, number, proofImg: await picture(doors, person) })).id
const says = (deposit: number, amount: string, actor = FINN, remark = '') =>
  review().credit({ deposit, amount: usd(amount), actor, remark, reason: 'seen on the chain' })
const balance = async (): Promise<number> => usd((await ana.does('getBalance', {})).balance)
const singleApproverLimit = async (deposit: number) =>
  must(await review().find(deposit), 'it was reported').singleApproverLimit

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

  test('many small ones are no way around it: what people credited in 24 hours counts', async () => {
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
  const audit = await doors.context.store.query<{ action: string; who: string }>(
    "select action, who from audit where subject_kind = 'deposit' and subject = $1 order by entry_id",
    [String(id)],
  )
  expect(audit.map(({ action, who }) => `${action} ${who}`)).toEqual([
    'deposit_propose staff:1',
    'deposit_propose staff:2',
    'deposit_credit staff:1',
  ])
})

test('whatever the first said, it can be rejected; then nothing is left of it', async () => {
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

test('twenty of two people at once: credited once, by both', async () => {
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

describe('a colleague who is the customer', () => {
  const ada = { who: 'staff:77', role: 'finance' }

  beforeAll(async () => {
    await doors.context.store.query(
      `insert into staff (staff_id, name, email, role, totp_step, created_at) overriding system value values (77, 'Ana', 'Ana+work@example.com', 'finance', 0, 0)`,
    )
  })

  test('decides nothing of it', async () => {
    await aDayPasses()
    const user = await userOf(ana)
    const { corrections, freezes, withdrawals, identity, store, runtime } = doors.context
    const id = await report('50')
    const decision = { deposit: id, actor: ada, reason: 'it is mine', remark: 'it is mine' }
    const own = { reason: 'record_own' }
    expect(await says(id, '50', ada)).toMatchObject(own)
    expect(await review().reject(decision)).toMatchObject(own)
    expect(await review().invalidate(decision)).toMatchObject(own)
    const ask = { user, amount: usd('5'), category: 'cost', remark: 'it is mine' } as const
    expect(await corrections.ask({ ...ask, ...decision })).toMatchObject(own)
    const asked = must(await corrections.ask({ ...ask, actor: FINN, reason: 'seen it' }), 'asked')
    const correction = asked.ok ? asked.value.correction : 0
    expect(await corrections.approve({ ...decision, correction })).toMatchObject(own)
    expect(await corrections.reject({ ...decision, correction, ownOnly: false })).toMatchObject(own)
    expect(await freezes.freeze({ ...decision, user })).toMatchObject(own)
    expect(await setCreditScore({ store, runtime }, { ...decision, user, score: 99 })).toMatchObject(own)
    const { rows } = await identity.review.queue({ user, page: 1, size: 1 })
    const { submission } = must(rows[0], 'handed in')
    expect(await identity.review.reject({ ...decision, submission, actor: { ...CORA, who: ada.who } })).toMatchObject(
      own,
    )
    const payee = await bindTron(doors, ana, 'ana')
    const { id: withdrawal } = await draws(doors, ana, { draw_currency_id: 1, draw_method_id: payee, number: '20' })
    expect(await withdrawals.review.approve({ ...decision, withdrawal })).toMatchObject(own)
    expect(await withdrawals.review.pay({ ...decision, withdrawal, reference: tronHash(77) })).toMatchObject(own)
    expect(await withdrawals.review.reject({ ...decision, withdrawal })).toMatchObject(own)
    expect(await says(id, '50', GRETA)).toMatchObject({ ok: true })
  })

  test('but of everybody else', async () => {
    const ben = await customer(doors, 'ben')
    const id = await report('50', ben)
    expect(await says(id, '50', ada)).toMatchObject({ ok: true, value: { state: 'finished' } })
    await fund(doors, ben, 20)
  })
})
