/**
 * The body of an article as React elements. The HTML is parsed into a tree of allowed elements and never passed to the
 * browser as HTML. Headings begin below the title of the article.
 */
import { NEWS_LINK_REL, type NewsTag, newsPictureUrl } from '@veritick/contract'
import { type NewsElement, type NewsNode, readNewsHtml } from '@veritick/contract/news-html'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { directionOf } from './news.ts'

export function ArticleBody({ html, language }: { readonly html: string; readonly language: string }) {
  const nodes = useMemo(() => readNewsHtml(html), [html])
  return (
    <div lang={language} dir={directionOf(language)} className="grid grid-cols-1 gap-3 [overflow-wrap:anywhere]">
      {drawn(nodes)}
    </div>
  )
}

const ELEMENT: { readonly [Tag in NewsTag]: string } = {
  ...{ p: 'p', br: 'br', h2: 'h3', h3: 'h4', strong: 'strong', em: 'em', u: 'u', s: 's', ul: 'ul', ol: 'ol', li: 'li' },
  ...{ blockquote: 'blockquote', hr: 'hr', table: 'table', thead: 'thead', tbody: 'tbody', tr: 'tr', th: 'th' },
  ...{ td: 'td', a: 'a', img: 'img' },
}

const CLASS: { readonly [Tag in NewsTag]?: string } = {
  h2: 'mt-2 text-17 font-bold',
  h3: 'mt-1 font-bold',
  strong: 'font-semibold',
  em: 'italic',
  ul: 'grid list-disc gap-1 ps-5',
  ol: 'grid list-decimal gap-1 ps-5',
  blockquote: 'grid gap-2 border-s-2 border-line-strong ps-3 text-ink-soft',
  hr: 'border-line',
  table: 'w-full border-collapse text-13',
  th: 'border border-line bg-fill px-2 py-1.5 text-start font-semibold',
  td: 'border border-line px-2 py-1.5 align-top',
  a: 'touch text-accent underline',
  img: 'h-auto max-w-full rounded-card bg-fill',
}

/** Elements without text children: spaces between table rows are ignored. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol'])

const drawn = (nodes: readonly NewsNode[], parent?: NewsTag): ReactNode =>
  nodes.map((node, place) => {
    const key = String(place)
    if (typeof node !== 'string') return <Fragment key={key}>{drawElement(node)}</Fragment>
    return parent !== undefined && WITHOUT_TEXT.has(parent) && node.trim() === '' ? null : (
      <Fragment key={key}>{node}</Fragment>
    )
  })

function drawElement({ tag, href, picture, alt, children }: NewsElement): ReactNode {
  const className = CLASS[tag]
  if (picture !== undefined)
    return <img src={newsPictureUrl(picture)} alt={alt ?? ''} loading="lazy" className={className} />
  if (href !== undefined)
    return (
      <a href={href} target="_blank" rel={NEWS_LINK_REL} className={className}>
        {drawn(children)}
      </a>
    )
  const element = createElement(ELEMENT[tag], { className }, ...(children.length > 0 ? [drawn(children, tag)] : []))
  return tag === 'table' ? <div className="overflow-x-auto">{element}</div> : element
}
