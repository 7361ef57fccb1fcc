/** The code of the first screen uses only the words that come with the page. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import en from '@veritick/locales/en.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { FIRST_SECTIONS } from './firstSections.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
/** Files that other screens show, or that are shown after another screen: they wait for the words of all screens. */
const SHOWN_LATER = ['design/PictureField.tsx', 'design/Field.tsx', 'design/CodeField.tsx']

test('the first screen and the shell name no other section', () => {
  const named = filesBehind(join(SOURCES, 'main.tsx'))
    .filter((path) => !SHOWN_LATER.includes(path.slice(SOURCES.length)))
    .flatMap((path) =>
      [
        ...withoutComments(readFileSync(path, 'utf8')).matchAll(
          /\bt\(\s*[`'"]([a-z_]+)\.|['"]([a-z_]+)\.[a-z_]+['"] as const/g,
        ),
      ].map((found) => ({ path: path.slice(SOURCES.length), section: found[1] ?? found[2] ?? '' })),
    )
    .filter(({ section }) => section in en)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ section }) => !FIRST_SECTIONS.includes(section))).toEqual([])
})

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')

/** All files that the given file imports statically, directly or indirectly. */
function filesBehind(start: string): string[] {
  const found = new Set<string>()
  const waiting = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, to = ''] of text.matchAll(/^(?:import|export)\b(?!\s+type)[^'";]*?from\s+'(\.[^']+)'/gms)) {
      const next = join(dirname(path), to)
      if (/\.tsx?$/.test(next) && existsSync(next)) waiting.push(next)
    }
  }
  return [...found]
}
