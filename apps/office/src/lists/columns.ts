/** What a list shows of its rows, and what it can be narrowed by. */
import type { ReactNode } from 'react'

export type Column<Row> = {
  readonly title: string
  readonly draw: (row: Row) => ReactNode
  /** The contract's word to sort by; without one the column cannot be sorted. */
  readonly sort?: string
  readonly numeric?: boolean
  /** Left out where there is no room. */
  readonly wide?: boolean
}

export type Filter =
  | { readonly kind: 'text'; readonly name: string; readonly label: string; readonly placeholder?: string }
  | {
      readonly kind: 'choice'
      readonly name: string
      readonly label: string
      readonly choices: readonly (readonly [value: string, label: string])[]
    }
  | { readonly kind: 'day'; readonly name: string; readonly label: string; readonly edge: 'start' | 'end' }

const DAY_MS = 86_400_000

/** A day (UTC) as the moment it begins, or the last one of it. */
export function momentOfDay(day: string, edge: 'start' | 'end'): number | undefined {
  const at = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(at)) return undefined
  return edge === 'start' ? at : at + DAY_MS - 1
}

/** The filters with one set; what is empty is not asked for. */
export function withFilter(
  filters: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const { [name]: _, ...others } = filters
  return value === undefined || value === '' ? others : { ...others, [name]: value }
}
