/** The chosen list in the URL, so that a reload and a shared link show the same rows. */
import { parseDecimal } from '@veritick/domain'
import type { Shown } from './lists.ts'

const CATEGORY = 'category'
const LIST = 'list'
const LISTS: readonly Shown[] = ['favourites', 'movers']

export function shownIn(search: string): Shown {
  const params = new URLSearchParams(search)
  const id = parseDecimal(params.get(CATEGORY) ?? '', 0)
  if (typeof id === 'number' && id > 0) return id
  return LISTS.find((list) => list === params.get(LIST)) ?? 'all'
}

/** The query of a choice, without `?`. */
export function searchFor(shown: Shown): string {
  if (shown === 'all') return ''
  return typeof shown === 'number' ? `${CATEGORY}=${shown}` : `${LIST}=${shown}`
}
