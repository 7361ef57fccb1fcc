/**
 * STYLE.md on length and words as a test: short functions, lines of at most 120 columns, standard names, and comments
 * and titles of tests that name their actor. Known exceptions are listed in word-ceilings.ts; a ceiling may only fall.
 */
import { describe, expect, test } from 'vitest'
import { allFiles, linesOf } from './sources.ts'
import { LONG_FUNCTIONS, OLD_NAMES_LEFT, WIDE_TEXTS } from './word-ceilings.ts'

/** A function fits a screen. */
const FUNCTION_LINES_MAX = 66
const COLUMNS_MAX = 120

/** Generated: the lock file's neighbours, migrations, figures. */
const GENERATED = /^apps\/server\/src\/store\/migrations\/|\.d\.ts$/
/** Texts for customers, in the words of lawyers. */
const LEGAL = /^packages\/locales\/src\/legal/
const all = allFiles().filter((path) => !GENERATED.test(path))
const code = all.filter((path) => /\.(ts|tsx|mjs)$/.test(path))
const pages = all.filter((path) => path.endsWith('.md'))

/** Names that were replaced by the terms of the glossary. */
const OLD_FILES = new Set(
  `told keeper turns nights silence looks letters takes behind colleagues telling desk riddle deciding house
  foundations machine vault judge judging intake gate first-word own-record usual-times planted rubbish dying payer
  stood ways opener stories alarms`.split(/\s+/),
)
const OLD_NAMES = new Set(
  `House Foundations steadyClock MarketKeeper Told Silence Judged judge openTelling Mortal Errand dying Ask Asked Asking
  Away Ends Holding Marks UNSAID aloneMax Saying firstBy firstWord aloneFor deciding claim claimed riddle riddleOf
  takenOf colleaguesOf letterOf behindOf`.split(/\s+/),
)

describe('length', () => {
  test('the measure finds a function, its start and its end', () => {
    const text = ['export function add(', '  one: number,', '): number {', '  return one', '}', 'const two = 2'].join(
      '\n',
    )
    expect(functionsOf(text.split('\n'))).toEqual([{ name: 'add', lines: 5 }])
    const method = ['class Some {', '  async #go(): Promise<void> {', '    await run(() => {', '    })', '  }', '}']
    expect(functionsOf(method)).toEqual([
      { name: '#go', lines: 4 },
      { name: 'run', lines: 2 },
    ])
  })

  test('a table is no function, nor is a condition', () => {
    const table = ['export const ROWS: {', '  readonly one: number', '} = {', '  one: 1,', '}']
    const choice = ['  switch (', '    kindOf(row)', '  ) {', "    case 'one':", '      return 1', '  }']
    expect([functionsOf(table), functionsOf(choice)]).toEqual([[], []])
  })

  test(`a function has at most ${FUNCTION_LINES_MAX} lines`, () => {
    const long = code
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .flatMap((path) => functionsOf(linesOf(path)).map((found) => ({ ...found, at: `${path} ${found.name}` })))
      .filter(({ lines, at }) => lines > (LONG_FUNCTIONS[at] ?? FUNCTION_LINES_MAX))
    expect(long).toEqual([])
  })

  test(`a line of a page or a comment has at most ${COLUMNS_MAX} columns`, () => {
    const wide = [
      ...pages.flatMap((path) => wideOf(path, () => true)),
      ...code.flatMap((path) => wideOf(path, (line) => isComment(line) && !/biome-ignore/.test(line))),
    ]
    expect(wide).toEqual([])
  })

  test('a wider line of code is a text that Biome cannot break: their number does not grow', () => {
    const found = countBy(code.flatMap((path) => wideOf(path, (line) => !isComment(line)).map(() => areaOf(path))))
    expect(above(found, WIDE_TEXTS)).toEqual([])
  })
})

describe('words', () => {
  test('no file has an old name', () => {
    const nameOfFile = (path: string) =>
      path
        .split('/')
        .at(-1)
        ?.replace(/(\.test)?\.\w+$/, '') ?? ''
    expect(code.filter((path) => OLD_FILES.has(nameOfFile(path)))).toEqual([])
  })

  test('no new declaration has an old name', () => {
    const declared = code.flatMap((path) =>
      linesOf(path).flatMap((line) => /\b(?:const|let|function|class|type|interface)\s+(\w+)/.exec(line)?.[1] ?? []),
    )
    const found = countBy(declared.filter((name) => OLD_NAMES.has(name)))
    expect(above(found, OLD_NAMES_LEFT)).toEqual([])
  })

  test('no name, comment or page has a metaphor that a term replaced', () => {
    /** A door is a port, route or server; to judge is to check or compare; a house is the platform or its operator. */
    const metaphor = /\b(doors?|judg(?:e|es|ed|ing)|wish|wishes|riddles?|houses?|desks?)\b/i
    const found = [...code, ...pages]
      .filter((path) => path !== 'tools/words.test.ts' && path !== 'docs/changelog.md' && !LEGAL.test(path))
      .flatMap((path) =>
        linesOf(path)
          .filter((line) => metaphor.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(found).toEqual([])
  })

  test('comments and pages name their actor', () => {
    const vague =
      /\b(somebody|someone|anybody|anyone|nobody|no one|everybody|everyone|whoever|whatever|whichever|those who|what is not theirs)\b/i
    const found = [...code, ...pages].flatMap((path) =>
      linesOf(path)
        .filter((line) => (path.endsWith('.md') || isComment(line)) && vague.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  test('a sentence of a comment begins with its subject, not with What, Who, Whose, Those or Others', () => {
    const text = [
      '/** What a call answers. */',
      '/**',
      ' * Whose turn it is.',
      ' */',
      '// Ends. Those that wait go on.',
    ]
    const named = ['/** The answer of a call. It says what is left. */', 'const What = 1', '// A name: What']
    expect([text.filter(isVague).length, named.filter(isVague).length]).toEqual([3, 0])
    const found = code.flatMap((path) =>
      linesOf(path)
        .filter(isVague)
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  test('a heading or an entry of a page does not begin with What, Who, Whose or Those', () => {
    // The first heading of a decision is the name of its file.
    const found = pages.flatMap((path) =>
      linesOf(path)
        .filter((line) => /^(?:##+|\s*[-*]|\s*\d+\.) [*_]*(?:What|Who|Whom|Whose|Those)\b/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  test('titles of tests name their actor', () => {
    const vague =
      /\b(somebody|someone|anybody|anyone|nobody|no one|everybody|everyone|whoever|to who|for who|by who)\b/i
    const titles = code
      .filter((path) => /\.test\.tsx?$/.test(path))
      .flatMap((path) => linesOf(path).map((line) => ({ path, title: TITLE.exec(line)?.[1] ?? '' })))
    expect(titles.filter(({ title }) => title !== '').length).toBeGreaterThan(2_000)
    const found = titles.filter(({ title }) => vague.test(title)).map(({ path, title }) => `${path}: ${title}`)
    expect(found).toEqual([])
  })
})

/** A line of a comment with a sentence that begins with a word which stands for a noun. */
const isVague = (line: string): boolean =>
  /^\s*(?:\{?\/\*\*?|\*|\/\/) (?:.*\. )?(?:What|Who|Whom|Whose|Whoever|Those|Others)\b/.test(line)

/** The first text after the name of a test or of a group: one that Biome has not put on a line of its own. */
const TITLE = /(?:^|\s)(?:test|it|describe|scenario)(?:\.\w+)?(?:\(.*\))?\(\s*(['"`].*)/

/** Relies on Biome's format: a block ends at the first line that is not indented more than its head. */
function functionsOf(lines: readonly string[]): readonly { readonly name: string; readonly lines: number }[] {
  return lines.flatMap((line, at) => {
    if (!HEAD.test(line) || NO_FUNCTION.test(line)) return []
    const indent = /^ */.exec(line)?.[0] ?? ''
    const isInside = (other: string | undefined) => other === '' || other?.startsWith(`${indent} `)
    let end = at + 1
    while (end < lines.length && isInside(lines[end])) end += 1
    let start = at
    // A head of several lines ends with `}: Parts) {` or `): Result {`.
    if (/^\s*[)}]/.test(line))
      do start -= 1
      while (start > 0 && isInside(lines[start]))
    if (start !== at && NO_FUNCTION_START.test(`${lines[start]} ${line.trim()}`)) return []
    return [{ name: nameOf(lines[start] ?? ''), lines: end - start + 1 }]
  })
}

/** An arrow, a function, a method, or the last line of a head. */
const HEAD =
  /=> [({[]*$|\bfunction\b.*\{$|^\s*(?!(?:if|for|while|switch|catch|return|await)\b)(?:async |static |get |set )*[#\w]+(?:<.*>)?\(.*\{$|^\s*[)}].*\{$/
/** A head of several lines that ends alike: a condition, or the type of a table. */
const NO_FUNCTION_START = /^\s*(?:if|for|while|switch) ?\(|\} = \{$/
const NO_FUNCTION = /^\s*\}? ?(else|catch|finally)|^\s*(\*|\/\/)/

function nameOf(line: string): string {
  const declared = /\b(?:function\*?|const|let)\s+([#\w]+)/.exec(line)?.[1]
  return (
    declared ?? /([#\w]+)\s*(?:<[^(]*>)?[(:]/.exec(line.replace(/^\s*(async|static|await)\s+/, ''))?.[1] ?? 'unnamed'
  )
}

function wideOf(path: string, isMeant: (line: string) => boolean): readonly string[] {
  return linesOf(path).flatMap((line, index) =>
    line.length > COLUMNS_MAX && isMeant(line) ? [`${path}:${index + 1} (${line.length})`] : [],
  )
}

function isComment(line: string): boolean {
  return /^\s*(\*|\/\*|\/\/|--)/.test(line)
}

/** The first two folders, of the server three, of its features and services four. */
function areaOf(path: string): string {
  const parts = path.split('/')
  const isInner = /^apps\/server\/src\/(features|services)\//.test(path)
  const depth = isInner ? 5 : path.startsWith('apps/server/') ? 4 : 2
  return parts.slice(0, Math.min(depth, parts.length - 1) || 1).join('/')
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function above(found: ReadonlyMap<string, number>, ceilings: { readonly [area: string]: number }): readonly string[] {
  return [...found].flatMap(([area, count]) =>
    count > (ceilings[area] ?? 0) ? [`${area}: ${count}, at most ${ceilings[area] ?? 0}`] : [],
  )
}
