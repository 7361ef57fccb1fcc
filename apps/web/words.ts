/**
 * Splits each dictionary in two for the browser: the words of the first screen and the shell, and the words of all
 * other screens, which load together with the first of them. A plugin of the bundler, because translators and the
 * server use one file for each language.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { FIRST_SECTIONS } from './src/i18n/firstSections.ts'

const FOLDER = fileURLToPath(new URL('../../packages/locales/src/', import.meta.url))
const LOADERS = 'virtual:words'
/** `virtual:words/<part>/<language>`. */
const PART = /^\0virtual:words\/(first|later)\/([a-z]+)$/

type Sections = Readonly<Record<string, unknown>>

/** `codes`: the languages to offer; none on the server, which loads the words itself. */
export function wordsPlugin(codes: readonly string[] = languages()): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith(LOADERS) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LOADERS}`) return loadersOf(codes)
      const [, part, language] = PART.exec(id) ?? []
      if (part === undefined || language === undefined) return undefined
      const file = `${FOLDER}${language}.json`
      this.addWatchFile(file)
      const sections: Sections = JSON.parse(readFileSync(file, 'utf8'))
      return `export default ${JSON.stringify(partOf(sections, part === 'first'))}`
    },
  }
}

/** The sections of the first screen, or all others. */
function partOf(sections: Sections, first: boolean): Sections {
  return Object.fromEntries(Object.entries(sections).filter(([name]) => FIRST_SECTIONS.includes(name) === first))
}

function languages(): readonly string[] {
  return readdirSync(FOLDER).flatMap((name) => /^([a-z]+)\.json$/.exec(name)?.[1] ?? [])
}

/** A module with two imports for each language, each of a separate file. */
function loadersOf(codes: readonly string[]): string {
  const parts = (code: string) =>
    ['first', 'later'].map((part) => `${part}: () => import('${LOADERS}/${part}/${code}')`).join(', ')
  return `export const WORDS = { ${codes.map((code) => `${code}: { ${parts(code)} }`).join(', ')} }`
}
