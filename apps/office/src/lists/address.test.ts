/** A list's page goes into a URL and comes back; what cannot be read counts as absent. */
import { describe, expect, test } from 'vitest'
import type { Page } from '../data/lists.ts'
import { PER_PAGE, pageInstead, pageOf, paramsOf } from './address.ts'

const defaults = { sort: { field: 'id', order: 'DESC' }, filters: { status: '0' } } as const
const first: Page = { page: 1, perPage: PER_PAGE, sort: defaults.sort, filters: defaults.filters }

describe('the page of a list in a URL', () => {
  test('without parameters the defaults hold, and the defaults leave no parameter', () => {
    expect(pageOf(new URLSearchParams(), defaults)).toEqual(first)
    expect(paramsOf(first, defaults).toString()).toBe('')
  })

  test.each<Page>([
    { ...first, page: 7 },
    { ...first, perPage: 100 },
    { ...first, sort: { field: 'usd', order: 'ASC' } },
    { ...first, sort: { field: '', order: 'ASC' } },
    { ...first, filters: {} },
    { ...first, filters: { q: 'ann & "bob" = 100%', from: 1_700_000_000_000 }, page: 3 },
  ])('what a page says comes back: %j', (page) => {
    expect(pageOf(new URLSearchParams(paramsOf(page, defaults).toString()), defaults)).toEqual(page)
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=x',
    'perPage=7',
    'filter=%7B',
    'filter=[1]',
    'filter=3',
    'filter=null',
  ])('%s counts as absent', (text) => expect(pageOf(new URLSearchParams(text), defaults)).toEqual(first))
})

test('beyond the last page the last one is read, not "no records" shown', () => {
  expect(pageInstead(3, { perPage: 25, total: 1 })).toBe(1)
  expect(pageInstead(3, { perPage: 25, total: 50 })).toBe(2)
  expect(pageInstead(3, { perPage: 25, total: 51 })).toBeUndefined()
  expect(pageInstead(1, { perPage: 25, total: 0 })).toBeUndefined()
})
