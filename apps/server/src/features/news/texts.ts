/** Which of an article's texts a reader gets. */
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '@veritick/locales'

type InLanguage = { readonly language: string }

/** The text in the reader's language, otherwise in English, otherwise the first in the order of the languages. */
export function textFor<Text extends InLanguage>(texts: readonly Text[], reader: Language): Text | undefined {
  const found = [reader, 'en', ...LANGUAGES].map((wanted) => texts.find(({ language }) => language === wanted))
  return found.find((text) => text !== undefined)
}

/** For the `lang` attribute and the direction of the text. */
export const tagOf = (language: string): string =>
  LANGUAGE_FACTS[LANGUAGES.find((each) => each === language) ?? 'en'].tag
