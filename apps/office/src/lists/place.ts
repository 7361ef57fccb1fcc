/** The URL of a list with a drawer: the id in the path, and opening and closing with the filters kept. */
import { useLocation, useNavigate, useParams } from 'react-router'

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

/** The id of a URL; `undefined` for other text. */
export function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}
