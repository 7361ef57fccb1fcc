/**
 * Web addresses inside a message. Only http and https are recognised, and an address is never opened without a
 * question, because a message may be fraudulent.
 */

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly address: string; readonly host: string }

const ADDRESS = /https?:\/\/[^\s<>"'`\p{Cc}\u202a-\u202e\u2066-\u2069]+/giu
/** Punctuation that ends a sentence, not an address. */
const TRAILING = /[.,;:!?)\]}'"»”]+$/u

/** The parts in their order; together they equal the text. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(ADDRESS)) {
    const written = match[0].replace(TRAILING, '')
    const link = linkOf(written)
    if (link === undefined) continue
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) })
    parts.push(link)
    from = match.index + written.length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

/** `host` in its network form, which reveals similar letters of another script. */
function linkOf(written: string): TextPart | undefined {
  if (!URL.canParse(written)) return undefined
  const { protocol, host, href, username, password } = new URL(written)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  // `https://bank.example@evil.example` looks like another site.
  if (username !== '' || password !== '' || host === '') return undefined
  return { kind: 'link', text: written, address: href, host }
}
