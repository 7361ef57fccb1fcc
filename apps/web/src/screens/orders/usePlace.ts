/**
 * The place on the order screen as its address has it. Opening goes forward, so that the back button closes; the rest
 * replaces.
 */
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { layersPassed } from '../../design/index.ts'
import { type Place, placeFrom, searchOf } from './orders.ts'

export type Show = (place: Place) => void

const ORDERS_PATH = '/order'
/** Marks an address that was reached by opening a sheet here, so that closing it may go back. */
const OPENED = 'opened-here'
const FIRST: Place = { tab: 'holding', order: undefined, proof: false }

/** While another tab of the app is shown, the place stays what it was. */
export function usePlace(): { readonly place: Place; readonly show: Show } {
  const navigate = useNavigate()
  const { pathname, search, state, key } = useLocation()
  const leaving = useRef('')
  const last = useRef(FIRST)
  const place = pathname === ORDERS_PATH ? placeFrom(new URLSearchParams(search), last.current.tab) : last.current
  last.current = place

  const show: Show = (next) => {
    const deeper = depth(next) - depth(place)
    const opened: unknown = state
    // Asked twice before the address has changed (the answer and the push about it): one step back.
    if (leaving.current === key) return
    if (deeper < 0 && opened === OPENED && next.tab === place.tab) {
      leaving.current = key
      return void navigate(-1 - layersPassed())
    }
    void navigate({ pathname: ORDERS_PATH, search: searchOf(next) }, deeper > 0 ? { state: OPENED } : { replace: true })
  }
  return { place, show }
}

const depth = (place: Place): number => Number(place.order !== undefined) + Number(place.proof)
