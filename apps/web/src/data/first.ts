/**
 * What the server puts into the first page: the data and the words of the first screen, in the language that it
 * expects. With it the app shows prices without a call. A page without it, or in another language, reads the same over
 * HTTP.
 */
import type { CallData, CompanyStatus } from '@veritick/contract'
import type { Dictionary, Language } from '@veritick/locales'

export type FirstData = {
  readonly language: Language
  /** When the server made it: milliseconds since 1970. A page that the service worker kept may be days old. */
  readonly madeAt: number
  readonly trades: CallData<'tradeList'>
  readonly categories: CallData<'getCategories'>
  readonly basics: CallData<'getBasicInfo'>
  readonly company: CompanyStatus
}

export type FirstPage = { readonly data: FirstData; readonly words: Dictionary['words'] }

/** Where the page holds it: a script element that is data, which no policy has to allow. */
const PLACE = 'first-data'

/** `undefined`: the page holds none, or it is in another language. */
export function firstPage(language: Language): FirstPage | undefined {
  const text = document.getElementById(PLACE)?.textContent
  if (text === undefined || text === null || text === '') return undefined
  // Our own server wrote it, from answers that it checks.
  const page: FirstPage = JSON.parse(text)
  return page.data.language === language ? page : undefined
}
