/**
 * The provider says that a customer has paid by card. An attacker with write access to the store wants the payment to
 * end as "You were not charged": they insert the row of the notice before it comes, or change the row of the deposit.
 */
import { CARD_NOTICE_PATH, CARD_SIGNATURE_HEADER } from '@veritick/contract'
import { micros, must } from '@veritick/domain'
import { customer, openChannels } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxOf } from './sandbox.ts'

const DOLLARS = 15
let server: TestServer
let ana: Caller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server, { card_provider: 'sandbox' })
  ana = await customer(server, 'ana')
})
afterAll(() => server.close())

const sql = (text: string, values: (string | number)[]) => server.context.store.query(text, values)
const balance = async () => Number((await ana.does('getBalance', {})).balance)
const flagsOf = async (deposit: number) =>
  must(await server.context.deposits.review.find(deposit), 'it was begun').row.flags
const statusOf = async (deposit: number) =>
  (await ana.does('chargeList', { type: 2 })).data.find(({ id }) => id === deposit)?.status

async function begin() {
  const { id, url } = await ana.does('chargeCard', { number: String(DOLLARS) })
  return { id, url, reference: must(url.split('/').at(-1), 'the page names the payment') }
}

async function paid(reference: string, number = `${reference}-paid`) {
  const notice = { notice: number, reference, outcome: 'paid', amount: micros(DOLLARS * 1e6) } as const
  const sent = sandboxOf(server.context).write(notice)
  const headers = { 'content-type': 'application/json', lang: 'en', [CARD_SIGNATURE_HEADER]: sent.signature }
  const answer = await fetch(`${server.url}${CARD_NOTICE_PATH}/sandbox`, { method: 'POST', headers, body: sent.body })
  return { status: answer.status, ...((await answer.json()) as { reason?: string }) }
}

/** The rows that an attacker can write without the key. */
const INSERTED = [
  ['which says that it failed', 'failed', 0],
  ['which says the same', 'paid', DOLLARS * 1e6],
] as const
const insert = (notice: string, of: { readonly id: number; readonly outcome: string; readonly amount: number }) =>
  sql(
    `insert into payment_notices (provider, notice_id, deposit_id, outcome, amount, at)
     values ('sandbox', $1, $2, $3, $4, 1)`,
    [notice, of.id, of.outcome, of.amount],
  )

test.each(INSERTED)('the notice is carried out beside an inserted row of it, %s', async (_, outcome, amount) => {
  const before = await balance()
  const { id, reference } = await begin()
  await insert(`${reference}-paid`, { id, outcome, amount })
  expect(await paid(reference)).toMatchObject({ status: 200 })
  expect(await paid(reference)).toMatchObject({ status: 200 })
  expect([await balance(), await statusOf(id), await flagsOf(id)]).toEqual([before + DOLLARS, 1, ''])
})

test.each(INSERTED)('staff see that it was paid twice beside an inserted row, %s', async (_, outcome, amount) => {
  const { id, reference } = await begin()
  await paid(reference)
  const again = `charged twice: ${reference}`
  await insert(again, { id, outcome, amount })
  expect(await paid(reference, again)).toMatchObject({ status: 200 })
  expect(await flagsOf(id)).toBe('paid_late')
})

test('a row of a carried out notice, copied to another payment, does not keep off the notice of that one', async () => {
  const [first, second] = [await begin(), await begin()]
  await paid(first.reference)
  const before = await balance()
  await sql(
    `insert into payment_notices select provider, replace(notice_id, $1, $2), $3::int, outcome, amount, at
     from payment_notices where deposit_id = $4`,
    [first.reference, second.reference, second.id, first.id],
  )
  await paid(second.reference)
  expect([await balance(), await statusOf(second.id)]).toEqual([before + DOLLARS, 1])
})

test.each([
  ['reference', `provider_reference = 'x' || provider_reference`],
  ['state', `state = 'invalid', ended_at = 1`],
])(
  'while the row has another %s, the provider is told to send the notice again, and the log says so',
  async (_, change) => {
    const before = await balance()
    const { id, reference } = await begin()
    await sql(`update deposits set ${change} where deposit_id = $1`, [id])
    expect(await paid(reference)).toMatchObject({ status: 503, reason: 'record_changed' })
    expect(server.logged.some((line) => line.includes('not carried out') && line.includes(reference))).toBe(true)
    const back = `state = 'begun', ended_at = null, provider_reference = $2`
    await sql(`update deposits set ${back} where deposit_id = $1`, [id, reference])
    expect(await paid(reference)).toMatchObject({ status: 200 })
    expect([await balance(), await statusOf(id)]).toEqual([before + DOLLARS, 1])
  },
)
