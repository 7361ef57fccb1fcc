/** One runner for every test that needs no browser. Sources are read directly: nothing has to be built first. */

import { defineConfig } from 'vitest/config'
import { longestFirst } from './tools/longest-first.ts'

/** Each takes longer than dozens of others together. */
const LONGEST = [
  'core/crash.test.ts',
  'sim/sim.test.ts',
  'money/killed.test.ts',
  'sim/planted.test.ts',
  'core/core.test.ts',
  'server/src/main.test.ts',
  'market/seed.test.ts',
  'tools/verify/verify.test.ts',
]

// 'import' and 'default' apply by themselves; naming them here would give CommonJS packages the ESM half of their dependencies.
export default defineConfig({
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    globalSetup: ['tools/before-tests.ts'],
    // Far more than any needs on a machine of its own: some tests ask a hundred things at once while others do.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On two cores vitest would keep one of them idle for itself.
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(LONGEST) },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'tools/**/*.test.ts', 'sim/**/*.test.ts'],
          // Nothing here keeps state in a module: one process reads the sources once for many files.
          isolate: false,
        },
      },
      {
        extends: true,
        // The browser's globals are set and modules remember them: each file has a process of its own.
        test: { name: 'screens', include: ['apps/{web,office}/src/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
