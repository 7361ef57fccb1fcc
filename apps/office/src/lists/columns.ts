/** Columns and filters of a list. */
import type { ReactNode } from 'react'
import { decimalsOf } from '../format/money.ts'
import { DAY } from '../format/time.ts'

export type Column<Row> = {
  readonly title: string
  /** `decimals`: of a column with `money`, as many as its longest amount needs. */
  readonly draw: (row: Row, decimals?: number) => ReactNode
  /** The amounts of the column, all in one currency, so that they stand point below point. */
  readonly money?: (row: Row) => string | null
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

/** The decimals of each column with amounts: those that the longest amount of these rows needs. */
export const decimalsIn = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly (number | undefined)[] =>
  columns.map(({ money }) => money && decimalsOf(rows.map((row) => money(row) ?? '')))

/** A day (UTC) as its first or last moment. */
export function momentOfDay(day: string, edge: 'start' | 'end'): number | undefined {
  const at = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(at)) return undefined
  return edge === 'start' ? at : at + DAY - 1
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

/**
 * The text of a field whose filter has become `value`. The field itself applied it (`applied`) while the staff member
 * typed on, or paused after a blank: their text stays. Otherwise it was cleared, or another address was opened.
 */
export const shownText = (field: {
  readonly typed: string
  readonly value: string
  readonly applied: string
}): string => (field.value === field.applied ? field.typed : field.value)
