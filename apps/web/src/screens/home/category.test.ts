/** The chosen category survives a reload. A URL with no or an unknown category shows all. */
import { expect, it } from 'vitest'
import { categoryIn, searchFor } from './category.ts'

it.each([
  ['?category=3', 3],
  ['?from=mail&category=12', 12],
  ['', undefined],
  ['?category=', undefined],
  ['?category=0', undefined],
  ['?category=-2', undefined],
  ['?category=majors', undefined],
])('%s means %s', (search, category) => expect(categoryIn(search)).toBe(category))

it('is read back as it was written', () => {
  for (const category of [undefined, 1, 7]) expect(categoryIn(`?${searchFor(category)}`)).toBe(category)
})
