/**
 * STYLE.md and the dependency rule of ARCHITECTURE.md as a test. Reads sources as text, so type-only imports count too.
 * words.test.ts checks names, comments and lengths, pages.test.ts the documents.
 */
import { readdirSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LONG_TESTS } from './long-tests.ts'
import { allFiles, linesOf, ROOT, textOf } from './sources.ts'

/** Entries of the root without dotfiles. */
const ROOT_ENTRIES_MAX = 14
/** Files that installing and testing leave there. */
const NOT_OF_THE_PROJECT = new Set(['node_modules', 'test-results', 'data'])
/** Lines a source file may have: one idea each. A table of worked numbers in a test may run a little longer. */
const FILE_LINES_MAX = 400
const TEST_LINES_MAX = 450

const all = allFiles()
const code = all.filter((path) => /\.(ts|tsx)$/.test(path) && !path.endsWith('.d.ts'))
/** Shared test code stands above the apps: it starts the real server. No product file may import it. */
const TESTING = 'packages/testing/'
/** A test, or what the tests beside it share. */
const OF_TESTS = /(\.test|-fixture)\.tsx?$/
const product = code.filter(
  (path) => /^(packages|apps)\//.test(path) && !path.startsWith(TESTING) && !OF_TESTS.test(path),
)
/** Files that only tests use, shared by several of them. */
const TEST_SUPPORT = /^packages\/engine\/src\/(vectors|scenarios|properties)\//
const pure = product.filter((path) => path.startsWith('packages/'))
const BROWSER = /^apps\/(web|office)\/src\//

describe('the dependency rule', () => {
  /** Which workspaces each place may import. */
  const MAY_IMPORT: Record<string, readonly string[]> = {
    'packages/domain': [],
    'packages/locales': [],
    'packages/contract': ['domain'],
    'packages/engine': ['domain'],
    'apps/server': ['domain', 'contract', 'engine', 'locales'],
    'packages/verify': [],
    'apps/web': ['domain', 'contract', 'locales', 'verify'],
    'apps/office': ['domain', 'contract', 'locales'],
  }

  test('workspaces import only downwards, and never by path across a wall', () => {
    const wrong = product.flatMap((path) => {
      const home = path.split('/').slice(0, 2).join('/')
      const allowed = MAY_IMPORT[home] ?? []
      return importsOf(path).flatMap((target) => {
        const workspace = /^@veritick\/([a-z]+)/.exec(target)?.[1]
        if (workspace !== undefined) return allowed.includes(workspace) ? [] : [`${path} imports ${target}`]
        if (!target.startsWith('.')) return []
        const inside = join(dirname(path), target).split(sep).join('/').startsWith(`${home}/`)
        return inside ? [] : [`${path} reaches out to ${target}`]
      })
    })
    expect(wrong).toEqual([])
  })

  test('no product file imports what tests share', () => {
    const wrong = product
      .filter((path) => !TEST_SUPPORT.test(path))
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => OF_TESTS.test(target) || target.startsWith('@veritick/testing'))
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  test('nothing below apps touches the machine', () => {
    const forbidden =
      /\b(Date\.now|new Date\(\)|Math\.random|process\.|setTimeout|setInterval|fetch\(|console\.|globalThis\.crypto|performance\.now)/
    const wrong = pure.flatMap((path) => [
      ...importsOf(path)
        .filter((target) => target.startsWith('node:'))
        .map((target) => `${path} imports ${target}`),
      ...linesOf(path)
        .filter((line) => forbidden.test(withoutComment(line)))
        .map((line) => `${path}: ${line.trim()}`),
    ])
    expect(wrong).toEqual([])
  })

  test('periodic work of the server is a job; each other timer is named', () => {
    const timers = product.filter((path) => path.startsWith('apps/server/') && /\bsetInterval\(/.test(textOf(path)))
    expect(timers.sort()).toEqual([
      // Decisions while a commit does not return.
      'apps/server/src/core/commit.ts',
      // How the core's thread stands, for the main thread.
      'apps/server/src/core/core-thread.ts',
      // The newest batch, kept outside the store where no job runs.
      'apps/server/src/core/known-batch.ts',
      // Orders that wait for a turn while the store is in trouble.
      'apps/server/src/http/app.ts',
      // Answers that are not read: counted several times a second, also where no job runs.
      'apps/server/src/http/unread-answers.ts',
      // Prices that are due, and a feed that says nothing.
      'apps/server/src/market/feeds/simulated/feed.ts',
      'apps/server/src/market/market.ts',
      // The scheduler.
      'apps/server/src/services/jobs/jobs.ts',
      // Messages that are due, and connections that say nothing.
      'apps/server/src/socket/account-push.ts',
      'apps/server/src/socket/hub.ts',
      'apps/server/src/socket/quote-push.ts',
      'apps/server/src/socket/server.ts',
      // The writer that has lost its fence must end even where no job runs.
      'apps/server/src/store/fence.ts',
    ])
  })

  test('one file of the server reads the environment', () => {
    const readers = product.filter((path) => path.startsWith('apps/server/') && /process\.env/.test(textOf(path)))
    expect(readers).toEqual(['apps/server/src/config/config.ts'])
  })

  test('the web app and the office talk to the server in one folder only', () => {
    const wrong = product.filter(
      (path) =>
        BROWSER.test(path) && !/^apps\/\w+\/src\/data\//.test(path) && /\bfetch\(|new WebSocket\(/.test(textOf(path)),
    )
    expect(wrong).toEqual([])
  })
})

describe('files and folders', () => {
  test('no drawer for odds and ends', () => {
    const wrong = all.filter((path) => /(^|\/)(utils?|helpers?|common|shared|types|hooks|misc)(\/|\.tsx?$)/.test(path))
    expect(wrong).toEqual([])
  })

  test('the root has few entries', () => {
    const entries = readdirSync(ROOT).filter((name) => !name.startsWith('.') && !NOT_OF_THE_PROJECT.has(name))
    expect(entries.length, entries.join(' ')).toBeLessThanOrEqual(ROOT_ENTRIES_MAX)
  })

  test('each file that npm test leaves out is there, once', () => {
    expect(LONG_TESTS.filter((path) => !all.includes(path))).toEqual([])
    expect(new Set(LONG_TESTS).size).toBe(LONG_TESTS.length)
  })

  test('every file opens with its reason', () => {
    expect(code.filter((path) => !/^(#!.*\n)?(\/\*\*|\/\/ )/.test(textOf(path)))).toEqual([])
  })

  test('a file holds one idea', () => {
    const long = code
      .filter((path) => linesOf(path).length > (path.endsWith('.test.ts') ? TEST_LINES_MAX : FILE_LINES_MAX))
      .map((path) => `${path}: ${linesOf(path).length}`)
    expect(long).toEqual([])
  })

  test('each function and class that domain and engine export says what it is', () => {
    const exported = /^export (?:(?:async )?function|class|const \w+(?:: [^=]+)? = (?:async )?(?:<.*)?\()/
    const wrong = product
      .filter((path) => /^packages\/(domain|engine)\//.test(path) && !TEST_SUPPORT.test(path))
      .flatMap((path) => {
        const lines = linesOf(path)
        return lines.flatMap((line, at) =>
          exported.test(line) && !lines[at - 1]?.endsWith('*/') ? [`${path}: ${line.trim()}`] : [],
        )
      })
    expect(wrong).toEqual([])
  })

  test('nothing is left for later', () => {
    const words = /TODO|FIXME|@ts-ignore|@ts-expect-error|: any\b(?! [a-z])|as any\b/
    const others = code.filter((path) => path !== 'tools/tidy.test.ts')
    const wrong = others.flatMap((path) =>
      linesOf(path)
        .filter((line) => words.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(wrong).toEqual([])
  })

  test('no focused or silently skipped test', () => {
    // A skip says when it holds (skipIf) or names its reason at run time in its title.
    const silent = /\.(only|todo)\(|\.skip\((?!`[^`]*\$\{)/
    const wrong = code.filter((path) => path !== 'tools/tidy.test.ts' && silent.test(textOf(path)))
    expect(wrong).toEqual([])
  })
})

describe('money, refusals and looks', () => {
  test('no text becomes money through a binary fraction', () => {
    const sources = product.filter((path) => !TEST_SUPPORT.test(path))
    const wrong = sources.flatMap((path) =>
      linesOf(path)
        .filter((line) => /parseFloat\(|\.toFixed\(/.test(withoutComment(line)))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(wrong).toEqual([])
  })

  test('each file that divides beside domain/round.ts is named', () => {
    /** Counts, bytes, tree positions, time and bounds of checks: no part of a balance. */
    const known = new Set([
      'packages/engine/src/bytes.ts',
      'packages/engine/src/large.ts',
      'packages/engine/src/merkle.ts',
      'packages/engine/src/fast/revaluation-triggers.ts',
      'packages/engine/src/fast/validate.ts',
      'packages/engine/src/fast/books.ts',
      'apps/server/src/features/alerts/watches.ts',
      'apps/server/src/features/approvals/review-duration.ts',
      'apps/server/src/features/customers/customer-summary.ts',
      'apps/server/src/features/identity/review.ts',
      'apps/server/src/features/push/lanes.ts',
      'apps/server/src/features/ranking/consent.ts',
      'apps/server/src/features/ranking/equity-days.ts',
      'apps/server/src/features/sessions/live-tokens.ts',
    ])
    const watched = product.filter(
      (path) => /^(packages\/engine\/src|apps\/server\/src\/features)\//.test(path) && !TEST_SUPPORT.test(path),
    )
    const dividing = watched.filter((path) =>
      linesOf(path).some((line) => DIVISION.test(withoutText(withoutComment(line)))),
    )
    expect(dividing.sort()).toEqual([...known].sort())
  })

  test('a refusal to a client is returned; only `rollbackWith` throws one, to end its transaction', () => {
    const wrong = code.filter(
      (path) =>
        path.startsWith('apps/server/src/') &&
        path !== 'apps/server/src/services/transactions/transaction.ts' &&
        /throw (refuse\(|new Refused\(|\{ ok: false)/.test(textOf(path)),
    )
    expect(wrong).toEqual([])
    const rejecting = code.filter((path) => /\brollbackWith\(['"]/.test(textOf(path)) && !/\.test\.ts$/.test(path))
    // Each takes the transaction that the refusal ends, or is called inside one.
    expect(rejecting.length).toBeGreaterThan(5)
    expect(rejecting.filter((path) => !/\b(tx|Transaction)\b/.test(textOf(path)))).toEqual([])
  })

  test('states and kinds of the wire are compared by the names of the contract, never by their digits', () => {
    // The status of an HTTP answer has three digits; that of a text message to a provider is one of HTTP or 0.
    const digit = /\b(?:\w+_)?(?:status|type)['"]?\)? (?:===|!==) [0-9]\b(?!\d)|\bstatus = [0-9]\b/
    const wrong = product
      .filter((path) => path.startsWith('apps/') && !/\/(sms\/staff|store\/schema)\.ts$/.test(path))
      .flatMap((path) =>
        linesOf(path)
          .filter((line) => digit.test(withoutComment(line)))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(wrong).toEqual([])
  })

  test('a missing value of the fast engine never turns into a number', () => {
    const fast = code.filter((path) => /^packages\/engine\/src\/fast\//.test(path) && !path.endsWith('.test.ts'))
    const wrong = fast.flatMap((path) =>
      linesOf(path)
        .filter((line) => /\?\? *(-?\d|Number\.|NaN)/.test(withoutComment(line)))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(wrong).toEqual([])
  })

  test('the fast engine has at least two assertions a function on average', () => {
    const fast = code.filter((path) => /^packages\/engine\/src\/fast\//.test(path) && !path.endsWith('.test.ts'))
    const lines = fast.flatMap((path) => linesOf(path).map(withoutComment))
    const count = (pattern: RegExp) => lines.reduce((sum, line) => sum + (line.match(pattern)?.length ?? 0), 0)
    const functions = count(
      /\bfunction\*? \w+|^ {2}(?:private |static |get |set )*#?(?!if|for|while|switch)\w+(?:<[^>]*>)?\([^;]*\{$/g,
    )
    const assertions = count(/\b(?:assert|must|unreachable)\(|\.get\(/g)
    expect(functions).toBeGreaterThan(150)
    expect(assertions / functions).toBeGreaterThan(2)
  })

  test('features and services open transactions in the lane that is asked before its COMMIT', () => {
    const rooms = product.filter((path) => /^apps\/server\/src\/(features|services)\//.test(path))
    expect(rooms.length).toBeGreaterThan(200)
    expect(rooms.filter((path) => /\bbackground\.transaction\b/.test(textOf(path)))).toEqual([])
  })

  test('few files of code name a candle period', () => {
    const naming = code.filter(
      (path) => !OF_TESTS.test(path) && !path.startsWith('bench/') && /'15min'/.test(textOf(path)),
    )
    expect(naming.length, naming.join(' ')).toBeLessThanOrEqual(6)
    expect(naming).toContain('packages/domain/src/periods.ts')
  })

  test('few files of product code name the command reverse, and the page about changes counts them', () => {
    // The reverse side of a document is another thing.
    const naming = product.filter(
      (path) =>
        !TEST_SUPPORT.test(path) &&
        !/identity|identities|duplicates|office\/|routes\.ts$/.test(path) &&
        /'reverse'|\breverse: |\bfunction reverse\b|describeReversed|Reverse(Button|Order)\b/.test(textOf(path)),
    )
    expect(naming.length, naming.join(' ')).toBeLessThanOrEqual(20)
    expect(naming).toContain('packages/engine/src/fast/reverse.ts')
    expect(textOf('docs/changing.md')).toContain(`Of product code ${naming.length} files name \`reverse\``)
  })

  test('colours are written in one file', () => {
    const wrong = product
      .filter((path) => BROWSER.test(path) && path !== 'apps/office/src/design/colours.ts')
      .flatMap((path) =>
        linesOf(path)
          .filter((line) => /['"`[]#[0-9a-fA-F]{3,8}\b/.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(wrong).toEqual([])
  })

  test('sides are logical, so that Arabic mirrors by itself', () => {
    const physical =
      /(?<![\w-])-?(ml|mr|pl|pr|left|right|border-l|border-r|rounded-l|rounded-r)-(\d|\[|px|auto|full)|\btext-(left|right)\b/
    const wrong = product
      .filter((path) => path.startsWith('apps/web/src/') && path.endsWith('.tsx'))
      .flatMap((path) =>
        linesOf(path)
          .filter((line) => physical.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(wrong).toEqual([])
  })
})

function importsOf(path: string): string[] {
  return [...textOf(path).matchAll(/(?:from\s+|import\s*\(?\s*)['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '')
}

/** Between two values; not in a text, a pattern or a closing tag. */
const DIVISION = /[\w)\]] \/=? ?[\w(]/

function withoutText(line: string): string {
  return line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''")
}

function withoutComment(line: string): string {
  return line.replace(/^\s*(\*|\/\/|\/\*).*$/, '').replace(/\/\/ .*$/, '')
}
