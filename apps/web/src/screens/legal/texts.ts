/** Loads the legal texts of a language when a legal page is opened. Each language is a separate bundle. */

import { useQuery } from '@tanstack/react-query'
import { type LegalLanguage, type LegalTexts, legalLanguageOf } from '@veritick/locales/legal'
import { useLanguage } from '../../i18n/i18n.ts'

const LOADERS: { readonly [L in LegalLanguage]: () => Promise<{ default: LegalTexts }> } = {
  en: () => import('@veritick/locales/legal/en.json'),
  hk: () => import('@veritick/locales/legal/hk.json'),
  ar: () => import('@veritick/locales/legal/ar.json'),
}

/** `language`: the language of the texts; it differs from the customer's without a translation. */
export function useLegalTexts() {
  const customer = useLanguage()
  const language = legalLanguageOf(customer)
  const query = useQuery({
    queryKey: ['legal', language],
    queryFn: async () => (await LOADERS[language]()).default,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { query, language, isTranslated: language === customer }
}
