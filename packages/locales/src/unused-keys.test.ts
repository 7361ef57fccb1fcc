/**
 * Every key of English is used by a source of `apps/` or `packages/`: either its name stands there (`'orders.title'`),
 * or a template does (`refusals.${reason}`) and the part that the template leaves open stands there as a name.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import en from './en.json' with { type: 'json' }

const ROOT = new URL('../../../', import.meta.url)
const FORM = /_(?:zero|one|two|few|many|other)$/

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g

/** All sources but tests, without comments: what only a test or a comment names is unused. */
function sources(): string {
  const texts: string[] = []
  for (const part of ['apps/', 'packages/']) {
    const folder = new URL(part, ROOT)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = `${entry.parentPath}/${entry.name}`
      if (!entry.isFile() || !/\.tsx?$/.test(path) || /\.test\.tsx?$|\.d\.ts$/.test(path)) continue
      if (/\/(?:node_modules|dist|\.cache)\//.test(path)) continue
      texts.push(readFileSync(path, 'utf8').replace(COMMENT, ''))
    }
  }
  expect(texts.length, fileURLToPath(ROOT)).toBeGreaterThan(300)
  return texts.join('\n')
}

it('no key is unused', () => {
  const text = sources()
  // The values that can fill a template: quoted words, names of properties, numbers of the wire.
  const words = new Set([...text.matchAll(/['"](\w+)['"]|(\w+)\??:|\b(\d)\b/g)].map(([, a, b, c]) => a ?? b ?? c))
  const literals = new Set([...text.matchAll(/['"`](\w+\.\w+)['"`]/g)].map((match) => match[1]))
  const templates = [...text.matchAll(/`(\w+)\.((?:\w|\$\{[^}`]*\})*\$\{[^}`]*\}\w*)`/g)]
    .filter(([, section = '']) => section in en)
    .map(([, section, rest = '']) => new RegExp(`^${section}\\.${rest.replace(/\$\{[^}]*\}/g, '(\\w+?)')}$`))
  const isUsed = (key: string): boolean => {
    if (literals.has(key)) return true
    return templates.some(
      (template) =>
        template
          .exec(key)
          ?.slice(1)
          .every((part) => words.has(part)) ?? false,
    )
  }
  const keys = Object.entries(en).flatMap(([section, entries]) =>
    Object.keys(entries).map((key) => `${section}.${key}`),
  )
  const unused = keys.filter((key) => !isUsed(key) && !(FORM.test(key) && isUsed(key.replace(FORM, ''))))
  expect(unused).toEqual([])
})
