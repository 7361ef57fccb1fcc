/** Loads the legal texts of a language when a legal page is opened. Each language is a separate bundle. */

import { useQuery } from '@tanstack/react-query'
import type { Language } from '@veritick/locales'
import type { LegalTexts } from '@veritick/locales/legal'
import { useLanguage } from '../../i18n/i18n.ts'
import { BROWSER } from '../../shell/browserWorld.ts'
import { loadFile } from '../../shell/chunk.ts'

const LOADERS: { readonly [L in Language]: () => Promise<{ default: LegalTexts }> } = {
  hk: () => import('@veritick/locales/legal/hk.json'),
  en: () => import('@veritick/locales/legal/en.json'),
  jp: () => import('@veritick/locales/legal/jp.json'),
  kr: () => import('@veritick/locales/legal/kr.json'),
  th: () => import('@veritick/locales/legal/th.json'),
  vn: () => import('@veritick/locales/legal/vn.json'),
  fr: () => import('@veritick/locales/legal/fr.json'),
  de: () => import('@veritick/locales/legal/de.json'),
  ru: () => import('@veritick/locales/legal/ru.json'),
  spa: () => import('@veritick/locales/legal/spa.json'),
  pt: () => import('@veritick/locales/legal/pt.json'),
  ar: () => import('@veritick/locales/legal/ar.json'),
  it: () => import('@veritick/locales/legal/it.json'),
  tr: () => import('@veritick/locales/legal/tr.json'),
  id: () => import('@veritick/locales/legal/id.json'),
}

/** The legal texts in the customer's language. */
export function useLegalTexts() {
  const language = useLanguage()
  return useQuery({
    queryKey: ['legal', language],
    queryFn: async () => (await loadFile(`legal-${language}`, LOADERS[language], BROWSER)).default,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
