/** Money that comes in: reported with proof, checked, credited once; and everything that must not come in. */
import { moneyOf } from '@veritick/contract'
import { micros, must } from '@veritick/domain'
import {
  booksProblems,
  customer,
  FINN,
  fund,
  openChannels,
  picture,
  set,
  tronHash,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { codeTo, mailsTo, realPerson, signIn } from '@veritick/testing/people'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../../services/clock/times.ts'
import { uidOf } from '../accounts/accounts.ts'

const LIMIT = 'deposit_without_verification_max_usd'

let server: TestServer
let ana: Caller
let ben: Caller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await customer(server, 'ana')
  ben = await customer(server, 'ben')
})
afterAll(() => server.close())

const balanceOf = async (person: Caller) => (await person.does('getBalance', {})).balance
const usd = (text: string) => micros(must(moneyOf(text), 'an amount'))
const hash = (mail: string) => `0x${mail.repeat(64)}`
const report = async (person: Caller, more: Record<string, unknown> = {}) =>
  person.does('chargeSubmit', { charge_id: 1, number: '100', proofImg: await picture(server, person), ...more })
/** A page with something on it, as JPEG. */
const screenshot = (quality: number) => {
  const [width, height] = [180, 120]
  const shade = (place: number) =>
    (((Math.floor(place / width / 15) * 7 + Math.floor((place % width) / 20) * 11) * 37) % 251) + 1
  const raw = Uint8Array.from({ length: width * height }, (_, place) => shade(place))
  return sharp(raw, { raw: { width, height, channels: 1 } })
    .jpeg({ quality })
    .toBuffer()
}
const review = () => server.context.deposits.review
const decision = (deposit: number) => ({
  deposit,
  actor: FINN,
  reason: 'seen on the chain',
  paymentReference: tronHash(deposit),
})

describe('what is offered', () => {
  test('networks, currencies and the bank accounts of one; what is switched off is not there', async () => {
    const networks = await ana.does('chargeInfo', {})
    expect(networks.map(({ id, protocol_code, trial }) => [id, protocol_code, trial])).toEqual([
      [1, 'TRC20', true],
      [2, 'ERC20', true],
    ])
    const [newest] = await server.context.settings.history('charge_symbols')
    const usd_price_at = new Date(newest?.at ?? 0).toISOString()
    expect(await ana.does('chargeSymbols', {})).toEqual([{ id: 1, name: 'EUR', usd_price: '1.083700', usd_price_at }])
    const reference = `VT-${uidOf(await userOf(ana))}-1`
    expect(await ana.does('chargeWireInfo', { bank_coin: 1 })).toMatchObject([
      { id: 1, payee_account: 'TRIAL ONE', trial: true, reference },
    ])
    expect(await ana.reason('chargeWireInfo', { bank_coin: 2 })).toBe('channel_unknown')
  })

  test('the terms say what is missing', async () => {
    expect(await ana.does('chargeTerms', {})).toEqual({
      minimum: '10.000000',
      email_confirmed: true,
      identity_status: 0,
      left_without_verification: '1000.000000',
      ways: [0, 1],
      card: { offered: false, trial: false },
      usual_minutes: 1440,
    })
  })

  test('a channel without an address or account is not offered', async () => {
    const ways = async () => (await ana.does('chargeTerms', {})).ways
    const setTo = (key: string) => server.context.settings.list().find((each) => each.key === key)?.value
    const [networks, banks] = [setTo('charge_networks'), setTo('charge_banks')]
    await set(server, 'charge_banks', [])
    expect(await ways()).toEqual([0])
    await set(server, 'charge_networks', [])
    expect(await ways()).toEqual([])
    await set(server, 'charge_banks', banks)
    await set(server, 'charge_networks', networks)
    expect(await ways()).toEqual([0, 1])
  })

  test('only for real accounts', async () => {
    const demo = await server.person()
    for (const name of [
      'chargeInfo',
      'chargeSymbols',
      'chargeTerms',
      'chargeList',
      'chargeSubmit',
      'chargeWireSubmit',
      'chargeCard',
    ] as const) {
      expect(await demo.reason(name, {}), name).toBe('real_account_only')
      expect(await server.visitor.reason(name, {}), name).toBe('session_missing')
    }
  })
})

describe('reporting', () => {
  test('coins with a picture wait to be checked, and the customer is told', async () => {
    const made = await report(ana, { number: '250.5', tx_hash: hash('a') })
    expect(made).toMatchObject({
      type: 0,
      number: '250.50000000',
      currency_code: 'USDT',
      protocol_code: 'TRC20',
      usd: '250.500000',
      credited: null,
      status: 0,
      status_name: 'Being checked',
      remark: '',
    })
    expect(made).toMatchObject({ tx_hash: hash('a').slice(2), paid_to: 'TRIAL - SEND NOTHING' })
    expect(made.timeline.map((each) => each.step)).toEqual(['reported'])
    expect(await balanceOf(ana)).toBe('0.000000')
    const told = (await mailsTo(server, 'ana@example.com')).at(-1)
    expect(told?.text).toContain(`Request ${made.id} for 250.50 USD`)
  })

  test('a wire in euro is worth what the operator says, rounded down', async () => {
    const proofImg = await picture(server, ana)
    const made = await ana.does('chargeWireSubmit', { wire_id: 1, number: '99.99', proofImg })
    expect(made).toMatchObject({ type: 1, number: '99.99', currency_code: 'EUR', usd: '108.359163' })
    const list = await ana.does('chargeList', { type: 1 })
    expect([list.total, list.data[0]?.id]).toEqual([1, made.id])
  })

  test('a wire carries the shown reference, the next one another; staff find the deposit by it', async () => {
    const shown = async () => (await ana.does('chargeWireInfo', { bank_coin: 1 }))[0]?.reference ?? ''
    const send = async () =>
      ana.does('chargeWireSubmit', { wire_id: 1, number: '40', proofImg: await picture(server, ana) })
    const before = await shown()
    const made = await Promise.all([send(), send(), send()])
    const uid = uidOf(await userOf(ana))
    expect(made.map((each) => each.reference).sort()).toEqual([2, 3, 4].map((wire) => `VT-${uid}-${wire}`))
    expect([before, await shown()]).toEqual([`VT-${uid}-2`, `VT-${uid}-5`])
    for (const spelled of [before, `vt ${uid} 2`, `VT${uid}2`, `ＶＴ－${uid}－２`]) {
      const { rows } = await review().queue({ reference: spelled, page: 1, size: 9 })
      expect(rows.map((row) => [row.user, row.reference])).toEqual([[await userOf(ana), before]])
    }
    expect((await review().queue({ reference: `${before}1`, page: 1, size: 9 })).total).toBe(0)
    expect((await report(ana)).reference).toBe('')
  })

  test('the same picture in another quality is marked for the reviewer and taken', async () => {
    const [one, other] = [await screenshot(90), await screenshot(40)]
    const send = async (person: Caller, bytes: Uint8Array) => {
      const owner = await userOf(person)
      const kept = must(await server.context.files.keep({ owner, bytes }), 'kept')
      const proofImg = server.context.files.tickets.address(kept.ok ? kept.file : '', { kind: 'real', id: owner })
      return (await report(person, { number: '11', proofImg })).id
    }
    const first = await send(ana, one)
    const again = await send(ben, other)
    const found = must(await review().find(again), 'it was reported')
    expect([found.row.flags, found.twins, found.alike]).toMatchObject([
      'picture_like_elsewhere',
      [],
      [{ usedFor: `deposit:${first}` }],
    ])
    expect(must(await review().find(first), 'it was reported').row.flags).toBe('')
  })

  test('by GET as in the specification', async () => {
    const proofImg = await picture(server, ana)
    const query = new URLSearchParams({ charge_id: '1', number: '20', proofImg, t: '1' })
    const answered = await ana.raw('GET', `/api/quickCharge/submit?${query}`)
    expect(answered).toMatchObject({ code: 1, data: { usd: '20.000000' }, msg: 'Your deposit is being checked.' })
    const again = await ana.raw('GET', `/api/quickCharge/submit?${query}`)
    expect([again.data, again.headers['idempotent-replayed']]).toEqual([answered.data, 'true'])
  })

  test.each([
    [{ number: undefined }, 'parameter_missing'],
    [{ number: '0' }, 'amount_not_positive'],
    [{ number: '-5' }, 'amount_not_positive'],
    [{ number: '1e5' }, 'number_malformed'],
    [{ number: '1.000000001' }, 'amount_too_precise'],
    [{ number: '9.99999999' }, 'deposit_too_small'],
    [{ number: '90000000000' }, 'amount_too_large'],
    [{ number: '80000000.5' }, 'deposit_limit_unverified'],
    [{ charge_id: 3 }, 'channel_unknown'],
    [{ charge_id: 99 }, 'channel_unknown'],
    [{ proofImg: undefined }, 'picture_missing'],
    [{ proofImg: '' }, 'picture_missing'],
    [{ proofImg: '/api/files/../../etc/passwd' }, 'picture_unknown'],
    [{ tx_hash: 'not a hash' }, 'transaction_malformed'],
    [{ tx_hash: hash('A') }, 'transaction_used'],
    [{ tx_hash: `  ${'a'.repeat(64)} ` }, 'transaction_used'],
  ])('%j is refused: %s', async (more, reason) => {
    const proofImg = await picture(server, ana)
    const before = (await ana.does('chargeList', {})).total
    expect(await ana.reason('chargeSubmit', { charge_id: 1, number: '100', proofImg, ...more })).toBe(reason)
    expect((await ana.does('chargeList', {})).total).toBe(before)
  })

  test('a wire says which account, and its currency has two decimals', async () => {
    const proofImg = await picture(server, ana)
    expect(await ana.reason('chargeWireSubmit', { wire_id: 7, number: '100', proofImg })).toBe('channel_unknown')
    expect(await ana.reason('chargeWireSubmit', { wire_id: 1, number: '100.001', proofImg })).toBe('amount_too_precise')
  })

  test("another customer's picture is unknown; a picture of one's own proves one deposit", async () => {
    const shade = 0x123456
    const bens = await picture(server, ben, shade)
    expect(await ana.reason('chargeSubmit', { charge_id: 1, number: '50', proofImg: bens })).toBe('picture_unknown')
    const first = await ben.does('chargeSubmit', { charge_id: 1, number: '50', proofImg: bens })
    expect(await ben.reason('chargeSubmit', { charge_id: 1, number: '50', proofImg: bens })).toBe('picture_used')
    const copy = await picture(server, ben, shade)
    expect(await ben.reason('chargeSubmit', { charge_id: 1, number: '50', proofImg: copy })).toBe('picture_used')

    // The same picture from another customer is taken, and the reviewer sees it.
    const anas = await ana.does('chargeSubmit', {
      charge_id: 1,
      number: '50',
      proofImg: await picture(server, ana, shade),
      address: 'TRother',
    })
    const found = must(await review().find(anas.id), 'it was reported')
    expect(found.row.flags.split(' ')).toEqual(['picture_elsewhere', 'address_differs'])
    expect(found.twins.map((twin) => twin.usedFor)).toEqual([`deposit:${first.id}`])

    // Rejected for a slip, it may be sent again, and says so.
    await review().reject({ ...decision(first.id), remark: 'the amount is not readable' })
    const again = await ben.does('chargeSubmit', {
      charge_id: 1,
      number: '50',
      proofImg: await picture(server, ben, shade),
    })
    expect(must(await review().find(again.id), 'reported').row.flags).toContain('picture_again')
  })

  test('a transaction that was rejected may be reported again', async () => {
    const made = await report(ben, { tx_hash: hash('b') })
    const proofImg = await picture(server, ben)
    expect(await ben.reason('chargeSubmit', { charge_id: 1, number: '100', proofImg, tx_hash: hash('b') })).toBe(
      'transaction_used',
    )
    await review().reject({ ...decision(made.id), remark: 'another amount arrived' })
    await report(ben, { tx_hash: hash('b') })
  })

  test('an address that was not confirmed at the registration comes first, whichever way the money comes', async () => {
    await set(server, 'card_provider', 'sandbox')
    const cleo = await realPerson(server, 'cleo@example.com')
    const proofImg = await picture(server, cleo)
    const ways = [
      ['chargeSubmit', { charge_id: 1, number: '100', proofImg }],
      ['chargeWireSubmit', { wire_id: 1, number: '100', proofImg: await picture(server, cleo) }],
      ['chargeCard', { number: '100' }],
    ] as const
    for (const [name, asked] of ways) expect(await cleo.reason(name, asked), name).toBe('email_not_confirmed')
    expect((await cleo.does('chargeTerms', {})).email_confirmed).toBe(false)
    expect((await cleo.does('chargeList', {})).total).toBe(0)

    // A code for another purpose, or for another customer's address, confirms nothing.
    await cleo.does('sendCode', { purpose: 'proof' })
    expect(await cleo.reason('confirmEmail', { auth_code: await codeTo(server, 'cleo@example.com') })).not.toBe('good')
    expect(await cleo.reason('chargeCard', { number: '100' })).toBe('email_not_confirmed')
    server.passWallTime(61_000)
    await cleo.does('sendCode', { purpose: 'confirm_email' })
    await cleo.does('confirmEmail', { auth_code: await codeTo(server, 'cleo@example.com') })
    expect((await cleo.does('chargeTerms', {})).email_confirmed).toBe(true)
    for (const [name, asked] of ways) expect(await cleo.reason(name, asked), name).toBe('good')
    await set(server, 'card_provider', 'none')
  })

  test('the last deposit below the limit may be smaller than the smallest: exactly the rest', async () => {
    const rita = await customer(server, 'rita')
    await report(rita, { number: '980' })
    await set(server, 'deposit_min_usd', '50.00')
    const ask = async (number: string) =>
      rita.reason('chargeSubmit', { charge_id: 1, number, proofImg: await picture(server, rita) })
    expect(await rita.does('chargeTerms', {})).toMatchObject({
      minimum: '50.000000',
      left_without_verification: '20.000000',
    })
    expect(await ask('19.99')).toBe('deposit_too_small')
    expect(await ask('20.01')).toBe('deposit_too_small')
    expect(await ask('50')).toBe('deposit_limit_unverified')
    expect(await ask('19.995')).toBe('good')
    expect(await ask('0.005')).toBe('good')
    expect(await ask('0.005')).toBe('deposit_too_small')
    await set(server, 'deposit_min_usd', '10.00')
  })

  test('without verification up to the limit, everything that waits counted; 0 means verification first', async () => {
    const dora = await customer(server, 'dora')
    await report(dora, { number: '600' })
    await report(dora, { number: '400' })
    const proofImg = await picture(server, dora)
    expect(await dora.reason('chargeSubmit', { charge_id: 1, number: '10', proofImg })).toBe('deposit_limit_unverified')
    await set(server, LIMIT, '0')
    onTestFinished(() => set(server, LIMIT, '1000.00'))
    expect(await dora.reason('chargeSubmit', { charge_id: 1, number: '10', proofImg })).toBe('verification_needed')
    await verify(server, dora)
    await dora.does('chargeSubmit', { charge_id: 1, number: '5000', proofImg })
    expect((await dora.does('chargeTerms', {})).left_without_verification).toBeNull()
  })

  test('fifty at once with one key are one; with keys of their own and one transaction, one of them', async () => {
    const eva = await customer(server, 'eva')
    const proofImg = await picture(server, eva)
    const same = await Promise.all(
      Array.from({ length: 50 }, () =>
        eva.asks('chargeSubmit', { charge_id: 1, number: '30', proofImg }, { 'idempotency-key': 'one' }),
      ),
    )
    expect(new Set(same.map((each) => JSON.stringify(each.data))).size).toBe(1)
    expect(same.every((each) => each.code === 1)).toBe(true)
    const other = { 'idempotency-key': 'one' }
    expect((await eva.asks('chargeSubmit', { charge_id: 1, number: '31', proofImg }, other)).reason).toBe(
      'idempotency_mismatch',
    )

    const pictures = await Promise.all(Array.from({ length: 8 }, (_, shade) => picture(server, eva, 0xabc000 + shade)))
    const reasons = await Promise.all(
      pictures.map((each) =>
        eva.reason('chargeSubmit', { charge_id: 1, number: '30', proofImg: each, tx_hash: hash('c') }),
      ),
    )
    expect(reasons.filter((reason) => reason === 'good')).toHaveLength(1)
    expect((await eva.does('chargeList', {})).total).toBe(2)
  })
})

test('the queue has what waits, oldest first, and the list shows only what is mine', async () => {
  const { rows, total } = await review().queue({ states: ['unchecked'], page: 1, size: 5 })
  expect(total).toBeGreaterThan(5)
  expect(rows.map((row) => row.createdAt)).toEqual(rows.map((row) => row.createdAt).sort((one, two) => one - two))
  const ines = await customer(server, 'ines')
  expect((await ines.does('chargeList', {})).data).toEqual([])
  const anas = await userOf(ana)
  const shown = (await ana.does('chargeList', {})).data.map((each) => each.id)
  const owners = await server.context.store.query<{ user_id: number }>(
    'select distinct user_id from deposits where deposit_id = any($1::int[])',
    [shown],
  )
  expect(owners).toEqual([{ user_id: anas }])
})

test('the usual time is measured once there are enough', async () => {
  const jo = await customer(server, 'jo')
  for (let index = 0; index < 5; index++) await fund(server, jo, 20)
  expect((await jo.does('chargeTerms', {})).usual_minutes).toBe(1)
})

test('the books are right after all of it', async () => {
  expect(await booksProblems(server)).toEqual([])
})

describe('a report that is sent again', () => {
  test('after it was credited is the one that was made; a day later its key, which names its time, is refused', async () => {
    const kim = await customer(server, 'kim')
    const proofImg = await picture(server, kim)
    const digits = Date.now().toString(16).padStart(12, '0')
    const key = { 'idempotency-key': `${digits.slice(0, 8)}-${digits.slice(8)}-7abc-8abc-0123456789ab` }
    const send = (who = kim) => who.asks('chargeSubmit', { charge_id: 1, number: '30', proofImg }, key)
    const first = await send()
    const { id } = first.data as { id: number }
    expect(await review().credit({ ...decision(id), amount: usd('30'), remark: '' })).toMatchObject({ ok: true })
    const again = await send()
    expect([again.code, (again.data as { id: number }).id]).toEqual([1, id])
    expect([await balanceOf(kim), (await kim.does('chargeList', {})).total]).toEqual(['30.000000', 1])
    server.passWallTime(24 * 3_600_000)
    const later = await signIn(server, 'kim@example.com')
    // A jump of the wall clock alone ends no key.
    expect((await send(later)).data).toEqual(again.data)
    server.steady.stop()
    // An hour more than the wall clock was moved by the tests before.
    server.steady.pass(25 * 3_600_000)
    server.steady.goOn()
    expect((await send(later)).reason).toBe('idempotency_key_expired')
    expect([await balanceOf(later), (await later.does('chargeList', {})).total]).toEqual(['30.000000', 1])
  })

  test('after the wall clock was three days ahead for a moment is the one that was made', async () => {
    const lea = await customer(server, 'lea')
    const report = { charge_id: 1, number: '30', proofImg: await picture(server, lea) }
    const send = () => lea.asks('chargeSubmit', report, { 'idempotency-key': 'without a time' })
    const first = await send()
    server.passWallTime(3 * DAY_MS)
    const max = await customer(server, 'max')
    await max.does('chargeSubmit', { ...report, proofImg: await picture(server, max) })
    server.passWallTime(-3 * DAY_MS)
    const again = await send()
    expect([first.code, again.reason, again.data]).toEqual([1, undefined, first.data])
    expect((await lea.does('chargeList', {})).total).toBe(1)
  })
})
