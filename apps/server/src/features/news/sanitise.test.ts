/**
 * HTML from outside after cleaning: each attack against the stored body, and against the text that a client reads from
 * it.
 */
import { NEWS_LANGUAGES, NEWS_LINK_REL, NEWS_TAGS } from '@veritick/contract'
import { newsText, readNewsHtml } from '@veritick/contract/news-html'
import { LANGUAGES } from '@veritick/locales'
import { ATTACKS } from '@veritick/testing/xss'
import { describe, expect, test } from 'vitest'
import { bodyOf, picturesIn, sanitised } from './sanitise.ts'

const ATTRIBUTES = / (?:href="https:\/\/ok\.example"|rel="noopener noreferrer"|target="_blank")/g
const PICTURE = '0123456789abcdef0123456789abcdef'

describe('an attack', () => {
  test.each(ATTACKS)('$name is stored without what could act', ({ html, kept }) => {
    const clean = sanitised(html)
    const tags = [...clean.matchAll(/<\/?([^\s>/]*)([^>]*?)\/?>/g)]
    expect(
      tags.map(([, name]) => name).filter((name) => !(NEWS_TAGS as readonly string[]).includes(name ?? '')),
    ).toEqual([])
    // Nothing but the attributes of the one link that is allowed here.
    expect(tags.map(([, , attributes = '']) => attributes.replace(ATTRIBUTES, '').trim()).join('')).toBe('')
    if (kept !== undefined) expect(newsText(readNewsHtml(clean))).toContain(kept)
    expect(sanitised(clean)).toBe(clean)
  })
})

describe('what is allowed', () => {
  test.each([
    ['<p>One <b>bold</b> and <i>slanted</i></p>', '<p>One <strong>bold</strong> and <em>slanted</em></p>'],
    ['<h1>Title</h1><h4>Part</h4>', '<h2>Title</h2><h3>Part</h3>'],
    ['<ul><li>one<li>two</ul>', '<ul><li>one</li><li>two</li></ul>'],
    [
      '<a href="https://ok.example/a?b=1&amp;c=2#d" onclick="x()">read</a>',
      `<a href="https://ok.example/a?b=1&amp;c=2#d" rel="${NEWS_LINK_REL}" target="_blank">read</a>`,
    ],
    [
      '<a href="mailto:help@ok.example">write</a>',
      `<a href="mailto:help@ok.example" rel="${NEWS_LINK_REL}" target="_blank">write</a>`,
    ],
    [
      `<img src="/api/news/picture/${PICTURE}" alt="Hours &quot;now&quot;" onload="x()">`,
      `<img src="/api/news/picture/${PICTURE}" alt="Hours &quot;now&quot;" />`,
    ],
    ['<table><tr><td>1</td></tr></table>', '<table><tr><td>1</td></tr></table>'],
    ['A < B & C > D', 'A &lt; B &amp; C &gt; D'],
  ])('%s', (html, clean) => expect(sanitised(html)).toBe(clean))

  test('plain text becomes paragraphs, and its angle brackets stay text', () => {
    expect(bodyOf('First line\nsecond\n\n1 < 2 & 3\n')).toBe('<p>First line<br />second</p>\n<p>1 &lt; 2 &amp; 3</p>')
    expect(bodyOf('  \n ')).toBe('')
  })

  test('the pictures of a body are found', () => {
    const body = sanitised(`<p><img src="/api/news/picture/${PICTURE}"></p><img src="https://evil.example/x.png">`)
    expect(picturesIn(body)).toEqual([PICTURE])
  })

  test('the languages of articles are those of the product', () => {
    expect([...NEWS_LANGUAGES].sort()).toEqual([...LANGUAGES].sort())
  })
})
