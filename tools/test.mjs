/**
 * `npm test`: everything that must hold, in the order in which it fails fastest: lint, types, house rules, unit and integration
 * tests with the short simulator, then the journeys in a real browser. Ends with one line, "N passed, N failed".
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { bin, ensureChromium, ensureModules, ensurePostgres, ROOT } from './needs.mjs'

const RESULTS = join(ROOT, 'test-results')

ensureModules()
const chromium = ensureChromium()
const postgres = ensurePostgres()
if (!chromium) process.stdout.write('\n*** No Chromium could be found or installed: the journeys are skipped. ***\n\n')
if (!postgres) process.stdout.write('\n*** No PostgreSQL could be found or installed: its suites are skipped. ***\n\n')

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
const total = { passed: 0, failed: 0, skipped: 0 }

if (!(await check())) total.failed += 1
suite('unit', ['run'])
if (chromium) {
  build()
  suite('journeys', ['run', '--config', 'e2e/vitest.config.ts'], { CHROMIUM: chromium })
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exit(total.failed === 0 ? 0 : 1)

function suite(name, args, environment = {}) {
  const output = join(RESULTS, `${name}.json`)
  const result = spawnSync(bin('vitest'), [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${output}`], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  if (!existsSync(output)) {
    total.failed += 1
    return
  }
  const report = JSON.parse(readFileSync(output, 'utf8'))
  total.passed += report.numPassedTests
  total.failed += report.numFailedTests + (result.status !== 0 && report.numFailedTests === 0 ? 1 : 0)
  total.skipped += report.numPendingTests
}
