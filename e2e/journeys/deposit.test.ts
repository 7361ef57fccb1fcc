/**
 * Deposits on a phone: invalid pictures, a submission whose answer is lost, a card payment at the provider's page, a
 * statement, an address that is saved and deleted. At the end every money screen in Arabic on the narrowest phone.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAfter } from '../outbox.ts'
import { Money, type Picture } from '../pages/money.ts'
import { realCustomer, sessionOf } from '../people.ts'
import { type JourneyBrowser, missingTexts, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { SOON, stepByStep } from '../steps.ts'
import { startWorld, trialSettings, type World } from '../world.ts'

const EMAIL = 'mara@example.com'
const SUBMIT = '**/api/quickCharge/submit'
const UPLOAD = '**/api/common/image_upload'
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const NARROW = 320
/** The same screen never twice in a row: then the app would be loaded again. */
const SCREENS = [
  'charge',
  'withdraw?type=2',
  'charge?type=1',
  'wallet',
  'charge?type=2',
  'history',
  'charge?tab=records',
  'withdraw?tab=records',
  'bank-card-list',
  'withdraw-way?type=1',
  'coin-address-list',
  'withdraw-way?type=2',
]

describe('paying in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-paying-in-'))
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  let money: Money
  stepByStep()

  beforeAll(async () => {
    world = await startWorld({ SETTINGS_FILE: trialSettings(folder, { payee_hold_hours: 24 }) })
    browser = await openBrowser()
    const customer = await realCustomer(world, { email: EMAIL, country: 'PT' })
    phone = await openPhone(browser, { url: world.url, token: sessionOf(customer) })
    money = new Money(phone)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const words = (...args: Parameters<Phone['t']>) => phone.page.getByText(phone.t(...args), { exact: true }).first()

  it('takes no page for a picture, no film, and tells why', async () => {
    await phone.visit('/mine/charge')
    await phone.page.getByRole('radio').first().check()
    await money.choosePicture({
      name: 'proof.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
    })
    await words('refusals.picture_type_unknown').waitFor()
    // As a file: the driver would take seconds to hand over so many bytes.
    const big = join(folder, 'big.jpg')
    writeFileSync(big, Buffer.concat([JPEG_HEAD, Buffer.alloc(10 * 1_048_576)]))
    await money.choosePicture(big)
    await words('refusals.picture_too_large').waitFor()
    await money.choosePicture({
      name: 'cut.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([JPEG_HEAD, Buffer.alloc(2000)]),
    })
    await words('refusals.picture_broken').waitFor()
    await phone.page.route(UPLOAD, (route) => route.abort())
    await money.choosePicture(await painted(phone, 'teal'))
    await money.button(phone.t('common.retry')).waitFor()
    await phone.page.unroute(UPLOAD)
    await money.button(phone.t('common.retry')).click()
    await money.pictureSent()
    phone.forgive()
  })

  it('reports once what is tapped twice', async () => {
    await money.fillCoins('250', await painted(phone, 'crimson'))
    await phone.picture('deposit-form')
    await money.button(phone.t('deposit.report_coins')).dblclick()
    await words('deposit.reported_title').waitFor()
    await phone.page.getByText(phone.t('timeline.checking')).waitFor()
    await phone.picture('deposit-reported')
    expect(await phone.findings()).toEqual([])
    expect(await money.deposits()).toBe(1)
  })

  it('reports once what got no answer and was loaded again', async () => {
    await money.fillCoins('120', await painted(phone, 'navy'))
    await phone.page.route(SUBMIT, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await money.button(phone.t('deposit.report_coins')).click()
    await words('orders.unanswered').waitFor()
    await phone.page.unroute(SUBMIT)
    await phone.page.reload()
    await words('deposit.reported_title').waitFor()
    expect(await money.deposits()).toBe(2)
    phone.forgive()
  })

  it('pays by card at the provider and comes back to what became of it', async () => {
    await phone.visit('/mine/charge?type=2')
    await phone.page.getByLabel(phone.t('deposit.card_amount')).fill('60')
    await money.button(phone.t('deposit.card_go')).click()
    await phone.page.getByRole('button', { name: 'Pay 60' }).click()
    await phone.page.getByRole('dialog').getByText(phone.t('timeline.credited')).waitFor()
    await phone.picture('deposit-card')
    await phone.visit('/mine/wallet')
    await phone.page
      .getByRole('region', { name: phone.t('wallet.balance') })
      .getByText('60.00 USD')
      .first()
      .waitFor()
    phone.forgive()
  })

  it('has its records as a file', async () => {
    await phone.visit('/mine/history')
    await money.button(phone.t('history.statement')).click()
    await phone.page.getByRole('tab', { name: 'CSV' }).click()
    const [file] = await Promise.all([
      phone.page.waitForEvent('download'),
      money.button(phone.t('history.download')).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^statement-.+\.csv$/)
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/60\.00/)
    await phone.closed()
  })

  it('binds an address with a code, says from when it can be used, and takes it away by its button', async () => {
    await phone.visit('/mine/withdraw-way?type=1')
    await phone.page.getByRole('radio').first().check()
    const address = phone.page.getByLabel(phone.t('withdraw.address'))
    await address.fill(`${TRON.slice(0, -1)}u`)
    await words('refusals.address_checksum_wrong').waitFor()
    await address.fill(TRON)
    const code = await codeAfter(world, EMAIL, () => money.button(phone.t('payees.bind')).click())
    await phone.page.getByRole('dialog').getByLabel(phone.t('fields.code'), { exact: true }).fill(code)
    await money.button(phone.t('step_up.confirm')).click()
    await phone.page.waitForURL('**/mine/coin-address-list')
    await phone.page.getByText(TRON).waitFor()
    await expect.poll(() => phone.page.getByText(phone.t('payees.usable_from', { time: '' })).count(), SOON).toBe(1)
    await phone.visit('/mine/withdraw')
    await phone.page.getByText(TRON).waitFor()
    await expect.poll(() => phone.page.getByRole('radio').first().isDisabled(), SOON).toBe(true)
    await phone.visit('/mine/coin-address-list')
    await phone.page
      .getByRole('button', { name: phone.t('payees.delete_named', { name: `USDT …${TRON.slice(-4)}` }) })
      .click()
    await phone.page
      .getByRole('alertdialog')
      .getByRole('button', { name: phone.t('common.delete') })
      .click()
    await words('withdraw.no_method_1').waitFor()
  })

  it('stands on the narrowest phone, from right to left, in the dark', async () => {
    const token = await phone.page.evaluate(() => localStorage.getItem('veritick.token') ?? '')
    const small = await openPhone(browser, { url: world.url, language: 'ar', theme: 'dark', width: NARROW, token })
    const found: string[] = []
    for (const screen of SCREENS) {
      await small.visit(`/mine/${screen}`)
      await small.page.waitForLoadState('networkidle')
      // Loading content is drawn as placeholder blocks.
      await small.page.getByRole('heading').first().waitFor()
      await small.page.locator('.animate-breathe').first().waitFor({ state: 'detached' })
      await small.picture(`money-arabic-${screen.replace(/\W+/g, '-')}`)
      if ((await sideways(small)) > 0) found.push(`${screen}: scrolls sideways`)
      for (const key of await missingTexts(small)) found.push(`${screen}: ${key} has no words`)
      for (const finding of await small.findings()) found.push(`${screen}: ${finding}`)
    }
    expect(found).toEqual([])
    expect(small.troubles()).toEqual([])
    expect(phone.troubles()).toEqual([])
    await small.context.close()
  })
})

const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/** A photo of one colour, drawn in the browser: each is a different picture. */
async function painted(phone: Phone, colour: string): Promise<Picture> {
  const address = await phone.page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 600
    canvas.height = 800
    const pen = canvas.getContext('2d')
    if (pen !== null) {
      pen.fillStyle = fill
      pen.fillRect(0, 0, canvas.width, canvas.height)
    }
    return canvas.toDataURL('image/png')
  }, colour)
  return { name: `${colour}.png`, mimeType: 'image/png', buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') }
}
