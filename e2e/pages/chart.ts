/** The chart: its lines with their handles, its drawing tools, and taps on its canvas. */
import type { Locator } from 'playwright-core'
import type { Phone } from '../phone.ts'

type Place = { readonly x: number; readonly y: number }
const STEPS = 8

export class ChartPage {
  readonly phone: Phone

  constructor(phone: Phone) {
    this.phone = phone
  }

  handle(level: 'stop_loss' | 'take_profit'): Locator {
    // Also behind a question.
    return this.phone.page.getByRole('slider', { name: this.phone.t(`ticket.${level}`), includeHidden: true })
  }

  /** In whole points. */
  async price(level: 'stop_loss' | 'take_profit'): Promise<number> {
    return Number(await this.handle(level).getAttribute('aria-valuenow'))
  }

  async middle(of: Locator): Promise<Place> {
    const box = await of.boundingBox()
    if (box === null) throw new Error('not on the screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  /** Takes a line with the mouse and moves it, without letting go. */
  async grab(level: 'stop_loss' | 'take_profit', by: number): Promise<void> {
    const { mouse } = this.phone.page
    const { x, y } = await this.middle(this.handle(level))
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x, y + by, { steps: STEPS })
  }

  /** The same with a finger, and lets go. */
  async swipe(level: 'stop_loss' | 'take_profit', by: number): Promise<void> {
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

  async confirm(): Promise<void> {
    await this.question()
      .getByRole('button', { name: this.phone.t('trade.move_confirm') })
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
    // Two quick taps would be a double tap.
    await this.phone.page.waitForTimeout(600)
  }

  async drawings(): Promise<readonly unknown[]> {
    const text = await this.phone.page.evaluate(() => localStorage.getItem('veritick.drawings.1'))
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read : []
  }
}
