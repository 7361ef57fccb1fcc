/**
 * A balance is corrected: asked for by one, approved by another, booked once; and everything that must not be booked.
 */
import { accountId, type Micros, micros, type UserId, userId } from '@veritick/domain'
import {
  accountOf,
  booksProblems,
  customer,
  FINN,
  fund,
  GRETA,
  openChannels,
  userOf,
} from '@veritick/testing/customers'
import { mailsTo } from '@veritick/testing/people'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CorrectionRequest } from './corrections.ts'
import { WAITING_MAX } from './corrections.ts'
import { findCorrection } from './queries.ts'

let server: TestServer
let ana: Caller
let user: UserId

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await customer(server, 'ana')
  user = await userOf(ana)
  await fund(server, ana, 1000)
})
afterAll(() => server.close())

const usd = (dollars: number): Micros => micros(dollars * 1_000_000)
const balance = async (person = ana) => (await person.does('getBalance', {})).balance
const corrections = () => server.context.corrections
const asked = (more: Partial<CorrectionRequest> = {}): CorrectionRequest => ({
  user: user,
  amount: usd(12.5),
  category: 'cost',
  remark: 'A fee was charged twice',
  actor: FINN,
  reason: 'seen in the log of 3 March',
  ...more,
})
const made = async (more: Partial<CorrectionRequest> = {}): Promise<number> => {
  const done = await corrections().request(asked(more))
  if (!done.ok) throw new Error(done.reason)
  return done.value.correction
}
const by = (correction: number, actor = GRETA) => ({ correction, actor, reason: 'checked it too' })
const reasonOf = (done: { readonly ok: boolean; readonly reason?: string }) => (done.ok ? 'good' : done.reason)
const audit = (correction: number) =>
  server.context.store.query<{ who: string; action: string; reason: string }>(
    `select who, action, reason from audit where subject_kind = 'correction' and subject = $1 order by entry_id`,
    [String(correction)],
  )

describe('a correction', () => {
  test('moves nothing until another person approved it; then one entry, and the customer is told', async () => {
    const id = await made()
    expect(await balance()).toBe('1000.000000')
    const done = await corrections().approve(by(id))
    expect(done).toMatchObject({
      ok: true,
      value: { state: 'booked', requestedBy: 'staff:101', decidedBy: 'staff:102', amount: 12_500_000 },
    })
    expect(await balance()).toBe('1012.500000')
    const [line] = (await ana.does('forexChange', {})).list
    expect(line).toMatchObject({ Kind: 'adjustment', Value: '12.500000', Balance: '1012.500000' })
    const mail = (await mailsTo(server, 'ana@example.com')).at(-1)
    expect(mail?.text).toContain('+12.50 USD')
    expect(mail?.text).toContain('A fee was charged twice')
    expect(mail?.text).not.toContain('seen in the log')
    expect((await audit(id)).map(({ who, action }) => `${who} ${action}`)).toEqual([
      'staff:101 correction_ask',
      'staff:102 correction_approve',
    ])
  })

  test('may take away what is free, to the last cent', async () => {
    const id = await made({ amount: micros(-usd(1012.5)), category: 'chargeback' })
    expect(await corrections().approve(by(id))).toMatchObject({ ok: true })
    expect(await balance()).toBe('0.000000')
    expect(reasonOf(await corrections().request(asked({ amount: micros(-1) })))).toBe('more_than_free')
    expect(await corrections().approve(by(await made({ amount: usd(1000) })))).toMatchObject({ ok: true })
  })

  test('is never approved by its requester, in whichever role', async () => {
    const id = await made()
    expect(reasonOf(await corrections().approve(by(id, FINN)))).toBe('second_person_needed')
    expect(reasonOf(await corrections().approve({ ...by(id), actor: { who: 'staff:101', role: 'compliance' } }))).toBe(
      'second_person_needed',
    )
    expect(await findCorrection(server.context.store.db, id)).toMatchObject({ state: 'asked', decidedBy: null })
    expect(await balance()).toBe('1000.000000')
    expect(reasonOf(await corrections().reject({ ...by(id), ownOnly: false }))).toBe('good')
  })

  test('that was rejected is over: not approved, not rejected again', async () => {
    const id = await made()
    expect(await corrections().reject({ ...by(id), ownOnly: false })).toMatchObject({
      ok: true,
      value: { state: 'rejected' },
    })
    expect(reasonOf(await corrections().approve(by(id)))).toBe('record_decided')
    expect(reasonOf(await corrections().reject({ ...by(id), ownOnly: false }))).toBe('record_decided')
    expect((await audit(id)).map(({ action }) => action)).toEqual(['correction_ask', 'correction_reject'])
  })

  test('that was booked is over too', async () => {
    const id = await made({ amount: usd(1) })
    await corrections().approve(by(id))
    expect(reasonOf(await corrections().approve(by(id)))).toBe('record_decided')
    expect(reasonOf(await corrections().reject({ ...by(id), ownOnly: false }))).toBe('record_decided')
    expect(await balance()).toBe('1001.000000')
    await corrections().approve(by(await made({ amount: micros(-usd(1)) })))
  })

  test('is withdrawn by its requester, and by no other staff member who may only request', async () => {
    const id = await made()
    expect(reasonOf(await corrections().reject({ ...by(id, GRETA), ownOnly: true }))).toBe('second_person_needed')
    expect(reasonOf(await corrections().reject({ ...by(id, FINN), ownOnly: true }))).toBe('good')
  })

  test.each([
    [{ amount: micros(0) }, 'number_out_of_range'],
    [{ amount: micros(1_000_000_001_000_000) }, 'amount_too_large'],
    [{ amount: micros(-1_000_000_001) }, 'more_than_free'],
    [{ remark: ' a ' }, 'reason_missing'],
    [{ reason: '' }, 'reason_missing'],
    [{ user: userId(987_654) }, 'person_unknown'],
    [{ account: accountId(987_654) }, 'account_unknown'],
  ])('%j -> %s', async (more, reason) => {
    expect(reasonOf(await corrections().request(asked(more)))).toBe(reason)
  })

  test('is not for demo money', async () => {
    const demo = await server.person()
    expect(reasonOf(await corrections().request(asked({ user: await userOf(demo) })))).toBe('account_is_demo')
  })

  test('without a request cannot be approved', async () => {
    expect(reasonOf(await corrections().approve(by(987_654)))).toBe('record_unknown')
    expect(reasonOf(await corrections().approve({ ...by(1), reason: 'ok' }))).toBe('reason_missing')
  })
})

describe('what positions need', () => {
  test('cannot be taken, even if it was free at the request: the correction waits again, and the ledger says why', async () => {
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const id = await made({ amount: micros(-usd(900)), category: 'withdrawal' })
    const order = { forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.10', multiple: 30 } as const
    await ana.does('submit', order)
    const free = (await corrections().free(await accountOf(server, ana))) ?? micros(0)
    expect(free).toBeLessThan(usd(900))
    expect(reasonOf(await corrections().approve(by(id)))).toBe('more_than_free')
    expect(await findCorrection(server.context.store.db, id)).toMatchObject({
      state: 'asked',
      decidedBy: null,
      decidedReason: '',
    })
    expect((await audit(id)).map(({ who, action, reason }) => `${who} ${action} ${reason}`)).toEqual([
      'staff:101 correction_ask seen in the log of 3 March',
      'staff:102 correction_approve checked it too',
      'ledger correction_refused margin_not_enough',
    ])
    const [holding] = (await ana.does('myDeal', { status: 1 })).data
    await ana.does('close', { id: holding?.Id ?? 0 })
    expect(reasonOf(await corrections().approve(by(id)))).toBe('good')
    expect(await booksProblems(server)).toEqual([])
  })
})

test('only so many wait for one account, and rows that SQL alone wrote are none of them', async () => {
  const eve = await userOf(await customer(server, 'eve'))
  await server.context.store.query(
    `insert into corrections (correction_id, user_id, account_id, amount, category, remark, reason, state, requested_by,
       decided_reason, created_at)
     select 1000000000 + n, user_id, min(account_id), 1, 'cost', '', '', 'asked', 'staff:1', '', 1
     from accounts, generate_series(1, $2::int) n where user_id = $1 group by user_id, n`,
    [eve, WAITING_MAX],
  )
  for (let index = 0; index < WAITING_MAX; index++) await made({ user: eve })
  expect(reasonOf(await corrections().request(asked({ user: eve })))).toBe('too_many_waiting')
})
