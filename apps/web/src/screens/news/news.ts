/** News without a browser: the article of a URL, its link, the direction of its text, and which banner is shown. */
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

/** Banners that the customer has hidden on this device: the newest ones are kept. */
export const HIDDEN_MAX = 50

/** `"3 12"` as the device keeps it; anything else is left out. */
export const hiddenIn = (text: string | undefined): readonly number[] =>
  (text ?? '').split(' ').flatMap((word) => (ID.test(word) ? [Number(word)] : []))

export const withHidden = (hidden: readonly number[], id: number): readonly number[] =>
  [...hidden.filter((each) => each !== id), id].slice(-HIDDEN_MAX)

export const hiddenText = (hidden: readonly number[]): string => hidden.join(' ')

/** At most one banner: the newest that was not hidden. */
export const bannerOf = <Banner extends { readonly id: number }>(
  banners: readonly Banner[] | undefined,
  hidden: readonly number[],
): Banner | undefined => banners?.find(({ id }) => !hidden.includes(id))
