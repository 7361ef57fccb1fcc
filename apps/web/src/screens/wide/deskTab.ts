/**
 * The tab of the panel under the chart: the three lists of orders, which the phone has too, and the changes of the
 * balance, which are a screen of their own on a phone. The URL keeps it; a phone shows the last list of orders for it.
 */
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { TABS, type Tab } from '../orders/orders.ts'
import type { Show } from '../orders/usePlace.ts'

export const LEDGER = 'transactions'
export const DESK_TABS = [...TABS, LEDGER] as const
export type DeskTab = Tab | typeof LEDGER

const ORDERS_PATH = '/order'

/** Whether the URL names the changes of the balance; the last answer at the other addresses of the workspace. */
export const namesLedger = (at: { readonly pathname: string; readonly search: string }, last: boolean): boolean =>
  at.pathname === ORDERS_PATH ? new URLSearchParams(at.search).get('tab') === LEDGER : last

/** `orders`: the list of orders that is shown otherwise. */
export function useDeskTab(orders: Tab, show: Show): [DeskTab, (tab: DeskTab) => void] {
  const navigate = useNavigate()
  const location = useLocation()
  const last = useRef(false)
  last.current = namesLedger(location, last.current)
  const choose = (tab: DeskTab) => {
    if (tab !== LEDGER) return show({ tab, order: undefined, proof: false })
    void navigate({ pathname: ORDERS_PATH, search: `?tab=${LEDGER}` }, { replace: true })
  }
  return [last.current ? LEDGER : orders, choose]
}
