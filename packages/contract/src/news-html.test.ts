/** The reader of bodies by itself: it must be harmless also where the server's sanitiser failed. */
import { ATTACKS } from '@veritick/testing/xss'
import { describe, expect, test } from 'vitest'
import { NEWS_DEPTH_MAX, NEWS_TAGS } from './news.ts'
import { type NewsElement, type NewsNode, newsText, readNewsHtml } from './news-html.ts'

const elementsIn = (nodes: readonly NewsNode[]): NewsElement[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsIn(node.children)]))
const depthOf = (nodes: readonly NewsNode[]): number =>
  Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depthOf(node.children))))

test.each(ATTACKS)('$name, not sanitised before', ({ html }) => {
  const nodes = readNewsHtml(html)
  for (const { tag, href, picture } of elementsIn(nodes)) {
    expect(NEWS_TAGS).toContain(tag)
    expect(picture).toBeUndefined()
    if (href !== undefined) expect(href).toBe('https://ok.example')
  }
  expect(depthOf(nodes)).toBeLessThanOrEqual(NEWS_DEPTH_MAX)
})

describe('what the server stores', () => {
  test('is read as it was written', () => {
    const picture = '0123456789abcdef0123456789abcdef'
    expect(
      readNewsHtml(
        `<h2>Hours</h2><p>Closed &amp; quiet<br /><a href="https://ok.example/?a=1&amp;b=2" rel="x">more</a></p>` +
          `<img src="/api/news/picture/${picture}" alt="A &quot;chart&quot;" />`,
      ),
    ).toEqual([
      { tag: 'h2', children: ['Hours'] },
      {
        tag: 'p',
        children: [
          'Closed & quiet',
          { tag: 'br', children: [] },
          { tag: 'a', href: 'https://ok.example/?a=1&b=2', children: ['more'] },
        ],
      },
      { tag: 'img', picture, alt: 'A "chart"', children: [] },
    ])
  })

  test('text is text, also where it looks like an element', () => {
    expect(newsText(readNewsHtml('<p>1 &lt;b&gt; 2 &amp;lt; 3 < 4</p>'))).toBe('1 <b> 2 &lt; 3 < 4')
  })

  test('an end without its beginning ends nothing', () => {
    expect(readNewsHtml('</p><p>a</strong>b</p>c')).toEqual([{ tag: 'p', children: ['ab'] }, 'c'])
  })
})
