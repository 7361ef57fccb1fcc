/** Attacks on the payment behind a deposit: one payment is credited once, and to the customer whom staff chose. */
import { micros } from '@veritick/domain'
import {
  booksProblems,
  customer,
  FINN,
  GRETA,
  openChannels,
  picture,
  set,
  tronHash,
  userOf,
} from '@veritick/testing/customers'
import { forgetRecord } from '@veritick/testing/reseal'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { uidOf } from '../accounts/index.ts'

let server: TestServer
let ana: Caller
let ben: Caller
let finn: StaffCaller
let hashes = 0

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server, { deposit_without_verification_max_usd: '90000.00' })
  ana = await customer(server, 'ana')
  ben = await customer(server, 'ben')
  finn = await staffed(server, 'finance')
}, 180_000)
afterAll(() => server.close())
afterEach(async () => expect(await booksProblems(server)).toEqual([]))

const review = () => server.context.deposits.review
const freshHash = () => tronHash(++hashes)
const asksFor = async (person: Caller, tx_hash?: string) => ({
  charge_id: 1,
  number: '100',
  proofImg: await picture(server, person),
  ...(tx_hash !== undefined && { tx_hash }),
})
const report = async (person: Caller, tx_hash?: string) =>
  (await person.does('chargeSubmit', await asksFor(person, tx_hash))).id
const wire = async (person: Caller, wire_id = 1) =>
  (await person.does('chargeWireSubmit', { wire_id, number: '100', proofImg: await picture(server, person) })).id
const credit = (deposit: number, paymentReference?: string, more: object = {}) =>
  review().credit({
    deposit,
    amount: micros(100_000_000),
    actor: FINN,
    remark: 'as it came',
    reason: 'seen on the chain',
    ...(paymentReference !== undefined && { paymentReference }),
    ...more,
  })
/** Where another customer waits with the same transaction, one approver is not enough. */
const creditByTwo = async (deposit: number, paymentReference?: string) => {
  expect(await credit(deposit, paymentReference)).toMatchObject({ ok: true, value: { state: 'unchecked' } })
  return credit(deposit, paymentReference, { actor: GRETA })
}
const balance = async (person: Caller) => Number((await person.does('getBalance', {})).balance)
const left = async (deposit: number) => {
  const audit = await server.context.store.query('select 1 from audit where subject = $1', [String(deposit)])
  return [(await review().find(deposit))?.row, audit.length]
}
const FINISHED = { ok: true, value: { state: 'finished' } }
const USED = { ok: false, reason: 'transaction_used', field: 'payment_reference' }

describe('one payment that two customers claim', () => {
  test('the accomplice reports it without a hash, its owner with it afterwards: credited once', async () => {
    const hash = freshHash()
    const before = [await balance(ana), await balance(ben)]
    expect(await credit(await report(ben), hash)).toMatchObject(FINISHED)
    expect(await ana.reason('chargeSubmit', await asksFor(ana, hash))).toBe('transaction_used')
    const unnamed = await report(ana)
    const seen = await left(unnamed)
    expect(await credit(unnamed, hash)).toMatchObject(USED)
    expect(await left(unnamed)).toEqual(seen)
    expect([await balance(ana), await balance(ben)]).toEqual([before[0], Number(before[1]) + 100])
  })

  test('its owner reports it first, the accomplice without a hash: credited once', async () => {
    const hash = freshHash()
    const [owners, other] = [await report(ana, hash), await report(ben)]
    expect(await creditByTwo(other, `0x${hash.toUpperCase()}`)).toMatchObject(FINISHED)
    expect(await credit(owners)).toMatchObject(USED)
    expect((await finn.does('depositFind', { id: owners })).same_transaction).toMatchObject([
      { deposit_id: other, user: { id: await userOf(ben) }, status: 1 },
    ])
  })

  test('a stranger who reports the hash first does not take it from its owner', async () => {
    const hash = freshHash()
    const strangers = await report(ben, hash)
    const flags = async () => {
      const { data } = await finn.does('depositQueue', { reference: hash })
      return data.map((row) => [row.id, row.flags])
    }
    expect(await flags()).toEqual([[strangers, []]])
    const owners = await report(ana, hash)
    expect(await ana.reason('chargeSubmit', await asksFor(ana, hash))).toBe('transaction_used')
    expect((await flags()).sort()).toEqual([strangers, owners].sort().map((id) => [id, ['transaction_elsewhere']]))
    const found = await finn.does('depositFind', { id: owners })
    expect(found.same_transaction).toMatchObject([{ deposit_id: strangers, user: { id: await userOf(ben) } }])
    expect(await creditByTwo(owners)).toMatchObject(FINISHED)
    expect(await credit(strangers)).toMatchObject(USED)
    expect(await ben.reason('chargeSubmit', await asksFor(ben, hash))).toBe('transaction_used')
  })

  test('twenty credits of ten deposits at once for one transaction: one is booked', async () => {
    const hash = freshHash()
    const before = (await balance(ana)) + (await balance(ben))
    const ids = await Promise.all(Array.from({ length: 10 }, (_, index) => report(index % 2 === 0 ? ana : ben)))
    const done = await Promise.all([...ids, ...ids].map((id) => credit(id, hash)))
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await balance(ana)) + (await balance(ben))).toBe(before + 100)
    for (const id of ids) await review().invalidate({ deposit: id, actor: FINN, reason: 'a test', remark: 'doubled' })
  })
})

describe('the transaction of coins', () => {
  test('must be named where the customer named none, and is a hash of its chain', async () => {
    const id = await report(ana)
    const asked = { id, amount: '100', reason_text: 'seen on the chain' }
    expect(await finn.asks('depositCredit', asked)).toMatchObject({ reason: 'reference_missing' })
    for (const payment_reference of ['paid', tronHash(1).slice(1), `1x${tronHash(1)}`])
      expect(await finn.reason('depositCredit', { ...asked, payment_reference })).toBe('transaction_malformed')
    const hash = freshHash()
    await finn.does('depositCredit', { ...asked, payment_reference: `0x${hash.toUpperCase()}` })
    expect(await finn.does('depositFind', { id })).toMatchObject({ tx_hash: '', payment_reference: hash })
    expect((await finn.does('depositQueue', { reference: hash })).data.map((row) => row.id)).toEqual([id])
  })

  test('that the customer mistyped is corrected, and stays free for the customer who has it', async () => {
    const [typed, paid] = [freshHash(), freshHash()]
    expect(await credit(await report(ana, typed), paid)).toMatchObject(FINISHED)
    expect(await credit(await report(ben, typed))).toMatchObject(FINISHED)
    expect(await credit(await report(ben), paid)).toMatchObject(USED)
  })

  test('counts on its own chain only', async () => {
    const hash = freshHash()
    expect(await credit(await report(ana), hash)).toMatchObject(FINISHED)
    const other = await ana.does('chargeSubmit', { ...(await asksFor(ana)), charge_id: 2 })
    expect(await credit(other.id, hash)).toMatchObject(FINISHED)
  })

  test('must be the same for both approvers', async () => {
    await set(server, 'deposit_two_person_limit_usd', '50.00')
    const [one, other] = [freshHash(), freshHash()]
    const id = await report(ana)
    const before = await balance(ana)
    const waits = { ok: true, value: { state: 'unchecked' } }
    expect(await credit(id, one)).toMatchObject(waits)
    expect(await credit(id, one)).toMatchObject({ reason: 'second_person_needed' })
    expect(await credit(id, '', { actor: GRETA })).toMatchObject({ reason: 'reference_missing' })
    // Another transaction starts anew, as another amount does.
    expect(await credit(id, other, { actor: GRETA })).toMatchObject({ ok: true, value: { proposedBy: GRETA.who } })
    expect(await balance(ana)).toBe(before)
    expect(await credit(id, other)).toMatchObject(FINISHED)
    expect(await balance(ana)).toBe(before + 100)
    // An approval that is not booked yet takes nothing.
    expect(await credit(await report(ben), one)).toMatchObject(waits)
    await set(server, 'deposit_two_person_limit_usd', '10000.00')
  })
})

describe('a bank transfer without the reference of the bank', () => {
  const waits = { ok: true, value: { state: 'unchecked' } }

  test('is not credited by one person: two decisions of one person would credit it twice', async () => {
    const before = await balance(ana)
    const ids = [await wire(ana), await wire(ana)]
    for (const id of ids) {
      expect(await credit(id)).toMatchObject(waits)
      expect(await credit(id)).toMatchObject({ reason: 'second_person_needed' })
    }
    expect(await balance(ana)).toBe(before)
    expect(await credit(Number(ids[0]), '', { actor: GRETA })).toMatchObject(FINISHED)
    // The staff member who finds the reference credits the other one alone, at once.
    expect(await credit(Number(ids[1]), 'NTRF 4711')).toMatchObject(FINISHED)
    expect(await balance(ana)).toBe(before + 200)
  })

  test('does not pass by our own reference, which each report has anew', async () => {
    const id = await wire(ana)
    const own = (await review().find(id))?.row.reference ?? ''
    expect(own).toMatch(/^VT-\d+-\d+$/)
    const dashless = own.replaceAll('-', '')
    const alone = [own, dashless, own.toLowerCase(), `${own.slice(0, -1)}99`]
    const beside = [`${own} Ana Diaz`, `SVWZ+${own}`, `REF:${dashless}`, `NTRF 4711/${own.replaceAll('-', ' ')}`]
    const others = `VT-${uidOf(await userOf(ben))}-1`
    for (const typed of [...alone, ...beside, others])
      expect(await credit(id, typed), typed).toMatchObject({
        ok: false,
        reason: 'reference_malformed',
        field: 'payment_reference',
      })
    expect(await credit(id, 'VTB 2026/17')).toMatchObject(FINISHED)
    // A number of the bank that begins with the same letters.
    expect(await credit(await wire(ana), 'VT202611270001')).toMatchObject(FINISHED)
  })
})

describe('a wire whose deposit an attacker deletes in the store, reported again', () => {
  /** The same reference: it counts the deposits of the customer. */
  async function reportedAgain(deposit: number): Promise<number> {
    const { store } = server.context
    const own = (await review().find(deposit))?.row.reference
    // Nothing names this row but the attacker's copy, which the test puts back at its end.
    await store.query('create table kept as select * from deposits where deposit_id = $1', [deposit])
    await store.query('delete from deposits where deposit_id = $1', [deposit])
    // A deposit of long ago, which the server remembers no more.
    forgetRecord(server.context.newestSeals, 'deposits', deposit)
    const again = await wire(ana)
    expect((await review().find(again))?.row.reference).toBe(own)
    return again
  }

  async function putBack(again: number): Promise<void> {
    const { store, newestSeals } = server.context
    await store.query('delete from deposits where deposit_id = $1', [again])
    forgetRecord(newestSeals, 'deposits', again)
    await store.query('insert into deposits select * from kept')
    await store.query('drop table kept')
  }

  async function byTwo(deposit: number) {
    const first = await credit(deposit, '')
    return first.ok ? credit(deposit, '', { actor: GRETA }) : first
  }

  test('is not credited a second time, with or without the reference of the bank', async () => {
    const deposit = await wire(ana)
    expect(await byTwo(deposit)).toMatchObject(FINISHED)
    expect(await finn.does('depositFind', { id: deposit })).toMatchObject({ payment_reference: '' })
    const before = await balance(ana)
    const again = await reportedAgain(deposit)
    expect(await byTwo(again)).toMatchObject(USED)
    expect(await credit(again, 'NTRF 4712')).toMatchObject(USED)
    expect(await balance(ana)).toBe(before)
    await putBack(again)
  })

  test('is credited, if the first report ended without money', async () => {
    const deposit = await wire(ana)
    const end = { deposit, actor: FINN, reason: 'not seen', remark: 'It did not come' }
    expect(await review().reject(end)).toMatchObject({ ok: true })
    const again = await reportedAgain(deposit)
    expect(await byTwo(again)).toMatchObject(FINISHED)
    await server.context.store.query('drop table kept')
  })
})

test('a reference of the bank is credited once for its account on any channel', async () => {
  const banks = server.context.settings.list().find(({ key }) => key === 'charge_banks')?.value as { id: number }[]
  const more = [
    { ...banks[0], id: 2, payee_account: 'TRIAL TWO' },
    { ...banks[0], id: 3, payee_account: 'TRIAL-One' },
  ]
  await set(server, 'charge_banks', [...banks, ...more])
  expect(await credit(await wire(ana), 'abc')).toMatchObject({ reason: 'reference_malformed' })
  const first = await wire(ana)
  expect(await credit(first, 'rf18  5390')).toMatchObject(FINISHED)
  expect((await finn.does('depositQueue', { reference: 'RF18 5390' })).data.map((row) => row.id)).toEqual([first])
  for (const spelled of ['RF18 5390', 'rf185390', 'ＲＦ１８ ５３９０', 'RF18\u00a05390'])
    expect(await credit(await wire(ben), spelled), spelled).toMatchObject(USED)
  for (const lookalike of ['RF18 539\u041e', 'RF18\u200b5390', 'RF18\u20605390', '\u202eRF18 5390'])
    expect(await credit(await wire(ben), lookalike)).toMatchObject({
      reason: 'reference_malformed',
      field: 'payment_reference',
    })
  for (const channel of [1, 3]) expect(await credit(await wire(ben, channel), 'RF18 5390')).toMatchObject(USED)
  expect(await credit(await wire(ben, 2), 'RF18 5390')).toMatchObject(FINISHED)
})
