/** News as pure functions: the article of a URL, its link, the direction of its text, and the shown banner. */
import { LANGUAGE_FACTS } from '@veritick/locales'

const ID = /^[1-9]\d{0,9}$/

/** `?id=12` -> 12; `undefined`: the URL names no article. */
export function articleIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('id') ?? ''
  return ID.test(id) ? Number(id) : undefined
}

export const articlePath = (id: number): string => `/news/detail?id=${id}`
export const articleLink = (origin: string, id: number): string => `${origin}${articlePath(id)}`

/** An article in another language than the app keeps its own direction. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  Object.values(LANGUAGE_FACTS).find((language) => language.tag === tag)?.direction ?? 'ltr'

/** Number of hidden banners that the device stores, the newest ones. */
export const HIDDEN_MAX = 50

/** The ids in a stored text such as `"3 12"`; invalid ids are omitted. */
export const hiddenIn = (text: string | undefined): readonly number[] =>
  (text ?? '').split(' ').flatMap((word) => (ID.test(word) ? [Number(word)] : []))

export const withHidden = (hidden: readonly number[], id: number): readonly number[] =>
  [...hidden.filter((each) => each !== id), id].slice(-HIDDEN_MAX)

export const hiddenText = (hidden: readonly number[]): string => hidden.join(' ')

/** At most one banner: the newest banner that was not hidden. */
export const bannerOf = <Banner extends { readonly id: number }>(
  banners: readonly Banner[] | undefined,
  hidden: readonly number[],
): Banner | undefined => banners?.find(({ id }) => !hidden.includes(id))
