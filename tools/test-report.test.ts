/** The counts of `npm test`, on reports as vitest writes them. */
import { describe, expect, test } from 'vitest'
import { countTests, filesToRunAgain, SECOND_RUN_FILES_MAX } from './test-report.mjs'

type Status = 'passed' | 'failed' | 'skipped'
const file = (name: string, tests: Record<string, Status>, status?: 'passed' | 'failed') => ({
  name,
  status: status ?? (Object.values(tests).includes('failed') ? 'failed' : 'passed'),
  assertionResults: Object.entries(tests).map(([fullName, each]) => ({ fullName, status: each })),
})
const good = file('/good.test.ts', { one: 'passed', two: 'passed', three: 'skipped' })
const bad = file('/bad.test.ts', { four: 'failed', five: 'passed' })
const mended = file('/bad.test.ts', { four: 'passed', five: 'passed' })

describe('which files run again', () => {
  test('none after a run without a failure', () => {
    expect(filesToRunAgain({ report: [good], exitCode: 0 })).toEqual([])
  })

  test('a few failed ones', () => {
    expect(filesToRunAgain({ report: [good, bad], exitCode: 1 })).toEqual(['/bad.test.ts'])
  })

  test('none when many failed: that is no chance', () => {
    const many = Array.from({ length: SECOND_RUN_FILES_MAX + 1 }, (_, number) => file(`/${number}`, { it: 'failed' }))
    expect(filesToRunAgain({ report: many, exitCode: 1 })).toEqual([])
  })

  test('none when vitest wrote no report', () => {
    expect(filesToRunAgain({ report: undefined, exitCode: 1 })).toEqual([])
  })
})

describe('the count', () => {
  test('of one run', () => {
    expect(countTests({ report: [good, bad], exitCode: 1 })).toMatchObject({ passed: 3, failed: 1, skipped: 1 })
    expect(countTests({ report: [good], exitCode: 0 }).skippedIn).toEqual([{ file: '/good.test.ts', count: 1, of: 3 }])
  })

  test('a test that fails twice has failed', () => {
    const total = countTests({ report: [good, bad], exitCode: 1 }, { report: [bad], exitCode: 1 })
    expect(total).toMatchObject({ passed: 3, failed: 1, unsteady: [] })
  })

  test('a test that passes at the second time is passed, and named', () => {
    const total = countTests({ report: [good, bad], exitCode: 1 }, { report: [mended], exitCode: 0 })
    expect(total).toMatchObject({ passed: 4, failed: 0, unsteady: [{ file: '/bad.test.ts', tests: ['four'] }] })
  })

  test('another test that fails at the second time has failed, and the first one is named', () => {
    const worse = file('/bad.test.ts', { four: 'passed', five: 'failed' })
    const total = countTests({ report: [good, bad], exitCode: 1 }, { report: [worse], exitCode: 1 })
    expect(total).toMatchObject({ passed: 3, failed: 1, unsteady: [{ tests: ['four'] }] })
  })

  test('a file that fails before its tests counts as one failure, each time', () => {
    const broken = file('/broken.test.ts', {}, 'failed')
    expect(countTests({ report: [good, broken], exitCode: 1 }).failed).toBe(1)
    expect(countTests({ report: [good, broken], exitCode: 1 }, { report: [broken], exitCode: 1 }).failed).toBe(1)
    const whole = file('/broken.test.ts', { it: 'passed' })
    expect(countTests({ report: [broken], exitCode: 1 }, { report: [whole], exitCode: 0 })).toMatchObject({
      failed: 0,
      unsteady: [{ file: '/broken.test.ts' }],
    })
  })

  test('an error outside of all tests is a failure', () => {
    expect(countTests({ report: [good], exitCode: 1 }).failed).toBe(1)
    expect(countTests({ report: [good, bad], exitCode: 1 }, { report: [mended], exitCode: 1 }).failed).toBe(1)
    expect(countTests({ report: undefined, exitCode: 1 }).failed).toBe(1)
  })
})
