/**
 * The category of the list, kept in the address. While another tab is shown it stays what it was, and stands in the
 * address again after.
 */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { categoryIn, searchFor } from './category.ts'

const HOME_PATH = '/'

export function useCategory(): [number | undefined, (category: number | undefined) => void] {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isHome = pathname === HOME_PATH
  const named = isHome ? categoryIn(search) : undefined
  const [category, setCategory] = useState(named)
  const [seen, setSeen] = useState(search)
  // Only an address that has changed is listened to: a choice reaches it a moment after it is made.
  if (isHome && search !== seen) {
    setSeen(search)
    if (named !== undefined) setCategory(named)
  }
  useEffect(() => {
    if (isHome && named !== category)
      void navigate({ pathname: HOME_PATH, search: searchFor(category) }, { replace: true })
  }, [isHome, named, category, navigate])
  return [category, setCategory]
}
