/** Figures of the axes as on every other screen: groups and decimal sign of the language, the minus sign. */
import { figureIn, LANGUAGE_FACTS, type Language } from '@veritick/locales'
import { MINUS } from '../../format/price.ts'

/** As the library takes it for every number that it writes. It has no sign of its own, because `figureIn` groups. */
export const separatorOf = (language: Language) => ({
  sign: '',
  format: (value: string | number) => figureIn(String(value), LANGUAGE_FACTS[language].tag).replace(/^-/, MINUS),
})
