/** The journeys: a real browser against the built app and the started server. `npm run e2e` builds first and finds a Chromium. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../tools/longest-first.ts'

/** A pair of worlds, the recorded day that is mostly waited for, three walks, many screens. */
const LONGEST = [
  '/money.test.ts',
  '/recorded.test.ts',
  '/screens.test.ts',
  '/deposit.test.ts',
  '/money-arabic.test.ts',
  '/simulated.test.ts',
]

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    include: ['e2e/journeys/*.test.ts'],
    globalSetup: ['tools/before-tests.ts'],
    setupFiles: ['e2e/failed.ts'],
    // Every wait within a step has its own end, and says what it waited for. These only end what hangs: longer than all waits of a step.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Each file has its own server and browser: two at a time keep two cores busy, and a third fills what they wait.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(LONGEST) },
  },
})
