/**
 * The category of the list, kept in the URL. While another tab is shown it stays, and returns to the URL afterwards.
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
  // Only a changed URL is read: a choice reaches the URL a moment later.
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
