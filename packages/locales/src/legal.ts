/**
 * Terms of use and privacy statement: one file a language, apart from the dictionaries, so that only the two screens
 * load them. The texts name the operator by placeholders.
 */
import type en from './legal/en.json'

/** Of the texts in every language: what a customer accepts is recorded under it. It changes with their meaning. */
export const LEGAL_VERSION = '1.4'
/** Since when the texts of this version hold. */
export const LEGAL_DATE = '2026-11-29'

export type LegalTexts = typeof en
export type LegalSection = LegalTexts['terms'][number]

/** The paragraphs that the specification asks for. */
export const PARAGRAPHS = { terms: 42, privacy: 28 } as const
export type LegalKind = keyof typeof PARAGRAPHS

/** The placeholders of a paragraph. The operator's settings fill them; `countries` are those that are not served. */
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
