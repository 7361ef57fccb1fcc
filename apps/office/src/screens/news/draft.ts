/** An article while it is edited: its texts in each language, its faults, and what is sent. */
import {
  NEWS_BODY_MAX,
  NEWS_KINDS,
  NEWS_LANGUAGES,
  NEWS_SUMMARY_MAX,
  NEWS_TITLE_MAX,
  type NewsKind,
  type NewsLanguage,
} from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'

export type Article = OfficeData<'newsFind'>
export type Text = { readonly title: string; readonly summary: string; readonly body: string }
export type Draft = {
  readonly kind: NewsKind
  /** Id of the picture in lists; empty: none. */
  readonly picture: string
  readonly texts: Readonly<Partial<Record<NewsLanguage, Text>>>
}

export const EMPTY: Text = { title: '', summary: '', body: '' }

export const newDraft = (kind: string | null): Draft => ({
  kind: NEWS_KINDS.find((each) => each === kind) ?? 'news',
  picture: '',
  texts: {},
})

export const draftOf = ({ kind, picture, texts }: Pick<Article, 'kind' | 'picture' | 'texts'>): Draft => ({
  kind,
  picture: picture ?? '',
  texts: Object.fromEntries(texts.map(({ language, ...text }) => [language, text])),
})

export const textIn = (draft: Draft, language: NewsLanguage): Text => draft.texts[language] ?? EMPTY

export const withText = (draft: Draft, language: NewsLanguage, text: Partial<Text>): Draft => ({
  ...draft,
  texts: { ...draft.texts, [language]: { ...textIn(draft, language), ...text } },
})

const isWritten = ({ title, summary, body }: Text) => `${title}${summary}${body}`.trim() !== ''

export const languagesOf = (draft: Draft): readonly NewsLanguage[] =>
  NEWS_LANGUAGES.filter((language) => isWritten(textIn(draft, language)))

/** The draft in the form of the call. */
export const wireOf = (draft: Draft) => ({
  kind: draft.kind,
  picture: draft.picture,
  texts: languagesOf(draft).map((language) => ({ language, ...textIn(draft, language) })),
})

export const isChanged = (before: Draft, after: Draft): boolean =>
  JSON.stringify(wireOf(before)) !== JSON.stringify(wireOf(after))

/** The first fault; `undefined`: it can be saved. */
export function draftFault(draft: Draft, nameOf: (language: NewsLanguage) => string): string | undefined {
  if (textIn(draft, 'en').title.trim() === '') return 'Write an English title.'
  for (const language of languagesOf(draft)) {
    const { title, summary, body } = textIn(draft, language)
    const name = nameOf(language)
    if (title.trim() === '') return `${name}: write a title, or clear its texts.`
    if (title.length > NEWS_TITLE_MAX) return `${name}: the title has at most ${NEWS_TITLE_MAX} characters.`
    if (summary.length > NEWS_SUMMARY_MAX) return `${name}: the summary has at most ${NEWS_SUMMARY_MAX} characters.`
    if (body.length > NEWS_BODY_MAX) return `${name}: the text has at most ${NEWS_BODY_MAX} characters.`
  }
  return undefined
}

/** The reason why a draft cannot be published; `undefined`: it can. A banner needs no text of the article. */
export function publishFault(draft: Draft, nameOf: (language: NewsLanguage) => string): string | undefined {
  if (draft.kind === 'banner') return undefined
  const bare = languagesOf(draft).find((language) => textIn(draft, language).body.trim() === '')
  return bare === undefined ? undefined : `${nameOf(bare)}: the text is missing.`
}

/** How each button of the editor marks the chosen part of a text. */
export const MARKS = {
  Heading: ['<h2>', '</h2>'],
  Bold: ['<strong>', '</strong>'],
  Italic: ['<em>', '</em>'],
  List: ['<ul>\n<li>', '</li>\n</ul>'],
  Quote: ['<blockquote>', '</blockquote>'],
  Link: ['<a href="https://">', '</a>'],
} as const satisfies Record<string, readonly [string, string]>

/** The text with its chosen part marked, and the part that is chosen then. */
export function marked(
  text: string,
  chosen: { readonly from: number; readonly to: number },
  [before, after]: readonly [string, string],
): { readonly text: string; readonly from: number; readonly to: number } {
  const { from, to } = chosen
  return {
    text: text.slice(0, from) + before + text.slice(from, to) + after + text.slice(to),
    from: from + before.length,
    to: to + before.length,
  }
}

/** `2026-11-22T18:30`, the value of a field in UTC, as a moment; `undefined`: it is incomplete. */
export function momentOf(typed: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed)) return undefined
  const at = Date.parse(`${typed}:00.000Z`)
  return Number.isNaN(at) ? undefined : at
}

export type Times = {
  readonly when: 'now' | 'later'
  readonly from: string
  readonly until: string
}

/** A moment as the value of a field in UTC: `2026-11-22T18:30`; empty: none. */
const fieldOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString().slice(0, 16))

/** The times with which the dialog opens: those of a scheduled article, otherwise at once and without an end. */
export function timesBegun({ state, publish_at, end_at }: Pick<Article, 'state' | 'publish_at' | 'end_at'>): Times {
  if (state !== 'scheduled') return { when: 'now', from: '', until: '' }
  return { when: 'later', from: fieldOf(publish_at), until: fieldOf(end_at) }
}

/** The moments of a publication, or the first fault. */
export function timesOf(
  { when, from, until }: Times,
  now: number,
): { readonly publish_at?: number; readonly end_at?: number } | string {
  const publishAt = when === 'later' ? momentOf(from) : undefined
  if (when === 'later' && publishAt === undefined) return 'Enter day and time of the publication.'
  if (publishAt !== undefined && publishAt <= now) return 'The publication must be in the future.'
  const endAt = until === '' ? undefined : momentOf(until)
  if (until !== '' && endAt === undefined) return 'Enter day and time of the end, or clear both.'
  if (endAt !== undefined && endAt <= (publishAt ?? now)) return 'The end must be after the publication.'
  return { ...(publishAt !== undefined && { publish_at: publishAt }), ...(endAt !== undefined && { end_at: endAt }) }
}
