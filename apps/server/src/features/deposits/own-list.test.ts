/**
 * A customer who pays again copies the address from their last deposit. An attacker with write access to the store
 * changes what the list of the customer's own deposits says: such a row shows its number only.
 */
import { micros } from '@veritick/domain'
import { customer, FINN, openChannels, picture, tronHash, verify } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let ben: Caller
let [waiting, ended, card] = [0, 0, 0]
const CARD = [{ number: '50' }, { 'idempotency-key': 'card of the morning' }] as const

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server, { card_provider: 'sandbox' })
  ben = await customer(server, 'ben')
  await verify(server, ben)
  const report = async () => {
    const sent = { charge_id: 1, number: '300', proofImg: await picture(server, ben) }
    return (await ben.does('chargeSubmit', sent)).id
  }
  ;[waiting, ended] = [await report(), await report()]
  const { review } = server.context.deposits
  const credit = { deposit: ended, amount: micros(300_000_000), remark: 'Thank you', paymentReference: tronHash(1) }
  expect(await review.credit({ ...credit, actor: FINN, reason: 'seen on chain' })).toMatchObject({ ok: true })
  card = (await ben.does('chargeCard', ...CARD)).id
}, 120_000)
afterAll(() => server.close())

const sql = (set: string, deposit: number) =>
  server.context.store.query(`update deposits set ${set} where deposit_id = $1`, [deposit])
async function listed() {
  const { data, total } = await ben.does('chargeList', {})
  expect(total).toBe(3)
  return new Map(data.map((record) => [record.id, record]))
}
const faults = () => server.context.recordFaults.all().map(({ id }) => id)

test.each([
  ['the address of a waiting one', () => waiting, `paid_to = 'TEvil'`],
  ['the address of a credited one', () => ended, `paid_to = 'TEvil'`],
  ['the message of a credited one', () => ended, `remark = 'Send the next payment to TEvil'`],
  ['the page of a card payment', () => card, `pay_url = 'https://evil.example'`],
  ['the state', () => waiting, `state = 'rejected', ended_at = 5, remark = 'Pay again to TEvil'`],
])('%s', async (_, of, change) => {
  const id = of()
  const before = await listed()
  expect([...before.values()].map((record) => record.needs_check)).toEqual([false, false, false])
  await server.context.store.query('create table kept as select * from deposits where deposit_id = $1', [id])
  await sql(change, id)
  const after = await listed()
  expect(JSON.stringify(after.get(id)).toLowerCase()).not.toContain('evil')
  expect(after.get(id)).toMatchObject({ id, needs_check: true, paid_to: '', remark: '', pay_url: '', timeline: [] })
  for (const [other, record] of before) if (other !== id) expect(after.get(other)).toEqual(record)
  expect(faults()).toEqual([id])
  await server.context.store.query('delete from deposits where deposit_id = $1', [id])
  await server.context.store.query('insert into deposits select * from kept')
  await server.context.store.query('drop table kept')
  expect(await listed()).toEqual(before)
  expect(faults()).toEqual([])
})

test('the same request again leads to no page of the attacker', async () => {
  const [row] = await server.context.store.query<{ url: string }>(
    'select pay_url as url from deposits where deposit_id = $1',
    [card],
  )
  await sql(`pay_url = 'https://evil.example'`, card)
  await server.context.store.query('delete from stored_answers')
  expect((await ben.asks('chargeCard', ...CARD)).reason).toBe('record_changed')
  await sql(`pay_url = '${row?.url}'`, card)
  expect((await ben.does('chargeCard', ...CARD)).url).toBe(row?.url)
})
