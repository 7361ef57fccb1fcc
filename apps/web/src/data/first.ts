/**
 * The data and words of the first screen that the server puts into the page, in the expected language. With them the
 * app shows prices without a call. Without them, or in another language, the app reads both over HTTP.
 */
import type { CallData, CompanyStatus } from '@veritick/contract'
import type { Dictionary, Language } from '@veritick/locales'

export type FirstData = {
  readonly language: Language
  /** Time of the page on the server: milliseconds since 1970. A page of the service worker may be days old. */
  readonly madeAt: number
  readonly trades: CallData<'tradeList'>
  readonly categories: CallData<'getCategories'>
  readonly basics: CallData<'getBasicInfo'>
  readonly company: CompanyStatus
}

export type FirstPage = { readonly data: FirstData; readonly words: Dictionary['words'] }

/** Id of the script element with the data. The content security policy does not apply to data. */
const PLACE = 'first-data'

/** `undefined`: the page has no data, or data in another language. */
export function firstPage(language: Language): FirstPage | undefined {
  const text = document.getElementById(PLACE)?.textContent
  if (text === undefined || text === null || text === '') return undefined
  // Our own server wrote this text from checked answers.
  const page: FirstPage = JSON.parse(text)
  return page.data.language === language ? page : undefined
}
