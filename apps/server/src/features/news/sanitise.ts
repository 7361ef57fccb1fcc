/**
 * The HTML of a body, reduced to the list of packages/contract/src/news.ts. A body is text from outside, also when a
 * staff member wrote it: it may be pasted from a page, or sent with a stolen session. It is sanitised before it is
 * stored and again each time it is shown, so that a body stored under an older list is shown under the present one.
 */
import { isNewsHref, NEWS_DEPTH_MAX, NEWS_LINK_REL, NEWS_TAGS, newsPictureOf } from '@veritick/contract'
import sanitizeHtml from 'sanitize-html'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...NEWS_TAGS],
  allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: NEWS_DEPTH_MAX,
  /** Their text is no text for readers. */
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'template', 'title', 'svg', 'math'],
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    h4: 'h3',
    a: (_tag, { href = '' }) =>
      isNewsHref(href)
        ? { tagName: 'a', attribs: { href, rel: NEWS_LINK_REL, target: '_blank' } }
        : // No element of the list: the text of the link stays.
          { tagName: 'nolink', attribs: {} },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && newsPictureOf(attribs.src ?? '') === undefined,
}

/** Idempotent: the result of a sanitised body is the same body. */
export const sanitised = (html: string): string => sanitizeHtml(html, OPTIONS)

const ANY_TAG = /<[a-z/!]/i

/** The text of a staff member as it is stored: text without any element becomes paragraphs. */
export function bodyOf(typed: string): string {
  if (ANY_TAG.test(typed)) return sanitised(typed).trim()
  const paragraphs = typed.split(/\n\s*\n/).filter((each) => each.trim() !== '')
  return paragraphs.map((each) => sanitised(`<p>${escaped(each.trim()).replaceAll('\n', '<br />')}</p>`)).join('\n')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The pictures that a sanitised body names. */
export const picturesIn = (body: string): readonly string[] =>
  [...body.matchAll(/<img[^>]* src="([^"]*)"/g)].flatMap(([, src = '']) => newsPictureOf(src) ?? [])

/** All pictures of an article. */
export const picturesOf = (article: {
  readonly picture: string | null | undefined
  readonly texts: readonly { readonly body: string }[]
}): readonly string[] => [
  ...new Set([
    ...(article.picture === null || article.picture === undefined ? [] : [article.picture]),
    ...article.texts.flatMap(({ body }) => picturesIn(body)),
  ]),
]

/** The addresses of the links of a sanitised body. */
export const linksIn = (body: string): readonly string[] =>
  [...body.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => decoded(href))

/** A sanitised body as a reader sees it, without its pictures. */
export const plainOf = (body: string): string =>
  decoded(
    body.replace(/<(?:br|hr|\/p|\/h[23]|\/li|\/t[dhr]|\/blockquote)\b[^>]*>/g, '\n').replace(/<[^>]*>/g, ''),
  ).trim()

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
