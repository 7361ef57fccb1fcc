/**
 * The sizes of the workspace's panels, in CSS pixels: the limits of each panel, the change by a key or the pointer, and
 * the fit into the window. Chart and ticket get the remaining space, and keep their minimum size. In a low window the
 * ticket has the whole height, so that its fields are in sight, and the orders are below list and chart.
 */

export const PANELS = {
  /** Wide enough for a code, its price and a scrollbar; beyond the largest size only empty space grows. */
  list: { side: 'width', min: 250, max: 480 },
  /** Wide enough for two buttons with prices side by side. */
  ticket: { side: 'width', min: 300, max: 480 },
  /** At least the tabs, the head of the table and one row. */
  orders: { side: 'height', min: 140, max: 640 },
} as const
export type PanelName = keyof typeof PANELS
export type PanelSizes = { readonly [P in PanelName]: number }
export const PANEL_NAMES: readonly PanelName[] = ['list', 'ticket', 'orders']

/** The minimum width of the chart with its header. */
export const CHART_MIN_WIDTH_PX = 318
/**
 * The minimum height of the ticket, and of the chart beside it: the two buttons, 200 px of fields, the costs and the
 * button that places the order.
 */
export const TICKET_MIN_HEIGHT_PX = 444
/** Up to this height a window is low. A rule of `workspace` in tokens.css is the same. */
export const LOW_MAX_PX = 760
/** The minimum height of the chart above the orders of a low window: its header, its bar, and 130 px of candles. */
export const CHART_MIN_HEIGHT_PX = 260
/** The height of the bar at the top, and the gaps around and between the panels. */
const TOP_PX = 56
const GAPS_WIDTH_PX = 32
const GAPS_HEIGHT_PX = 24
/** One press of an arrow key. */
export const STEP_PX = 16

export type WindowSize = { readonly width: number; readonly height: number }

/**
 * The sizes before the customer has chosen some; `workspace` in tokens.css has the same formulas, for the page of the
 * server. In a laptop window the orders have three rows, so that the ticket above fits, and two in a low one. A larger
 * window also shows the flags of the list, and seven rows of orders. In a narrow one list and ticket are smaller, for
 * the chart.
 */
export const firstSizes = ({ width, height }: WindowSize): PanelSizes => ({
  list: between(PANELS.list.min, width - 842, between(328, width * 0.2, 372)),
  ticket: between(PANELS.ticket.min, width - 600, between(330, width * 0.2, 372)),
  orders: between(
    PANELS.orders.min,
    roomForOrders(height),
    height <= LOW_MAX_PX ? 188 : between(204, height * 0.8 - 516, 380),
  ),
})

/** As `clamp` in CSS, in whole pixels. */
const between = (min: number, wanted: number, max: number): number => Math.round(Math.max(min, Math.min(wanted, max)))

const roomForOrders = (height: number): number =>
  height - TOP_PX - GAPS_HEIGHT_PX - (height <= LOW_MAX_PX ? CHART_MIN_HEIGHT_PX : TICKET_MIN_HEIGHT_PX)

/** The largest size of a panel while the other panels keep their size, and chart and ticket their minimum. */
export function largest(panel: PanelName, sizes: PanelSizes, room: WindowSize): number {
  const left =
    panel === 'orders'
      ? roomForOrders(room.height)
      : room.width - GAPS_WIDTH_PX - CHART_MIN_WIDTH_PX - sizes[panel === 'list' ? 'ticket' : 'list']
  return Math.max(PANELS[panel].min, Math.min(PANELS[panel].max, Math.floor(left)))
}

/** One panel set to a size, within its limits. */
export function withSize(sizes: PanelSizes, panel: PanelName, size: number, room: WindowSize): PanelSizes {
  const limited = Math.min(largest(panel, sizes, room), Math.max(PANELS[panel].min, Math.round(size)))
  return { ...sizes, [panel]: limited }
}

/** The chosen sizes, fitted into a window that may have become smaller: the list shrinks last. */
export function fitted(sizes: PanelSizes, room: WindowSize): PanelSizes {
  const list = withSize({ ...sizes, ticket: PANELS.ticket.min }, 'list', sizes.list, room)
  const both = withSize({ ...sizes, list: list.list }, 'ticket', sizes.ticket, room)
  return withSize(both, 'orders', sizes.orders, room)
}

/**
 * The size after a key on a panel's separator; `undefined`: the key has no effect. An arrow moves the separator, so in
 * a right-to-left language it has the opposite effect on the width.
 */
export function sizeAfterKey(at: {
  readonly panel: PanelName
  readonly key: string
  readonly sizes: PanelSizes
  readonly room: WindowSize
  readonly direction: 'ltr' | 'rtl'
}): number | undefined {
  const { panel, key, sizes, room, direction } = at
  if (key === 'Home') return PANELS[panel].min
  if (key === 'End') return largest(panel, sizes, room)
  const arrows = ARROWS[panel]
  const grows = panel !== 'orders' && direction === 'rtl' ? arrows.shrinks : arrows.grows
  const shrinks = panel !== 'orders' && direction === 'rtl' ? arrows.grows : arrows.shrinks
  if (key === grows) return sizes[panel] + STEP_PX
  if (key === shrinks) return sizes[panel] - STEP_PX
  return undefined
}
const ARROWS: { readonly [P in PanelName]: { readonly grows: string; readonly shrinks: string } } = {
  list: { grows: 'ArrowRight', shrinks: 'ArrowLeft' },
  ticket: { grows: 'ArrowLeft', shrinks: 'ArrowRight' },
  orders: { grows: 'ArrowUp', shrinks: 'ArrowDown' },
}

/** How much a panel grows when the pointer moves on its separator. */
export function growth(
  panel: PanelName,
  moved: { readonly x: number; readonly y: number },
  direction: 'ltr' | 'rtl',
): number {
  if (panel === 'orders') return -moved.y
  const along = direction === 'rtl' ? -moved.x : moved.x
  return panel === 'list' ? along : -along
}

/** Three whole numbers as they are stored; `undefined` for any other text. */
export function sizesIn(text: string | undefined): PanelSizes | undefined {
  const found = /^(\d{1,4}) (\d{1,4}) (\d{1,4})$/.exec(text ?? '')
  if (found === null) return undefined
  const [list, ticket, orders] = found.slice(1).map(Number)
  const within = (panel: PanelName, size = 0) => Math.min(PANELS[panel].max, Math.max(PANELS[panel].min, size))
  return { list: within('list', list), ticket: within('ticket', ticket), orders: within('orders', orders) }
}

export const sizesText = ({ list, ticket, orders }: PanelSizes): string => `${list} ${ticket} ${orders}`
