/** Reads vitest's JSON reports for `npm test`: which files failed, how many tests passed, failed, were skipped. */
import { existsSync, readFileSync } from 'node:fs'

/** More failed files than this are not run again: that many do not fail by chance. */
export const SECOND_RUN_FILES_MAX = 4

/** The files of a report, each with its tests; `undefined`: vitest wrote none. */
export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).testResults : undefined
}

/**
 * The absolute paths of the failed files if a second run of them may say more: there are few, and nothing failed
 * outside of them.
 */
export function filesToRunAgain({ report, exitCode }) {
  if (exitCode === 0 || report === undefined) return []
  const files = report.filter(isFailed).map(({ name }) => name)
  return files.length <= SECOND_RUN_FILES_MAX ? files : []
}

/**
 * Counts tests. In a file that was run twice the second run counts; `unsteady` names its tests that failed at first and
 * passed then. A file that failed without a failed test counts as one.
 */
export function countTests(first, second) {
  const total = { passed: 0, failed: 0, skipped: 0, unsteady: [], skippedIn: [] }
  if (first.report === undefined) return { ...total, failed: 1 }
  const again = new Map((second?.report ?? []).map((file) => [file.name, file]))
  for (const file of first.report) {
    const decided = again.get(file.name) ?? file
    const failed = namesOf(decided, 'failed')
    const skipped = namesOf(decided, 'skipped', 'pending', 'todo')
    total.passed += namesOf(decided, 'passed').length
    total.failed += Math.max(failed.length, isFailed(decided) ? 1 : 0)
    total.skipped += skipped.length
    if (skipped.length > 0)
      total.skippedIn.push({ file: file.name, count: skipped.length, of: decided.assertionResults.length })
    if (decided === file) continue
    const before = namesOf(file, 'failed').filter((name) => !failed.includes(name))
    if (before.length > 0) total.unsteady.push({ file: file.name, tests: before })
    else if (!isFailed(decided)) total.unsteady.push({ file: file.name, tests: ['a step before or after its tests'] })
  }
  const last = second ?? first
  if (last.exitCode !== 0 && total.failed === 0) total.failed = 1
  return total
}

const isFailed = ({ status }) => status === 'failed'
const namesOf = ({ assertionResults }, ...statuses) =>
  assertionResults.filter(({ status }) => statuses.includes(status)).map(({ fullName }) => fullName)
