/**
 * Changed terms of use: an admin states the day, a signed-in customer is asked, may look later, is asked again when an
 * order is refused, reads the terms and accepts them; then the order opens.
 */
import { join } from 'node:path'
import { ORDER_STATUS, ORDER_TYPE } from '@veritick/contract'
import type { Caller } from '@veritick/testing/caller'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { realCustomer, sessionOf } from '../people.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { type Member, staffOf } from '../staff.ts'
import { stepByStep } from '../steps.ts'
import { ROOT, startWorld, type World } from '../world.ts'

const DAY = '2027-01-04'
const NARROW = 320
const ORDER = { forex_id: 1, type: ORDER_TYPE.buy, status: ORDER_STATUS.holding, cont: '0.01', multiple: 30 } as const

describe('changed terms of use', () => {
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  let admin: Member
  let customer: Caller
  stepByStep()

  beforeAll(async () => {
    world = await startWorld({ SETTINGS_FILE: join(ROOT, 'apps/server/catalogue/trial-settings.json') })
    browser = await openBrowser()
    customer = await realCustomer(world, { email: 'tess@example.com', country: 'PT' })
    phone = await openPhone(browser, { url: world.url, token: sessionOf(customer) })
    const [hired] = await staffOf(browser, world, ['admin'])
    admin = hired
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })
  const question = () => phone.page.getByRole('alertdialog', { name: phone.t('legal.changed_title') })

  it('nothing is asked before the change', async () => {
    await phone.visit('/mine/usage-terms')
    await phone.page.getByText(phone.t('legal.accepted')).waitFor()
  })

  it('an admin states the day in the office, with a reason', async () => {
    const { office } = admin
    await office.goto('settings/terms_changed_on')
    await admin.calls.does('settingChange', {
      ...{ key: 'terms_changed_on', value: DAY, seen_version: 0, reason_text: 'another contract party' },
    })
    const { data } = await admin.calls.does('auditList', { action: 'setting_change' })
    expect(data[0]).toMatchObject({ subject: 'terms_changed_on', after: expect.anything() })
  })

  it('a customer is asked, with the day, and may look later', async () => {
    await phone.page.goto('/')
    await question().waitFor()
    await question()
      .getByText(/4 Jan 2027/)
      .waitFor()
    await phone.page.setViewportSize({ width: NARROW, height: 640 })
    await phone.picture('terms-question-320')
    expect([await phone.findings(), await sideways(phone)]).toEqual([[], 0])
    await phone.page.setViewportSize({ width: 390, height: 844 })
    await phone.picture('terms-question')
    await question()
      .getByRole('button', { name: phone.t('legal.changed_later') })
      .click()
    await question().waitFor({ state: 'detached' })
    await phone.closed()
  })

  it('the screens of orders, deposits and the account say so', async () => {
    for (const screen of ['/order', '/mine', '/mine/charge']) {
      await phone.visit(screen)
      await phone.page.getByRole('region', { name: phone.t('legal.changed_title') }).waitFor()
    }
    await phone.picture('terms-notice')
    expect(await phone.findings()).toEqual([])
  })

  it('an order is refused; the terms are read and accepted, and then it is not', async () => {
    const { page, t } = phone
    expect(await placed()).toBe('terms_acceptance_needed')
    await phone.visit('/mine/charge')
    // The screen is loaded again, so the question is asked again.
    await question()
      .getByRole('button', { name: t('legal.changed_read') })
      .click()
    await page.getByRole('heading', { level: 1, name: t('legal.terms_title') }).waitFor()
    await page
      .getByText(/4 Jan 2027/)
      .first()
      .waitFor()
    await phone.picture('terms-to-accept')
    expect([await phone.findings(), await sideways(phone)]).toEqual([[], 0])
    await page.getByRole('button', { name: t('legal.changed_accept') }).click()
    await page.getByText(t('legal.accepted')).first().waitFor()
    await page.getByRole('button', { name: t('legal.changed_accept') }).waitFor({ state: 'detached' })
    expect(await placed()).not.toBe('terms_acceptance_needed')
    await phone.visit('/order')
    expect(await page.getByRole('region', { name: t('legal.changed_title') }).count()).toBe(0)
    expect(phone.troubles()).toEqual([])
  })

  /** The reason word of an order of the same customer. */
  const placed = () => customer.reason('submit', ORDER)
})
