/** The rendered body: every attack, sanitised or not, and the allowed elements. */
import { NEWS_LINK_REL } from '@veritick/contract'
import { ATTACKS } from '@veritick/testing/xss'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ArticleBody } from './ArticleBody.tsx'

const drawn = (html: string) => renderToStaticMarkup(<ArticleBody html={html} language="en" />)
const TAGS = 'div p br h3 h4 strong em u s ul ol li blockquote hr table thead tbody tr th td a'.split(' ')
const ATTRIBUTES = [
  'lang="en"',
  'dir="ltr"',
  'class="[^"<>]*"',
  'href="https://ok\\.example"',
  'target="_blank"',
  `rel="${NEWS_LINK_REL}"`,
]
const ALLOWED = new RegExp(`^</?(?:${TAGS.join('|')})(?: (?:${ATTRIBUTES.join('|')}))*/?>$`)

it.each(ATTACKS)('$name is rendered as text, or not at all', ({ html }) => {
  for (const [tag] of drawn(html).matchAll(/<[^>]*>?/g)) expect(tag).toMatch(ALLOWED)
})

it('renders headings below the title, links without a referrer, and our pictures', () => {
  const picture = '/api/news/picture/0123456789abcdef0123456789abcdef'
  const html = drawn(
    `<h2>Hours</h2><p>Text <a href="https://ok.example">more</a></p><img src="${picture}" alt="A chart" />` +
      '<table><tr><td>1</td></tr>\n</table>',
  )
  expect(html).toMatch(/<h3 class="[^"]*">Hours<\/h3>/)
  expect(html).toContain(`href="https://ok.example" target="_blank" rel="${NEWS_LINK_REL}"`)
  expect(html).toMatch(new RegExp(`<img src="${picture}" alt="A chart" loading="lazy"`))
  expect(html).toContain('<div class="overflow-x-auto"><table')
})
