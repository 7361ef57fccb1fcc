/** The entries of a long list that are rendered: two hundred forms at once would be slow and hard to search. */
import { regionName } from '../../format/country.ts'
import type { DraftRow } from './draft.ts'

/** Shorter lists are rendered completely. */
export const ROWS_WHOLE = 20

/**
 * Entries whose texts or country contain every word, at most ROWS_WHOLE, and entries that were just added. `typed`:
 * entries that were changed since the words were; they stay, also when their text does not contain the words any more.
 */
export function narrowed(
  rows: readonly DraftRow[],
  by: { readonly words: string; readonly added: ReadonlySet<number>; readonly typed: ReadonlySet<number> },
): { readonly rows: readonly DraftRow[]; readonly hidden: number } {
  if (rows.length <= ROWS_WHOLE) return { rows, hidden: 0 }
  const words = by.words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const fresh = rows.filter((row) => by.added.has(row.id))
  const isFound = (row: DraftRow) => by.typed.has(row.id) || words.every((word) => textOf(row).includes(word))
  const found = rows.filter((row) => !by.added.has(row.id) && isFound(row))
  const drawn = [...fresh, ...found.slice(0, ROWS_WHOLE)]
  return { rows: drawn, hidden: rows.length - drawn.length }
}

function textOf(row: DraftRow): string {
  const cells = Object.values(row.cells)
  return [...cells, ...cells.map((cell) => regionName(cell) ?? '')].join(' ').toLowerCase()
}
