/** Where a list with a drawer stands: the id in the address, and the ways in and out that keep the filters. */
import { useLocation, useNavigate } from 'react-admin'
import { useParams } from 'react-router'

export type Place = { readonly id: number | undefined; readonly close: () => void; readonly open: (id: number) => void }

export function usePlace(base: string): Place {
  const { id } = useParams()
  const navigate = useNavigate()
  const { search } = useLocation()
  return {
    id: wholeOf(id),
    close: () => navigate(`${base}${search}`),
    open: (next) => navigate(`${base}/${next}${search}`),
  }
}

/** An id of an address; anything else is none. */
export function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}
