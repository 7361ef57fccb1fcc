/**
 * The ranking in a real browser: a visitor reads how to be listed, a customer agrees, trades, stands in the list three
 * weeks later, and ends the consent. The server runs in this process, so that weeks can pass. The journey starts and
 * ends its own browser, because beside all other tests it is the only journey of its worker (vitest.config.ts).
 */
import { accountId, must, type UserId } from '@veritick/domain'
import { accountOf } from '@veritick/testing/customers'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { missingTexts, openOwnBrowser, openPhone, type Phone, type PhoneOptions, sideways } from '../phone.ts'

let server: TestServer
let browser: Awaited<ReturnType<typeof openOwnBrowser>>

beforeAll(async () => {
  server = await openTestServer()
  browser = await openOwnBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const DAY_MS = 86_400_000
const price = (bid: number) => server.feed.say('EURUSD', bid.toFixed(5), (bid + 0.00001).toFixed(5))

/** A position that earns this many points of the fifth decimal. */
async function trade(person: Caller, points: number): Promise<void> {
  price(1.085)
  const forex_id = server.feed.id('EURUSD')
  const { Id } = await person.does('submit', { forex_id, type: 1, status: 1, cont: '5', multiple: 30 })
  price(1.08501 + points / 100_000)
  await person.does('close', { id: Id })
}

/** Measured once, at the end. */
async function daysPass(days: number): Promise<void> {
  server.passTime(days * DAY_MS)
  await server.context.ranking.refresh()
}

/** A new sign-in, because the one before ended while weeks passed. */
async function signedIn(account: number): Promise<Caller> {
  const { store, sessions } = server.context
  const [row] = await store.query<{ user_id: UserId }>('select user_id from accounts where account_id = $1', [account])
  const { user_id: user } = must(row, 'the account has an owner')
  return new Caller(server.url, await sessions.begin({ user, kind: 'demo', device: '' }))
}

async function troublesOf(phone: Phone, stop: string): Promise<readonly string[]> {
  const found = (await missingTexts(phone)).map((key) => `${stop}: ${key} has no words`)
  for (const finding of await phone.findings()) found.push(`${stop}: ${finding}`)
  if ((await sideways(phone)) > 0) found.push(`${stop}: scrolls sideways`)
  await phone.picture(`ranking-${stop}`)
  return found
}

const phoneOf = (options: Omit<PhoneOptions, 'url'> = {}) => openPhone(browser, { url: server.url, ...options })
const listOf = (phone: Phone) => phone.page.getByRole('list', { name: phone.t('rank.list') }).getByRole('button')

it('a visitor reads how to be listed and how it is computed', async () => {
  const phone = await phoneOf()
  await phone.page.goto('/rank')
  await phone.page.getByText(phone.t('rank.empty_text')).waitFor()
  const found = [...(await troublesOf(phone, 'empty'))]
  await phone.page.getByRole('tab', { name: phone.t('rank.demo') }).click()
  await phone.page.getByText(phone.t('rank.empty_text')).waitFor()
  await phone.page.getByRole('button', { name: phone.t('rank.how') }).click()
  await phone.page.getByText(phone.t('rank.how_flow_text')).waitFor()
  found.push(...(await troublesOf(phone, 'how')))
  expect(found).toEqual([])
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})

it('a customer agrees, is listed three weeks later, and ends the consent', async () => {
  price(1.085)
  const person = await server.person()
  const account = await accountOf(server, person)
  const first = await phoneOf({ token: must(person.token, 'signed in') })
  await first.page.goto('/mine/system')
  const consent = first.page.getByRole('switch', { name: first.t('rank.listed_demo') })
  await expect.poll(() => consent.getAttribute('aria-checked')).toBe('false')
  await first.page.getByText(first.t('rank.listed_note')).waitFor()
  await consent.click()
  await first.page.getByText(first.t('rank.state_too_new', { count: 21 })).waitFor()
  expect(await troublesOf(first, 'consent')).toEqual([])
  expect(first.troubles()).toEqual([])
  await first.context.close()

  const others = await Promise.all([20, -30, 400].map(async (points) => ({ points, caller: await server.person() })))
  for (const { caller } of others) await caller.does('followListed', { listed: true })
  await daysPass(3)
  const places = await Promise.all(
    others.map(async (each) => ({ ...each, account: await accountOf(server, each.caller) })),
  )
  for (let day = 0; day < 10; day++) {
    for (const each of places) await trade(await signedIn(each.account), each.points + day * 7)
    await trade(await signedIn(account), day % 3 === 0 ? -90 : 60)
    await daysPass(2)
  }
  // The first measurement is three weeks old.
  await daysPass(2)
  expect((await server.visitor.does('followList', { kind: 'demo' })).total).toBe(4)

  const owner = await signedIn(accountId(account))
  const phone = await phoneOf({ token: must(owner.token, 'signed in') })
  await phone.page.goto('/rank')
  await expect.poll(() => listOf(phone).count()).toBe(4)
  const own = phone.page.getByRole('region', { name: phone.t('rank.you') }).getByRole('button')
  await own.waitFor()
  const found = [...(await troublesOf(phone, 'list'))]
  // The own row has its mark in the list too.
  expect(
    await listOf(phone)
      .filter({ hasText: phone.t('rank.you') })
      .count(),
  ).toBe(1)
  await phone.page.getByRole('button', { name: phone.t('rank.sort_total_trade_num'), exact: true }).click()
  await expect.poll(() => listOf(phone).count()).toBe(4)
  await own.click()
  const dialog = phone.page.getByRole('dialog')
  await dialog.getByText(phone.t('rank.copy_title')).waitFor()
  await dialog.getByRole('img').waitFor()
  await dialog.getByText('EUR/USD').waitFor()
  found.push(...(await troublesOf(phone, 'record')))
  await phone.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await phone.closed()
  expect(found).toEqual([])

  await phone.context.setOffline(true)
  await phone.page.getByText(phone.t('shell.offline')).waitFor()
  expect(await listOf(phone).count()).toBe(4)
  await phone.context.setOffline(false)
  await phone.page.getByText(phone.t('shell.offline')).waitFor({ state: 'detached' })
  phone.forgive()
  await phone.page.route('**/api/follow/list?*', (route) => route.abort('connectionfailed'))
  await phone.page.reload()
  await phone.page.getByText(phone.t('common.error_title')).waitFor()
  await phone.page.unroute('**/api/follow/list?*')
  await phone.page.getByRole('button', { name: phone.t('common.retry') }).click()
  await expect.poll(() => listOf(phone).count()).toBe(4)
  phone.forgive()

  await looks(owner)
  await phone.page.goto('/mine/system')
  await phone.page.getByRole('switch', { name: phone.t('rank.listed_demo') }).click()
  await phone.page.getByText(phone.t('rank.state_off')).waitFor()
  expect((await server.visitor.does('followList', { kind: 'demo' })).total).toBe(3)
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})

/** The same list and record on other screens and in other languages. */
async function looks(owner: Caller): Promise<void> {
  const token = must(owner.token, 'signed in')
  const phones = [
    { name: 'dark', options: { theme: 'dark' } },
    { name: 'narrow-arabic', options: { language: 'ar', width: 320 } },
    { name: 'narrow-hk', options: { language: 'hk', width: 320, theme: 'dark' } },
    { name: 'wide', options: { width: 1280 } },
  ] as const
  const found: string[] = []
  for (const { name, options } of phones) {
    const phone = await phoneOf({ token, ...options })
    await phone.page.goto('/rank')
    await listOf(phone).first().waitFor()
    found.push(...(await troublesOf(phone, name)))
    await listOf(phone).first().click()
    await phone.page.getByRole('dialog').getByRole('img').waitFor()
    found.push(...(await troublesOf(phone, `${name}-record`)))
    await phone.context.close()
  }
  expect(found).toEqual([])
}
