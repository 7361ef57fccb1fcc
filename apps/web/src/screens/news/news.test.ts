/** The article of a URL, and the banner that is shown. */
import { describe, expect, it } from 'vitest'
import { articleIn, articleLink, bannerOf, directionOf, HIDDEN_MAX, hiddenIn, hiddenText, withHidden } from './news.ts'

describe('the article of a URL', () => {
  it.each([
    ['?id=12', 12],
    ['?from=mail&id=12', 12],
    ['', undefined],
    ['?id=', undefined],
    ['?id=0', undefined],
    ['?id=-1', undefined],
    ['?id=1.5', undefined],
    ['?id=1e3', undefined],
    ['?id=12345678901', undefined],
    ['?id=<script>', undefined],
  ])('%s is %s', (search, id) => expect(articleIn(search)).toBe(id))

  it('reads the id of its own link', () => {
    const link = articleLink('https://trade.example.com', 12)
    expect(articleIn(new URL(link).search)).toBe(12)
  })
})

it('an article keeps the direction of its own language', () => {
  expect(['ar', 'en', 'zh-HK', 'xx'].map(directionOf)).toEqual(['rtl', 'ltr', 'ltr', 'ltr'])
})

describe('the banner', () => {
  const banners = [{ id: 9 }, { id: 7 }, { id: 3 }]

  it.each([
    [[], 9],
    [[9], 7],
    [[3, 9, 7], undefined],
  ])('after %j were hidden is %s', (hidden, id) => expect(bannerOf(banners, hidden)?.id).toBe(id))

  it('is none before the banners are loaded', () => expect(bannerOf(undefined, [])).toBeUndefined())

  it('is stored by its id when hidden, the newest ones only', () => {
    expect(hiddenIn(hiddenText(withHidden([3, 9], 3)))).toEqual([9, 3])
    expect(hiddenIn('3 x -1 9')).toEqual([3, 9])
    expect(hiddenIn(undefined)).toEqual([])
    let hidden: readonly number[] = []
    for (let id = 1; id <= HIDDEN_MAX + 5; id++) hidden = withHidden(hidden, id)
    expect([hidden.length, hidden[0], hidden.at(-1)]).toEqual([HIDDEN_MAX, 6, HIDDEN_MAX + 5])
  })
})
