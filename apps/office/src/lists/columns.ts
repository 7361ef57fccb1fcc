/** Columns and filters of a list. */
import type { ReactNode } from 'react'

export type Column<Row> = {
  readonly title: string
  readonly draw: (row: Row) => ReactNode
  /** The sort key of the contract; without one the column cannot be sorted. */
  readonly sort?: string
  readonly numeric?: boolean
  /** Hidden on narrow screens; `very`: also on usual wide ones, where the record itself shows it. */
  readonly wide?: boolean | 'very'
  /** Text of any length, which may break within a word. */
  readonly long?: boolean
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

/** A day (UTC) as its first or last moment. */
export function momentOfDay(day: string, edge: 'start' | 'end'): number | undefined {
  const at = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(at)) return undefined
  return edge === 'start' ? at : at + DAY_MS - 1
}

/** The filters with one of them set; empty ones are left out. */
export function withFilter(
  filters: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const { [name]: _, ...others } = filters
  return value === undefined || value === '' ? others : { ...others, [name]: value }
}
