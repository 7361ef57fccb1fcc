/** The visible part of the panels of a wide window: each scrolls by itself. */
import type { Locator } from 'playwright-core'

/** Costs of the ticket that a customer does not see without scrolling. */
export const hiddenCosts = (ticket: Locator) =>
  ticket.evaluate((panel) => {
    const { top, bottom } = panel.getBoundingClientRect()
    const lines = [...panel.querySelectorAll('dl dt')]
    if (lines.length === 0) return ['no costs']
    return lines
      .filter((line) => {
        const box = line.getBoundingClientRect()
        const shown = document.elementFromPoint(box.left + 1, box.top + box.height / 2)
        return box.top < top || box.bottom > bottom || shown === null || !line.contains(shown)
      })
      .map((line) => line.textContent)
  })

/** Whether a customer sees the element: a list scrolls. */
export const isInView = async (element: Locator) =>
  (await element.count()) === 1 &&
  element.evaluate((row) => {
    const { left, top, bottom } = row.getBoundingClientRect()
    return row.contains(document.elementFromPoint(left + 1, (top + bottom) / 2))
  })

/** The part of a panel that scrolls: the fields of the ticket. */
export const SCROLLING = '[tabindex="0"].overflow-y-auto'
export const scrolled = (ticket: Locator) => ticket.locator(SCROLLING).evaluate((part) => part.scrollTop)
export const scrollToEnd = (ticket: Locator) =>
  ticket.locator(SCROLLING).evaluate((part) => part.scrollTo({ top: part.scrollHeight, behavior: 'instant' }))
