/**
 * The languages of the product, and the function that turns a key into text. English is the type: a key that English
 * lacks does not compile. Dictionaries are not imported here, so that a phone loads one language; the server imports
 * all from `@veritick/locales/all`.
 */
import type en from './en.json'

export const LANGUAGES = [
  'hk',
  'en',
  'jp',
  'kr',
  'th',
  'vn',
  'fr',
  'de',
  'ru',
  'spa',
  'pt',
  'ar',
  'it',
  'tr',
  'id',
] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * Languages with a complete dictionary, in the order of the choice: only these can be chosen. All fifteen are, and a
 * further one is at once. dictionaries.test.ts demands that its dictionary is complete, boot.test.ts of the web
 * app its tag in `public/boot.js`, which runs before any module.
 */
export const OFFERED = LANGUAGES satisfies readonly Language[]
export type Offered = (typeof OFFERED)[number]

/** For a caller that names no language or one without a dictionary. */
export const LANGUAGE_DEFAULT: Offered = 'hk'
/** For a browser whose languages are all without a dictionary, unless the operator names another language. */
export const LANGUAGE_OF_OTHER_BROWSERS: Offered = 'en'

/** `name`: in its own language. `tag`: for `Intl` and the `lang` attribute. */
export const LANGUAGE_FACTS: {
  readonly [L in Language]: { readonly name: string; readonly tag: string; readonly direction: 'ltr' | 'rtl' }
} = {
  hk: { name: '繁體中文', tag: 'zh-HK', direction: 'ltr' },
  en: { name: 'English', tag: 'en', direction: 'ltr' },
  jp: { name: '日本語', tag: 'ja', direction: 'ltr' },
  kr: { name: '한국어', tag: 'ko', direction: 'ltr' },
  th: { name: 'ไทย', tag: 'th', direction: 'ltr' },
  vn: { name: 'Tiếng Việt', tag: 'vi', direction: 'ltr' },
  fr: { name: 'Français', tag: 'fr', direction: 'ltr' },
  de: { name: 'Deutsch', tag: 'de', direction: 'ltr' },
  ru: { name: 'Русский', tag: 'ru', direction: 'ltr' },
  spa: { name: 'Español', tag: 'es', direction: 'ltr' },
  pt: { name: 'Português', tag: 'pt', direction: 'ltr' },
  ar: { name: 'العربية', tag: 'ar', direction: 'rtl' },
  it: { name: 'Italiano', tag: 'it', direction: 'ltr' },
  tr: { name: 'Türkçe', tag: 'tr', direction: 'ltr' },
  id: { name: 'Bahasa Indonesia', tag: 'id', direction: 'ltr' },
}

/** The `lang` header: one of the 15 codes; any other text means the default. */
export function languageOfHeader(code: string | undefined): Language {
  return LANGUAGES.find((language) => language === code) ?? LANGUAGE_DEFAULT
}

/** The language itself if it is offered, otherwise the default. */
export function offeredOf(language: Language): Offered {
  return OFFERED.find((offered) => offered === language) ?? LANGUAGE_DEFAULT
}

/**
 * First visit: the first of the browser's languages (`zh-TW`, `ar-EG`, ...) that is offered, otherwise `otherwise`. A
 * new dictionary takes part as soon as `OFFERED` lists it.
 */
export function languageOfBrowser<L extends Language = Offered>(
  tags: readonly string[],
  offered: readonly (L | Offered)[] = OFFERED,
  otherwise: Offered = LANGUAGE_OF_OTHER_BROWSERS,
): L | Offered {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split('-')[0]
    const found = offered.find((language) => LANGUAGE_FACTS[language].tag.split('-')[0] === primary)
    if (found !== undefined) return found
  }
  return otherwise
}

/** Sections of keys and their texts. `{{name}}` is a placeholder; `count` selects `key_one`, `key_other`, ... */
export type Words = typeof en
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Base<Name extends string> = Name extends `${infer Stem}_${PluralForm}` ? Stem : Name
export type Key = {
  [Section in keyof Words & string]: `${Section}.${Base<keyof Words[Section] & string>}`
}[keyof Words & string]
export type Values = { readonly [name: string]: string | number }
/** The texts of one language. Loaded from JSON, so other languages may have plural forms that English lacks. */
export type Dictionary = {
  readonly language: Language
  readonly words: { readonly [section: string]: { readonly [key: string]: string } }
}

const ISOLATE = '\u2068'
const ISOLATE_END = '\u2069'

const DECIMAL = /^[-+\u2212]?\d*\.\d*(?= USD$|$)/
/** A decimal of the wire, or one in groups of the server, that has thousands. */
const GROUPED = /^([-+\u2212]?)(\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+)(?= USD$|$)/
const signs = new Map<string, string>()
const groupers = new Map<string, Intl.NumberFormat>()

/** The decimal sign of a language; digits are latin in every language. `tag`: BCP 47. */
export function decimalSign(tag: string): string {
  const known = signs.get(tag)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(`${tag}-u-nu-latn`).formatToParts(1.5)
  const sign = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  signs.set(tag, sign)
  return sign
}

/**
 * A decimal text of the wire, or an amount that the server wrote in groups, in the writing of a language, with the
 * groups that money has: `"1.08512"` is `"1,08512"` in German, `"2395.920"` is `"2.395,920"`, `"1,500.00 USD"` is
 * `"1.500,00 USD"`. Text without a decimal point may be a number that is no figure, and stays.
 */
export function figureIn(text: string, tag: string): string {
  if (GROUPED.test(text))
    return text.replace(
      GROUPED,
      (_, minus: string, figure: string) => minus + groupedIn(figure.replaceAll(',', ''), tag),
    )
  return typedIn(text, tag)
}

/** The text of a field that a customer types into: the decimal sign of the language, and no groups. */
export function typedIn(text: string, tag: string): string {
  return DECIMAL.test(text) ? text.replace('.', decimalSign(tag)) : text
}

/** The digits are formatted as text, so that none is lost. */
function groupedIn(figure: string, tag: string): string {
  const decimals = figure.length - 1 - figure.indexOf('.')
  return grouperOf(tag, decimals).format(figure as Intl.StringNumericLiteral)
}

/** Cached: a list formats each price at each quote. */
function grouperOf(tag: string, decimals: number): Intl.NumberFormat {
  const key = `${tag} ${decimals}`
  const known = groupers.get(key)
  if (known !== undefined) return known
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const made = new Intl.NumberFormat(`${tag}-u-nu-latn`, digits)
  groupers.set(key, made)
  return made
}

/** Languages that write a non-breaking space before the percent sign; Turkish writes the sign before the figure. */
const PERCENT_APART: ReadonlySet<string> = new Set(['de', 'es', 'fr', 'it', 'ru'])

/** A decimal text as a percentage in the writing of a language: `"0.24"` is `"0,24\u00a0%"` in German. */
export function percentIn(text: string, tag: string): string {
  const [, sign = '', figure = ''] = /^([-+\u2212]?)(.*)$/.exec(figureIn(text, tag)) ?? []
  const language = tag.split('-')[0] ?? ''
  if (language === 'tr') return `${sign}%${figure}`
  return `${sign}${figure}${PERCENT_APART.has(language) ? '\u00a0' : ''}%`
}

/**
 * The text of a key. A value that is a decimal has the decimal sign of the language. In a right-to-left language each
 * value is wrapped in bidi isolates, so that prices and codes keep their order; a percent sign or USD behind it stays
 * on its side. A key without a text gives the key itself, which a test notices.
 */
export function translate(dictionary: Dictionary, key: Key, values: Values = {}): string {
  const { tag, direction } = LANGUAGE_FACTS[dictionary.language]
  const isolate = (value: string | number, unit: string) => {
    const shown = figureIn(String(value), tag) + unit
    return direction === 'rtl' ? `${ISOLATE}${shown}${ISOLATE_END}` : shown
  }
  const words = find(dictionary, key, values.count, tag)
  if (words === undefined) return key
  return words.replace(/\{\{(\w+)\}\}(%|[ \u00a0]USD\b|)/g, (placeholder, name: string, unit: string) => {
    const value = values[name]
    return value === undefined ? placeholder : isolate(value, unit)
  })
}

function find(
  dictionary: Dictionary,
  key: string,
  count: string | number | undefined,
  tag: string,
): string | undefined {
  const dot = key.indexOf('.')
  const section = dictionary.words[key.slice(0, dot)]
  const name = key.slice(dot + 1)
  if (count !== undefined) {
    const plural = section?.[`${name}_${pluralForm(count, tag)}`] ?? section?.[`${name}_other`]
    if (plural !== undefined) return plural
  }
  return section?.[name]
}

/** The plural form of a count; of a written one, such as `"+1.0"`, with the decimals that it shows. */
function pluralForm(count: string | number, tag: string): PluralForm {
  if (typeof count === 'number') return new Intl.PluralRules(tag).select(count)
  const [, whole, decimals = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(count.replace(/[^\d.,]/g, '')) ?? []
  if (whole === undefined) return 'other'
  const rules = new Intl.PluralRules(tag, { minimumFractionDigits: decimals.length })
  return rules.select(Number(`${whole}.${decimals}`))
}
