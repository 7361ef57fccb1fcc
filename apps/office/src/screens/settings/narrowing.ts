/** Which entries of a long list are drawn: two hundred forms at once are neither found in nor fast. */
import type { DraftRow } from './draft.ts'

/** Lists up to this length are drawn whole. */
export const ROWS_WHOLE = 20

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** `DE` -> `Germany`; `undefined` for what is no country. */
export function regionName(code: unknown): string | undefined {
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined
}

/** Those whose texts, or whose country, hold every word; what was just added always; ROWS_WHOLE at most. */
export function narrowed(
  rows: readonly DraftRow[],
  by: { readonly words: string; readonly added: ReadonlySet<number> },
): { readonly rows: readonly DraftRow[]; readonly hidden: number } {
  if (rows.length <= ROWS_WHOLE) return { rows, hidden: 0 }
  const words = by.words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const fresh = rows.filter((row) => by.added.has(row.id))
  const found = rows.filter((row) => !by.added.has(row.id) && words.every((word) => textOf(row).includes(word)))
  const drawn = [...fresh, ...found.slice(0, ROWS_WHOLE)]
  return { rows: drawn, hidden: rows.length - drawn.length }
}

function textOf(row: DraftRow): string {
  const cells = Object.values(row.cells)
  return [...cells, ...cells.map((cell) => regionName(cell) ?? '')].join(' ').toLowerCase()
}
