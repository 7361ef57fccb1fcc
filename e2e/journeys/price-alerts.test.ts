/** Price alerts on the simulated market: set from the bell, fired by a quote, listed, changed and deleted. */
import { formatDecimal, must, parseDecimal } from '@veritick/domain'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone, pattern, sideways } from '../phone.ts'
import { stepByStep } from '../steps.ts'
import { LIVELY, startWorld, type World } from '../world.ts'

const DECIMALS = 5
/** So near that the simulated market reaches one of two prices soon: in calm hours a minute, in busy ones a second. */
const NEAR_POINTS = 2
const FIRED = { timeout: 300_000, interval: 250 }

let world: World
let browser: JourneyBrowser
let phone: Phone

beforeAll(async () => {
  world = await startWorld(LIVELY)
  browser = await openBrowser()
  phone = await openPhone(browser, { url: world.url })
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const bell = () => phone.page.getByRole('button', { name: pattern(phone, 'price_alerts.open', 'code') })
const form = () => phone.page.getByRole('dialog').locator('form')
const rows = () => phone.page.getByRole('list', { name: phone.t('price_alerts.title') }).getByRole('listitem')

/** The button that adds the alert, once it can be pressed. */
async function enter(price: string): Promise<Locator> {
  const add = form().getByRole('button', { name: phone.t('price_alerts.add') })
  // Where the form, which follows the market, stands at this very price, filling it in types nothing.
  await expect
    .poll(async () => {
      await form().locator('input[inputmode=decimal]').fill(price)
      return add.isEnabled()
    })
    .toBe(true)
  return add
}

/** A price so far away that the app asks. */
async function setFar(price: string): Promise<void> {
  const add = await enter(price)
  await add.click()
  await phone.page
    .getByRole('alertdialog', { name: phone.t('ticket.far_title') })
    .getByRole('button', { name: phone.t('price_alerts.add') })
    .click()
  await phone.page.getByText(phone.t('price_alerts.added', { price })).first().waitFor()
}

/**
 * The market may reach a near price before the alert is added: the form says so, and the next one is tried. Added is
 * what the list contains: the message that the market reached the alert may replace the one that it was added.
 */
async function setNear(sign: 1 | -1): Promise<void> {
  const reached = form().getByText(phone.t('refusals.price_alert_reached'))
  const before = await rows().count()
  const isAdded = async () => (await rows().count()) > before
  // The form also says so of a price that the market reaches while the alert is being added.
  const isRefused = async () =>
    (await reached.isVisible()) && (await form().locator('button[aria-busy]').count()) === 0 && !(await isAdded())
  do {
    const price = formatDecimal((await marketPrice()) + sign * NEAR_POINTS, DECIMALS)
    await (await enter(price)).click()
    await expect.poll(async () => (await isAdded()) || isRefused()).toBe(true)
  } while (!(await isAdded()))
}

/** The price beside which the form is: what is typed does not follow the market. */
async function marketPrice(): Promise<number> {
  const text = await form()
    .getByText(pattern(phone, 'price_alerts.bid_note', 'price'))
    .innerText()
  const value = parseDecimal(must(/\d+\.\d+/.exec(text)?.[0], 'the form names it'), DECIMALS)
  if (typeof value !== 'number') throw new Error('the form names the price')
  return value
}

async function bid(): Promise<number> {
  const value = parseDecimal(await form().locator('input[inputmode=decimal]').inputValue(), DECIMALS)
  if (typeof value !== 'number') throw new Error('the form starts at the current price')
  return value
}

describe('a customer with price alerts', () => {
  stepByStep()

  it('is asked to sign in as a visitor, and returns to the instrument', async () => {
    const trade = new Trade(phone)
    await trade.open()
    await bell().click()
    await phone.page.getByRole('button', { name: phone.t('login.start_demo') }).waitFor()
    await trade.startDemo()
    await trade.chart().waitFor()
    expect(phone.page.url()).toContain('/trade')
  })

  it('sets one by stepping from the current price, and two around it', async () => {
    await bell().click()
    await form().waitFor()
    const add = form().getByRole('button', { name: phone.t('price_alerts.add') })
    await expect.poll(() => add.isDisabled()).toBe(true)
    const start = await bid()
    await setFar(formatDecimal(start + 50_000, DECIMALS))
    await phone.picture('price-alerts-sheet')
    expect(await phone.findings()).toEqual([])
    await setNear(1)
    await setNear(-1)
    await expect.poll(() => rows().count()).toBe(3)
  })

  it('is told when the market reaches one of them, in the app and in the list of notices', async () => {
    const reached = /EUR\/USD (rose|fell) to [\d.]+ \(alert at [\d.]+\)/
    await expect
      .poll(
        () =>
          rows()
            .getByText(pattern(phone, 'price_alerts.last', 'price', 'time'))
            .count(),
        FIRED,
      )
      .not.toBe(0)
    await phone.visit('/mine/notices')
    await phone.page.getByText(reached).first().waitFor()
  })

  it('sees all of them in one list, changes one and deletes one', async () => {
    await phone.visit('/mine/price-alerts')
    await expect.poll(() => rows().count()).toBe(3)
    await phone.picture('price-alerts-list')
    expect(await phone.findings()).toEqual([])
    const last = rows().last()
    await last.getByRole('button', { name: pattern(phone, 'price_alerts.edit_named', 'name') }).click()
    await form().getByRole('switch').click()
    await form().getByLabel(phone.t('price_alerts.note')).fill('take profit')
    await form()
      .getByRole('button', { name: phone.t('price_alerts.save') })
      .click()
    await last.getByText('take profit').waitFor()
    await last.getByText(phone.t('price_alerts.every')).waitFor()
    await phone.closed()
    await last.getByRole('button', { name: pattern(phone, 'price_alerts.delete_named', 'name') }).click()
    await expect.poll(() => rows().count()).toBe(2)
    expect(phone.troubles()).toEqual([])
  })

  it('has room for all of it on the narrowest phone, from right to left too', async () => {
    const token = must(
      (await phone.page.evaluate(() => localStorage.getItem('veritick.token'))) ?? undefined,
      'signed in',
    )
    const narrow = await openPhone(browser, { url: world.url, token, language: 'ar', theme: 'dark', width: 320 })
    try {
      await narrow.visit('/mine/price-alerts')
      await narrow.page.getByRole('list', { name: narrow.t('price_alerts.title') }).waitFor()
      await narrow.picture('price-alerts-list-arabic')
      expect(await sideways(narrow)).toBe(0)
      await new Trade(narrow).open()
      await narrow.page.getByRole('button', { name: pattern(narrow, 'price_alerts.open', 'code') }).click()
      await narrow.page.getByRole('dialog').locator('form').waitFor()
      await narrow.picture('price-alerts-sheet-arabic')
      expect(await sideways(narrow)).toBe(0)
      expect(await narrow.findings()).toEqual([])
    } finally {
      await narrow.context.close()
    }
  })
})
