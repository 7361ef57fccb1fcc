/** A server crash, a lost network and a lost answer: old figures are dimmed, nothing is lost, nothing happens twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ordersOf } from '../account.ts'
import { Home } from '../pages/home.ts'
import { Orders } from '../pages/orders.ts'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone, pattern } from '../phone.ts'
import { stepByStep } from '../steps.ts'
import { LIVELY, startWorld, type World } from '../world.ts'

const SOON = { timeout: 30_000, interval: 100 }
/** The app retries with growing pauses, at most every 15 s. */
const BACK = { timeout: 60_000 }
const SUBMIT = '**/v1/api/forex/submit'

describe('a connection that does not hold', () => {
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  let home: Home
  let trade: Trade
  let orders: Orders
  stepByStep()

  beforeAll(async () => {
    world = await startWorld(LIVELY, { keepsPorts: true })
    browser = await openBrowser()
    phone = await openPhone(browser, { url: world.url })
    home = new Home(phone)
    trade = new Trade(phone)
    orders = new Orders(phone)
    await phone.page.goto('/login?from=/trade')
    await trade.startDemo()
    await trade.chart().waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })
  const moves = async () => {
    const row = orders.rows('holding').first()
    const before = await orders.profit(row)
    await expect.poll(() => orders.profit(row), SOON).not.toBe(before)
  }

  it('shows the order by itself when its answer was lost, and sends no second one', async () => {
    await phone.page.route(
      SUBMIT,
      async (route) => {
        await route.fetch()
        await phone.context.setOffline(true)
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    const ticket = await trade.ticket('buy')
    await ticket.confirm().click()
    await ticket.sheet().getByText(phone.t('ticket.unanswered_offline')).waitFor()
    await phone.picture('unanswered-offline')
    await phone.context.setOffline(false)
    await phone.page.getByRole('dialog', { name: phone.t('ticket.done_title') }).waitFor(BACK)
    expect(await ordersOf(phone, 1)).toHaveLength(1)
    await ticket.done()
  })

  it('says that an order has not arrived, and sends it again only when the customer taps', async () => {
    let isLost = true
    await phone.page.route(SUBMIT, (route) => (isLost ? route.abort('connectionreset') : route.continue()))
    const ticket = await trade.ticket('buy')
    await ticket.confirm().click()
    await ticket
      .sheet()
      .getByText(pattern(phone, 'ticket.undecided_price', 'price'))
      .waitFor()
    expect(await ordersOf(phone, 1)).toHaveLength(1)
    isLost = false
    await ticket.send()
    await phone.page.unroute(SUBMIT)
    expect(await ordersOf(phone, 1)).toHaveLength(2)
    await ticket.done()
  })

  it('says that the network is slow while it is', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await phone.page.route(SUBMIT, async (route) => {
      await held
      await route.continue()
    })
    const ticket = await trade.ticket('sell')
    await ticket.confirm().click()
    await ticket.sheet().getByText(phone.t('ticket.sending_slow')).waitFor()
    release()
    await phone.page.getByRole('dialog', { name: phone.t('ticket.done_title') }).waitFor()
    await phone.page.unroute(SUBMIT)
    await ticket.done()
    expect(await ordersOf(phone, 1)).toHaveLength(3)
  })

  it('dims what it shows when the server is killed, and finds everything again after its restart', async () => {
    await home.tab('orders')
    await moves()
    await world.kill()
    await phone.page.getByText(phone.t('shell.reconnecting')).waitFor()
    await expect.poll(() => orders.rows('holding').count(), SOON).toBe(3)
    await phone.picture('server-gone')
    await world.startAgain()
    await phone.page.getByText(phone.t('shell.reconnecting')).waitFor({ state: 'detached', ...BACK })
    await moves()
    expect(await ordersOf(phone, 1)).toHaveLength(3)
  })

  it('shows the last known figures while offline, and new ones after', async () => {
    await phone.context.setOffline(true)
    await phone.page.getByText(phone.t('shell.offline')).waitFor()
    await expect.poll(() => orders.rows('holding').count(), SOON).toBe(3)
    await phone.picture('offline')
    await phone.context.setOffline(false)
    await phone.page.getByText(phone.t('shell.offline')).waitFor({ state: 'detached', ...BACK })
    await moves()
  })

  it('says so in a tab that was never opened, and shows it once the network is back', async () => {
    await phone.context.setOffline(true)
    await home.tab('ranking')
    await phone.page.getByText(phone.t('shell.offline_title'), { exact: true }).waitFor()
    await phone.page.getByRole('button', { name: phone.t('common.retry') }).waitFor()
    await phone.picture('offline-new-tab')
    await phone.context.setOffline(false)
    await phone.page.getByText(phone.t('shell.ranking_title')).waitFor(BACK)
    await home.tab('orders')
  })

  it('offers a retry when a list can not be read', async () => {
    let asked = 0
    await phone.page.route('**/v1/api/forex/my_deal?*', (route) => {
      asked += 1
      return route.abort('connectionfailed')
    })
    await phone.page.reload()
    await phone.page.getByText(phone.t('common.error_title')).first().waitFor()
    await phone.picture('list-failed')
    const retry = phone.page.getByRole('button', { name: phone.t('common.retry') }).first()
    const before = asked
    await retry.click()
    await expect.poll(() => asked, SOON).toBeGreaterThan(before)
    await phone.page.unroute('**/v1/api/forex/my_deal?*')
    // The app also reads the list again by itself: then the button is gone before it can be pressed.
    await Promise.race([retry.click(), orders.rows('holding').first().waitFor()])
    await expect.poll(() => orders.rows('holding').count(), SOON).toBe(3)
  })

  it('has shown no broken page on its way', () => {
    expect(phone.troubles().filter((trouble) => trouble.startsWith('page error'))).toEqual([])
  })
})
