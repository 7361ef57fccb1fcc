/**
 * The customer's language: its code, its dictionary and `useTranslate`. The words of the first screen load before it,
 * all others together with the first other screen. The server uses the same `translate`, so a sentence is the same on
 * both sides.
 */

import { WORDS } from 'virtual:words'
import { must } from '@veritick/domain'
import {
  type Dictionary,
  figureIn,
  type Key,
  LANGUAGE_FACTS,
  LANGUAGE_OF_OTHER_BROWSERS,
  languageOfBrowser,
  OFFERED,
  type Offered,
  translate,
  typedIn,
  type Values,
} from '@veritick/locales'
import { useCallback, useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { readLocal, writeLocal } from '../data/localStorage.ts'

const STORAGE_KEY = 'veritick.language'
const COOKIE_SECONDS = 31_536_000
/** Present once the words of the first screen are loaded. */
const FIRST_SECTION = 'shell'
/** Present once the words of all screens are loaded. */
const LATER_SECTION = 'orders'

type State = { readonly language: Offered; readonly dictionary: Dictionary }

const NO_WORDS: Dictionary = { language: 'en', words: {} }
const dictionaries = createStore<State>(() => ({ language: languageFirst(), dictionary: NO_WORDS }))

/** The dictionary; on the server the words of the last `showWords`. */
function useDictionary<T>(select: (state: State) => T): T {
  const now = () => select(dictionaries.getState())
  return useSyncExternalStore(dictionaries.subscribe, now, now)
}

/** The language that the customer chose, otherwise the first offered one of the browser, otherwise that of the page. */
export function languageFirst(): Offered {
  const chosen = readLocal(STORAGE_KEY)
  return (
    OFFERED.find((offered) => offered === chosen) ?? languageOfBrowser(browserLanguages(), OFFERED, languageOfPage())
  )
}

/** The operator's setting `default_language`, which the page carries where it is not English. */
function languageOfPage(): Offered {
  const named = typeof document === 'undefined' ? undefined : document.documentElement?.dataset?.language
  return OFFERED.find((offered) => offered === named) ?? LANGUAGE_OF_OTHER_BROWSERS
}

/** None on the server. */
function browserLanguages(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])
}

/** Shows loaded words: the words of the page, or on the server the words of the next rendering. */
export function showWords(language: Offered, words: Dictionary['words']): void {
  dictionaries.setState({ language, dictionary: { language, words } })
}

/** True once a screen other than the first was requested: then a change of language loads all words. */
let allWanted = false
let allLoading: Promise<void> | undefined
/** A shown text waits for the words of all screens. */
let isTextMissing = false

/** Counts the choices of a language: the last one counts, not the one whose words are loaded last. */
let choices = 0

/**
 * Loads the words, then renders everything in them. Rejects when a file cannot be loaded. False: another language was
 * chosen meanwhile.
 */
export async function setLanguage(
  language: Offered,
  options: { readonly keep: boolean } = { keep: true },
): Promise<boolean> {
  choices += 1
  const choice = choices
  const words = await wordsOf(language)
  if (choice !== choices) return false
  if (options.keep) keep(language)
  document.documentElement.lang = LANGUAGE_FACTS[language].tag
  document.documentElement.dir = LANGUAGE_FACTS[language].direction
  dictionaries.setState({ language, dictionary: { language, words } })
  return true
}

/** Stores the language on the device, and in a cookie: the server renders the first page in it. */
function keep(language: Offered): void {
  writeLocal(STORAGE_KEY, language)
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface does not exist in every browser.
  document.cookie = `veritick_language=${language}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`
}

/** Called before the first words are loaded if the app starts with another screen. */
export function wantAllWords(): void {
  allWanted = true
}

/**
 * Loads the words of all screens; they are shown as soon as they are loaded. Rejects when the file cannot be loaded.
 */
export function loadAllWords(): Promise<void> {
  wantAllWords()
  allLoading ??= loadLater().finally(() => {
    allLoading = undefined
  })
  return allLoading
}

async function loadLater(): Promise<void> {
  const { language, dictionary } = dictionaries.getState()
  if (LATER_SECTION in dictionary.words) return
  const { default: later } = await partsOf(language).later()
  const { words } = dictionaries.getState().dictionary
  if (languageNow() !== language) return
  // All shown texts have their words: a new rendering would change nothing.
  if (areFirstThere(words) && !isTextMissing) Object.assign(words, later)
  else dictionaries.setState({ dictionary: { language, words: { ...words, ...later } } })
}

const areFirstThere = (words: Dictionary['words']) => FIRST_SECTION in words

const partsOf = (language: Offered) => must(WORDS[language], 'an offered language has words')

/** Loads both parts without showing them, so that the service worker caches them. */
export async function touchWords(): Promise<void> {
  const parts = partsOf(languageNow())
  await Promise.all([parts.first(), parts.later()])
}

async function wordsOf(language: Offered): Promise<Dictionary['words']> {
  const parts = partsOf(language)
  const [first, later] = await Promise.all([parts.first(), allWanted ? parts.later() : undefined])
  return { ...first.default, ...later?.default }
}

export type Translate = (key: Key, values?: Values) => string

/** `const t = useTranslate()`, then `t('orders.now', { price })`. The same function until the language changes. */
export function useTranslate(): Translate {
  const dictionary = useDictionary((state) => state.dictionary)
  return useCallback<Translate>((key, values) => textOf(dictionary, key, values), [dictionary])
}

/** An empty text while the words of the screen are loading, never a key. */
function textOf({ language, words }: Dictionary, key: Key, values?: Values): string {
  const section = key.slice(0, key.indexOf('.'))
  const onlyFirst = areFirstThere(words) && !(LATER_SECTION in words)
  if (!onlyFirst || section in words) return translate({ language, words }, key, values)
  isTextMissing = true
  return ''
}

export const useLanguage = (): Offered => useDictionary((state) => state.language)
/** The BCP 47 tag of the language. */
export const useTag = (): string => LANGUAGE_FACTS[useLanguage()].tag
/** Writes decimals of the wire as the language does: prices, sizes and rates beside amounts of money. */
export function useFigure(): (text: string) => string {
  const tag = useTag()
  return useCallback((text) => figureIn(text, tag), [tag])
}
/** Writes the decimals of a field as the language does, without groups, so that no group comes while it is typed in. */
export function useTypedFigure(): (text: string) => string {
  const tag = useTag()
  return useCallback((text) => typedIn(text, tag), [tag])
}
export const useDirection = (): 'ltr' | 'rtl' => LANGUAGE_FACTS[useLanguage()].direction

/** For code outside of components, such as the text of a notice. */
export const translateNow: Translate = (key, values) => textOf(dictionaries.getState().dictionary, key, values)
export const languageNow = (): Offered => dictionaries.getState().language
export const onLanguage = (listener: (language: Offered) => void): (() => void) =>
  dictionaries.subscribe((state, before) => {
    if (state.language !== before.language) listener(state.language)
  })
