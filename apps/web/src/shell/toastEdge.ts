/** The edge for notices: never over a heading or new content, nor over buttons that trade or confirm. */
import type { ToastEdge } from '../design/Toaster.tsx'

type Place = {
  readonly pathname: string
  readonly search: string
  /** A sheet or question is open: its buttons are at the bottom. */
  readonly layered: boolean
}

/**
 * Screens begin with their main content and have no fixed footer, except the trade screen, an open order and overlays.
 */
export function toastEdge({ pathname, search, layered }: Place): ToastEdge {
  if (layered || (pathname === '/order' && new URLSearchParams(search).has('order'))) return 'over'
  return pathname === '/trade' ? 'top' : 'bottom'
}
