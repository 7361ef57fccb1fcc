/** The preview of the office draws no attack, also of a body that the server did not sanitise. */
import { ATTACKS } from '@veritick/testing/xss'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NewsBody } from './NewsBody.tsx'

const TAGS = 'div p br h3 h4 strong em u s ul ol li blockquote hr table thead tbody tr th td a'.split(' ')
const ATTRIBUTES = ['class="[^"<>]*"', 'href="https://ok\\.example"', 'target="_blank"', 'rel="noopener noreferrer"']
const ALLOWED = new RegExp(`^</?(?:${TAGS.join('|')})(?: (?:${ATTRIBUTES.join('|')}))*/?>$`)
/** The kit writes its own styles beside its elements when it is rendered without a browser. */
const drawn = (html: string) =>
  renderToStaticMarkup(<NewsBody html={html} />).replace(/<style data-emotion="[^"<>]*">[^<]*<\/style>/g, '')

it.each(ATTACKS)('$name is drawn as text, or not at all', ({ html }) => {
  for (const [tag] of drawn(html).matchAll(/<[^>]*>?/g)) expect(tag).toMatch(ALLOWED)
})

it('shows a picture by the address of the office', () => {
  const html = '<img src="/api/news/picture/0123456789abcdef0123456789abcdef" alt="A chart" />'
  expect(drawn(html)).toContain('<img src="/office/news/picture/0123456789abcdef0123456789abcdef" alt="A chart"/>')
})
