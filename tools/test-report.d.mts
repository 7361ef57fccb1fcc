/** The types of test-report.mjs for TypeScript programs. */
export type TestFile = {
  readonly name: string
  readonly status: 'passed' | 'failed'
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
}
export type TestRun = { readonly report: readonly TestFile[] | undefined; readonly exitCode: number }
type Total = {
  passed: number
  failed: number
  skipped: number
  unsteady: { file: string; tests: string[] }[]
  skippedIn: { file: string; count: number; of: number }[]
}
export const SECOND_RUN_FILES_MAX: number
export function filesToRunAgain(run: TestRun): string[]
export function countTests(first: TestRun, second?: TestRun): Total
