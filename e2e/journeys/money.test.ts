/**
 * From a fresh start without settings to a paid withdrawal, on both apps: the admin sets the office up, the customer
 * uses a phone, the staff the office. Each step of the money is checked where its owner sees it. At the end the ledger
 * is added up by hand. The store is a PostgreSQL server if there is one; the Arabic journey runs on the embedded store.
 */

import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ordersOf } from '../account.ts'
import { tronAddress } from '../addresses.ts'
import { addsUp } from '../ledger.ts'
import { mailsTo } from '../outbox.ts'
import { Account } from '../pages/account.ts'
import { Cashier } from '../pages/cashier.ts'
import type { Office } from '../pages/office.ts'
import { Orders } from '../pages/orders.ts'
import { Settings } from '../pages/settings.ts'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone } from '../phone.ts'
import { ADMIN, hire, openOffice } from '../staff.ts'
import { SOON, stepByStep } from '../steps.ts'
import { settingsFile, startWorld, type World } from '../world.ts'

/** The transaction hash of the payment, as Tron writes it. */
const PAYMENT = 'c0ffee77'.repeat(8)
const PAID_IN = 'feed0042'.repeat(8)
const OFFICE_ADDRESS = tronAddress('the office of the journey')

describe.each(oneStoreKind())('a first withdrawal, %s store', (store) => {
  let location: StoreLocation
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  let account: Account
  let money: Cashier
  let admin: Office
  let cora: Office
  let finn: Office
  let greta: Office

  beforeAll(async () => {
    location = await openLocation(store)
    // A shorter wait for new payees is set before the first start: afterwards it would wait a day itself.
    const SETTINGS_FILE = settingsFile(location.dataDir, { payee_hold_hours: 0 })
    const database = location.databaseUrl === undefined ? {} : { DATABASE_URL: location.databaseUrl }
    world = await startWorld({ SETTINGS_FILE, ...database }, { fromNothing: true })
    browser = await openBrowser()
    phone = await openPhone(browser, { url: world.url })
    account = new Account(phone, world, 'ana@example.com')
    money = new Cashier(account)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
    await location?.clean()
  })

  stepByStep()
  const looks = async (who: Phone, stop: string) => {
    await who.picture(`money-${stop}`)
    expect(await who.findings()).toEqual([])
  }

  it('opens the office with the link of the first start, once; then signs in with password and app', async () => {
    admin = await openOffice(browser, world)
    await looks(admin.phone, 'office-first')
    await admin.signOut()
    await looks(admin.phone, 'office-sign-in')
    await admin.signIn(ADMIN.email)
  })

  it('has no way in or out of money until the admin sets one up, having seen what changes and said why', async () => {
    const settings = new Settings(admin)
    for (const title of ['Deposit networks', 'Withdrawal currencies'])
      expect(await settings.listed(title)).toMatch(/none\s+default$/)
    await looks(admin.phone, 'office-settings')
    const network = await settings.change({
      title: 'Deposit networks',
      entry: 'network',
      fields: {
        Currency: 'USDT',
        Chain: 'TRC20',
        'Address that customers pay to': OFFICE_ADDRESS,
        'Price of one, USD': '1',
      },
      reason: 'our wallet on Tron',
    })
    expect(network).toEqual([expect.stringMatching(new RegExp(`#1 .*none .*USDT.*TRC20.*${OFFICE_ADDRESS}`))])
    await looks(admin.phone, 'office-network')
    const currency = await settings.change({
      title: 'Withdrawal currencies',
      entry: 'currency',
      fields: { Currency: 'USDT', Chain: 'TRC20', Fee: '2', 'Price of one, USD': '1' },
      reason: 'we pay out on Tron too',
    })
    expect(currency).toEqual([expect.stringMatching(/#1 .*none .*Crypto.*USDT.*TRC20.*Fee 2\.00;/)])
    const hold = await settings.change({
      title: 'Hold after a change of password or e-mail',
      fields: { 'Withdrawal hold after a change of password or e-mail address, hours': '0' },
      reason: 'each is looked at by hand',
    })
    expect(hold).toEqual(['Value | 24 | 0'])
    expect(await settings.newest('Hold after a change of password or e-mail')).toContain('each is looked at by hand')
    await admin.phone.page.getByText(/is saved and comes into force at .* Until then the value below applies/).waitFor()
    await looks(admin.phone, 'office-hold')
  })

  it('invites the people who decide', async () => {
    const people = [
      { name: 'Cora', role: 'compliance' },
      { name: 'Finn', role: 'finance' },
      { name: 'Greta', role: 'finance' },
    ]
    const hired = await hire(admin, browser, people)
    ;[cora, finn, greta] = hired as [Office, Office, Office]
  })

  it('opens a real account with the code of the mail, and is signed in', async () => {
    await account.register('PT')
    await looks(phone, 'registered')
    // The next step stands there.
    await phone.page.getByRole('link', { name: phone.t('account.row_deposit') }).waitFor()
  })

  it('hands in an identity, and the office accepts it', async () => {
    await phone.visit('/mine/auth')
    await phone.page.getByRole('button', { name: phone.t('identity.send') }).click()
    // The first wrong field has the focus, and its label is in view.
    const below = () =>
      phone.page.evaluate(() => {
        const field = document.activeElement
        const label = field instanceof HTMLInputElement ? field.labels?.[0] : undefined
        const top = label?.closest('main')?.getBoundingClientRect().top
        return label === undefined || top === undefined ? undefined : label.getBoundingClientRect().top - top
      })
    await expect.poll(async () => ((await below()) ?? -1) >= 0, SOON).toBe(true)
    await account.handIn({ name: 'Ana Sousa', number: 'P1234567', birth: '1990-05-17' })
    await looks(phone, 'identity-waiting')
    await cora.open('identities')
    await cora.openRow(/waiting/, /^Accept/)
    await expect.poll(() => cora.pictures(), SOON).toBe(2)
    await looks(cora.phone, 'office-identity')
    await cora.act({ button: /^Accept/, reason: 'the document is good', confirm: /^Accept/ })
    await account.isVerified()
  })

  it('pays in, and the office credits what came', async () => {
    await money.paysTo('TRC20', OFFICE_ADDRESS)
    await money.deposit({ network: 'TRC20', coins: '2500' })
    await looks(phone, 'deposit-reported')
    await finn.open('deposits')
    await finn.openRow(/2,500/, /^Credit/)
    await looks(finn.phone, 'office-deposit')
    await finn.act({
      button: /^Credit/,
      fields: { 'Hash of the transaction that paid it': PAID_IN },
      reason: 'seen on the chain',
      confirm: /^Credit/,
    })
    const record = await money.newest('charge')
    await record.getByText(phone.t('timeline.credited')).waitFor()
    await looks(phone, 'deposit-credited')
  })

  it('trades with it', async () => {
    const trade = new Trade(phone)
    await trade.open()
    const ticket = await trade.ticket('buy')
    await ticket.preset('0.01')
    await ticket.send()
    await ticket.viewOrder()
    const orders = new Orders(phone)
    await orders.closeOrder()
    await expect.poll(async () => (await ordersOf(phone, 3)).length, SOON).toBe(1)
  })

  it('binds an address with the code of the mail, and asks for a withdrawal that needs two', async () => {
    // The screen itself says that an address is missing; the question comes with the next step.
    await phone.visit('/mine/withdraw')
    await phone.page.getByText(phone.t('withdraw.no_method_1')).waitFor()
    expect(await phone.page.getByRole('alertdialog').count()).toBe(0)
    await phone.page.getByRole('button', { name: phone.t('withdraw.check') }).click()
    await phone.page.getByRole('alertdialog', { name: phone.t('withdraw.bind_first_1') }).waitFor()
    await phone.page.getByRole('button', { name: phone.t('withdraw.bind_later') }).click()
    await phone.closed()
    await money.bind('TRC20')
    await looks(phone, 'bound')
    await money.withdrawInterrupted('1500')
    await looks(phone, 'withdrawal-requested')
  })

  it('is approved by two people, paid by one of them', async () => {
    for (const who of [finn, greta]) {
      await who.open('withdrawals')
      await who.openRow(/1,500/, /^Approve/)
      await who.act({ button: /^Approve/, reason: 'all in order', confirm: /^Approve/ })
    }
    await looks(greta.phone, 'office-withdrawal')
    await greta.act({
      button: /^Mark as paid/,
      fields: { 'Hash of the transaction': PAYMENT },
      reason: 'sent',
      confirm: /^Mark as paid/,
    })
  })

  it('sees it paid, with its reference and every step', async () => {
    const record = await money.newest('withdraw')
    await record.getByText(PAYMENT).first().waitFor()
    await record.getByText(phone.t('timeline.paid'), { exact: false }).first().waitFor()
    await looks(phone, 'withdrawal-paid')
    // The mail goes out after the record is marked as paid.
    await expect.poll(() => mailsTo(world, account.email).some(({ text }) => text.includes(PAYMENT)), SOON).toBe(true)
  })

  it('adds up by hand', async () => {
    await addsUp(phone, { paidIn: 2_500_000_000n, paidOut: 1_500_000_000n })
    await phone.visit('/mine/history')
    await phone.page
      .getByText(/1,500\.00/)
      .first()
      .waitFor()
    await looks(phone, 'history')
  })

  it('has met no error on its way', () => {
    // The phone was without a network once.
    const found = [phone, admin.phone, cora.phone, finn.phone, greta.phone].flatMap((who) => who.troubles())
    expect(found.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
