/**
 * docs/settings.md is made from the registry: one row a setting, under the headings of registry.ts. After a change
 * `npx vitest run apps/server/src/features/settings/settings-page.test.ts -u` writes it anew.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS } from './registry.ts'

const PAGE = '../../../../../docs/settings.md'
const COLUMNS = 120
/** A longer first value is a list or a text: the office shows it. */
const VALUE_LENGTH_MAX = 40
const HEAD = `# Settings of the office

The settings that staff change while the server runs, for the operator who decides on a value. Each change has a reason
and a version ([operating.md](operating.md#the-operators-settings)). *Public*: visitors can read it. This page is made
from the registry by \`settings-page.test.ts\`, which fails when the two differ.
`

test('the page about settings is what the registry says', async () => {
  const groups = groupsOf(readFileSync(new URL('./registry.ts', import.meta.url), 'utf8'))
  expect(groups.flatMap(({ keys }) => keys).sort()).toEqual(Object.keys(SETTINGS).sort())
  const sections = groups.map(({ title, keys }) => `## ${title}\n\n${keys.map(rowOf).join('\n')}\n`)
  await expect([HEAD, ...sections].join('\n')).toMatchFileSnapshot(PAGE)
})

/** The headings of the registry, each with its keys in their order. */
function groupsOf(source: string): readonly { readonly title: string; readonly keys: readonly string[] }[] {
  const [, ...parts] = source.split(/^ {2}\/\/ --- /m)
  return parts.map((part) => ({
    title: part.slice(0, part.indexOf(' ---')),
    keys: [...part.matchAll(/^ {2}(\w+): entry\(/gm)].flatMap((match) => match[1] ?? []),
  }))
}

function rowOf(key: string): string {
  const { doc, fallback, isPublic } = SETTINGS[key as keyof typeof SETTINGS]
  const value = JSON.stringify(fallback)
  const first = value.length > VALUE_LENGTH_MAX ? 'a list, which the office shows' : `\`${value}\``
  return wrapped(`- \`${key}\`: ${doc} First value: ${first}.${isPublic ? ' Public.' : ''}`)
}

function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= COLUMNS) lines[lines.length - 1] = longer
    else lines.push(`  ${word}`)
  }
  return lines.join('\n')
}
