/**
 * An attacker with write access to the store writes notices of the app, or changes them: the list, the count, the
 * sockets and the push services leave them out, and the log names each row once (decision 142).
 */
import { PUSH_TOPICS } from '@veritick/contract'
import { must } from '@veritick/domain'
import { userOf } from '@veritick/testing/customers'
import { browserAt, type PushService, scratchPush } from '@veritick/testing/scratch-push'
import { staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { afterAll, beforeAll, expect, test } from 'vitest'

const FALSE = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const FORGED = [
  { kind: 'withdrawal', message: 'withdraw_paid', sum: '900.00 USD' },
  { kind: 'deposit', message: 'deposit_finished', sum: `Deposits are now taken at ${FALSE} only` },
  { kind: 'fee_changed', list: `Our deposit address has changed: ${FALSE}` },
  { kind: 'price_alert', side: 'above', code: 'EUR/USD', price: '1', bid: '1', note: FALSE, instrument: 1 },
  { kind: 'support' },
]

let server: TestServer
let service: PushService
let phones: Phones

beforeAll(async () => {
  service = await scratchPush()
  server = await openTestServer({ config: { pushServices: [service.origin] } })
  phones = new Phones(server)
})
afterAll(async () => {
  phones.hangUp()
  await server.close()
  await service.stop()
})

/** A customer whose browser is notified with the words, and who listens. */
async function listening() {
  const person = await server.person()
  const browser = browserAt(service, `/browser-${await userOf(person)}`)
  await person.does('pushSubscribe', { ...browser.fields, topics: PUSH_TOPICS.join(' '), details: true })
  const phone = await phones.open()
  await phone.signIn(person, ['FOREX_NOTICE'])
  return { person, browser, phone, heard: () => phone.of('FOREX_NOTICE').filter(({ data }) => data !== null) }
}

/** Support answers: the customer has a notice of this server. */
async function answer(person: Caller): Promise<void> {
  const support = await staffed(server, 'support')
  await person.does('supportSend', { text: 'Has it arrived?' })
  const { data } = await support.does('supportQueue', { user: await userOf(person) })
  await support.does('supportReply', { id: must(data[0], 'a conversation').id, seen_seq: 1, text: 'Yes.' })
}

/** The attacker inserts a notice for the customer, and queues it for the browser. */
const forge = async (person: Caller, facts: object, told: boolean) =>
  server.context.store.query(
    `with forged as (
       insert into customer_notices (user_id, account_id, facts, at, told)
       select user_id, account_id, $2, $3::bigint, $4::boolean from accounts where user_id = $1 returning notice_id)
     insert into push_queue (notice_id, subscription_id, service, rank, turn, tries, created_at, due_at)
     select notice_id, subscription_id, service, 1, 1, 0, $3::bigint, 0 from forged, push_subscriptions
     where user_id = $1`,
    [await userOf(person), JSON.stringify(facts), server.context.runtime.now(), told],
  )

async function settled(): Promise<void> {
  await server.context.notices.settled()
  await server.context.push.flush()
}

const loggedRows = (from: number) =>
  server.logged.slice(from).filter((line) => line.includes('table customer_notices, notice_id')).length

test('notices that a statement of SQL inserted are neither shown nor counted nor told nor sent', async () => {
  const { person, browser, heard } = await listening()
  const before = server.logged.length
  for (const facts of FORGED) await forge(person, facts, false)
  await settled()
  for (let looks = 0; looks < 2; looks += 1)
    expect(await person.does('noticeList', {})).toEqual({ list: [], unread: 0 })
  expect([browser.read(), heard()]).toEqual([[], []])
  expect(loggedRows(before), 'each row once').toBe(FORGED.length)
  // The forged notice of an answer keeps no real one away.
  await answer(person)
  await settled()
  const { list, unread } = await person.does('noticeList', {})
  expect([list.map(({ kind }) => kind), unread, heard().length]).toEqual([['support'], 1, 1])
  const newest = must(list[0], 'the notice').id
  expect(await person.reason('noticeRead', { id: newest - 1 }), 'a forged one').toBe('notice_unknown')
  expect(await person.does('noticeRead', { until: newest })).toEqual({ unread: 0 })
})

test.each([
  ['other words', 'facts = $2', JSON.stringify(FORGED[0])],
  ['another time', 'at = $2::bigint', 7],
])('a notice that was given %s is left out', async (_, change, value) => {
  const { person } = await listening()
  await answer(person)
  await server.context.notices.settled()
  const { query } = server.context.store
  await query(`update customer_notices set ${change} where user_id = $1`, [await userOf(person), value])
  expect(await person.does('noticeList', {})).toEqual({ list: [], unread: 0 })
})

test('a real notice reaches neither the list nor the browser of another customer', async () => {
  const [thief, victim] = [await listening(), await listening()]
  await answer(thief.person)
  await settled()
  const { query } = server.context.store
  const [thiefUser, user] = [await userOf(thief.person), await userOf(victim.person)]
  await query(
    `insert into push_queue (notice_id, subscription_id, service, rank, turn, tries, created_at, due_at)
     select notice_id, subscription_id, service, 1, 1, 0, $3::bigint, 0 from customer_notices c, push_subscriptions s
     where c.user_id = $1 and s.user_id = $2`,
    [thiefUser, user, server.context.runtime.now()],
  )
  await settled()
  expect(victim.browser.read()).toEqual([])
  await query(
    `update customer_notices set user_id = $2, account_id = (select account_id from accounts where user_id = $2),
       told = false where user_id = $1`,
    [thiefUser, user],
  )
  await settled()
  expect([await victim.person.does('noticeList', {}), victim.heard()]).toEqual([{ list: [], unread: 0 }, []])
})
