/**
 * Staff decide about withdrawals while orders are placed. The embedded store carries out no commit while a transaction
 * is open, so a decision that waits for a commit inside its transaction would stop the platform for ever.
 */

import type { AccountId } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  customer,
  draws,
  FINN,
  GRETA,
  openChannels,
  richCustomer,
  tronHash,
} from '@veritick/testing/customers'
import { withOrderMeanwhile } from '@veritick/testing/open-transaction'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let ana: Caller
let payee = 0
let account: AccountId

beforeAll(async () => {
  server = await openTestServer({ embedded: true })
  await openChannels(server)
  ana = await richCustomer(server, 'ana', 2000)
  payee = await bindTron(server, ana, 'ana')
  account = await accountOf(server, await customer(server, 'ben'))
})
afterAll(() => server.close())

const review = () => server.context.withdrawals.review
const requested = async () =>
  (await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '100' })).id
const by = (withdrawal: number, actor = FINN) => ({ withdrawal, actor, reason: 'all in order' })

const decides = <Result>(decide: () => Promise<Result>) => withOrderMeanwhile(server, { account, at: 1 }, decide)

test('an approval, a proposed rejection, its end and a payment', async () => {
  const id = await requested()
  expect(await decides(() => review().approve(by(id)))).toMatchObject({ ok: true, value: { state: 'approved' } })
  const proposal = { ...by(id, GRETA), remark: 'not sent', isUnsent: true }
  expect(await decides(() => review().reject(proposal))).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await decides(() => review().dropRejection(by(id)))).toMatchObject({ ok: true })
  const payment = { ...by(id), reference: tronHash(id) }
  expect(await decides(() => review().pay(payment))).toMatchObject({ ok: true, value: { state: 'paid' } })
})

test('a rejection', async () => {
  const id = await requested()
  const rejection = { ...by(id), remark: 'not this one' }
  expect(await decides(() => review().reject(rejection))).toMatchObject({ ok: true, value: { state: 'rejected' } })
})
