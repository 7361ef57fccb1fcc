/**
 * The notice of a sign-in in a new browser, by list, count, mark and socket: every device of the customer has it,
 * except the one that signed in. A thief who signs in can neither read it nor mark it as read for the owner. And how a
 * notice writes its amount.
 */
import type { ForexNotice } from '@veritick/contract'
import { must } from '@veritick/domain'
import { customer, fund, openChannels, userOf, verify } from '@veritick/testing/customers'
import { mailsTo, PASSWORD, signIn } from '@veritick/testing/people'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { type Phone, Phones } from '@veritick/testing/test-sockets'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SIGN_IN = 'New sign-in to your account'
let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
})
afterAll(() => server.close())

async function told(person: Caller) {
  await server.context.notices.settled()
  const { list, unread } = await person.does('noticeList', {})
  return { unread, kinds: list.filter(({ read }) => !read).map(({ kind }) => kind) }
}

test('the owner has it, the device that signed in has not, and cannot mark it as read', async () => {
  const owner = await customer(server, 'uma')
  const thief = await signIn(server, 'uma@example.com')
  expect(await told(owner)).toEqual({ unread: 1, kinds: ['sign_in'] })
  expect(await told(thief)).toEqual({ unread: 0, kinds: [] })
  const [notice] = (await owner.does('noticeList', {})).list
  expect(notice?.words).toBe(SIGN_IN)
  const id = notice?.id ?? 0
  expect(await thief.reason('noticeRead', { id })).toBe('notice_unknown')
  expect(await thief.does('noticeRead', { until: id + 1_000 })).toEqual({ unread: 0 })
  expect(await told(owner), 'still unread').toEqual({ unread: 1, kinds: ['sign_in'] })
  const mails = await mailsTo(server, 'uma@example.com')
  expect(mails.filter(({ subject }) => subject === SIGN_IN)).toHaveLength(1)
  const third = await signIn(server, 'uma@example.com')
  expect(await told(third), 'the sign-in before it').toEqual({ unread: 1, kinds: ['sign_in'] })
  expect(await told(thief), 'the sign-in after it').toEqual({ unread: 1, kinds: ['sign_in'] })
  expect(await owner.does('noticeRead', { until: id + 1_000 })).toEqual({ unread: 0 })
  expect(await told(third)).toEqual({ unread: 0, kinds: [] })
})

test('a further sign-in in the browser of a thief does not see the notice of the first one either', async () => {
  const owner = await customer(server, 'tess')
  const asked = { account: 'tess@example.com', password: PASSWORD }
  const first = await server.visitor.asks('loginForU', asked)
  const cookie = must(first.headers['set-cookie']?.at(-1)?.split(';')[0], 'a cookie')
  const second = await server.visitor.asks('loginForU', asked, { cookie })
  const [thief, again] = [first, second].map(({ data }) => new Caller(server.url, (data as { token: string }).token))
  expect(await told(owner)).toEqual({ unread: 1, kinds: ['sign_in'] })
  for (const session of [must(thief, 'a session'), must(again, 'a session')]) {
    expect(await told(session)).toEqual({ unread: 0, kinds: [] })
    expect(await session.does('noticeRead', { until: 1_000_000 })).toEqual({ unread: 0 })
  }
  expect(await told(owner), 'still unread').toEqual({ unread: 1, kinds: ['sign_in'] })
})

test('a further sign-in is told like one in a new browser where the notice of the first one was changed', async () => {
  const owner = await customer(server, 'rex')
  const asked = { account: 'rex@example.com', password: PASSWORD }
  const first = await server.visitor.asks('loginForU', asked)
  const cookie = must(first.headers['set-cookie']?.at(-1)?.split(';')[0], 'a cookie')
  await server.context.store.query(
    `update customer_notices set facts = replace(facts, '"hiddenFrom":[', '"hiddenFrom":["x",') where user_id = $1`,
    [await userOf(owner)],
  )
  await server.visitor.asks('loginForU', asked, { cookie })
  expect(await told(owner)).toEqual({ unread: 1, kinds: ['sign_in'] })
  const mails = await mailsTo(server, 'rex@example.com')
  expect(mails.filter(({ subject }) => subject === SIGN_IN)).toHaveLength(2)
})

test('the amount of a notice is in the writing of the reader', async () => {
  const owner = await customer(server, 'wes')
  await verify(server, owner)
  await fund(server, owner, 2_500)
  await server.context.notices.settled()
  const words = async (lang: string) => (await owner.does('noticeList', {}, { lang })).list[0]?.words
  expect(await words('en')).toBe('Your deposit was credited: 2,500.00 USD')
  expect(await words('de')).toMatch(/: 2\.500,00 USD$/)
  expect(await words('ar')).toMatch(/: \u20682,500\.00 USD\u2069$/)
})

test('over the socket each device counts what it sees', async () => {
  const owner = await customer(server, 'vic')
  const phones = new Phones(server)
  const open = async (person: Caller) => {
    const phone = await phones.open()
    await phone.signIn(person, ['FOREX_NOTICE'])
    return phone
  }
  const heard = (phone: Phone) =>
    phone.of('FOREX_NOTICE').flatMap(({ data }) => {
      const { kind, unread } = (data ?? {}) as Partial<ForexNotice>
      return kind === undefined ? [] : [`${kind} ${unread}`]
    })
  const first = await open(owner)
  const second = await open(await signIn(server, 'vic@example.com'))
  await server.context.notices.settled()
  await first.until(() => heard(first).length === 1)
  await fund(server, owner, 250)
  await server.context.notices.settled()
  await first.until(() => heard(first).length === 2)
  await second.until(() => heard(second).includes('deposit 1'))
  expect(heard(first)).toEqual(['sign_in 1', 'deposit 2'])
  expect(heard(second)).toEqual(['deposit 1'])
  phones.hangUp()
})
