/** A deposit that was changed in the store is shown to staff as changed, and takes no decision until it is back. */
import { customer, openChannels, picture } from '@veritick/testing/customers'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let ana: Caller
let greta: StaffCaller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await customer(server, 'ana')
  greta = await staffed(server, 'finance')
}, 120_000)
afterAll(() => server.close())

test('staff are shown a changed deposit as changed, and the others as ever', async () => {
  const reported = async () => {
    const proofImg = await picture(server, ana)
    return (await ana.does('chargeSubmit', { charge_id: 1, number: '300', proofImg })).id
  }
  const [id, other] = [await reported(), await reported()]
  const faults = async () => {
    const { data } = await greta.does('depositQueue', { status: 0 })
    const faultOf = (deposit: number) => data.find((each) => each.id === deposit)?.fault
    expect((await greta.does('depositFind', { id })).fault).toBe(faultOf(id))
    return [faultOf(id), faultOf(other)]
  }
  expect(await faults()).toEqual([null, null])
  const { query } = server.context.store
  await query('update deposits set amount = amount / 100, units = units / 100 where deposit_id = $1', [id])
  const changed = `deposit_id ${id}: this row was inserted or changed in the store`
  expect(await faults()).toEqual([expect.stringContaining(changed), null])
  const credit = { id, amount: '3', payment_reference: 'a'.repeat(64), remark: 'Less came', reason_text: 'seen there' }
  expect(await greta.reason('depositReject', { id, remark: 'Not seen', reason_text: 'not seen' })).toBe(
    'record_changed',
  )
  expect(await greta.reason('depositCredit', credit)).toBe('record_changed')
  await query('update deposits set amount = amount * 100, units = units * 100 where deposit_id = $1', [id])
  expect(await faults()).toEqual([null, null])
})
