/**
 * `npm test`: everything that must hold. Missing programs are installed beside the node modules. Lint, types and dead
 * code run beside the build and the tests, the journeys in a real browser among them, because the journeys wait for
 * much of their time. Up to four files that failed are run once more, alone; their tests that pass then are
 * named as unsteady (docs/decisions/0097-a-second-run-of-what-failed.md). Ends with one line, "N passed, N failed, N
 * skipped". `npm test -- --all` also runs the files of long-tests.ts, and `npm test -- some/path` the tests of some
 * files, after the same steps.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, IS_BUILT } from './build.mjs'
import { check, ON_ONE_CORE, withoutProjectRules } from './check.mjs'
import { bin, ensureChromium, ensureModules, hasPostgres, installForTests, ROOT } from './needs.mjs'
import { countTests, filesToRunAgain, readReport } from './test-report.mjs'

const RESULTS = join(ROOT, 'test-results')
const ALL = '--all'
const wanted = process.argv.slice(2).filter((each) => each !== ALL)
const isQuick = process.argv.length === 2

const installed = installForTests()
ensureModules()
// The project rules are among the tests. The other checks read sources and nothing that the build makes.
const checking = check(withoutProjectRules, ON_ONE_CORE)
await build()
await installed
const chromium = ensureChromium()
const skipped = []
if (!chromium) skipped.push('all journeys: no Chromium could be found or installed')
if (!hasPostgres()) skipped.push('every suite on PostgreSQL: no PostgreSQL could be found or installed')

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
const [checked, first] = await Promise.all([checking, tests(wanted, join(RESULTS, 'tests.json'))])
const again = filesToRunAgain(first).map((file) => relative(ROOT, file))
if (again.length > 0) process.stdout.write(`\nOnce more, alone: ${again.join(', ')}\n`)
const second = again.length > 0 ? await tests(again, join(RESULTS, 'second-run.json')) : undefined
const total = countTests(first, second)
if (!checked) total.failed += 1
for (const { file, count, of } of total.skippedIn) skipped.push(`${count} of ${of} tests in ${relative(ROOT, file)}`)
say('SKIPPED', skipped)
say(
  'UNSTEADY: failed, and passed when run once more. Each is a fault to be found.',
  total.unsteady.map(({ file, tests }) => `${relative(ROOT, file)}: ${tests.join('; ')}`),
)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exit(total.failed === 0 ? 0 : 1)

/** One run of vitest over all tests, or over those of `files`: its report and its exit code. */
async function tests(files, path) {
  const journeys = chromium ? { JOURNEYS: '1', CHROMIUM: chromium } : {}
  const quick = isQuick ? { QUICK_TESTS: '1' } : {}
  const child = spawn(
    bin('vitest'),
    ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${path}`],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...journeys, ...quick, [IS_BUILT]: '1' } },
  )
  const exitCode = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)))
  return { report: readReport(path), exitCode }
}

function say(title, lines) {
  if (lines.length > 0) process.stdout.write(`\n*** ${title} ***\n${lines.map((each) => `  ${each}\n`).join('')}`)
}
