/**
 * A first withdrawal in Arabic with obstacles: rejected documents, a frozen account with an open position that is
 * unfrozen. The withdrawal is above the limit, so two staff members approve it. At the end the ledger is added up by
 * hand.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, ordersOf } from '../account.ts'
import { addsUp } from '../ledger.ts'
import { Account } from '../pages/account.ts'
import { Cashier } from '../pages/cashier.ts'
import type { Office } from '../pages/office.ts'
import { Orders } from '../pages/orders.ts'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, missingTexts, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { staffOf } from '../staff.ts'
import { SOON, stepByStep } from '../steps.ts'
import { startWorld, trialSettings, type World } from '../world.ts'

/** A transaction hash of Tron. */
const PAYMENT = 'beef0088'.repeat(8)
const RECEIVED = { 'Received, USD': '2100', 'Hash of the transaction that paid it': 'feed0042'.repeat(8) }
const WHY = 'The picture is not sharp enough. Please take it again in good light.'

const folder = mkdtempSync(join(tmpdir(), 'veritick-trial-'))
let world: World
let browser: JourneyBrowser
let phone: Phone
let account: Account
let money: Cashier
let orders: Orders
let cora: Office
let finn: Office
let greta: Office

beforeAll(async () => {
  world = await startWorld({ SETTINGS_FILE: trialSettings(folder, { payee_hold_hours: 0 }) }, { embedded: true })
  browser = await openBrowser()
  phone = await openPhone(browser, { url: world.url, language: 'ar' })
  account = new Account(phone, world, 'layla@example.com')
  money = new Cashier(account)
  orders = new Orders(phone)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the hard way', () => {
  stepByStep()
  const looks = async (stop: string) => {
    await phone.picture(`arabic-${stop}`)
    expect(await phone.findings()).toEqual([])
    expect(await missingTexts(phone)).toEqual([])
    expect(await sideways(phone)).toBe(0)
  }

  it('has an office, and opens an account', async () => {
    const staff = await staffOf(browser, world, ['compliance', 'finance', 'finance'])
    ;[cora, finn, greta] = [staff[0].office, staff[1].office, staff[2].office]
    await account.register('AE')
    await looks('registered')
    expect(await phone.page.getAttribute('html', 'dir')).toBe('rtl')
  })

  it('hands in documents that are not accepted, reads why, and hands in better ones', async () => {
    const person = { name: 'Layla Haddad', number: 'L7654321', birth: '1988-03-02' }
    await account.handIn(person)
    await cora.open('identities')
    await cora.openRow(/waiting/, /^Reject/)
    await cora.act({
      button: /^Reject/,
      fields: { 'Message to the customer': WHY },
      reason: 'blurred',
      confirm: /^Reject/,
    })
    await phone.visit('/mine/auth')
    await phone.page.getByRole('heading', { name: phone.t('identity.rejected_title') }).waitFor()
    await phone.page.getByText(WHY).waitFor()
    // The typed data is kept; the rejected pictures are not.
    expect(await phone.page.getByLabel(phone.t('identity.name'), { exact: true }).inputValue()).toBe(person.name)
    await expect.poll(() => phone.page.getByRole('button', { name: phone.t('picture.choose') }).count(), SOON).toBe(2)
    await looks('identity-rejected')
    await account.handIn(person)
    await cora.open('identities')
    await cora.openRow(/waiting/, /^Accept/)
    await cora.act({ button: /^Accept/, reason: 'sharp now', confirm: /^Accept/ })
    await account.isVerified()
    await looks('identity-verified')
  })

  it('pays in more than was reported, credited when two have said the same, and buys', async () => {
    await money.deposit({ network: 'TRC20', coins: '2000' })
    await finn.open('deposits')
    await finn.openRow(/2,000/, /^Credit/)
    await finn.act({
      button: /^Credit/,
      fields: { ...RECEIVED, 'Message to the customer': '2,100 USDT came' },
      reason: 'seen on the chain',
      confirm: /^Approve 2,100/,
    })
    await finn.phone.picture('arabic-office-first-of-two')
    await greta.open('deposits')
    await greta.openRow(/2,000/, /^Credit/)
    await greta.phone.page.getByText(/^staff since/).waitFor()
    await greta.phone.picture('arabic-office-second-of-two')
    // The first approver's message to the customer is filled in; the second approver types amount and transaction.
    await greta.act({
      button: /^Credit/,
      fields: RECEIVED,
      reason: 'seen on the chain too',
      confirm: /^Credit 2,100/,
    })
    const credited = await money.newest('charge')
    await credited.getByText(phone.t('timeline.credited')).waitFor()
    await looks('deposit-credited')
    const trade = new Trade(phone)
    await trade.open()
    const ticket = await trade.ticket('buy')
    await ticket.preset('0.01')
    await ticket.send()
    await ticket.done()
    expect(await ordersOf(phone, 1)).toHaveLength(1)
  })

  it('is frozen: neither opens nor withdraws, but closes', async () => {
    await cora.openPerson(account.email)
    await cora.act({
      button: /^Freeze/,
      fields: { 'Message to the customer': 'We have a question about your last deposit.' },
      reason: 'a question of the bank',
      confirm: /^Freeze/,
    })
    await cora.phone.picture('arabic-office-frozen')
    await phone.visit('/mine/withdraw')
    await phone.page.getByRole('region', { name: phone.t('frozen.title') }).waitFor()
    await phone.page.getByText('We have a question about your last deposit.').waitFor()
    await looks('frozen')
    const trade = new Trade(phone)
    await trade.open()
    await phone.page.getByText(phone.t('frozen.line')).waitFor()
    await expect.poll(() => trade.button('buy').isDisabled(), SOON).toBe(true)
    const { is_demo } = await ask<{ is_demo: number }>(phone, '/api/user/info')
    expect(is_demo).toBe(0)
    const refused = await phone.context.request.post('/v1/api/forex/submit', {
      headers: { authorization: (await phone.page.evaluate(() => localStorage.getItem('veritick.token'))) ?? '' },
      data: { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 },
    })
    expect(await refused.json()).toMatchObject({ reason: 'account_frozen' })
    await orders.open()
    await orders.rows('holding').first().click()
    await orders.closeOrder()
    await expect.poll(async () => (await ordersOf(phone, 1)).length, SOON).toBe(0)
  })

  it('is set free, withdraws more than one may approve, and is paid by the second', async () => {
    await cora.act({ button: /^Unfreeze/, reason: 'the bank has answered', confirm: /^Unfreeze/ })
    await money.bind('TRC20')
    await money.withdraw('1500')
    for (const who of [finn, greta]) {
      await who.open('withdrawals')
      await who.openRow(/1,500/, /^Approve/)
      await who.act({ button: /^Approve/, reason: 'all in order', confirm: /^Approve/ })
    }
    await greta.act({
      button: /^Mark as paid/,
      fields: { 'Hash of the transaction': PAYMENT },
      reason: 'sent',
      confirm: /^Mark as paid/,
    })
    const record = await money.newest('withdraw')
    await record.getByText(PAYMENT).first().waitFor()
    await looks('withdrawal-paid')
  })

  it('adds up by hand', () => addsUp(phone, { paidIn: 2_100_000_000n, paidOut: 1_500_000_000n }))

  it('has met no error on its way', () => {
    for (const who of [phone, cora.phone, finn.phone, greta.phone]) expect(who.troubles()).toEqual([])
  })
})
