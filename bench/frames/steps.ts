/** A short visit with a thumb: an instrument, its ticket, a size, and the tabs. */
import type { Page } from 'playwright-core'
import { captured } from './peer.ts'

export type Step = { readonly name: string; readonly act: (page: Page) => Promise<void> }

/** The address bar of a phone is gone; a tap in the middle of the page hits an element of every screen. */
const MIDDLE = { x: 195, y: 300 }
const SETTLED_MILLIS = 1500

const tab = (name: string) => async (page: Page) => page.getByRole('link', { name, exact: true }).tap()

const typed = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Lots' }).focus()
  await page.keyboard.press('2')
  await page.keyboard.press('Backspace')
}

export const STEPS: readonly Step[] = [
  {
    name: 'a tap on a row',
    act: async (page) =>
      page
        .getByRole('button', { name: /^EUR\/USD/ })
        .first()
        .tap(),
  },
  { name: 'a tap on Buy', act: async (page) => page.getByRole('button', { name: /^Buy/ }).tap() },
  { name: 'typing a size', act: typed },
  { name: 'Escape', act: async (page) => page.keyboard.press('Escape') },
  { name: 'the tab of orders', act: tab('Orders') },
  { name: 'the tab of trade', act: tab('Trade') },
  { name: 'the tab of quotes', act: tab('Quotes') },
]

/** The screens of a visit: before the first step, and after each that changes the screen. */
export async function statesOf(page: Page): Promise<readonly string[]> {
  const states = [await captured(page)]
  for (const { act } of STEPS) {
    await act(page)
    await page.waitForTimeout(SETTLED_MILLIS)
    if (act !== typed) states.push(await captured(page))
  }
  return states.slice(0, -1)
}

/** The same on the peer, where every tap shows the next screen. */
export function peerSteps(): readonly Step[] {
  const tapped = async (page: Page) => page.touchscreen.tap(MIDDLE.x, MIDDLE.y)
  return STEPS.map(({ name, act }) => ({ name, act: act === typed ? typed : tapped }))
}
