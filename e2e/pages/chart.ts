/** The chart: its lines with their handles, its drawing tools, and taps on its canvas. */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type Phone, pattern } from '../phone.ts'

type Line = 'stop_loss' | 'take_profit' | 'target'
type Place = { readonly x: number; readonly y: number }
const STEPS = 8
/** A sheet that a tap opens is there sooner, also on a busy machine. */
const OPENED_MILLIS = 2_000

export class ChartPage {
  readonly phone: Phone

  constructor(phone: Phone) {
    this.phone = phone
  }

  handle(level: Line): Locator {
    // Also behind a question.
    return this.phone.page.getByRole('slider', {
      name: this.phone.t(`ticket.${level}`),
      exact: true,
      includeHidden: true,
    })
  }

  /** The tag of the only position's entry. */
  entry(): Locator {
    return this.phone.page.locator('button[data-level$=" entry"]')
  }

  /** In whole points. */
  async price(level: Line): Promise<number> {
    return Number(await this.handle(level).getAttribute('aria-valuenow'))
  }

  async middle(of: Locator): Promise<Place> {
    const box = await of.boundingBox()
    if (box === null) throw new Error('not on the screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  /**
   * Takes a line with the mouse and moves it, without letting go. A line rests first, because the axis of prices moves
   * for some frames after it brought a line into view; the new price of a level is there when this returns.
   */
  async grab(level: Line | 'entry', by: number): Promise<void> {
    const { mouse } = this.phone.page
    const line = level === 'entry' ? this.entry() : this.handle(level)
    const before = level === 'entry' ? undefined : await this.price(level)
    const { x, y } = await this.#resting(line)
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x, y + by, { steps: STEPS })
    if (level !== 'entry') await expect.poll(() => this.price(level)).not.toBe(before)
  }

  /** A tap on the tag of a line out of view brings it in. Where it is in view already, the tap opens the levels. */
  async bringIntoView(level: Line): Promise<void> {
    await this.handle(level).click()
    const levels = this.phone.page.getByRole('dialog', { name: this.phone.t('orders.edit_title') })
    const isOpen = await levels.waitFor({ timeout: OPENED_MILLIS }).then(
      () => true,
      () => false,
    )
    if (!isOpen) return
    await this.phone.page.keyboard.press('Escape')
    await levels.waitFor({ state: 'detached' })
    await this.phone.closed()
  }

  async resting(level: Line): Promise<void> {
    await this.#resting(this.handle(level))
  }

  /** The middle of a line once two looks find it at the same place. */
  async #resting(line: Locator): Promise<Place> {
    let seen = await this.middle(line)
    await expect
      .poll(async () => {
        const before = seen
        seen = await this.middle(line)
        return seen.y - before.y
      })
      .toBe(0)
    return seen
  }

  /** The same with a finger, and lets go. */
  async swipe(level: Line, by: number): Promise<void> {
    const { x, y } = await this.middle(this.handle(level))
    const touch = await this.phone.context.newCDPSession(this.phone.page)
    const at = (step: number) => ({ touchPoints: [{ x, y: y + (by * step) / STEPS }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) })
    for (let step = 1; step <= STEPS; step += 1)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(step) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await touch.detach()
  }

  question(): Locator {
    return this.phone.page.getByRole('alertdialog')
  }

  async confirm(key: 'move_confirm' | 'set_confirm' = 'move_confirm'): Promise<void> {
    await this.question()
      .getByRole('button', { name: this.phone.t(`trade.${key}`) })
      .click()
    await this.question().waitFor({ state: 'detached' })
    await this.phone.closed()
  }

  async tools(): Promise<Locator> {
    const name = this.phone.t('trade.draw_title')
    await this.phone.page.getByRole('button', { name }).click()
    const sheet = this.phone.page.getByRole('dialog', { name })
    await sheet.waitFor()
    return sheet
  }

  /** Chooses a tool with the keyboard; its first point, which then has the focus. */
  async chooseByKeys(tool: 'trend' | 'channel'): Promise<Locator> {
    const { page, t } = this.phone
    await page.getByRole('button', { name: t('trade.draw_title') }).press('Enter')
    const sheet = page.getByRole('dialog', { name: t('trade.draw_title') })
    await sheet.getByRole('button', { name: t(`trade.draw_${tool}`), exact: true }).press('Enter')
    await sheet.waitFor({ state: 'detached' })
    await this.phone.closed()
    const name = pattern(this.phone, 'trade.draw_point', 'tool', 'number', 'count')
    const point = page.locator(':focus').and(page.getByRole('slider', { name }))
    await point.waitFor({ state: 'attached' })
    return point
  }

  async choose(tool: 'trend' | 'horizontal' | 'text' | 'rectangle' | 'fibonacci' | 'measure'): Promise<void> {
    const sheet = await this.tools()
    await sheet.getByRole('button', { name: this.phone.t(`trade.draw_${tool}`), exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    await this.phone.closed()
  }

  /** Taps a place of the chart; both in parts of its width and height. */
  async tap(across: number, down: number): Promise<void> {
    const box = await this.phone.page.getByRole('img', { name: /./ }).last().boundingBox()
    if (box === null) throw new Error('there is no chart')
    await this.phone.page.touchscreen.tap(box.x + box.width * across, box.y + box.height * down)
  }

  async drawings(): Promise<readonly unknown[]> {
    const text = await this.phone.page.evaluate(() => localStorage.getItem('veritick.drawings.1'))
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read : []
  }
}
