/**
 * The search of instruments by customers and staff. Their names do not change while the server runs, so the texts that
 * it compares are made once: names of 15 languages read anew would be nearly all of its work.
 */
import { type SearchTexts, searchFor, searchTexts } from '@veritick/locales/search'
import type { CatalogueEntry } from '../../market/index.ts'

const made = new WeakMap<CatalogueEntry, SearchTexts>()

/**
 * True for an instrument of which the keyword finds a code, another name or a name of any language: people search in
 * the language they think in.
 */
export function instrumentSearch(keyword: string): (entry: CatalogueEntry) => boolean {
  const isFound = searchFor(keyword)
  return (entry) => isFound(textsOf(entry))
}

function textsOf(entry: CatalogueEntry): SearchTexts {
  const known = made.get(entry)
  if (known !== undefined) return known
  const { terms, showCode, names, aliases } = entry
  const spoken = Object.values(names).filter((name) => name !== undefined)
  const texts = searchTexts([terms.code, showCode, ...spoken, ...aliases])
  made.set(entry, texts)
  return texts
}
