/**
 * The recorded ECB day, 8 May 2014: two customers buy EUR/USD minutes before the announcement, and the recorded fall
 * triggers their stop-losses. The app's figures are compared with the recording, read directly from its file.
 */

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WireOrder } from '@veritick/contract'
import { IS_QUICK } from '@veritick/testing/quick'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logOf, microsOf, ordersOf } from '../account.ts'
import { Home } from '../pages/home.ts'
import { Orders } from '../pages/orders.ts'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, missingTexts, openBrowser, openPhone, type Phone, pattern, shownBy } from '../phone.ts'
import { ECB_DAY, isRecorded, pointsOf, recordedTicks, type Tick, textOf } from '../recording.ts'
import { SOON, stepByStep } from '../steps.ts'
import { ROOT, startWorld, type World } from '../world.ts'

/** Twelve calm minutes of the recording before the fall, 90 s here: both customers must have bought by then. */
const FROM = '2014-05-08T12:41:00Z'
const SPEED = 8
/** Below every bid from FROM until the fall, above where it ends. */
const STOP_LOSS = '1.39400'
/** From the purchase to the fall: the whole wait at most, on a busy machine. */
const FALL = { timeout: 240_000, interval: 250 }
/** 0.10 lots of 100,000: a point of 0.00001 is 0.10 USD. */
const POINT_MICROS = 100_000n
const DEMO_MONEY = 100_000_000_000n
/** The customers': `npm test` reads English in the journey of money. */
const LANGUAGES = IS_QUICK ? (['ar'] as const) : (['en', 'ar'] as const)

if (!isRecorded) process.stderr.write(`\nSKIPPED: the journey on the recorded day needs ${ECB_DAY}\n\n`)

describe.skipIf(!isRecorded)('the recorded fall of 8 May 2014', () => {
  let world: World
  let browser: JourneyBrowser
  /** One customer for each language; all run in parallel. */
  const people: Person[] = []
  let ticks: readonly Tick[]
  stepByStep()

  beforeAll(async () => {
    ticks = recordedTicks()
    browser = await openBrowser()
    // Last, because the recording starts here.
    world = await startWorld({ FEED: `replay:${ECB_DAY}`, REPLAY_FROM: FROM, REPLAY_SPEED: String(SPEED) })
    for (const language of LANGUAGES) {
      const phone = await openPhone(browser, { url: world.url, language })
      people.push({ phone, language, orders: new Orders(phone), bought: undefined, closed: undefined })
    }
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })
  /** Both at the same time. */
  const each = (step: (person: Person) => Promise<void>) => Promise.all(people.map(step))

  it('opens a demo account and buys with a stop-loss', async () => {
    await each(async (person) => {
      const { phone, orders } = person
      await new Home(phone).open()
      await new Home(phone).row('EUR/USD').click()
      const trade = new Trade(phone)
      await trade.button('buy').click()
      await trade.startDemo()
      // The requested ticket opens by itself after the sign-in.
      const ticket = trade.opened('buy')
      await ticket.confirm().waitFor()
      await ticket.preset('0.10')
      await ticket.switchOn('stop_loss', STOP_LOSS)
      await ticket.send()
      await ticket.viewOrder()
      await orders.sheet().waitFor()
      person.bought = (await ordersOf(phone, 1))[0]
      expect(person.bought).toMatchObject({ Quantity: '0.10', TargetLossPrice: STOP_LOSS })
    })
  })

  it('filled at a recorded quote', () => {
    for (const person of people) {
      const { OpenQuote, Price } = boughtBy(person)
      const { bid, ask, time } = OpenQuote ?? { bid: '', ask: '', time: 0 }
      const recorded = ticks.filter((tick) => tick.time === time)
      expect(recorded).toContainEqual({ time, bid: pointsOf(bid), ask: pointsOf(ask) })
      expect(Price).toBe(ask)
    }
  })

  it('watches the profit move', async () => {
    await each(async ({ orders }) => {
      await orders.closeSheet()
      const row = orders.rows('holding').first()
      const first = await orders.profit(row)
      await expect.poll(() => orders.profit(row), SOON).not.toBe(first)
      await row.click()
      await orders.sheet().waitFor()
    })
  })

  it('is closed by the stop-loss: the sheet goes, a notice says why', async () => {
    await each(async (person) => {
      const { phone, orders, language } = person
      const told = pattern(phone, 'orders.left', 'code', 'id', 'reason')
      // Both texts are read at once, because a notice disappears by itself.
      await expect
        .poll(async () => (await orders.notice(told).allTextContents()).join(), FALL)
        .toContain(phone.t('orders.ended_stop_loss'))
      await orders.sheet().waitFor({ state: 'hidden' })
      await phone.page.getByText(phone.t('orders.empty_holding')).waitFor()
      await phone.picture(`recorded-${language}-stopped`)
    })
  })

  it('closed at exactly the first recorded bid at or below the stop-loss, to the cent', async () => {
    await each(async (person) => {
      const { phone } = person
      const bought = boughtBy(person)
      const [closed] = await ordersOf(phone, 3)
      person.closed = closed
      const expected = firstBeyond(ticks, bought.OpenQuote?.time ?? 0)
      const quote = { bid: textOf(expected.bid), ask: textOf(expected.ask), time: expected.time }
      expect(closed).toMatchObject({ CloseReason: 'stop_loss', UpdatePrice: textOf(expected.bid), CloseQuote: quote })
      const profit = BigInt(expected.bid - pointsOf(bought.Price)) * POINT_MICROS
      expect(microsOf(closed?.FactProfits ?? '')).toBe(profit)
      const log = await logOf(phone)
      const sum = log.reduce((total, entry) => total + microsOf(entry.Value), 0n)
      expect(sum).toBe(DEMO_MONEY - microsOf(bought.TradeFee) + profit)
    })
  })

  it('says why in history, with the level and the quote', async () => {
    await each(async ({ phone, orders, closed, language }) => {
      await orders.choose('history')
      await orders.rows('history').first().click()
      await orders.sheet().waitFor()
      const why = pattern(phone, 'orders.why_stop_loss', 'side', 'level')
      expect(await shownBy(orders.sheet().getByText(why))).toContain(STOP_LOSS)
      await orders.sheet().getByText(`#${closed?.CloseQuote?.seq}`).waitFor()
      expect(await missingTexts(phone)).toEqual([])
      await phone.picture(`recorded-${language}-why`)
    })
    expect(await people.at(-1)?.phone.page.getAttribute('html', 'dir')).toBe('rtl')
  })

  it('gives a proof that the offline verifier accepts, and refuses when one digit of it is changed', async () => {
    for (const { phone, orders, language } of people) {
      await orders.openProof()
      await orders.proof().getByText(phone.t('receipt.order_closed'), { exact: true }).waitFor()
      await phone.picture(`recorded-${language}-proof`)
      const { text } = await orders.downloadProof()
      expect(verify(world, `receipt-${language}.json`, text)).toMatchObject({ status: 0 })
      const forged = text.replace(
        /"price": (\d+)(\d)/,
        (_, digits: string, last: string) => `"price": ${digits}${(Number(last) + 1) % 10}`,
      )
      expect(forged).not.toBe(text)
      expect(verify(world, `forged-${language}.json`, forged).status).toBe(1)
    }
  })

  it('has met no error on its way', () => {
    for (const { phone } of people) expect(phone.troubles()).toEqual([])
  })
})

type Person = {
  readonly phone: Phone
  readonly language: 'en' | 'ar'
  readonly orders: Orders
  bought: WireOrder | undefined
  closed: WireOrder | undefined
}

function boughtBy({ bought }: Person): WireOrder {
  if (bought === undefined) throw new Error('the order is held')
  return bought
}

/** The tick that must trigger the stop-loss: the first after the purchase with a bid at or below it. */
function firstBeyond(ticks: readonly Tick[], opened: number): Tick {
  const level = pointsOf(STOP_LOSS)
  const tick = ticks.find((each) => each.time > opened && each.bid <= level)
  if (tick === undefined) throw new Error('the recording falls through the stop-loss')
  return tick
}

function verify({ folder }: World, name: string, text: string) {
  const path = join(folder, name)
  writeFileSync(path, text)
  const program = join(ROOT, 'node_modules', '.bin', 'tsx')
  const { status, stdout, stderr } = spawnSync(program, ['tools/verify/main.ts', path], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}
