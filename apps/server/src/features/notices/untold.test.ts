/**
 * Notices that other features store reach the sockets of their customers, also when the notices of one customer cannot
 * be read: those wait for a later run, and delay no other customer.
 */
import type { ForexNotice } from '@veritick/contract'
import { must, type UserId, userId } from '@veritick/domain'
import { userOf } from '@veritick/testing/customers'
import { staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { type Phone, Phones } from '@veritick/testing/test-sockets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertNotices } from '../../services/messages/index.ts'
import type { Query } from '../../store/index.ts'
import { UNTOLD_MAX } from './stored-notices.ts'

let server: TestServer
let phones: Phones

beforeAll(async () => {
  server = await openTestServer()
  phones = new Phones(server)
})
afterAll(async () => {
  phones.hangUp()
  await server.close()
})

/** A customer who listens, and whom support has answered. */
async function answered(support: Awaited<ReturnType<typeof staffed>>): Promise<readonly [Caller, Phone]> {
  const person = await server.person()
  const phone = await phones.open()
  await phone.signIn(person, ['FOREX_NOTICE'])
  await person.does('supportSend', { text: 'Has it arrived?' })
  const { data } = await support.does('supportQueue', { user: await userOf(person) })
  const { id } = must(data[0], 'a conversation')
  await support.does('supportReply', { id, seen_seq: 1, text: 'Yes.' })
  return [person, phone]
}

const UNTOLD = { happened: 0, told: false } as const
const ANSWERED = { kind: 'support', facts: JSON.stringify({ kind: 'support' }), at: 0 } as const

/** A notice of this server that it cannot read. */
const insertBroken = (query: Query, user: UserId) =>
  insertNotices({ ...server.context, query }, { user, notices: [{ ...ANSWERED, facts: 'not JSON' }], ...UNTOLD })

const heard = (phone: Phone) =>
  phone.of('FOREX_NOTICE').flatMap(({ data }) => (data === null ? [] : [(data as ForexNotice).kind]))

test('a customer whose notices cannot be read is told later, and every other one now', async () => {
  const { notices, store } = server.context
  const support = await staffed(server, 'support')
  const [first, phone] = await answered(support)
  const [, other] = await answered(support)
  await notices.settled()
  for (const each of [phone, other]) await each.until(() => heard(each).length === 1)
  // In one transaction, so that no run comes between: both have a notice to be told, and the first has a broken one.
  await store.transaction(async ({ query }) => {
    await insertBroken(query, await userOf(first))
    await query('update customer_notices set told = false')
  })
  await notices.settled().catch(() => undefined)
  await other.until(() => heard(other).length === 2)
  await phone.caughtUp()
  expect(heard(phone)).toHaveLength(1)
  await store.query("delete from customer_notices where facts = 'not JSON'")
  await notices.settled()
  await phone.until(() => heard(phone).length === 2)
  await other.caughtUp()
  expect(heard(other)).toHaveLength(2)
})

test('as many broken rows as one run takes do not keep the runs after it from the customers behind them', async () => {
  const { notices, store } = server.context
  const [person, phone] = await answered(await staffed(server, 'support'))
  await notices.settled()
  await phone.until(() => heard(phone).length === 1)
  const forged = 900_000_000
  // As many customers as one run takes, copied from a real one.
  const numbers = "jsonb_build_object('user_id', $1::int + n, 'account_id', $1::int + n, 'demo_hash', 'no ' || n)"
  for (const table of ['users', 'accounts'])
    await store.query(
      `insert into ${table} overriding system value
       select (jsonb_populate_record(t, ${numbers})).* from ${table} t, generate_series(1, $2::int) as n
       where t.user_id = $3`,
      [forged, UNTOLD_MAX, await userOf(person)],
    )
  await store.transaction(async ({ query }) => {
    for (let n = 1; n <= UNTOLD_MAX; n += 1) await insertBroken(query, userId(forged + n))
    await insertNotices({ ...server.context, query }, { user: await userOf(person), notices: [ANSWERED], ...UNTOLD })
  })
  // The first run tries the broken ones, the second goes on behind them; the job itself may run between.
  for (let runs = 0; runs < 2; runs += 1) await notices.settled()
  await phone.until(() => heard(phone).length === 2)
})
