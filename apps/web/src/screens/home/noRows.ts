/** The texts of a list without rows: a sentence and the next step. */
import type { Key } from '@veritick/locales'
import type { Shown } from './lists.ts'

type Words = { readonly title: Key; readonly text: Key }

const WORDS = {
  favourites: { title: 'home.empty_favourites', text: 'home.empty_favourites_text' },
  movers: { title: 'home.empty_movers', text: 'home.empty_movers_text' },
  category: { title: 'home.empty', text: 'home.empty_text' },
} as const satisfies Readonly<Record<string, Words>>

export const noRowsWords = (shown: Shown): Words =>
  shown === 'favourites' || shown === 'movers' ? WORDS[shown] : WORDS.category
