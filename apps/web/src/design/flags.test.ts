/**
 * The sprite of flags equals the drawings of the library. `npx vitest run -u` writes it again after a change of the
 * list or the library.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as drawings from 'country-flag-icons/string/1x1'
import { expect, it } from 'vitest'
import { FLAGS } from './flags.ts'

const library = new Map<string, string>(Object.entries(drawings))

/** `<svg viewBox=... >drawing</svg>` as a symbol named by its country. */
function symbol(country: string): string {
  return (library.get(country) ?? '')
    .replace(/^<svg[^>]*?(viewBox="[^"]+")[^>]*>/, `<symbol id="${country}" $1>`)
    .replace(/<\/svg>$/, '</symbol>')
}

it('draws every flag of the list', async () => {
  const symbols = FLAGS.map(symbol)
  for (const each of symbols) expect(each).toMatch(/^<symbol id="[A-Z]{2}" viewBox="[^"]+">.+<\/symbol>$/s)
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><title>Flags</title>\n${symbols.join('\n')}\n</svg>\n`
  await expect(sprite).toMatchFileSnapshot('./flags.svg')
})

it('has the flag of every currency in the catalogue', () => {
  const file = fileURLToPath(new URL('../../../server/catalogue/currencies.json', import.meta.url))
  const countries = [...readFileSync(file, 'utf8').matchAll(/"mark": "([A-Z]{2})"/g)].map((match) => match[1])
  expect(countries.length).toBeGreaterThan(10)
  expect(countries.filter((country) => country !== undefined && !FLAGS.includes(country))).toEqual([])
})
