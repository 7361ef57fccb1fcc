/** The words of every complete language at once, for the server: it answers each caller in their own. */
import ar from './ar.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import hk from './hk.json' with { type: 'json' }
import { type Dictionary, type Language, type Offered, offeredOf } from './index.ts'

const WORDS: { readonly [L in Offered]: Dictionary } = {
  hk: { language: 'hk', words: hk },
  en: { language: 'en', words: en },
  ar: { language: 'ar', words: ar },
}

/** A language without words of its own yet is answered in the default one. */
export function dictionaryOf(language: Language): Dictionary {
  return WORDS[offeredOf(language)]
}
