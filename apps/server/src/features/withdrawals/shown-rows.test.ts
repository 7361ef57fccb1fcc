/**
 * An attacker with write access to the store lets a withdrawal look approved, or due in another currency, with the
 * money locked as before. Staff pay what their page shows, before they ask the server. So the page, the lists and the
 * watch show each such row as changed.
 */
import { bindTron, draws, openChannels, picture, richCustomer } from '@veritick/testing/customers'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtKnown } from '../money/index.ts'

let server: TestServer
let mal: Caller
let ned: Caller
let fin: Member
let greta: Member

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  mal = await richCustomer(server, 'mal', 20_000)
  ned = await richCustomer(server, 'ned', 2000)
  fin = await staffMember(server, 'finance')
  greta = await staffMember(server, 'finance')
}, 120_000)
afterAll(() => server.close())

const payees = new Map<Caller, number>()
async function requested(from: Caller, number: string): Promise<number> {
  const payee = payees.get(from) ?? (await bindTron(server, from, from === mal ? 'mal' : 'ned'))
  payees.set(from, payee)
  return (await draws(server, from, { draw_currency_id: 1, draw_method_id: payee, number })).id
}
const sql = (statement: string) => server.context.store.query(statement)
const faults = () => server.context.recordFaults.all().map(({ record, id }) => `${record} ${id}`)
const look = () => lookAtKnown(server.context)

async function shown(owner: Caller, id: number) {
  const page = await fin.caller.does('withdrawalFind', { id })
  const { data } = await fin.caller.does('withdrawalQueue', { state: 'open' })
  const { data: own } = await owner.does('drawList', {})
  const [inQueue, ofOwner] = [data.find((each) => each.id === id), own.find((each) => each.id === id)]
  expect(inQueue?.fault).toBe(page.fault)
  expect(ofOwner?.needs_check).toBe(page.fault !== null)
  return { fault: page.fault, blocked: page.blocked }
}

const CHANGED = { fault: expect.stringContaining('was inserted or changed in the store'), blocked: 'record_changed' }
const GOOD = { fault: null, blocked: null }

test('staff pay no withdrawal that only the attacker has approved', async () => {
  const id = await requested(mal, '9000')
  await fin.caller.does('withdrawalApprove', { id, reason_text: 'looks good to me' })
  const at = Date.now()
  await sql(`update withdrawals set state = 'approved', second_approver = 'staff:${greta.id}',
    second_approved_at = ${at}, approved_at = ${at} where withdrawal_id = ${id}`)
  expect(await shown(mal, id)).toEqual(CHANGED)
  await look()
  expect(faults()).toContain(`withdrawal ${id}`)
  await sql(`update withdrawals set state = 'waiting', second_approver = null, second_approved_at = null,
    approved_at = null where withdrawal_id = ${id}`)
  expect(await shown(mal, id)).toEqual({ fault: null, blocked: 'second_person_needed' })
  await look()
  expect(faults()).toEqual([])
})

test.each([
  ['the currency', `currency = 'BTC', protocol = 'BTC'`, `currency = 'USDT', protocol = 'TRC20'`],
  ['the way of the payment', `method = 'bank'`, `method = 'coin'`],
  [
    'the time of the approval',
    'first_approved_at = first_approved_at - 1',
    'first_approved_at = first_approved_at + 1',
  ],
])('staff pay no approved withdrawal where the attacker has changed %s', async (_, change, back) => {
  const id = await requested(ned, '50')
  await fin.caller.does('withdrawalApprove', { id, reason_text: 'looks good to me' })
  const [before] = await server.context.store.query('select * from withdrawals where withdrawal_id = $1', [id])
  expect(await shown(ned, id)).toEqual(GOOD)
  await sql(`update withdrawals set ${change} where withdrawal_id = ${id}`)
  expect(await shown(ned, id)).toEqual(CHANGED)
  await sql(`update withdrawals set ${back} where withdrawal_id = ${id}`)
  expect(await server.context.store.query('select * from withdrawals where withdrawal_id = $1', [id])).toEqual([before])
  expect(await shown(ned, id)).toEqual(GOOD)
})

test('staff are shown no words of the attacker as a message about an approved withdrawal', async () => {
  const id = await requested(ned, '60')
  await fin.caller.does('withdrawalApprove', { id, reason_text: 'looks good to me' })
  await sql(`update withdrawals set notes = 'to another address' where withdrawal_id = ${id}`)
  expect(await shown(ned, id)).toEqual(CHANGED)
  await sql(`update withdrawals set notes = '' where withdrawal_id = ${id}`)
  expect(await shown(ned, id)).toEqual(GOOD)
})

test('staff are told of a waiting record that the attacker hides as one that has ended', async () => {
  const withdrawal = await requested(ned, '70')
  const proofImg = await picture(server, ned)
  const deposit = (await ned.does('chargeSubmit', { charge_id: 1, number: '300', proofImg })).id
  await sql(`update withdrawals set state = 'cancelled', ended_at = 5 where withdrawal_id = ${withdrawal}`)
  await sql(`update deposits set state = 'rejected', ended_at = 5 where deposit_id = ${deposit}`)
  await look()
  expect(faults()).toEqual([`deposit ${deposit}`, `withdrawal ${withdrawal}`])
  await sql(`update withdrawals set state = 'waiting', ended_at = null where withdrawal_id = ${withdrawal}`)
  await sql(`update deposits set state = 'unchecked', ended_at = null where deposit_id = ${deposit}`)
  await look()
  expect(faults()).toEqual([])
})
