/** Money that goes out: where to, how much arrives, who decides; and everything that must not go out. */
import { micros, must } from '@veritick/domain'
import {
  bindTron,
  booksProblems,
  changeCustomer,
  customer,
  draws,
  FINN,
  fund,
  GRETA,
  openChannels,
  provesDraw,
  richCustomer,
  set,
  TRON_ADDRESS,
  tronHash,
  userOf,
} from '@veritick/testing/customers'
import { codeTo, mailsTo, realPerson } from '@veritick/testing/people'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CoreBusy } from '../../journal/index.ts'
import { openWithdrawals } from './withdrawals.ts'

let server: TestServer
let ana: Caller
let payee: number
const HOUR = 3_600_000

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await richCustomer(server, 'ana', 5000)
  payee = await bindTron(server, ana, 'ana')
})
afterAll(() => server.close())

const detail = async (person: Caller) => {
  const { balance, lock_balance } = await person.does('forexDetail', {})
  return [balance, lock_balance]
}
const draw = (person: Caller, number: string, more: Record<string, unknown> = {}) =>
  draws(server, person, { draw_currency_id: 1, draw_method_id: payee, number, ...more })
const review = () => server.context.withdrawals.review
const by = (withdrawal: number, actor = FINN) => ({ withdrawal, actor, reason: 'all in order' })

describe('asking', () => {
  test('locks at once; the fee is fixed or a share; what arrives is rounded down', async () => {
    const made = await draw(ana, '100', { memo: 'rent' })
    expect(made).toMatchObject({
      number: '100.000000',
      fee: '2.000000',
      real_number: '98.01960392',
      draw_currency: { code: 'USDT', protocol: 'TRC20' },
      status: 0,
      status_name: 'Waiting for review',
      address: TRON_ADDRESS,
      memo: 'rent',
      can_cancel: true,
      usual_minutes: 1440,
    })
    expect(await detail(ana)).toEqual(['4900.000000', '100.000000'])
    expect((await mailsTo(server, 'ana@example.com')).at(-1)?.text).toContain('100.00 USD to TR7N…Lj6t')
    const cancelled = await ana.does('drawCancel', { id: made.id })
    expect(cancelled).toMatchObject({ status: 3, status_name: 'Cancelled', can_cancel: false })
    expect(cancelled.timeline.map((each) => each.step)).toEqual(['requested', 'cancelled'])
    expect(await detail(ana)).toEqual(['5000.000000', '0.000000'])
    expect((await ana.does('drawCancel', { id: made.id })).status).toBe(3)
    expect(await detail(ana)).toEqual(['5000.000000', '0.000000'])
  })

  test('what can be withdrawn and what it needs', async () => {
    expect(
      (await ana.does('drawSymbols', { type: 1 })).map(({ id, fee_type, draw_rate, trial }) => [
        id,
        fee_type,
        draw_rate,
        trial,
      ]),
    ).toEqual([
      [1, 1, '2.000000', true],
      [2, 2, '0.010000', true],
    ])
    expect(await ana.does('drawTerms', {})).toMatchObject({
      identity_status: 2,
      minimum: '10.000000',
      held_until: null,
      left_today: '50000.000000',
    })
  })

  test.each([
    [{ number: '5000.000001' }, 'balance_not_enough'],
    [{ number: '9.99' }, 'draw_too_small'],
    [{ number: '0' }, 'amount_not_positive'],
    [{ number: '-10' }, 'amount_not_positive'],
    [{ number: '10.0000001' }, 'amount_too_precise'],
    [{ number: 'all' }, 'number_malformed'],
    [{ draw_currency_id: 9 }, 'channel_unknown'],
    [{ draw_currency_id: 2 }, 'payee_unknown'],
    [{ draw_method_id: 9999 }, 'payee_unknown'],
  ])('%j is refused: %s', async (more, reason) => {
    expect(await ana.reason('draw', { draw_currency_id: 1, draw_method_id: payee, number: '50', ...more })).toBe(reason)
    expect(await detail(ana)).toEqual(['5000.000000', '0.000000'])
  })

  test("refused: another customer's payee or withdrawal, an old password, no identity, no proof", async () => {
    const dan = await richCustomer(server, 'dan', 200)
    expect(await dan.reason('draw', { draw_currency_id: 1, draw_method_id: payee, number: '50' })).toBe('payee_unknown')
    const anas = await draw(ana, '20')
    expect(await dan.reason('drawCancel', { id: anas.id })).toBe('draw_unknown')
    expect((await dan.does('drawList', {})).data).toEqual([])
    await ana.does('drawCancel', { id: anas.id })

    const own = await bindTron(server, dan, 'dan')
    const ask = { draw_currency_id: 1, draw_method_id: own, number: '50' }
    await changeCustomer(server, 'dan@example.com', `password_changed_at = ${Date.now()}`)
    expect(await dan.reason('draw', ask)).toBe('draw_held')
    expect((await dan.does('drawTerms', {})).held_until).not.toBeNull()
    await set(server, 'password_hold_hours', 1)
    server.passWallTime(HOUR)
    expect(await dan.reason('draw', ask), 'the wall clock is ahead for a moment').toBe('draw_held')
    server.passWallTime(-HOUR)
    server.passTime(HOUR)
    expect(await dan.reason('draw', ask)).toBe('proof_needed')
    await dan.does('sendCode', { purpose: 'withdraw', number: '50', draw_method_id: own })
    const auth_code = await codeTo(server, 'dan@example.com')
    expect(await dan.reason('draw', { ...ask, auth_code: auth_code === '111111' ? '222222' : '111111' })).toBe(
      'code_wrong',
    )
    expect(await dan.reason('draw', { ...ask, auth_code })).toBe('good')
    server.passWallTime(-HOUR)

    const eli = await realPerson(server, 'eli@example.com')
    expect(await eli.reason('draw', { draw_currency_id: 1, draw_method_id: 1, number: '50' })).toBe(
      'verification_needed',
    )
  })

  test('identity first', async () => {
    const flo = await customer(server, 'flo')
    await fund(server, flo, 100)
    expect(await flo.reason('draw', { draw_currency_id: 1, draw_method_id: 1, number: '50' })).toBe(
      'verification_needed',
    )
  })

  test('everything that is left may be less than the smallest withdrawal, without an open position', async () => {
    const rob = await richCustomer(server, 'rob', 45)
    const own = await bindTron(server, rob, 'rob')
    const ask = { draw_currency_id: 1, draw_method_id: own }
    await set(server, 'draw_min_usd', '60.00')
    for (const number of ['44.99', '45.01', '1'])
      expect(await rob.reason('draw', { ...ask, number }), number).toBe('draw_too_small')
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const held = await rob.does('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 })
    const { balance } = await rob.does('getBalance', {})
    expect(await rob.reason('draw', { ...ask, number: balance })).toBe('draw_too_small')
    await rob.does('close', { id: held.Id })
    const left = (await rob.does('getBalance', {})).balance
    await draws(server, rob, { ...ask, number: left })
    expect(await detail(rob)).toEqual(['0.000000', left])
    await set(server, 'draw_min_usd', '10.00')
  })

  test('a fee that takes everything, and the ceiling of a day', async () => {
    const gil = await richCustomer(server, 'gil', 500)
    const own = await bindTron(server, gil, 'gil')
    const ask = { draw_currency_id: 1, draw_method_id: own }
    await set(server, 'draw_min_usd', '1.00')
    expect(await gil.reason('draw', { ...ask, number: '2' })).toBe('draw_nothing_left')
    await set(server, 'draw_min_usd', '10.00')
    await set(server, 'draw_max_day_usd', '300.00')
    const first = await draws(server, gil, { ...ask, number: '200' })
    expect(await gil.reason('draw', { ...ask, number: '100.01' })).toBe('draw_day_limit')
    await gil.does('drawCancel', { id: first.id })
    expect((await draws(server, gil, { ...ask, number: '300' })).status).toBe(0)
    await set(server, 'draw_max_day_usd', '50000.00')
  })

  test('what open positions need stays', async () => {
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const han = await richCustomer(server, 'han', 500)
    const own = await bindTron(server, han, 'han')
    await provesDraw(server, han, { draw_method_id: own, number: '200' })
    await han.does('submit', { forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.10', multiple: 30 })
    expect(await han.reason('draw', { draw_currency_id: 1, draw_method_id: own, number: '200' })).toBe(
      'margin_not_enough',
    )
    expect((await han.does('drawList', {})).total).toBe(0)
    expect((await draws(server, han, { draw_currency_id: 1, draw_method_id: own, number: '20' })).status).toBe(0)
  })
})

describe('the office', () => {
  test('one person below the limit, two above; paid with its reference; each step has its time', async () => {
    const ida = await richCustomer(server, 'ida', 3000)
    const own = await bindTron(server, ida, 'ida')
    const small = await draws(server, ida, { draw_currency_id: 1, draw_method_id: own, number: '999.99' })
    expect(await review().pay({ ...by(small.id), reference: tronHash(1) })).toMatchObject({
      reason: 'record_not_approved',
    })
    expect(await review().approve({ ...by(small.id), reason: 'ok' })).toMatchObject({ reason: 'reason_missing' })
    expect(await review().approve(by(small.id))).toMatchObject({ ok: true, value: { state: 'approved' } })
    expect(await review().approve(by(small.id, GRETA))).toMatchObject({ reason: 'record_decided' })
    expect(await ida.reason('drawCancel', { id: small.id })).toBe('draw_not_waiting')

    const large = await draws(server, ida, { draw_currency_id: 1, draw_method_id: own, number: '1000' })
    expect(await review().approve(by(large.id))).toMatchObject({
      ok: true,
      value: { state: 'waiting', firstApprover: 'staff:101' },
    })
    expect(await review().approve(by(large.id))).toMatchObject({ reason: 'second_person_needed' })
    expect(await review().pay({ ...by(large.id), reference: tronHash(2) })).toMatchObject({
      reason: 'record_not_approved',
    })
    expect(await review().approve(by(large.id, GRETA))).toMatchObject({
      ok: true,
      value: { state: 'approved', secondApprover: 'staff:102' },
    })
    expect(await review().pay({ ...by(large.id), reference: ' ' })).toMatchObject({ reason: 'reference_missing' })
    expect(await review().pay({ ...by(large.id, GRETA), reference: tronHash(2) })).toMatchObject({
      ok: true,
      value: { state: 'paid' },
    })
    expect(await review().pay({ ...by(large.id), reference: tronHash(2) })).toMatchObject({ reason: 'record_decided' })
    expect(await review().reject({ ...by(large.id), remark: 'too late for this' })).toMatchObject({
      reason: 'record_decided',
    })
    expect(await detail(ida)).toEqual(['1000.010000', '999.990000'])
    // At 0.9998 USD a USDT.
    expect(large.real_number).toBe('998.19963992')
    expect((await mailsTo(server, 'ida@example.com')).at(-1)?.text).toContain(
      `998.19963992 USDT was sent to TR7N…Lj6t for request ${large.id}; the fee was 2.00 USD.`,
    )
    const [told] = (await ida.does('noticeList', {})).list
    expect(told?.words).toBe('Your withdrawal was paid: 998.19963992 USDT')

    const [shown] = (await ida.does('drawList', { type: 1 })).data
    expect(shown).toMatchObject({ id: large.id, status: 1, status_name: 'Paid', notes: tronHash(2) })
    expect(shown?.timeline.map((each) => each.step)).toEqual(['requested', 'approved', 'paid'])
    expect((await mailsTo(server, 'ida@example.com')).at(-1)?.text).toContain(`Reference: ${tronHash(2)}`)

    // One payment pays one withdrawal, and is named as its chain writes it.
    for (const reference of [tronHash(2), tronHash(2).toUpperCase()]) {
      expect(await review().pay({ ...by(small.id), reference })).toMatchObject({ reason: 'reference_used' })
    }
    expect(await review().pay({ ...by(small.id), reference: `0x${tronHash(3)}` })).toMatchObject({
      reason: 'reference_malformed',
    })
    const log = (await ida.does('forexChange', { group: 'withdrawals' })).list.map((line) => line.MemoTran)
    expect(log).toEqual([`Withdrawal ${large.id}, paid`, `Withdrawal ${small.id}, approved`])

    // Approved, but the payment did not go through: released by two.
    const unpaid = { remark: 'the network refused it', isUnsent: true }
    await review().reject({ ...by(small.id), ...unpaid })
    expect(await review().reject({ ...by(small.id, GRETA), ...unpaid })).toMatchObject({
      ok: true,
      value: { state: 'rejected' },
    })
    expect(await detail(ida)).toEqual(['2000.000000', '0.000000'])
    const audit = await server.context.store.query<{ action: string; who: string }>(
      "select action, who from audit where subject_kind = 'withdrawal' and subject = $1 order by entry_id",
      [String(large.id)],
    )
    expect(audit.map(({ action, who }) => `${action} ${who}`)).toEqual([
      'withdrawal_approve staff:101',
      'withdrawal_approve staff:102',
      'withdrawal_pay staff:102',
    ])
  })

  test('rejected with a reason the customer reads; approve after reject is refused', async () => {
    const made = await draw(ana, '60')
    expect(await review().reject({ ...by(made.id), remark: '' })).toMatchObject({
      reason: 'reason_missing',
      field: 'remark',
    })
    expect(await review().reject({ ...by(made.id), remark: 'the address is not yours' })).toMatchObject({ ok: true })
    expect(await review().approve(by(made.id))).toMatchObject({ reason: 'record_decided' })
    expect(await review().approve(by(987_654))).toMatchObject({ reason: 'record_unknown' })
    expect(await detail(ana)).toEqual(['5000.000000', '0.000000'])
    expect((await ana.does('drawList', {})).data[0]).toMatchObject({ status: 2, notes: 'the address is not yours' })
  })

  test('a frozen account neither asks nor gets an approval; it is released', async () => {
    const kai = await richCustomer(server, 'kai', 300)
    const own = await bindTron(server, kai, 'kai')
    const made = await draws(server, kai, { draw_currency_id: 1, draw_method_id: own, number: '100' })
    const freeze = { user: await userOf(kai), actor: FINN, reason: 'asked by the bank', remark: 'We are checking' }
    expect(await server.context.freezes.freeze(freeze)).toMatchObject({ ok: true })
    expect(await kai.reason('draw', { draw_currency_id: 1, draw_method_id: own, number: '50' })).toBe('account_frozen')
    expect(await review().approve(by(made.id))).toMatchObject({ reason: 'account_frozen' })
    expect(await review().reject({ ...by(made.id), remark: 'account is frozen' })).toMatchObject({ ok: true })
    expect(await detail(kai)).toEqual(['300.000000', '0.000000'])
  })

  test('the reviewer sees who else is paid to the same place', async () => {
    const made = await draw(ana, '30')
    const found = await review().find(made.id)
    expect(found?.sharing.length).toBeGreaterThan(2)
    await ana.does('drawCancel', { id: made.id })
  })
})

test('an address bound for one chain is not paid on another that took its place', async () => {
  const currencies = server.context.settings.list().find((each) => each.key === 'draw_currencies')?.value as {
    id: number
  }[]
  await set(
    server,
    'draw_currencies',
    currencies.map((each) => (each.id === 1 ? { ...each, protocol: 'TRX' } : each)),
  )
  expect(await ana.reason('draw', { draw_currency_id: 1, draw_method_id: payee, number: '50' })).toBe('payee_unknown')
  await set(server, 'draw_currencies', currencies)
})

test('a coin that rose since the request is not paid at the old price; a rejected one costs the customer nothing', async () => {
  const currencies = server.context.settings.list().find((each) => each.key === 'draw_currencies')?.value as {
    id: number
  }[]
  const priced = (usd_price: string) =>
    set(
      server,
      'draw_currencies',
      currencies.map((each) => (each.id === 1 ? { ...each, usd_price } : each)),
    )
  const before = await detail(ana)
  const made = await draw(ana, '50')
  // Asked for at 0.9998: 1.0097 is within 1 %, 1.0099 is not.
  await priced('1.009900')
  expect(await review().approve(by(made.id))).toMatchObject({ ok: false, reason: 'price_moved' })
  await priced('0.989700')
  expect(await review().approve(by(made.id))).toMatchObject({ ok: false, reason: 'price_moved' })
  expect(await review().reject({ ...by(made.id), remark: 'The price has moved.' })).toMatchObject({ ok: true })
  expect(await detail(ana)).toEqual(before)
  await priced('0.999800')
  const again = await draw(ana, '50')
  await priced('1.009700')
  expect(await review().approve(by(again.id))).toMatchObject({ ok: true, value: { state: 'approved' } })
  await set(server, 'draw_currencies', currencies)
})

test('an approval compares the price of its own entry, not that of another for the coin', async () => {
  const currencies = server.context.settings.list().find((each) => each.key === 'draw_currencies')?.value as {
    id: number
  }[]
  const made = await draw(ana, '50')
  const own = must(
    currencies.find(({ id }) => id === 1),
    'the entry of the request',
  )
  await set(server, 'draw_currencies', [
    { ...own, id: 9, enabled: false },
    ...currencies.map((each) => (each.id === 1 ? { ...each, usd_price: '1.009900' } : each)),
  ])
  expect(await review().approve(by(made.id))).toMatchObject({ ok: false, reason: 'price_moved' })
  await set(server, 'draw_currencies', currencies)
  await ana.does('drawCancel', { id: made.id })
})

test('many small withdrawals of a day need two approvals like a large one', async () => {
  const oda = await richCustomer(server, 'oda', 2000)
  const own = await bindTron(server, oda, 'oda')
  const [first, second] = [
    await draws(server, oda, { draw_currency_id: 1, draw_method_id: own, number: '600' }),
    await draws(server, oda, { draw_currency_id: 1, draw_method_id: own, number: '400' }),
  ]
  expect(await review().approve(by(first.id))).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await review().approve(by(second.id))).toMatchObject({ ok: true, value: { state: 'waiting', needsTwo: true } })
})

test('a core that is too busy to say the balance refuses a withdrawal as busy: nothing was done', async () => {
  const { context } = server
  const query = () => Promise.reject(new CoreBusy('too many wait for the core'))
  const withdrawals = openWithdrawals({ ...context, log: pino({ level: 'silent' }), core: { ...context.core, query } })
  const session = must(await context.sessions.find(ana.token ?? ''), 'the customer is signed in')
  const asked = {
    browser: undefined,
    session,
    once: { key: 'busy', content: 'busy' },
    currency: 1,
    payee,
    amount: micros(50_000_000),
    memo: '',
  }
  const before = (await ana.does('drawList', {})).total
  expect(await withdrawals.request(asked)).toMatchObject({ ok: false, reason: 'busy' })
  expect((await ana.does('drawList', {})).total).toBe(before)
})

test('where customers are paid to, and their notes, can be read neither in the store nor in the logs', async () => {
  await ana.does('drawCancel', { id: (await draw(ana, '20', { memo: 'unmistakable note' })).id })
  const { store } = server.context
  const tables = await store.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
  )
  const texts = await Promise.all(
    tables.map(({ name }) => store.query<{ row: string }>(`select t::text as row from "${name}" t`)),
  )
  const kept = texts.flat().map((each) => each.row)
  expect(kept.length).toBeGreaterThan(100)
  for (const text of [...kept, ...server.logged]) expect(text).not.toMatch(/TR7NHqjeKQ|DE89370400|unmistakable/)
})

test('the books are right after all of it', async () => {
  expect(await booksProblems(server)).toEqual([])
})
