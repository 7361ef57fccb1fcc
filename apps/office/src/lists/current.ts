/** The current row of a list. It is known by its id: a list that is read again may have fewer rows above it. */

type Identified = { readonly id: number | string }

/** `place`: where the row stood; the keys go on from there when the list has lost the row. */
export type Current = { readonly id: number | string | undefined; readonly place: number }

/** −1: the list does not have the row. */
export const placeOf = (rows: readonly Identified[], { id }: Pick<Current, 'id'>): number =>
  rows.findIndex((row) => row.id === id)

/** The place that a key leads to. In the place of a row that is gone stands the next one. */
export function placeAfter(rows: readonly Identified[], current: Current, by: 1 | -1): number {
  const place = placeOf(rows, current)
  const next = place === -1 && by === 1 ? current.place : (place === -1 ? current.place : place) + by
  return Math.min(rows.length - 1, Math.max(0, next))
}
