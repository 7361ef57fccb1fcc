/**
 * The page of a list as the parameters of a URL, so that a link shows the same rows. A parameter that cannot be read
 * counts as absent.
 */
import type { Filters, Page, Sort } from '../data/lists.ts'

export const PER_PAGE_CHOICES = [25, 50, 100] as const
export const PER_PAGE = PER_PAGE_CHOICES[0]

export type Defaults = { readonly sort: Sort; readonly filters: Filters }

export function pageOf(params: URLSearchParams, defaults: Defaults): Page {
  const field = params.get('sort')
  const order = params.get('order') === 'DESC' ? 'DESC' : 'ASC'
  const perPage = wholeOf(params.get('perPage'))
  return {
    page: wholeOf(params.get('page')) ?? 1,
    perPage: PER_PAGE_CHOICES.find((choice) => choice === perPage) ?? PER_PAGE,
    sort: field === null ? defaults.sort : { field, order },
    filters: filtersOf(params.get('filter')) ?? defaults.filters,
  }
}

/** The query of the address. Default values are left out, so that the URL stays short. */
export function paramsOf({ page, perPage, sort, filters }: Page, defaults: Defaults): URLSearchParams {
  const params = new URLSearchParams()
  if (JSON.stringify(filters) !== JSON.stringify(defaults.filters)) params.set('filter', JSON.stringify(filters))
  if (sort.field !== defaults.sort.field || sort.order !== defaults.sort.order) {
    params.set('sort', sort.field)
    params.set('order', sort.order)
  }
  if (page !== 1) params.set('page', String(page))
  if (perPage !== PER_PAGE) params.set('perPage', String(perPage))
  return params
}

/** The page to read instead of one beyond the last: the list is shorter now, or a search finds fewer rows. */
export function pageInstead(
  page: number,
  answer: { readonly perPage: number; readonly total: number },
): number | undefined {
  const last = Math.max(1, Math.ceil(answer.total / answer.perPage))
  return page > last ? last : undefined
}

function filtersOf(text: string | null): Filters | undefined {
  if (text === null) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined
  } catch {
    return undefined
  }
}

function wholeOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined
}
