/**
 * One runner for every test. Unit and integration tests read the sources: nothing has to be built first. The journeys
 * in a real browser join them when JOURNEYS is set, as `npm test` does after the build; `npm run e2e` runs them alone.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { wordsPlugin } from './apps/web/words.ts'
import { JOURNEYS, POLL_MILLIS } from './e2e/vitest.config.ts'
import { LONG_TESTS } from './tools/long-tests.ts'
import { LONGEST_JOURNEYS, longestFirst } from './tools/longest-first.ts'
import { FOR_TESTS } from './tools/node-options.mjs'

/** The one journey whose server runs in the test's process: its worker has read the server's sources already. */
const IN_PROCESS = 'e2e/journeys/ranking.test.ts'
const withJourneys = process.env.JOURNEYS !== undefined
/** Of `npm test` without `--all`. */
const left = process.env.QUICK_TESTS === undefined ? [] : LONG_TESTS
const workersMax = availableParallelism() + (withJourneys ? 3 : 0)

/**
 * Each takes longer than dozens of others together. The files that mostly wait (for deadlines, and for stores that are
 * away) have at least three others between them: several at once left both cores idle.
 */
const LONGEST = [
  ...(withJourneys ? LONGEST_JOURNEYS : []),
  'sim/mutants.test.ts',
  'start/start-refusals.test.ts',
  'start/killed-server.test.ts',
  'store/lanes.test.ts', // waits
  'tools/start.test.ts',
  'core/forged.test.ts',
  'core/forged-hashes.test.ts',
  'money/killed.test.ts',
  'core/store-away.test.ts', // waits
  'core/core.test.ts',
  'tools/deploy/examples.test.ts',
  'sim/sim.test.ts',
  'start/lost-connections.test.ts', // waits
  'backup/backup.test.ts',
  'backup/restore.test.ts',
  'feeds/feeds.test.ts',
  'server/src/main.test.ts',
  'http/trouble.test.ts', // waits
  'accounts/races.test.ts',
  'market/attacks.test.ts',
  'money/money.test.ts',
  'start/office-stores.test.ts',
  'start/start.test.ts', // waits
  'tools/verify/verify.test.ts',
  'identity/identity.test.ts',
  'core/core-thread.test.ts', // waits
  'sim/properties.test.ts',
  'start/matrix.test.ts',
  'accounts/strangers.test.ts',
  'market/clock-jumps.test.ts', // waits
  'closures/closures.test.ts',
  'closures/erasure.test.ts',
  'sim/process/process.test.ts',
  'core/crash.test.ts',
  'socket/readers.test.ts',
  'core/trouble.test.ts', // waits
  'withdrawals/races.test.ts',
  'core/requests.test.ts',
  'start/open-money.test.ts',
  'instruments/engine-terms.test.ts',
  'freezes/freezes.test.ts',
  'store/store.test.ts', // waits
  'invites/invites.test.ts',
  'market/recordings.test.ts',
  'http/request-limits.test.ts',
  'encryption/ids.test.ts',
  'approvals/transitions.test.ts',
  'start/hung-store.test.ts', // waits
  'money/idempotency.test.ts',
  'accounts/second-factor.test.ts',
  'simulated/simulated.test.ts',
  'deposits/payments.test.ts',
  'http/connections.test.ts', // waits
  'passkeys/passkeys.test.ts',
  'staff/areas.test.ts',
  'usage-terms/usage-terms.test.ts',
  'http/upload-routes.test.ts',
  'market/market.test.ts', // waits
  'market/restarts.test.ts',
  'start/audited.test.ts',
  'wallet/statement.test.ts',
  'ranking/ranking.test.ts',
  'market/shown-time.test.ts', // waits
  'settings/settings.test.ts',
  'staff/access.test.ts',
  'accounts/sign-in.test.ts',
  'push/push.test.ts', // waits
]

const HERE = new URL('.', import.meta.url)
/** The texts of a test that changes the browser's globals, or has a fixture that does. */
const GLOBALS = /\bvi\.|\b(globalThis|window|document|localStorage|sessionStorage|navigator)\b|\blostNetwork\b/
/** Packages ask for these when they are loaded, and remember what they found. */
const A_PAGE = /stubGlobal\(\s*'(window|document)'/
const screens = ['apps/web/src/', 'apps/office/src/'].flatMap((folder) =>
  readdirSync(new URL(folder, HERE), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => folder + path),
)
const has = (pattern: RegExp) => (path: string) => pattern.test(readFileSync(new URL(path, HERE), 'utf8'))
const changing = screens.filter(has(GLOBALS))
const together = screens.filter((path) => !changing.includes(path))
const alone = changing.filter(has(A_PAGE))

// 'import' and 'default' apply by themselves; naming them here would give CommonJS packages the ESM half of their
// dependencies.
export default defineConfig({
  plugins: [wordsPlugin()],
  resolve: { conditions: ['node'] },
  ssr: { resolve: { conditions: ['node'] } },
  test: {
    globalSetup: ['tools/before-tests.ts'],
    // Far more than any needs on a machine of its own: some tests ask a hundred things at once while others do.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, which is the default, is too short where many processes share two cores.
    expect: { poll: { timeout: POLL_MILLIS } },
    // Vitest would keep one core idle for itself. The journeys wait for much of their time, and so do the tests of
    // deadlines, so three further files run beside them.
    maxWorkers: workersMax,
    sequence: { sequencer: longestFirst(LONGEST) },
    projects: [
      ...(withJourneys ? [{ extends: true as const, test: { ...JOURNEYS, exclude: [IN_PROCESS, ...left] } }] : []),
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'sim/**/*.test.ts',
            'bench/**/*.test.ts',
            'e2e/*.test.ts',
            ...together,
            ...(withJourneys ? [IN_PROCESS] : []),
          ],
          exclude: [...configDefaults.exclude, ...left],
          setupFiles: ['tools/failed.ts'],
          // Nothing here keeps state in a module: one process reads the sources once for many files.
          isolate: false,
          execArgv: [...FOR_TESTS],
        },
      },
      {
        extends: true,
        // The browser's globals are set and modules remember them: each file has modules of its own, and shares the
        // packages.
        test: {
          name: 'screens',
          include: changing,
          exclude: alone,
          setupFiles: ['tools/fresh-modules.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        // Packages remember the page too: each file has a thread of its own.
        test: { name: 'screens alone', include: alone, pool: 'threads' },
      },
    ],
  },
})
