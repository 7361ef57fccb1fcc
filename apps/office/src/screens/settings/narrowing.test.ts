/** Two hundred calling codes: found by country, code or number. */

import { expect, test } from 'vitest'
import { regionName } from '../../format/country.ts'
import { narrowed, ROWS_WHOLE } from './narrowing.ts'

const row = (id: number, code: string, global_code: string) => ({ id, cells: { code, global_code } })
const many = [
  ...Array.from({ length: 200 }, (_, at) => row(at + 1, 'US', String(1000 + at))),
  row(900, 'DE', '49'),
  row(901, 'HK', '852'),
]
const none: ReadonlySet<number> = new Set()

test('by the name of a country, its code, or the number', () => {
  for (const words of ['germ', 'de 49', 'Germany'])
    expect(narrowed(many, { words, added: none, typed: none }).rows.map(({ id }) => id)).toEqual([900])
  expect(narrowed(many, { words: '852', added: none, typed: none }).rows.map(({ id }) => id)).toEqual([901])
})

test('at most ROWS_WHOLE are drawn, and the number of the others is known', () => {
  expect(narrowed(many, { words: '', added: none, typed: none })).toMatchObject({ hidden: many.length - ROWS_WHOLE })
  expect(narrowed(many, { words: 'germ', added: new Set([901]), typed: none }).rows.map(({ id }) => id)).toEqual([
    901, 900,
  ])
  expect(narrowed(many.slice(0, ROWS_WHOLE), { words: 'germ', added: none, typed: none })).toMatchObject({ hidden: 0 })
})

test('an entry stays in view while its text is changed, and goes with the next search', () => {
  const changed = many.map((each) => (each.id === 900 ? row(900, 'D', '49') : each))
  const shown = (typed: ReadonlySet<number>) => narrowed(changed, { words: 'germ', added: none, typed }).rows
  expect(shown(new Set([900])).map(({ id }) => id)).toEqual([900])
  expect(shown(none)).toEqual([])
})

test('what is no country has no name', () => {
  expect([regionName('DE'), regionName('de'), regionName('USDT'), regionName(true)]).toEqual([
    'Germany',
    undefined,
    undefined,
    undefined,
  ])
})
