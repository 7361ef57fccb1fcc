/**
 * Terms of use and privacy statement: one file a language, apart from the dictionaries, so that only the two screens
 * load them. A language without a file shows the English text and says so. The texts name the operator by placeholders.
 */
import type { Language } from './index.ts'
import type en from './legal/en.json'

export const LEGAL_LANGUAGES = ['en', 'hk', 'ar'] as const satisfies readonly Language[]
export type LegalLanguage = (typeof LEGAL_LANGUAGES)[number]

/** Of the texts in every language: what a customer accepts is recorded under it. It changes with their meaning. */
export const LEGAL_VERSION = '1.0'

export type LegalTexts = typeof en
export type LegalSection = LegalTexts['terms'][number]

/** The paragraphs that the specification asks for. */
export const PARAGRAPHS = { terms: 42, privacy: 28 } as const
export type LegalKind = keyof typeof PARAGRAPHS

/** What a paragraph may name. The operator's settings fill them; `countries` are those that are not served. */
export const LEGAL_PLACEHOLDERS = [
  'operator',
  'address',
  'registration_number',
  'law',
  'supervisor',
  'email',
  'brand',
  'countries',
] as const
export type LegalPlaceholder = (typeof LEGAL_PLACEHOLDERS)[number]

export const legalLanguageOf = (language: Language): LegalLanguage =>
  LEGAL_LANGUAGES.find((each) => each === language) ?? 'en'
