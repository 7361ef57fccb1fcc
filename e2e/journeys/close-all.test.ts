/**
 * Closing all positions and cancelling all pending orders: another phone closes one in the middle, the server is killed
 * in the middle and comes back, the page reloads in the middle; each order ends once, under one key.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logOf, openPositions, ordersOf, placePendings, untilFresh } from '../account.ts'
import { Orders } from '../pages/orders.ts'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

const POSITIONS = 8
/** More than one page of the list. */
const PENDINGS = 23
const RECOVERY = { timeout: 90_000 }

describe('many orders at once', () => {
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  let other: Phone
  let orders: Orders
  /** The promise that every request waits for on its way. */
  let mayPass: Promise<void> = Promise.resolve()
  const asked: { readonly id: number; readonly key: string }[] = []
  stepByStep()

  beforeAll(async () => {
    world = await startWorld({}, { keepsPorts: true })
    browser = await openBrowser()
    phone = await openPhone(browser, { url: world.url })
    orders = new Orders(phone)
    const trade = new Trade(phone)
    await phone.page.goto('/login?from=/trade')
    await trade.startDemo()
    await trade.chart().waitFor()
    const token = await phone.page.evaluate(() => localStorage.getItem('veritick.token'))
    other = await openPhone(browser, { url: world.url, token: token ?? '' })
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  /** Largest margin first: 0.04 lots are the fifth. The side belongs to it, because a profit may be 0.04 too. */
  const fifth = () => `${phone.t('common.buy')} 0.04`
  const sheet = () => phone.page.getByRole('dialog')
  const button = (name: string) => sheet().getByRole('button', { name, exact: true })
  const phase = (name: 'running' | 'stopped' | 'finished', answered: number, total: number) =>
    sheet()
      .getByRole('status')
      .getByText(phone.t(`close_all.phase_${name}`, { answered, total }))
  const row = (text: string) =>
    sheet()
      .getByRole('list', { name: phone.t('close_all.list') })
      .getByRole('listitem')
      .filter({ hasText: text })

  /** Records each request; `first` handles the first request of the nth order. */
  async function watch(path: string, first: (nth: number, carryOut: () => Promise<void>) => Promise<'lost' | 'sent'>) {
    const seen = new Set<number>()
    await phone.page.route(`**/v1/api/forex/${path}`, async (route) => {
      const { id }: { id: number } = route.request().postDataJSON()
      asked.push({ id, key: route.request().headers()['idempotency-key'] ?? '' })
      await mayPass
      const isFirst = !seen.has(id)
      seen.add(id)
      const fate = isFirst ? await first(seen.size, async () => void (await route.fetch())) : 'sent'
      await (fate === 'lost' ? route.abort('connectionreset') : route.continue()).catch(() => undefined)
    })
  }
  const keysOf = (id: number) => new Set(asked.filter((each) => each.id === id).map(({ key }) => key))

  it('asks once, with the number and the estimated result', async () => {
    await openPositions(phone, POSITIONS)
    await orders.open('holding')
    await phone.page.getByRole('button', { name: phone.t('close_all.close_title') }).click()
    await button(phone.t('close_all.close_confirm', { number: POSITIONS })).waitFor()
    await sheet().getByText(phone.t('close_all.estimate')).waitFor()
    expect(await sideways(phone)).toBe(0)
    expect(await phone.findings()).toEqual([])
    await phone.picture('close-all-question')
  })

  it('closes each once: another phone closes one, and the server is killed after it closed another', async () => {
    let [release, pass] = [() => {}, () => {}]
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const fresh = new Promise<void>((resolve) => {
      pass = resolve
    })
    await watch('close', async (nth, carryOut) => {
      if (nth === 3) await held
      if (nth !== 6) return 'sent'
      await carryOut()
      await world.kill()
      mayPass = fresh
      return 'lost'
    })
    await button(phone.t('close_all.close_confirm', { number: POSITIONS })).click()
    await phase('running', 2, POSITIONS).waitFor()

    const second = new Orders(other)
    await second.open('holding')
    await second.rows('holding').filter({ hasText: fifth() }).click()
    await second.closeOrder()
    release()

    await sheet().getByText(phone.t('close_all.retrying')).waitFor()
    await phone.picture('close-all-no-answer')
    await world.startAgain()
    await untilFresh(phone)
    pass()
    await phase('finished', POSITIONS, POSITIONS).waitFor(RECOVERY)
    await phone.picture('close-all-finished')
    expect(await row(fifth()).innerText()).toContain(phone.t('refusals.order_ended'))
    expect(await row(phone.t('close_all.close_done')).count()).toBe(POSITIONS - 1)
  })

  it('has ended each position once, under one key', async () => {
    expect(await ordersOf(phone, 1)).toHaveLength(0)
    const ended = await ordersOf(phone, 3)
    expect(new Set(ended.map(({ Id }) => Id)).size).toBe(POSITIONS)
    for (const { Id } of ended) expect(keysOf(Id).size).toBe(1)
    // The order whose first answer was lost, and no other.
    expect(asked.length).toBeGreaterThan(POSITIONS)
    expect(new Set(asked.map(({ id }) => id)).size).toBe(POSITIONS)
    // A close at the opening price moves no money, so it has no entry.
    const moved = ended.filter(({ FactProfits }) => /[1-9]/.test(FactProfits))
    expect((await logOf(phone)).filter(({ Kind }) => Kind === 'profit')).toHaveLength(moved.length)
    await phone.page.unroute('**/v1/api/forex/close')
    await button(phone.t('common.done')).click()
    await phone.closed()
  })

  it('cancels pending orders until it is stopped, and finds its place again after a reload', async () => {
    await placePendings(phone, PENDINGS)
    asked.length = 0
    await orders.open('pending')
    await phone.page.getByRole('button', { name: phone.t('close_all.cancel_title') }).click()
    await watch('cancel_trade', async (nth, carryOut) => {
      if (nth !== 3) return 'sent'
      await carryOut()
      await phone.page.reload()
      return 'lost'
    })
    await button(phone.t('close_all.cancel_confirm', { number: PENDINGS })).click()
    await sheet().getByText(phone.t('close_all.not_known')).waitFor()
    await phase('stopped', 2, PENDINGS).waitFor()
    expect(await ordersOf(phone, 0)).toHaveLength(20)
    await phone.picture('cancel-all-reloaded')
    await button(phone.t('close_all.continue')).click()
    await phase('finished', PENDINGS, PENDINGS).waitFor(RECOVERY)
    expect(await row(phone.t('close_all.cancel_done')).count()).toBe(PENDINGS)
    expect(await ordersOf(phone, 0)).toHaveLength(0)
    for (const id of new Set(asked.map((each) => each.id))) expect(keysOf(id).size).toBe(1)
    expect(asked).toHaveLength(PENDINGS + 1)
  })

  it('does not repeat a result that was seen, after a reload', async () => {
    await expect.poll(() => phone.page.evaluate(() => sessionStorage.getItem('veritick.close-all'))).toBeNull()
    await orders.open('pending')
    await phone.page.getByText(phone.t('orders.empty_pending'), { exact: true }).waitFor()
    expect(await sheet().count()).toBe(0)
  })

  it('has shown no broken page on its way', () => {
    expect(phone.troubles().filter((trouble) => trouble.startsWith('page error'))).toEqual([])
  })
})
