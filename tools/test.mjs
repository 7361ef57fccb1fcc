/**
 * `npm test`: everything that must hold. What is missing is installed while the node modules are; then the build, then
 * lint, types and dead code beside every test, the journeys in a real browser among them, because these wait for much
 * of their time. Ends with one line, "N passed, N failed, N skipped". `npm test -- some/path` runs only the tests of
 * some files, after the same steps.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, IS_BUILT } from './build.mjs'
import { check, withoutProjectRules } from './check.mjs'
import { bin, ensureChromium, ensureModules, hasPostgres, installForTests, ROOT } from './needs.mjs'

const RESULTS = join(ROOT, 'test-results')
const UNIT = join(RESULTS, 'tests.json')

const installed = installForTests()
ensureModules()
await build()
await installed
const chromium = ensureChromium()
const skipped = []
if (!chromium) skipped.push('all journeys: no Chromium could be found or installed')
if (!hasPostgres()) skipped.push('every suite on PostgreSQL: no PostgreSQL could be found or installed')

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
// The project rules are among the tests.
const [checked, tested] = await Promise.all([check(withoutProjectRules), tests()])
const total = counted(tested)
if (!checked) total.failed += 1
sayWhatWasSkipped()
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exit(total.failed === 0 ? 0 : 1)

/** The exit code of the one run of all tests. */
function tests() {
  const journeys = chromium ? { JOURNEYS: '1', CHROMIUM: chromium } : {}
  const child = spawn(
    bin('vitest'),
    ['run', ...process.argv.slice(2), '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT}`],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...journeys, [IS_BUILT]: '1' },
    },
  )
  return new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)))
}

function counted(status) {
  if (!existsSync(UNIT)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(UNIT, 'utf8'))
  for (const { name, assertionResults } of report.testResults) {
    const count = assertionResults.filter((each) => each.status === 'skipped' || each.status === 'pending').length
    if (count > 0) skipped.push(`${count} of ${assertionResults.length} tests in ${relative(ROOT, name)}`)
  }
  const { numPassedTests: passed, numFailedTests, numPendingTests } = report
  return { passed, failed: numFailedTests + (status !== 0 && numFailedTests === 0 ? 1 : 0), skipped: numPendingTests }
}

function sayWhatWasSkipped() {
  if (skipped.length > 0) process.stdout.write(`\n*** SKIPPED ***\n${skipped.map((each) => `  ${each}\n`).join('')}`)
}
