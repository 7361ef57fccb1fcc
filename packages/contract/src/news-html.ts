/**
 * Reads the HTML of an article as a tree of allowed elements and text. It is no HTML parser: it reads the plain form in
 * which the server stores a body; all else becomes text or nothing. No part of it is ever given to a browser as HTML,
 * so a fault here can show wrong text and cannot run code. Pure: app, office and tests use it alike.
 */
import { isNewsHref, NEWS_DEPTH_MAX, NEWS_TAGS, type NewsTag, newsPictureOf } from './news.ts'

export type NewsElement = {
  readonly tag: NewsTag
  /** The checked address of a link. */
  readonly href?: string
  /** The id of a picture, and its description. */
  readonly picture?: string
  readonly alt?: string
  readonly children: readonly NewsNode[]
}
export type NewsNode = string | NewsElement

type Open = { readonly element: NewsElement | undefined; readonly tag: string; readonly children: NewsNode[] }

const TOKEN = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?)>|[^<]+|</g
const ATTRIBUTE = /([a-zA-Z-]+)="([^"]*)"/g
const WITHOUT_END: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

export function readNewsHtml(html: string): readonly NewsNode[] {
  const root: Open = { element: undefined, tag: '', children: [] }
  const open = [root]
  const inner = () => open.at(-1) ?? root
  for (const [text, slash, name = '', attributes = ''] of html.matchAll(TOKEN)) {
    const tag = name.toLowerCase()
    if (name === '') addText(inner().children, decoded(text))
    else if (slash === '/') close(open, tag)
    else begin(open, tag, attributes)
  }
  return root.children
}

/** The text without its elements, as a search or a preview line shows it. */
export const newsText = (nodes: readonly NewsNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : newsText(node.children))).join('')

function begin(open: Open[], tag: string, attributes: string): void {
  const parent = open.at(-1)
  const allowed = NEWS_TAGS.find((each) => each === tag)
  if (parent === undefined || allowed === undefined || open.length > NEWS_DEPTH_MAX) return
  const element = elementOf(allowed, attributes)
  if (element === undefined) return
  parent.children.push(element.made)
  if (!WITHOUT_END.has(tag)) open.push({ element: element.made, tag, children: element.children })
}

function elementOf(tag: NewsTag, attributes: string) {
  const children: NewsNode[] = []
  const values = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, decoded(value)]))
  if (tag === 'img') {
    const picture = newsPictureOf(values.get('src') ?? '')
    return picture === undefined
      ? undefined
      : { made: { tag, picture, alt: values.get('alt') ?? '', children }, children }
  }
  if (tag !== 'a') return { made: { tag, children }, children }
  const href = values.get('href') ?? ''
  return isNewsHref(href) ? { made: { tag, href, children }, children } : undefined
}

/** Ends the innermost element of this name, and what was left open within it. */
function close(open: Open[], tag: string): void {
  const place = open.findLastIndex((each) => each.tag === tag)
  if (place > 0) open.length = place
}

function addText(children: NewsNode[], text: string): void {
  const before = children.at(-1)
  if (typeof before === 'string') children[children.length - 1] = before + text
  else if (text !== '') children.push(text)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

/** The server writes no other entities. */
const decoded = (text: string): string => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
