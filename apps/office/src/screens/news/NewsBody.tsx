/** The body of an article as React elements, from the tree of allowed elements; never as HTML. */
import { Box } from '@mui/material'
import { NEWS_LINK_REL, officeNewsPictureUrl } from '@veritick/contract'
import { type NewsElement, type NewsNode, readNewsHtml } from '@veritick/contract/news-html'
import { createElement, Fragment, type ReactNode } from 'react'

export function NewsBody({ html }: { readonly html: string }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: '12px',
        '& p, & ul, & ol, & blockquote, & h3, & h4': { margin: 0 },
        '& ul, & ol': { paddingInlineStart: '20px' },
        '& h3': { fontSize: 17 },
        '& h4': { fontSize: 15 },
        '& blockquote': { borderInlineStart: 2, borderColor: 'divider', paddingInlineStart: '12px' },
        '& a': { color: 'primary.main' },
        '& img': { maxWidth: '100%', height: 'auto', borderRadius: '12px' },
        '& table': { borderCollapse: 'collapse', width: '100%', fontSize: 13 },
        '& td, & th': { border: 1, borderColor: 'divider', padding: '6px 8px', textAlign: 'start' },
      }}
    >
      {drawn(readNewsHtml(html))}
    </Box>
  )
}

/** Headings begin below the title of the article. */
const RENAMED: Readonly<Record<string, string>> = { h2: 'h3', h3: 'h4' }
/** Spaces between the rows of a table are no text. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol'])

const drawn = (nodes: readonly NewsNode[], parent = ''): ReactNode =>
  nodes.map((node, place) => {
    const key = String(place)
    if (typeof node !== 'string') return <Fragment key={key}>{drawElement(node)}</Fragment>
    return WITHOUT_TEXT.has(parent) && node.trim() === '' ? null : <Fragment key={key}>{node}</Fragment>
  })

function drawElement({ tag, href, picture, alt, children }: NewsElement): ReactNode {
  if (picture !== undefined) return <img src={officeNewsPictureUrl(picture)} alt={alt ?? ''} />
  if (href !== undefined)
    return (
      <a href={href} target="_blank" rel={NEWS_LINK_REL}>
        {drawn(children)}
      </a>
    )
  return createElement(RENAMED[tag] ?? tag, {}, ...(children.length > 0 ? [drawn(children, tag)] : []))
}
