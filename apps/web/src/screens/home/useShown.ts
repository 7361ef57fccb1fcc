/** The chosen list, kept in the URL. It stays while another tab is shown, and returns to the URL afterwards. */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Shown } from './lists.ts'
import { searchFor, shownIn } from './shown.ts'

const HOME_PATH = '/'

export function useShown(): [Shown, (shown: Shown) => void] {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isHome = pathname === HOME_PATH
  const named = isHome ? shownIn(search) : 'all'
  const [shown, setShown] = useState(named)
  const [seen, setSeen] = useState(search)
  // Only a changed URL is read: a choice reaches the URL a moment later.
  if (isHome && search !== seen) {
    setSeen(search)
    if (named !== 'all') setShown(named)
  }
  useEffect(() => {
    if (isHome && named !== shown) void navigate({ pathname: HOME_PATH, search: searchFor(shown) }, { replace: true })
  }, [isHome, named, shown, navigate])
  return [shown, setShown]
}
