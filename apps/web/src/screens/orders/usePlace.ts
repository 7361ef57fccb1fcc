/**
 * The state of the order screen in the URL. Opening a sheet pushes an entry, so that the back button closes it; other
 * changes replace the entry.
 */
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { layersPassed } from '../../design/index.ts'
import { type Place, placeFrom, searchOf } from './orders.ts'

export type Show = (place: Place) => void

const ORDERS_PATH = '/order'
/** Marks an entry that this hook pushed for a sheet, so that closing the sheet may go back. */
const OPENED = 'opened-here'
const FIRST: Place = { tab: 'holding', order: undefined, proof: false }

/** While another tab of the app is shown, the state stays. */
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
    // Two requests to close before the URL has changed (the answer and the push) go back one step.
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
