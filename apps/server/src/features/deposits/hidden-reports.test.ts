/**
 * Two customers report one transaction. An attacker with write access to the store hides the report of the one who sent
 * it, while staff look at the other. Staff are shown both all the same, and one staff member alone credits neither.
 */
import { micros } from '@veritick/domain'
import { customer, FINN, GRETA, openChannels, picture, tronHash, userOf, verify } from '@veritick/testing/customers'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let ana: Caller
let eve: Caller
let finn: StaffCaller
let hashes = 5_000

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ;[ana, eve] = [await customer(server, 'ana'), await customer(server, 'eve')]
  for (const person of [ana, eve]) await verify(server, person)
  finn = await staffed(server, 'finance')
}, 120_000)
afterAll(() => server.close())

const report = async (person: Caller, tx_hash?: string) => {
  const sent = { charge_id: 1, number: '900', proofImg: await picture(server, person) }
  return (await person.does('chargeSubmit', tx_hash === undefined ? sent : { ...sent, tx_hash })).id
}
const credit = (deposit: number, more: { readonly actor?: typeof FINN; readonly paymentReference?: string } = {}) =>
  server.context.deposits.review.credit({
    ...{ deposit, amount: micros(900_000_000), actor: FINN, remark: '', reason: 'seen on chain' },
    ...more,
  })
const PROPOSED = { ok: true, value: { state: 'unchecked' } }

const CHANGES = [
  ['with another transaction', `tx_hash = 'x' || tx_hash`],
  ['without one', 'tx_hash = null'],
  ['of the other customer', '(user_id, account_id) = (select user_id, account_id from accounts where user_id = $2)'],
  ['deleted', undefined],
] as const

test.each(CHANGES)('the hidden report is %s', async (_, change) => {
  const hash = tronHash(++hashes)
  const [anas, eves] = [await report(ana, hash), await report(eve, hash)]
  const { query } = server.context.store
  const [a, e] = [await userOf(ana), await userOf(eve)]
  await query('create table kept as select * from deposits where deposit_id = $1', [anas])
  const takesUser = change?.includes('$2') ? [anas, e] : [anas]
  // The column of an own report is unique.
  if (takesUser.length === 2) await query(`update deposits set tx_hash = 'y' || tx_hash where deposit_id = $1`, [anas])
  if (change === undefined) await query('delete from deposits where deposit_id = $1', [anas])
  else await query(`update deposits set ${change} where deposit_id = $1`, takesUser)

  const shown = await finn.does('depositFind', { id: eves })
  expect(shown.flags).toEqual(['transaction_elsewhere'])
  expect(shown.same_transaction).toMatchObject([
    { deposit_id: anas, user: { id: a }, status: null, fault: expect.stringContaining('deposit') },
  ])
  expect(shown.single_approver_limit).toBe('0.000000')
  const { data } = await finn.does('depositQueue', { reference: hash })
  expect(data.find(({ id }) => id === eves)?.flags).toEqual(['transaction_elsewhere'])
  expect(server.context.recordFaults.all().map(({ id }) => id)).toContain(anas)
  expect(await credit(eves)).toMatchObject(PROPOSED)

  await query('delete from deposits where deposit_id = $1', [anas])
  await query('insert into deposits select * from kept')
  await query('drop table kept')
  expect((await finn.does('depositFind', { id: eves })).same_transaction).toMatchObject([
    { deposit_id: anas, user: { id: a }, status: 0, fault: null },
  ])
  const rejection = { deposit: eves, actor: FINN, reason: 'not hers', remark: 'It is of another customer' }
  expect(await server.context.deposits.review.reject(rejection)).toMatchObject({ ok: true })
  // With the false report gone, one staff member is enough.
  expect(await credit(anas)).toMatchObject({ ok: true, value: { state: 'finished' } })
})

test('a report without its transaction gets that of another customer from two staff members only', async () => {
  const hash = tronHash(++hashes)
  const [anas, eves] = [await report(ana, hash), await report(eve)]
  expect(await credit(eves, { paymentReference: hash })).toMatchObject(PROPOSED)
  const seen = await finn.does('depositFind', { id: eves })
  expect(seen.same_transaction).toMatchObject([{ deposit_id: anas }])
  expect(seen.flags).toEqual(['transaction_elsewhere'])
  expect(await credit(anas, { actor: GRETA })).toMatchObject({ ok: true })
})

test('a customer who hides their own report does not report its transaction again', async () => {
  const hash = tronHash(++hashes)
  const first = await report(eve, hash)
  const { query } = server.context.store
  await query('update deposits set tx_hash = null where deposit_id = $1', [first])
  const again = { charge_id: 1, number: '900', proofImg: await picture(server, eve), tx_hash: hash }
  expect(await eve.reason('chargeSubmit', again)).toBe('transaction_used')
})

test('one proof of payment of two customers is flagged, whatever the row of the first picture says', async () => {
  const proofOf = async (person: Caller) => {
    const sent = { charge_id: 1, number: '900', proofImg: await picture(server, person, 77) }
    return (await person.does('chargeSubmit', sent)).id
  }
  const anas = await proofOf(ana)
  await server.context.store.query('update files set source_hash = file_id, looks = null where owner = $1', [
    await userOf(ana),
  ])
  const shown = await finn.does('depositFind', { id: await proofOf(eve) })
  expect(shown.flags).toEqual(['picture_elsewhere'])
  expect(shown.twins).toMatchObject([{ deposit_id: anas, exact: true }])
})

test('a customer whose own report is hidden does not hand in its picture again', async () => {
  const report = async () => ({ charge_id: 1, number: '900', proofImg: await picture(server, eve, 78) })
  const { id } = await eve.does('chargeSubmit', await report())
  const { query } = server.context.store
  await query(`update deposits set state = 'rejected', ended_at = 5 where deposit_id = $1`, [id])
  expect(await eve.reason('chargeSubmit', await report())).toBe('picture_used')
})

/** Without the changed rows of the tests before. */
async function newCustomers(one: string, other: string): Promise<readonly [Caller, Caller]> {
  const made = [await customer(server, one), await customer(server, other)] as const
  for (const person of made) await verify(server, person)
  return made
}

test('a customer reports their transaction whatever a row of another customer was made to say', async () => {
  const [ana, eve] = await newCustomers('ivy', 'jon')
  const hash = tronHash(++hashes)
  const eves = await report(eve, tronHash(++hashes))
  expect(await credit(eves)).toMatchObject({ ok: true, value: { state: 'finished' } })
  const { query } = server.context.store
  const [kept] = await query<{ payment_reference: string }>(
    'select payment_reference from deposits where deposit_id = $1',
    [eves],
  )
  await query('update deposits set payment_reference = $2 where deposit_id = $1', [eves, `tron:${hash}`])
  const anas = await report(ana, hash)
  await query('update deposits set payment_reference = $2 where deposit_id = $1', [eves, kept?.payment_reference])
  expect(await credit(anas)).toMatchObject({ ok: true, value: { state: 'finished' } })
})

test('a refused report is a claim on its transaction', async () => {
  const [ana, eve] = await newCustomers('kim', 'leo')
  const hash = tronHash(++hashes)
  const other = await report(ana)
  const { query } = server.context.store
  await query('update deposits set tx_hash = $2 where deposit_id = $1', [other, `tron:${hash}`])
  const sent = { charge_id: 1, number: '900', proofImg: await picture(server, ana), tx_hash: hash }
  expect(await ana.reason('chargeSubmit', sent)).toBe('transaction_used')
  await query('update deposits set tx_hash = null where deposit_id = $1', [other])

  const eves = await report(eve, hash)
  const seen = await finn.does('depositFind', { id: eves })
  expect(seen.flags).toEqual(['transaction_elsewhere'])
  expect(seen.same_transaction).toMatchObject([{ deposit_id: null, user: { id: await userOf(ana) }, status: null }])
  expect(seen.single_approver_limit).toBe('0.000000')
  expect(await credit(eves)).toMatchObject(PROPOSED)

  const anas = await report(ana, hash)
  expect((await finn.does('depositFind', { id: eves })).same_transaction).toMatchObject([{ deposit_id: anas }])
  // Her report of today is no claim against herself, and eve's stands beside it.
  expect((await finn.does('depositFind', { id: anas })).same_transaction).toMatchObject([{ deposit_id: eves }])
})

test('a report that is refused for its own content claims no transaction of another customer', async () => {
  const [ana, eve] = await newCustomers('mia', 'ned')
  const hash = tronHash(++hashes)
  const used = await picture(server, eve)
  await eve.does('supportSend', { text: 'my receipt', picture: used })
  const refusals = [
    ['deposit_too_small', { number: '0.01' }],
    ['amount_too_large', { number: '9999999999' }],
    ['picture_unknown', { proofImg: `/api/files/${'f'.repeat(32)}` }],
    ['picture_unknown', { proofImg: await picture(server, ana) }],
    ['picture_used', { proofImg: used }],
  ] as const
  for (const [reason, wrong] of refusals) {
    const sent = { charge_id: 1, number: '900', proofImg: await picture(server, eve), tx_hash: hash, ...wrong }
    expect(await eve.reason('chargeSubmit', sent)).toBe(reason)
  }
  const anas = await report(ana, hash)
  expect((await finn.does('depositFind', { id: anas })).flags).toEqual([])
  expect(await credit(anas)).toMatchObject({ ok: true, value: { state: 'finished' } })
})

test.each([
  ['deleted', 'delete from files where file_id = $1'],
  ['given a use', "update files set used_for = 'support:1:1 forged' where file_id = $1"],
] as const)('a report whose picture was %s in the store is a claim', async (how, change) => {
  const [ana, eve] = await newCustomers(`pia ${how}`.replaceAll(' ', ''), `rob ${how}`.replaceAll(' ', ''))
  const hash = tronHash(++hashes)
  const proofImg = await picture(server, ana)
  await server.context.store.query(change, [/[0-9a-f]{32}/.exec(proofImg)?.[0]])
  const sent = { charge_id: 1, number: '900', proofImg, tx_hash: hash }
  expect(await ana.reason('chargeSubmit', sent)).toBe('picture_unknown')
  expect(await credit(await report(eve, hash))).toMatchObject(PROPOSED)
})
