/**
 * What a mailed code lets through: the one withdrawal or payee that it was asked for and its mail names, and nothing
 * beside it.
 */

import { bindTron, customer, fund, openChannels, TRON_ADDRESS, verify } from '@veritick/testing/customers'
import { codeTo, lettersTo } from '@veritick/testing/people'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../services/clock/times.ts'
import { PROOF_MILLIS } from '../accounts/step-up.ts'

let doors: TestServer
let ana: Caller

beforeAll(async () => {
  doors = await openTestServer()
  await openChannels(doors)
  ana = await customer(doors, 'ana')
}, 120_000)
afterAll(() => doors.close(), 30_000)

/** Verified, with so many USD. */
async function rich(name: string, dollars: number): Promise<Caller> {
  const person = await customer(doors, name)
  await verify(doors, person)
  await fund(doors, person, dollars)
  return person
}

/** A second address, on another chain. */
async function bindEvm(person: Caller, email: string): Promise<number> {
  const dc_address = `0x${'ab'.repeat(20)}`
  doors.passWallTime(MINUTE_MS)
  await person.does('sendCode', { purpose: 'payee', dc_address })
  return (
    await person.does('bindDrawMethod', { type: 1, draw_id: 2, dc_address, auth_code: await codeTo(doors, email) })
  ).id
}

test('a code says what it confirms, and confirms nothing else', async () => {
  const lou = await rich('lou', 2000)
  const last = async () => (await lettersTo(doors, 'lou@example.com')).at(-1)?.text ?? ''
  const other = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9'
  await lou.does('sendCode', { purpose: 'payee', dc_address: TRON_ADDRESS })
  expect(await last()).toContain(`New: ${TRON_ADDRESS}\n`)
  const code = await codeTo(doors, 'lou@example.com')
  const bind = { type: 1, draw_id: 1, auth_code: code } as const
  expect(await lou.reason('bindDrawMethod', { ...bind, dc_address: other })).toBe('code_wrong')
  const own = (await lou.does('bindDrawMethod', { ...bind, dc_address: TRON_ADDRESS })).id

  doors.passWallTime(HOUR_MS)
  const about = { purpose: 'withdraw', number: '1500', draw_method_id: own } as const
  expect(await ana.reason('sendCode', about)).toBe('payee_unknown')
  await lou.does('sendCode', about)
  expect(await last()).toContain(`1,500.00 USD to ${TRON_ADDRESS}\n`)
  const auth_code = await codeTo(doors, 'lou@example.com')
  const ask = { draw_currency_id: 1, draw_method_id: own, auth_code }
  expect(await lou.reason('draw', { ...ask, number: '1600' })).toBe('code_wrong')
  expect(await lou.reason('prove', { auth_code })).toBe('code_expired')
  expect(await lou.reason('prove', { auth_code, ...about, number: '1500.01' })).toBe('code_wrong')
  expect(await lou.reason('prove', { auth_code, ...about, number: '1500.00' })).toBe('good')
  expect(await lou.reason('draw', { ...ask, number: '1500' })).toBe('good')
  doors.passWallTime(-HOUR_MS)
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
])('nobody is mailed a code for %j: %s, %s', async (asks, reason, field) => {
  const before = (await lettersTo(doors, 'ana@example.com')).length
  expect(await ana.asks('sendCode', asks)).toMatchObject({ reason, field })
  expect(await lettersTo(doors, 'ana@example.com')).toHaveLength(before)
})

test('what a code has let through, it lets through again; nothing else for it, in any call', async () => {
  const max = await rich('max', 4000)
  const email = 'max@example.com'
  const [own, other] = [await bindTron(doors, max, 'max'), await bindEvm(max, email)]
  // Neither binding has left a proof behind.
  const ask = { draw_currency_id: 1, draw_method_id: own, number: '10' }
  expect(await max.reason('draw', ask)).toBe('proof_needed')
  await max.does('sendCode', { purpose: 'withdraw', number: '10', draw_method_id: own })
  expect(await max.reason('draw', { ...ask, auth_code: await codeTo(doors, email) })).toBe('good')

  const elsewhere = { draw_currency_id: 2, draw_method_id: other }
  expect(await max.reason('draw', { ...elsewhere, number: '3000' })).toBe('proof_needed')
  expect(await max.reason('draw', { ...elsewhere, number: '10' })).toBe('proof_needed')
  expect(await max.reason('draw', { ...ask, number: '10.000001' })).toBe('proof_needed')
  expect(await max.reason('twoFactorBegin', {})).toBe('proof_needed')
  expect(await max.reason('prove', {})).toBe('proof_needed')
  expect(await max.reason('prove', { purpose: 'withdraw', number: '3000', draw_method_id: other })).toBe('proof_needed')
  expect(await max.reason('draw', { ...ask, number: '10.00' })).toBe('good')

  // A request that was kept over a reload goes out again without its code; five minutes later it needs a new one.
  doors.passWallTime(PROOF_MILLIS)
  const about = { purpose: 'withdraw', number: '3000', draw_method_id: other } as const
  await max.does('sendCode', about)
  await max.does('prove', { ...about, auth_code: await codeTo(doors, email) })
  expect(await max.reason('draw', ask)).toBe('proof_needed')
  expect(await max.reason('draw', { ...elsewhere, number: '3000' })).toBe('good')
  doors.passWallTime(PROOF_MILLIS)
  expect(await max.reason('prove', about)).toBe('proof_needed')
})
