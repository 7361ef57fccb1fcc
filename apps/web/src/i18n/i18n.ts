/**
 * The customer's language: its code, its dictionary (one lazy chunk each) and `useTranslate`. The server uses the same
 * `translate`, so a sentence is the same on both sides.
 */
import {
  type Dictionary,
  type Key,
  LANGUAGE_FACTS,
  languageOfBrowser,
  OFFERED,
  type Offered,
  translate,
  type Values,
} from '@veritick/locales'
import { useCallback } from 'react'
import { create } from 'zustand'
import { readLocal, writeLocal } from '../data/localStorage.ts'

const STORAGE_KEY = 'veritick.language'

const LOADERS: { readonly [L in Offered]: () => Promise<{ default: Dictionary['words'] }> } = {
  hk: () => import('@veritick/locales/hk.json'),
  en: () => import('@veritick/locales/en.json'),
  ar: () => import('@veritick/locales/ar.json'),
}

type State = { readonly language: Offered; readonly dictionary: Dictionary }

const NO_WORDS: Dictionary = { language: 'en', words: {} }
const useDictionary = create<State>(() => ({ language: languageFirst(), dictionary: NO_WORDS }))

/** The language that the customer chose, otherwise the first offered one of the browser, otherwise English. */
export function languageFirst(): Offered {
  const chosen = readLocal(STORAGE_KEY)
  return OFFERED.find((offered) => offered === chosen) ?? languageOfBrowser(navigator.languages ?? [])
}

/** Loads the dictionary, then renders everything in it. Rejects when the chunk cannot be loaded. */
export async function setLanguage(
  language: Offered,
  options: { readonly keep: boolean } = { keep: true },
): Promise<void> {
  const { default: words } = await LOADERS[language]()
  if (options.keep) writeLocal(STORAGE_KEY, language)
  document.documentElement.lang = LANGUAGE_FACTS[language].tag
  document.documentElement.dir = LANGUAGE_FACTS[language].direction
  useDictionary.setState({ language, dictionary: { language, words } })
}

export type Translate = (key: Key, values?: Values) => string

/** `const t = useTranslate()`, then `t('trade.sell_at', { price })`. The same function until the language changes. */
export function useTranslate(): Translate {
  const dictionary = useDictionary((state) => state.dictionary)
  return useCallback<Translate>((key, values) => translate(dictionary, key, values), [dictionary])
}

export const useLanguage = (): Offered => useDictionary((state) => state.language)
/** The BCP 47 tag of the language. */
export const useTag = (): string => LANGUAGE_FACTS[useLanguage()].tag
export const useDirection = (): 'ltr' | 'rtl' => LANGUAGE_FACTS[useLanguage()].direction

/** For code outside of components, such as the text of a notice. */
export const translateNow: Translate = (key, values) => translate(useDictionary.getState().dictionary, key, values)
export const languageNow = (): Offered => useDictionary.getState().language
export const onLanguage = (listener: (language: Offered) => void): (() => void) =>
  useDictionary.subscribe((state, before) => {
    if (state.language !== before.language) listener(state.language)
  })
