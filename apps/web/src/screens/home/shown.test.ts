/** The chosen list survives a reload. A URL with no or an unknown list shows all. */
import { expect, it } from 'vitest'
import { searchFor, shownIn } from './shown.ts'

it.each([
  ['?category=3', 3],
  ['?from=mail&category=12', 12],
  ['?list=favourites', 'favourites'],
  ['?list=movers', 'movers'],
  ['?list=all', 'all'],
  ['?list=<b>', 'all'],
  ['', 'all'],
  ['?category=', 'all'],
  ['?category=0', 'all'],
  ['?category=-2', 'all'],
  ['?category=majors', 'all'],
])('%s means %s', (search, shown) => expect(shownIn(search)).toBe(shown))

it('is read back unchanged', () => {
  for (const shown of ['all', 'favourites', 'movers', 1, 7] as const)
    expect(shownIn(`?${searchFor(shown)}`)).toBe(shown)
})
