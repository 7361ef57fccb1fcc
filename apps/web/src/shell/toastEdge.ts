/** The edge for notices: never over a heading or new content, nor over buttons that trade or confirm. */
import type { ToastEdge } from '../design/Toaster.tsx'
import { isTab } from './tabs.ts'
import { isWorkspace } from './wide.ts'

type Place = {
  readonly pathname: string
  readonly search: string
  /** A sheet or question is open: its buttons are at the bottom. */
  readonly layered: boolean
  readonly wide: boolean
}

/** With a fixed footer: the buttons of the trade screen, and the field for a message of the chat. */
const WITH_FOOTER: readonly string[] = ['/trade', '/mine/chat']

/** All other screens begin with their main content and have no footer, except an open order and overlays. */
export function toastEdge({ pathname, search, layered, wide }: Place): ToastEdge {
  // The workspace has several addresses and sheets beside the chart: one place for all of them, over the chart.
  if (wide && isWorkspace(pathname)) return 'top'
  if (layered || (pathname === '/order' && new URLSearchParams(search).has('order'))) return 'over'
  if (WITH_FOOTER.includes(pathname)) return 'top'
  return isTab(pathname) ? 'bottom' : 'end'
}
