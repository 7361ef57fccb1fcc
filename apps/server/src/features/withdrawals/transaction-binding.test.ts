/**
 * Where customers are paid to, and the mailed code that confirms it: a code confirms the one withdrawal or payee that
 * it was asked for and its mail names, and no other.
 */

import { bindTron, customer, openChannels, richCustomer, set, TRON_ADDRESS, userOf } from '@veritick/testing/customers'
import { codeTo, mailsTo } from '@veritick/testing/people'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../services/clock/times.ts'
import { PROOF_MILLIS } from '../accounts/step-up.ts'

let server: TestServer
let ana: Caller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await customer(server, 'ana')
})
afterAll(() => server.close())

/** A second address, on another chain. */
async function bindEvm(person: Caller, email: string): Promise<number> {
  const dc_address = `0x${'ab'.repeat(20)}`
  server.passTime(MINUTE_MS)
  await person.does('sendCode', { purpose: 'payee', dc_address })
  return (
    await person.does('bindDrawMethod', { type: 1, draw_id: 2, dc_address, auth_code: await codeTo(server, email) })
  ).id
}

test('a code says what it confirms, and confirms nothing else', async () => {
  const lou = await richCustomer(server, 'lou', 2000)
  const isCode = ({ subject }: { readonly subject: string }) => subject === 'Your Veritick code'
  const last = async () => (await mailsTo(server, 'lou@example.com')).filter(isCode).at(-1)?.text ?? ''
  const other = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9'
  await lou.does('sendCode', { purpose: 'payee', dc_address: TRON_ADDRESS })
  expect(await last()).toContain(`New: ${TRON_ADDRESS}\n`)
  const code = await codeTo(server, 'lou@example.com')
  const bind = { type: 1, draw_id: 1, auth_code: code } as const
  expect(await lou.reason('bindDrawMethod', { ...bind, dc_address: other })).toBe('code_wrong')
  const own = (await lou.does('bindDrawMethod', { ...bind, dc_address: TRON_ADDRESS })).id

  server.passTime(HOUR_MS)
  const about = { purpose: 'withdraw', number: '1500', draw_method_id: own } as const
  expect(await ana.reason('sendCode', about)).toBe('payee_unknown')
  await lou.does('sendCode', about)
  expect(await last()).toContain(`1,500.00 USD to ${TRON_ADDRESS}\n`)
  const auth_code = await codeTo(server, 'lou@example.com')
  const ask = { draw_currency_id: 1, draw_method_id: own, auth_code }
  expect(await lou.reason('draw', { ...ask, number: '1600' })).toBe('code_wrong')
  expect(await lou.reason('prove', { auth_code })).toBe('code_expired')
  expect(await lou.reason('prove', { auth_code, ...about, number: '1500.01' })).toBe('code_wrong')
  expect(await lou.reason('prove', { auth_code, ...about, number: '1500.00' })).toBe('good')
  expect(await lou.reason('draw', { ...ask, number: '1500' })).toBe('good')
  server.passWallTime(-HOUR_MS)
})

test.each([
  [{ purpose: 'withdraw' }, 'parameter_missing', 'number'],
  [{ purpose: 'withdraw', number: '50' }, 'parameter_missing', 'draw_method_id'],
  [{ purpose: 'payee' }, 'parameter_missing', 'dc_address'],
  [{ purpose: 'payee', dc_address: 'see evil.example' }, 'address_malformed', 'dc_address'],
  [{ purpose: 'payee', payee_account: 'DE89370400440532013000' }, 'parameter_missing', 'bank_name'],
  [{ purpose: 'payee', payee_account: 'DE89370400440532013000', bank_name: 'Bank' }, 'parameter_missing', 'bank_swift'],
  [
    { purpose: 'payee', payee_account: 'see evil.example', bank_name: 'Bank', bank_swift: 'DEUTDEFF' },
    'iban_wrong',
    'payee_account',
  ],
])('no code is mailed for %j: %s, %s', async (asks, reason, field) => {
  const before = (await mailsTo(server, 'ana@example.com')).length
  expect(await ana.asks('sendCode', asks)).toMatchObject({ reason, field })
  expect(await mailsTo(server, 'ana@example.com')).toHaveLength(before)
})

test('a code lets one withdrawal through, once; nothing else for it, in any call', async () => {
  const max = await richCustomer(server, 'max', 4000)
  const email = 'max@example.com'
  const [own, other] = [await bindTron(server, max, 'max'), await bindEvm(max, email)]
  // Neither binding has left a proof behind.
  const ask = { draw_currency_id: 1, draw_method_id: own, number: '10' }
  expect(await max.reason('draw', ask)).toBe('proof_needed')
  await max.does('sendCode', { purpose: 'withdraw', number: '10', draw_method_id: own })
  await max.does('prove', {
    purpose: 'withdraw',
    number: '10',
    draw_method_id: own,
    auth_code: await codeTo(server, email),
  })

  const elsewhere = { draw_currency_id: 2, draw_method_id: other }
  expect(await max.reason('draw', { ...elsewhere, number: '3000' })).toBe('proof_needed')
  expect(await max.reason('draw', { ...elsewhere, number: '10' })).toBe('proof_needed')
  expect(await max.reason('draw', { ...ask, number: '10.000001' })).toBe('proof_needed')
  expect(await max.reason('twoFactorBegin', {})).toBe('proof_needed')
  expect(await max.reason('prove', {})).toBe('proof_needed')
  expect(await max.reason('prove', { purpose: 'withdraw', number: '3000', draw_method_id: other })).toBe('proof_needed')
  // A thief of the session must not send the same again and again, and the owner's repeat is answered.
  const key = { 'idempotency-key': 'the one' }
  const made = await max.does('draw', { ...ask, number: '10.00' }, key)
  for (const number of ['10', '10.00']) expect(await max.reason('draw', { ...ask, number })).toBe('proof_needed')
  expect((await max.does('draw', { ...ask, number: '10.00' }, key)).id).toBe(made.id)
  expect(await max.reason('prove', { purpose: 'withdraw', number: '10', draw_method_id: own })).toBe('proof_needed')
  const rows = await server.context.store.query('select 1 from sessions where proven_of is not null and user_id = $1', [
    await userOf(max),
  ])
  expect(rows).toEqual([])

  // A request that was kept over a reload goes out again without its code; five minutes later it needs a new one.
  server.passTime(PROOF_MILLIS)
  const about = { purpose: 'withdraw', number: '3000', draw_method_id: other } as const
  await max.does('sendCode', about)
  await max.does('prove', { ...about, auth_code: await codeTo(server, email) })
  expect(await max.reason('draw', ask)).toBe('proof_needed')
  expect(await max.reason('draw', { ...elsewhere, number: '3000' })).toBe('good')
  server.passTime(PROOF_MILLIS)
  expect(await max.reason('prove', about)).toBe('proof_needed')
})

describe('where to', () => {
  let ida: Caller
  beforeAll(async () => {
    ida = await customer(server, 'ida')
    await bindTron(server, ida, 'ida')
  })

  test('a bank account is checked, bound with a fresh code, listed, and deleted', async () => {
    const bea = await customer(server, 'bea')
    const account = { bank_name: 'Bank', bank_swift: 'DEUTDEFF', payee_account: 'DE89370400440532013000' }
    const bank = { type: 2, draw_id: 3, payee_name: 'Bea', ...account } as const
    expect(await bea.reason('bindDrawMethod', { ...bank, payee_account: 'DE89370400440532013001' })).toBe('iban_wrong')
    expect(await bea.reason('bindDrawMethod', { ...bank, bank_swift: 'DEUTXXFF' })).toBe('swift_wrong')
    expect(await bea.reason('bindDrawMethod', { ...bank, payee_name: '' })).toBe('parameter_missing')
    expect(await bea.reason('bindDrawMethod', { ...bank, draw_id: 1 })).toBe('channel_unknown')
    expect(await bea.reason('bindDrawMethod', bank)).toBe('proof_needed')
    expect(await bea.reason('bindDrawMethod', { ...bank, auth_code: '000000' })).toBe('code_expired')
    await bea.does('sendCode', { purpose: 'payee', ...account })
    expect((await mailsTo(server, 'bea@example.com')).at(-1)?.text).toContain(
      'New: Bank (DEUTDEFF) DE89370400440532013000\n',
    )
    const auth_code = await codeTo(server, 'bea@example.com')
    expect(await bea.reason('bindDrawMethod', { ...bank, bank_swift: 'COBADEFF', auth_code })).toBe('code_wrong')
    const key = { 'idempotency-key': 'bind' }
    const bound = await bea.does('bindDrawMethod', { ...bank, auth_code }, key)
    expect(bound).toMatchObject({
      type: 2,
      bank_swift: 'DEUTDEFF',
      payee_account: 'DE89370400440532013000',
      usable: true,
    })
    expect((await bea.does('bindDrawMethod', { ...bank, auth_code }, key)).id).toBe(bound.id)
    expect(await bea.reason('bindDrawMethod', { ...bank, payee_account: 'DE89 3704 0044 0532 0130 00' })).toBe(
      'payee_exists',
    )
    expect((await bea.does('drawMethods', { draw_type: 2 })).map((each) => each.id)).toEqual([bound.id])
    expect(await bea.does('drawMethods', { draw_type: 1 })).toEqual([])
    expect((await mailsTo(server, 'bea@example.com')).at(-1)?.text).toContain(
      'Bank (DEUTDEFF) DE89370400440532013000 was added',
    )

    expect(await ida.reason('deleteDrawMethod', { id: bound.id })).toBe('payee_unknown')
    expect(await bea.reason('deleteDrawMethod', { id: bound.id })).toBe('good')
    expect(await bea.reason('deleteDrawMethod', { id: bound.id })).toBe('good')
    expect(await bea.does('drawMethods', {})).toEqual([])
  })

  test.each([
    [{ dc_address: undefined }, 'parameter_missing'],
    [{ dc_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }, 'address_checksum_wrong'],
    [{ dc_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, 'address_network_wrong'],
    [{ dc_address: 'hello' }, 'address_malformed'],
    [{ draw_id: 9 }, 'channel_unknown'],
    [{ type: 2 }, 'channel_unknown'],
    [{}, 'payee_exists'],
  ])('a coin address with %j: %s', async (more, reason) => {
    expect(await ida.reason('bindDrawMethod', { type: 1, draw_id: 1, dc_address: TRON_ADDRESS, ...more })).toBe(reason)
  })

  test('a proof of minutes ago does not bind; a new one waits for its hours', async () => {
    const cem = await richCustomer(server, 'cem', 100)
    await set(server, 'payee_hold_hours', 1)
    const bound = await bindTron(server, cem, 'cem')
    await set(server, 'payee_hold_hours', 0)
    const [shown] = await cem.does('drawMethods', {})
    expect(shown).toMatchObject({ id: bound, usable: false })
    const ask = { draw_currency_id: 1, draw_method_id: bound, number: '50' }
    expect(await cem.reason('draw', ask)).toBe('payee_not_usable_yet')
    expect(await cem.reason('bindDrawMethod', { type: 1, draw_id: 2, dc_address: `0x${'ab'.repeat(20)}` })).toBe(
      'proof_needed',
    )
    server.passWallTime(HOUR_MS)
    expect(await cem.reason('draw', ask), 'the wall clock is ahead for a moment').toBe('payee_not_usable_yet')
    server.passWallTime(-HOUR_MS)
    server.passTime(HOUR_MS)
    expect((await cem.does('drawMethods', {}))[0]).toMatchObject({ usable: true })
    expect(await cem.reason('draw', ask)).toBe('proof_needed')
    server.passWallTime(-HOUR_MS)
  })

  test('only for real accounts', async () => {
    const demo = await server.person()
    for (const name of [
      'drawSymbols',
      'drawTerms',
      'draw',
      'drawCancel',
      'drawList',
      'drawMethods',
      'bindDrawMethod',
      'deleteDrawMethod',
    ] as const) {
      expect(await demo.reason(name, {}), name).toBe('real_account_only')
      expect(await server.visitor.reason(name, {}), name).toBe('session_missing')
    }
  })
})
