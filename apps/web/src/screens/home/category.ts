/** The chosen category in the URL, so that a reload and a shared link show the same rows. */
import { parseDecimal } from '@veritick/domain'

const NAME = 'category'

/** `undefined`: all categories. */
export function categoryIn(search: string): number | undefined {
  const id = parseDecimal(new URLSearchParams(search).get(NAME) ?? '', 0)
  return typeof id === 'number' && id > 0 ? id : undefined
}

/** The query of a choice, without `?`. */
export const searchFor = (category: number | undefined): string => (category === undefined ? '' : `${NAME}=${category}`)
