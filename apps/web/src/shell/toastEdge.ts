/** Where notices stand: never over a heading or what has just come, nor over what is tapped to trade or to confirm. */
import type { ToastEdge } from '../design/Toaster.tsx'

type Place = {
  readonly pathname: string
  readonly search: string
  /** A sheet or question is open: what it asks is answered at its bottom. */
  readonly layered: boolean
}

/**
 * Screens begin with what matters and end with nothing that stands fast, but for the trade screen, an open order and
 * what lies over a screen.
 */
export function toastEdge({ pathname, search, layered }: Place): ToastEdge {
  if (layered || (pathname === '/order' && new URLSearchParams(search).has('order'))) return 'over'
  return pathname === '/trade' ? 'top' : 'bottom'
}
