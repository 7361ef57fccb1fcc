/** The dictionaries of all offered languages, for the server, which answers each caller in their language. */
import ar from './ar.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import hk from './hk.json' with { type: 'json' }
import { type Dictionary, type Language, type Offered, offeredOf } from './index.ts'

const WORDS: { readonly [L in Offered]: Dictionary } = {
  hk: { language: 'hk', words: hk },
  en: { language: 'en', words: en },
  ar: { language: 'ar', words: ar },
}

/** A language that is not offered yet is answered in the default one. */
export function dictionaryOf(language: Language): Dictionary {
  return WORDS[offeredOf(language)]
}
