/**
 * Staff decide about rewards while orders are placed. The embedded store carries out no commit while a transaction is
 * open, so a decision that waits for a commit inside its transaction would stop the platform for ever.
 */
import { accountOf, GRETA } from '@veritick/testing/customers'
import { withOrderMeanwhile } from '@veritick/testing/open-transaction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/index.ts'
import { approve, earned, inviterOf, later, openEmbeddedInvites, pay, server } from './invites-fixture.ts'

beforeAll(openEmbeddedInvites, 120_000)
afterAll(() => server.close())

test('an approval and a payment', async () => {
  const inviter = await inviterOf()
  const { row, friend } = await earned(inviter)
  const other = await accountOf(server, (await inviterOf()).caller)
  const decides = <Result>(decide: () => Promise<Result>) =>
    withOrderMeanwhile(server, { account: other, at: 1 }, decide)
  expect(await decides(() => approve(row))).toMatchObject({ ok: true, value: { state: 'approved' } })
  await later(31 * DAY_MS, inviter, friend)
  expect(await decides(() => pay(row, GRETA))).toMatchObject({ ok: true, value: { state: 'paid' } })
})
