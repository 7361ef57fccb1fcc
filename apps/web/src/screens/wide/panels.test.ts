/** Sizes of the workspace's panels: limits, keys, the pointer, small windows, and storage. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  CHART_MIN_HEIGHT_PX,
  CHART_MIN_WIDTH_PX,
  firstSizes,
  fitted,
  growth,
  LOW_MAX_PX,
  largest,
  PANELS,
  STEP_PX,
  sizeAfterKey,
  sizesIn,
  sizesText,
  TICKET_MIN_HEIGHT_PX,
  withSize,
} from './panels.ts'

const WIDE = { width: 1280, height: 800 }
const sizes = firstSizes(WIDE)

describe('a size', () => {
  it('stays within the limits of its panel', () => {
    expect(withSize(sizes, 'list', 10, WIDE).list).toBe(PANELS.list.min)
    expect(withSize(sizes, 'list', 5000, WIDE).list).toBe(PANELS.list.max)
    expect(withSize(sizes, 'orders', 233.4, WIDE).orders).toBe(233)
  })
  it('leaves the chart its minimum width, and the ticket its minimum height', () => {
    const room = { width: 1000, height: 780 }
    expect(largest('list', sizes, room)).toBe(1000 - 32 - CHART_MIN_WIDTH_PX - sizes.ticket)
    expect(largest('orders', sizes, room)).toBe(780 - 56 - 24 - TICKET_MIN_HEIGHT_PX)
    // Stored for a higher window.
    expect(fitted({ ...sizes, orders: 640 }, WIDE).orders).toBe(800 - 56 - 24 - TICKET_MIN_HEIGHT_PX)
  })
  it('of the narrowest workspace leaves the chart its minimum width', () => {
    const { list, ticket, orders } = fitted({ list: 480, ticket: 480, orders: 640 }, { width: 900, height: 501 })
    expect(900 - 32 - list - ticket).toBeGreaterThanOrEqual(CHART_MIN_WIDTH_PX)
    // The ticket is beside the orders, which leave the chart its minimum height.
    expect(501 - 56 - 24 - orders).toBe(CHART_MIN_HEIGHT_PX)
  })
  it('is the chosen size if the window has space', () => {
    const chosen = { list: 400, ticket: 420, orders: 500 }
    expect(fitted(chosen, { width: 1920, height: 1080 })).toEqual(chosen)
  })
})

describe('the first sizes', () => {
  it.each([
    { width: 900, height: 700, list: 250, ticket: 300, orders: 188 },
    { width: 960, height: 600, list: 250, ticket: 330, orders: 188 },
    { width: 1100, height: 800, list: 258, ticket: 330, orders: 204 },
    { width: 1280, height: 760, list: 328, ticket: 330, orders: 188 },
    { width: 1280, height: 761, list: 328, ticket: 330, orders: 204 },
    { width: 1440, height: 900, list: 328, ticket: 330, orders: 204 },
    { width: 900, height: 501, list: 250, ticket: 300, orders: 161 },
    { width: 1920, height: 1080, list: 372, ticket: 372, orders: 348 },
    { width: 2560, height: 1440, list: 372, ticket: 372, orders: 380 },
  ])('of $width x $height', ({ list, ticket, orders, ...room }) => {
    expect(firstSizes(room)).toEqual({ list, ticket, orders })
  })
  it('are those of the page of the server', () => {
    const css = readFileSync(new URL('../../design/tokens.css', import.meta.url), 'utf8').replace(/\s+/g, ' ')
    for (const formula of [
      'list, clamp(250px, 100vw - 842px, clamp(328px, 20vw, 372px))',
      'ticket, clamp(300px, 100vw - 600px, clamp(330px, 20vw, 372px))',
      'orders, clamp(140px, 100vh - 524px, clamp(204px, 80vh - 516px, 380px))',
    ])
      expect(css).toContain(`--panel-${formula}`)
    expect(css).toContain(
      `@media (max-height: ${LOW_MAX_PX}px) { grid-template-rows: minmax(0, 1fr) ` +
        'var(--panel-orders, clamp(140px, 100vh - 340px, 188px))',
    )
  })
})

describe('a key', () => {
  const after = (panel: 'list' | 'ticket' | 'orders', key: string, direction: 'ltr' | 'rtl' = 'ltr') =>
    sizeAfterKey({ panel, key, sizes, room: WIDE, direction })
  it.each([
    ['list', 'ArrowRight', 'ltr', STEP_PX],
    ['list', 'ArrowRight', 'rtl', -STEP_PX],
    ['ticket', 'ArrowLeft', 'ltr', STEP_PX],
    ['ticket', 'ArrowLeft', 'rtl', -STEP_PX],
    ['orders', 'ArrowUp', 'ltr', STEP_PX],
    ['orders', 'ArrowUp', 'rtl', STEP_PX],
    ['orders', 'ArrowDown', 'ltr', -STEP_PX],
  ] as const)('%s %s %s changes it by %i', (panel, key, direction, by) => {
    expect(after(panel, key, direction)).toBe(sizes[panel] + by)
  })
  it('goes to the smallest and the largest size, and ignores others', () => {
    expect(after('list', 'Home')).toBe(PANELS.list.min)
    expect(after('list', 'End')).toBe(largest('list', sizes, WIDE))
    expect(after('list', 'ArrowUp')).toBeUndefined()
    expect(after('orders', 'ArrowLeft')).toBeUndefined()
  })
})

it('the pointer moves the grabbed separator, also in Arabic', () => {
  const moved = { x: 20, y: -30 }
  expect(growth('list', moved, 'ltr')).toBe(20)
  expect(growth('list', moved, 'rtl')).toBe(-20)
  expect(growth('ticket', moved, 'ltr')).toBe(-20)
  expect(growth('orders', moved, 'rtl')).toBe(30)
})

describe('the stored sizes', () => {
  it('are restored', () => {
    const chosen = { list: 260, ticket: 400, orders: 300 }
    expect(sizesIn(sizesText(chosen))).toEqual(chosen)
  })
  it.each([undefined, '', '300', '1 2 3 4', 'a b c', '-1 300 300', '99999 1 1'])('are unknown for %s', (text) => {
    expect(sizesIn(text)).toBeUndefined()
  })
  it('are limited', () => {
    expect(sizesIn('0 9999 9999')).toEqual({
      list: PANELS.list.min,
      ticket: PANELS.ticket.max,
      orders: PANELS.orders.max,
    })
  })
})
