/**
 * The documents as a test: links, paths, the tree of ARCHITECTURE.md, the way of a close, settings and decisions. It
 * checks what a program can compare with the code; a reader checks the sentences.
 */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allFiles, linesOf, ROOT, textOf } from './sources.ts'

const all = allFiles()

describe('pages', () => {
  const pages = all.filter((path) => path.endsWith('.md'))

  test('every link to a file of the project leads somewhere', () => {
    const broken = pages.flatMap((path) =>
      [...textOf(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
        .map((target) => `${path} -> ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('every link to a heading of its own page leads somewhere', () => {
    const anchorOf = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/ /g, '-')
    const broken = pages.flatMap((path) => {
      const text = textOf(path)
      const anchors = new Set([...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? '')))
      const named = [...text.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1] ?? '')
      return named.filter((anchor) => !anchors.has(anchor)).map((anchor) => `${path} -> #${anchor}`)
    })
    expect(broken).toEqual([])
  })

  test('every part of the server and every feature stands in the tree', () => {
    const tree = textOf('ARCHITECTURE.md').split('## Tree')[1]?.split('\n## ')[0] ?? ''
    const parts = (folder: string) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() || (folder === 'apps/server/src' && !entry.name.includes('.test.')))
        .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    const named = (hall: string) =>
      (tree.split(`src/${hall}/`)[1] ?? '').split(hall === 'features' ? ':\n' : '  web/src')[0] ?? ''
    const missing = [
      ...parts('apps/server/src').filter((part) => !tree.includes(`src/${part}`)),
      ...['features', 'services'].flatMap((hall) =>
        parts(`apps/server/src/${hall}`).filter((part) => !new RegExp(`\\b${part.slice(0, -1)}\\b`).test(named(hall))),
      ),
    ]
    expect(missing).toEqual([])
  })

  test('a close passes eight rooms at most from its route to the journal', () => {
    const section = textOf('ARCHITECTURE.md').split('### The way of a close')[1]?.split('\n### ')[0] ?? ''
    const rooms = [...section.matchAll(/^\d+\. \*\*(\w+)\*\*: ((?:.|\n(?!\d))*)/gm)]
    expect(rooms.length).toBeLessThanOrEqual(8)
    expect(rooms.map((room) => room[1])).toEqual(
      expect.arrayContaining(['contract', 'http', 'core', 'engine', 'store']),
    )
    const files = rooms.flatMap((room) =>
      [...(room[2] ?? '').matchAll(/`([\w/.-]+\.ts)`/g)].map((match) => ({
        room: room[1] ?? '',
        file: match[1] ?? '',
      })),
    )
    expect(files.length).toBeGreaterThan(12)
    expect(files.filter(({ room, file }) => !file.includes(`/${room}/`) || !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('every setting of the server stands in the operating page', () => {
    // start.test.ts holds this list and what the server reads together.
    const names = [...textOf('apps/server/src/config/setting-names.ts').matchAll(/^ {2}'([A-Z_]+)',$/gm)].map(
      (match) => match[1] ?? '',
    )
    const rows = new Set([...textOf('docs/operating.md').matchAll(/^- `([A-Z_]+)`: /gm)].map((match) => match[1]))
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !rows.has(name))).toEqual([])
  })

  test('every path that a page names exists, in full or by its end', () => {
    // `core/requests.ts` is found below any folder; a name without a folder is a file's own or a folder's.
    const ends = new Set(all.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))))
    const named = pages
      .filter((path) => path !== 'docs/changelog.md')
      .flatMap((path) =>
        [...textOf(path).matchAll(/`([\w.-]+\/[\w./-]+\.(?:ts|tsx|mjs|json|sql|js|css|yml))`/g)].map((match) => ({
          path,
          name: match[1] ?? '',
        })),
      )
    expect(named.length).toBeGreaterThan(100)
    const isThere = (name: string) =>
      ends.has(name) || ends.has(name.replace('/', '/src/')) || existsSync(join(ROOT, name))
    expect(named.filter(({ name }) => !isThere(name)).map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  })

  test('every path and every trading rule that a comment names exists', () => {
    const ends = new Set(all.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))))
    const rules = new Set(
      [...textOf('docs/domain/trading-rules.md').matchAll(/^## (\d+)\. /gm)].map((match) => match[1] ?? ''),
    )
    const comments = all
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .flatMap((path) =>
        linesOf(path)
          .filter((line) => /^\s*(\/\/|\/?\*)/.test(line))
          .map((line) => ({ path, line })),
      )
    const paths = comments.flatMap(({ path, line }) =>
      [
        ...line.matchAll(
          /(?<![\w./@:-])((?:[a-z][\w.-]*\/)+[\w.-]+\.(?:ts|tsx|mjs|md|json|sql)|[a-z][\w-]*\.(?:ts|tsx|mjs))\b/g,
        ),
      ].map((match) => ({
        path,
        name: match[1] ?? '',
      })),
    )
    expect(paths.length).toBeGreaterThan(50)
    const isThere = (name: string) => ends.has(name) || ends.has(name.replace('/', '/src/'))
    expect(paths.filter(({ name }) => !isThere(name)).map(({ path, name }) => `${path}: ${name}`)).toEqual([])
    const numbers = comments.flatMap(({ path, line }) =>
      [...line.matchAll(/\btrading rules? (\d)(?:(?:,| and| to) (\d))?/gi)].flatMap((match) =>
        match.slice(1).flatMap((number) => (number === undefined ? [] : [{ path, number }])),
      ),
    )
    expect(numbers.length).toBeGreaterThan(30)
    expect(numbers.filter(({ number }) => !rules.has(number))).toEqual([])
  })

  test('every path that the page about changes names exists, folders too', () => {
    const named = [...textOf('docs/changing.md').matchAll(/`([a-z]+\/[\w./-]+)`/g)].map((match) => match[1] ?? '')
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('every constant and name of code that a page quotes exists in the code', () => {
    /** Of react-admin. */
    const others = new Set(['getList'])
    const words = new Set(
      all
        .filter((path) => /\.(ts|tsx|mjs|sql|yml|example)$/.test(path))
        .flatMap((path) => textOf(path).match(/\b[A-Za-z]\w*\b/g) ?? []),
    )
    const quoted = pages
      .filter((path) => path !== 'docs/changelog.md')
      .flatMap((path) =>
        [...textOf(path).matchAll(/`#?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:[A-Z]\w*)+)(?:\(\))?`/g)].map(
          (match) => ({
            path,
            name: match[1] ?? '',
          }),
        ),
      )
    expect(quoted.length).toBeGreaterThan(200)
    const gone = quoted.filter(({ name }) => !words.has(name) && !others.has(name))
    expect(gone.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  })

  test('the table of roles for operators names every role, and no other', () => {
    const [, listed = ''] = /ROLES = \[([^\]]+)\]/.exec(textOf('packages/contract/src/office/permissions.ts')) ?? []
    const roles = [...listed.matchAll(/'(\w+)'/g)].map((match) => match[1])
    const [, table = ''] = textOf('docs/operating.md').split('| role | does |')
    const named = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (\w+) \|/gm)].map((match) => match[1])
    expect(roles.length).toBeGreaterThan(4)
    expect(named).toEqual(roles)
  })

  test('every decision stands in the index, under its title', () => {
    const index = textOf('docs/decisions/README.md').replace(/\s+/g, ' ')
    const decisions = pages.filter((path) => /^docs\/decisions\/\d{4}-/.test(path))
    expect(decisions.length).toBeGreaterThan(70)
    const rows = decisions.map((path) => {
      const [, number, title] = /^# (\d+)\. (.+)$/.exec(linesOf(path)[0] ?? '') ?? []
      return `[${number}](${path.split('/').at(-1)}): ${title}`
    })
    expect(rows.filter((row) => !index.includes(`- ${row}`))).toEqual([])
  })

  test('the index of decisions is in the order of their numbers', () => {
    const numbers = linesOf('docs/decisions/README.md').flatMap((line) => /^- \[(\d+)\]\(/.exec(line)?.[1] ?? [])
    expect(numbers.length).toBeGreaterThan(70)
    expect(numbers).toEqual([...numbers].sort((one, two) => Number(one) - Number(two)))
  })

  test('the operating page counts the connections to PostgreSQL that the lanes may have', () => {
    const lanes = textOf('apps/server/src/store/lanes.ts').split('export const LANES')[1]?.split('\n}\n')[0] ?? ''
    const found = [...lanes.matchAll(/connections: (\d+),([^}]*)\}/g)]
    const sum = (counted: typeof found) => counted.reduce((total, [, count]) => total + Number(count), 0)
    // Each silent connection of such a lane is asked about on one more (dead-connections.ts).
    const asking = found.filter(([, , limits]) => limits?.includes('silentMs'))
    const threads = 2
    const all = 1 + threads * (sum(found) + sum(asking))
    const page = textOf('docs/operating.md').replace(/\s+/g, ' ')
    expect([found.length, asking.length]).toEqual([4, 1])
    expect(page).toContain(`A world uses at most ${all} connections to PostgreSQL.`)
    // A backup and a start.
    expect(page).toContain(`Leave room for ${all + 2} in \`max_connections\``)
  })

  test('every decision has one layout, and its title is its file name', () => {
    const decisions = pages.filter((path) => /^docs\/decisions\/\d{4}-/.test(path))
    const titles = decisions.map((path) => /^# \d+\. (.+)$/.exec(linesOf(path)[0] ?? '')?.[1] ?? '')
    const nameOf = (path: string, at: number) => `${path.split('/').at(-1)?.slice(0, 4)}-${slugOf(titles[at] ?? '')}.md`
    expect(decisions.filter((path, at) => path.split('/').at(-1) !== nameOf(path, at))).toEqual([])
    expect(new Set(titles).size).toBe(titles.length)
    const sections = (path: string) => linesOf(path).filter((line) => line.startsWith('## '))
    const layout = ['## Context', '## Decision', '## Consequences']
    expect(decisions.filter((path) => String(sections(path)) !== String(layout))).toEqual([])
  })

  test('the project explains itself without anything beside it', () => {
    const wrong = pages.filter((path) => /\.\.\/shared\/design|\/work\/|\.library/.test(textOf(path)))
    expect(wrong).toEqual([])
  })
})

/** The words of a title in small letters, joined by hyphens. */
function slugOf(title: string): string {
  const words = title.toLowerCase().replaceAll('-', ' ')
  return words
    .replace(/[^a-z0-9 ]/g, '')
    .trim()
    .replace(/ +/g, '-')
}
