/** Queues of the office: what they show, which roles decide, and that each record is decided once. */
import { REVIEW_KINDS } from '@veritick/contract/office'
import {
  bindTron,
  booksProblems,
  customer,
  draws,
  fund,
  openChannels,
  picture,
  set,
  TRON_ADDRESS,
  tronHash,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { codeTo } from '@veritick/testing/people'
import { furtherTest } from '@veritick/testing/quick'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, exchange, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let ana: Caller
let ben: Caller
let [anaId, benId] = [0, 0]
let finn: StaffCaller
let greta: StaffCaller
let support: StaffCaller
let compliance: StaffCaller
let risk: StaffCaller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server, { draw_two_person_limit_usd: '500.00', usual_hours_deposit: 3 })
  ana = await customer(server, 'ana')
  ben = await customer(server, 'ben')
  ;[anaId, benId] = [await userOf(ana), await userOf(ben)]
  finn = await staffed(server, 'finance')
  greta = await staffed(server, 'finance')
  support = await staffed(server, 'support')
  compliance = await staffed(server, 'compliance')
  risk = await staffed(server, 'risk')
}, 180_000)
afterAll(() => server.close())

const why = { reason_text: 'seen on the chain' }
const hash = (mail: string) => `0x${mail.repeat(64)}`
const report = async (person: Caller, more: Record<string, unknown> = {}) =>
  (await person.does('chargeSubmit', { charge_id: 1, number: '100', proofImg: await picture(server, person), ...more }))
    .id
const balance = async (person: Caller) => (await person.does('getBalance', {})).balance
const nameOf = async (who: StaffCaller) => `staff:${(await who.does('me', {})).staff.id}`

/** The answer that a browser's <img> would get. */
const show = (who: StaffCaller | undefined, url: string) =>
  exchange(server.officeUrl + url, {
    method: 'GET',
    headers: who?.cookie === undefined ? {} : { cookie: who.cookie },
    body: undefined,
  })

describe('deposits', () => {
  test('the queue shows waiting deposits, their age and viewer; the record shows proof and flags', async () => {
    const shade = 0x123456
    const id = await report(ana, { number: '120', tx_hash: hash('a'), proofImg: await picture(server, ana, shade) })
    const twin = await report(ben, { number: '30', proofImg: await picture(server, ben, shade) })
    server.passTime(7 * 60_000)
    const { data, total } = await support.does('depositQueue', { status: 0 })
    expect([data.map((row) => row.id), total]).toEqual([[id, twin], 2])
    expect(data[0]).toMatchObject({
      usual_minutes: 180,
      usd: '120.000000',
      user: { id: anaId },
      flags: [],
      taken: null,
      crediting: false,
    })
    expect(data[0]?.waited_minutes).toBeGreaterThanOrEqual(7)
    expect(data[1]?.flags).toEqual(['picture_elsewhere'])
    const record = await finn.does('depositFind', { id })
    expect(record).toMatchObject({
      tx_hash: `tron:${'a'.repeat(64)}`,
      twins: [{ deposit_id: twin, user: { id: benId } }],
      same_transaction: [],
    })
    expect(record.person).toMatchObject({ id: anaId, frozen: false, identity_status: 0, deposited: '0.000000' })
    const sorted = await support.does('depositQueue', { sort: 'usd' })
    expect(sorted.data.map((row) => row.id)).toEqual([twin, id])
    expect((await support.does('depositQueue', { user: benId })).data.map((row) => row.id)).toEqual([twin])
  })

  test('the proof opens only for the staff member of its link, as a picture, and each view is recorded', async () => {
    const { data } = await finn.does('depositQueue', { status: 0 })
    const { pictures } = await finn.does('depositFind', { id: data[0]?.id ?? 0 })
    const url = pictures[0]?.url ?? ''
    const file = /files\/([0-9a-f]{32})/.exec(url)?.[1] ?? ''
    const shown = await fetch(server.officeUrl + url, { headers: { cookie: finn.cookie ?? '' } })
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    expect([...new Uint8Array(await shown.arrayBuffer()).slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    const views = await server.context.store.query<{ viewer: string }>(
      `select viewer_kind || ':' || viewer_id as viewer from picture_views where file_id = $1`,
      [file],
    )
    expect(views).toEqual([{ viewer: await nameOf(finn) }])
    for (const other of [greta, support, undefined]) expect(await show(other, url)).toMatchObject({ status: 404 })
    expect(
      await show(
        finn,
        url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
    ).toMatchObject({ status: 404 })
    expect(await show(finn, `/office/files/${file}`)).toMatchObject({ status: 404 })
    // Not on the customers' port, and a customer's link not here.
    expect((await fetch(server.url + url.replace('/office/', '/api/'))).status).toBe(404)
    server.passTime(11 * 60_000)
    expect(await show(finn, url)).toMatchObject({ status: 404 })
  })

  test('what was received is credited; another amount needs words for the customer', async () => {
    const id = await report(ana)
    expect(await finn.reason('depositCredit', { id, amount: '90', ...why })).toBe('reason_missing')
    expect(await finn.reason('depositCredit', { id, amount: '90' })).toBe('reason_missing')
    expect(await finn.reason('depositCredit', { id, amount: '0', ...why })).toBe('amount_not_positive')
    expect(await finn.reason('depositCredit', { id, amount: '1e3', ...why })).toBe('number_malformed')
    for (const who of [support, compliance, risk])
      expect(await who.reason('depositCredit', { id, amount: '100', ...why })).toBe('not_permitted')
    const before = Number(await balance(ana))
    const credit = { id, amount: '90', payment_reference: tronHash(90), remark: 'The chain kept ten', ...why }
    const done = await finn.does('depositCredit', credit)
    expect(done).toMatchObject({ id, status: 1, credited: '90.000000', decided_by: { who: await nameOf(finn) } })
    expect(Number(await balance(ana))).toBe(before + 90)
    expect(await greta.reason('depositCredit', credit)).toBe('record_decided')
    expect(await greta.reason('depositReject', { id, remark: 'Nothing came', ...why })).toBe('record_decided')
    const { audit } = await compliance.does('depositFind', { id })
    expect(audit.map((line) => line.action)).toContain('deposit_credit')
    expect(audit.filter((line) => line.action === 'deposit_view')).toHaveLength(1)
  })

  test('rejected or invalid, once, with words', async () => {
    const [first, second] = [await report(ana), await report(ana)]
    expect(await finn.reason('depositReject', { id: first, ...why })).toBe('parameter_missing')
    expect(await finn.does('depositReject', { id: first, remark: 'Nothing came', ...why })).toMatchObject({ status: 2 })
    expect(await finn.does('depositInvalidate', { id: second, remark: 'Sent twice', ...why })).toMatchObject({
      status: 3,
    })
    expect(await finn.reason('depositInvalidate', { id: first, remark: 'Sent twice', ...why })).toBe('record_decided')
    for (const name of ['depositFind', 'withdrawalFind'] as const)
      expect(await finn.reason(name, { id: 987_654 })).toBe('record_unknown')
    expect(await finn.reason('depositReject', { id: 987_654, remark: 'Nothing came', ...why })).toBe('record_unknown')
  })

  test('two reviewers fifty times at once, and one key many times: credited once', async () => {
    const id = await report(ana)
    const before = Number(await balance(ana))
    const credit = { id, amount: '100', payment_reference: tronHash(100), ...why }
    const key = { 'idempotency-key': `credit ${id}` }
    const answers = await Promise.all([
      ...Array.from({ length: 25 }, () => finn.asks('depositCredit', credit, key)),
      ...Array.from({ length: 25 }, () => greta.asks('depositCredit', credit)),
    ])
    const reasons = answers.map((each) => each.reason ?? 'good')
    expect(new Set(reasons)).toEqual(new Set(['good', 'record_decided']))
    expect(Number(await balance(ana))).toBe(before + 100)
    expect(await booksProblems(server)).toEqual([])
  })
})

test('no staff member can decide about a card payment that is open at its provider', async () => {
  await set(server, 'card_provider', 'sandbox')
  const { id } = await ana.does('chargeCard', { number: '20' })
  expect(await finn.does('depositFind', { id })).toMatchObject({ status: 4, blocked: 'record_begun' })
  expect(await finn.reason('depositCredit', { id, amount: '20', ...why })).toBe('record_begun')
  await set(server, 'card_provider', 'none')
})

describe('a credit that needs two', () => {
  test('the second approver sees the first approval; the first approver cannot give the second', async () => {
    const made = await ana.does('chargeSubmit', { charge_id: 1, number: '100', proofImg: await picture(server, ana) })
    const { id } = made
    expect(await finn.does('depositFind', { id })).toMatchObject({
      single_approver_limit: '102.000000',
      blocked: null,
      approvals: { needed: 1, given: [] },
    })
    await finn.does('reviewTake', { kind: 'deposit', id })
    const credit = { id, amount: '150', payment_reference: tronHash(150), ...why }
    const said = await finn.does('depositCredit', { ...credit, remark: 'It was 150' })
    expect(said).toMatchObject({ status: 0, credited: '150.000000', decided_by: null, taken: null })
    expect(said.approvals).toMatchObject({ needed: 2, given: [{ by: { who: await nameOf(finn) } }] })
    expect(await finn.reason('depositCredit', credit)).toBe('second_person_needed')
    const credited = await greta.does('depositCredit', credit)
    expect(credited).toMatchObject({ status: 1, credited: '150.000000' })
    expect(credited.approvals.given.map(({ by }) => by.who)).toEqual([await nameOf(finn), await nameOf(greta)])
    expect((await greta.does('depositFind', { id })).remark).toBe('It was 150')
  })

  test('an approval that the second approver was not shown is refused, and nothing changes', async () => {
    const proofImg = await picture(server, ana)
    const { id } = await ana.does('chargeSubmit', { charge_id: 1, number: '100', proofImg })
    const [first, other] = [tronHash(203), tronHash(204)]
    const says = (caller: StaffCaller, said: { amount: string; payment: string; remark: string }, seen: number) => {
      // No two approvals are of one millisecond.
      server.passTime(1)
      const { amount, remark, payment: payment_reference } = said
      return caller.asks('depositCredit', { id, amount, remark, payment_reference, seen_approval: seen, ...why })
    }
    const shown = async () => (await greta.does('depositFind', { id })).approvals.given[0]?.at ?? 0
    const changed = { reason: 'approval_changed', field: 'seen_approval' }
    const said = { amount: '150', payment: first, remark: 'It was 150' }
    expect(await says(finn, said, 0)).toMatchObject({ code: 1 })
    // The page of the second approver is older than the first approval, or than its change.
    expect(await says(greta, said, 0)).toMatchObject(changed)
    let seen = await shown()
    for (const change of [{ amount: '160' }, { payment: other }, { remark: 'Call me' }]) {
      expect(await says(finn, { ...said, ...change }, seen)).toMatchObject({ code: 1 })
      expect(await says(greta, said, seen)).toMatchObject({
        ...changed,
        msg: 'The decision of the first staff member has changed in the meantime. Check it, and decide again.',
      })
      seen = await shown()
    }
    expect(await greta.does('depositFind', { id })).toMatchObject({ status: 0, remark: 'Call me' })
    expect(await says(greta, said, seen)).toMatchObject({ code: 1, data: { status: 1, credited: '150.000000' } })
    expect(await says(greta, said, 0)).toMatchObject({ reason: 'record_decided' })
  })
})

describe('withdrawals', () => {
  let payee = 0
  const draw = async (number: string) =>
    (await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number })).id

  beforeAll(async () => {
    ana = await customer(server, 'zoe')
    anaId = await userOf(ana)
    await verify(server, ana)
    await fund(server, ana, 2000)
    payee = await bindTron(server, ana, 'zoe')
    await verify(server, ben)
    await bindTron(server, ben, 'ben')
  })

  test('an address of our own is marked, also after another took its place', async () => {
    const id = await draw('20')
    const marked = async () => (await finn.does('withdrawalFind', { id })).own_place
    const payees = async () =>
      (await support.does('personPayees', { id: anaId })).data.map(({ own_place }) => own_place)
    expect([await marked(), await payees()]).toEqual([false, [false]])
    const networks = server.context.settings.list().find(({ key }) => key === 'charge_networks')?.value
    const own = { id: 1, currency_code: 'USDT', protocol_code: 'TRC20', address: TRON_ADDRESS, usd_price: '1' }
    await set(server, 'charge_networks', [own])
    expect([await marked(), await payees()]).toEqual([true, [true]])
    await set(server, 'charge_networks', networks)
    expect([await marked(), await payees()]).toEqual([true, [true]])
    await finn.does('withdrawalReject', { id, remark: 'This address is ours', ...why })
  })

  test('below the limit one approves; paid with its reference; each step with its name', async () => {
    const id = await draw('100')
    const record = await support.does('withdrawalFind', { id })
    expect(record).toMatchObject({
      amount: '100.000000',
      fee: '2.000000',
      state: 'waiting',
      approvals: { needed: 1, given: [] },
      two_people: null,
      blocked: null,
      sharing: [{ id: benId }],
    })
    for (const who of [support, compliance, risk])
      expect(await who.reason('withdrawalApprove', { id, ...why })).toBe('not_permitted')
    expect(await finn.reason('withdrawalPay', { id, reference: tronHash(1), ...why })).toBe('record_not_approved')
    expect(await finn.does('withdrawalApprove', { id, ...why })).toMatchObject({ state: 'approved' })
    expect(await finn.reason('withdrawalApprove', { id, ...why })).toBe('record_decided')
    expect(await finn.reason('withdrawalPay', { id, reference: ' ', ...why })).toBe('parameter_missing')
    expect(await greta.does('withdrawalPay', { id, reference: tronHash(1), ...why })).toMatchObject({ state: 'paid' })
    expect(await finn.reason('withdrawalReject', { id, remark: 'Too late', ...why })).toBe('record_decided')
    const { timeline, blocked } = await finn.does('withdrawalFind', { id })
    expect(timeline.map((each) => [each.step, each.by?.who ?? null, each.note])).toEqual([
      ['requested', null, ''],
      ['approved', await nameOf(finn), ''],
      ['paid', await nameOf(greta), tronHash(1)],
    ])
    expect(blocked).toBe('record_decided')
  })

  test('from the limit on two approvals; the record says why, and the first approver cannot give the second', async () => {
    const id = await draw('450')
    await finn.does('reviewTake', { kind: 'withdrawal', id })
    // The lock of the staff member who approved first has ended.
    expect(await finn.does('withdrawalApprove', { id, ...why })).toMatchObject({
      state: 'waiting',
      approvals: { needed: 2 },
      taken: null,
    })
    expect(await finn.reason('withdrawalApprove', { id, ...why })).toBe('second_person_needed')
    expect(await finn.does('withdrawalFind', { id })).toMatchObject({
      blocked: 'second_person_needed',
      two_people: { limit: '500.000000', day_amount: '550.000000' },
    })
    // As it was counted when it was asked for; a later change of the limit does not matter.
    await set(server, 'draw_two_person_limit_usd', '900.00')
    expect((await greta.does('withdrawalFind', { id })).two_people).toEqual({
      limit: '500.000000',
      day_amount: '550.000000',
    })
    await set(server, 'draw_two_person_limit_usd', '500.00')
    expect((await greta.does('withdrawalFind', { id })).blocked).toBeNull()
    expect(await greta.does('withdrawalApprove', { id, ...why })).toMatchObject({ state: 'approved' })
    const rejection = { id, remark: 'The address is closed', not_sent: true, ...why }
    expect(await greta.does('withdrawalReject', rejection)).toMatchObject({ state: 'approved' })
    expect(await finn.does('withdrawalReject', rejection)).toMatchObject({ state: 'rejected' })
  })

  test('the reviewer sees account holder and verified name side by side', async () => {
    server.passTime(61_000)
    const bind = async (payee_name: string, payee_account: string) => {
      const account = { bank_name: 'Bank', bank_swift: 'DEUTDEFF', payee_account }
      await ana.does('sendCode', { purpose: 'payee', ...account })
      const auth_code = await codeTo(server, 'zoe@example.com')
      const made = await ana.does('bindDrawMethod', { type: 2, draw_id: 3, ...account, payee_name, auth_code })
      server.passTime(61_000)
      return (await draws(server, ana, { draw_currency_id: 3, draw_method_id: made.id, number: '60' })).id
    }
    const own = await bind('MAN, Chan Tai', 'DE89370400440532013000')
    const other = await bind('Ben Other', 'GB82WEST12345698765432')
    const name = 'Chan Tai Man'
    expect(await finn.does('withdrawalFind', { id: own })).toMatchObject({ verified_name: name, holder_differs: false })
    for (const who of [finn, compliance])
      expect(await who.does('withdrawalFind', { id: other })).toMatchObject({
        verified_name: name,
        holder_differs: true,
      })
    expect(await support.does('withdrawalFind', { id: other })).toMatchObject({
      verified_name: null,
      holder_differs: false,
    })
    for (const id of [own, other]) await ana.does('drawCancel', { id })
  })

  furtherTest('two reviewers, approve, reject and cancel at once: one end and the books right', async () => {
    const { lock_balance: locked } = await ana.does('forexDetail', {})
    for (let round = 0; round < 3; round++) {
      const id = await draw('20')
      await Promise.all([
        ...Array.from({ length: 10 }, () => finn.reason('withdrawalApprove', { id, ...why })),
        ...Array.from({ length: 10 }, () =>
          greta.reason('withdrawalReject', { id, remark: 'Not like this', not_sent: true, ...why }),
        ),
        ana.reason('drawCancel', { id }),
      ])
      const { state } = await finn.does('withdrawalFind', { id })
      if (state === 'waiting' || state === 'approved')
        for (const who of [finn, greta])
          await who.reason('withdrawalReject', { id, remark: 'Not like this', not_sent: true, ...why })
      expect(['rejected', 'cancelled', 'approved']).toContain(state)
    }
    expect((await ana.does('forexDetail', {})).lock_balance).toBe(locked)
    expect(await booksProblems(server)).toEqual([])
  })

  test('the queue is sorted as it is asked', async () => {
    const { data } = await support.does('withdrawalQueue', { sort: '-amount', user: anaId, per_page: 2 })
    expect(data.map((row) => row.amount)).toEqual(['450.000000', '100.000000'])
    expect((await support.does('withdrawalQueue', { state: 'paid' })).data).toHaveLength(1)
    expect(await risk.reason('withdrawalQueue', {})).toBe('not_permitted')
  })

  test('its list names no destination, which one record shows to a viewer who is recorded', async () => {
    const id = await draw('20')
    const { data } = await support.does('withdrawalQueue', {})
    expect(data.map((row) => row.id)).toContain(id)
    expect(JSON.stringify(data)).not.toContain(TRON_ADDRESS)
    const open = async () => (await support.does('withdrawalQueue', { state: 'open' })).data.map((row) => row.id)
    expect(await open()).toEqual([id])
    const { account } = await support.does('withdrawalFind', { id })
    expect(account).toBe(TRON_ADDRESS)
    const { audit } = await compliance.does('withdrawalFind', { id })
    const viewers = audit.filter(({ action }) => action === 'withdrawal_view').map(({ by }) => by.who)
    expect(viewers).toContain(await nameOf(support))
    await ana.does('drawCancel', { id })
    expect(await open()).toEqual([])
  })
})

describe('the review lock', () => {
  test('is shown to other staff for a quarter of an hour, and blocks none of them', async () => {
    const id = await report(ben)
    await finn.does('reviewTake', { kind: 'deposit', id })
    const taken = async () => (await greta.does('depositQueue', { status: 0 })).data.find((row) => row.id === id)?.taken
    expect((await taken())?.by.who).toBe(await nameOf(finn))
    expect(await greta.does('reviewDrop', { kind: 'deposit', id })).toMatchObject({
      taken: { by: { who: await nameOf(finn) } },
    })
    server.passTime(14 * 60_000)
    expect(await taken()).not.toBeNull()
    server.passTime(61_000)
    expect(await taken()).toBeNull()
    await finn.does('reviewTake', { kind: 'deposit', id })
    await greta.does('reviewTake', { kind: 'deposit', id })
    expect((await taken())?.by.who).toBe(await nameOf(greta))
    expect(await finn.does('depositReject', { id, remark: 'Nothing came', ...why })).toMatchObject({ status: 2 })
    expect(await greta.does('reviewDrop', { kind: 'deposit', id })).toEqual({ taken: null })
  })

  test('only for a queue that one decides in', async () => {
    expect(await finn.reason('reviewTake', { kind: 'identity', id: 1 })).toBe('not_permitted')
    expect(await compliance.reason('reviewTake', { kind: 'deposit', id: 1 })).toBe('not_permitted')
    expect(await support.reason('reviewTake', { kind: 'deposit', id: 1 })).toBe('not_permitted')
    expect(await finn.reason('reviewTake', { kind: 'salary', id: 1 })).toBe('parameter_not_allowed')
  })
})

describe('what waits', () => {
  test('is counted with its age, for the queues that a role sees', async () => {
    const id = await report(ben)
    server.passTime(10 * 60_000)
    const of = async (who: StaffCaller) => (await who.does('reviewCounts', {})).data
    expect((await of(finn)).map((queue) => queue.kind)).toEqual(['deposit', 'withdrawal', 'correction', 'reward'])
    expect((await of(support)).map((queue) => queue.kind)).toEqual([
      'deposit',
      'withdrawal',
      'reward',
      'support',
      'feedback',
    ])
    expect((await of(compliance)).map((queue) => queue.kind)).toEqual([...REVIEW_KINDS])
    const [deposits] = await of(finn)
    const queue = (await finn.does('depositQueue', { status: 0 })).data
    expect([deposits?.waiting, deposits?.oldest_at]).toEqual([queue.length, queue[0]?.created_at])
    expect(deposits?.oldest_minutes).toBeGreaterThanOrEqual(10)
    expect(queue.map((row) => row.id)).toContain(id)
    expect(await risk.reason('reviewCounts', {})).toBe('not_permitted')
  })
})
