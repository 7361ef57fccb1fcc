/** The journeys: a real browser against the built app and the started server. `npm run e2e` builds first and finds a Chromium. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../tools/longest-first.ts'

/** A pair of worlds, three walks, many screens; then those that mostly wait for their recording. */
const LONGEST = ['/money.test.ts', '/screens.test.ts', '/recorded.test.ts', '/deposit.test.ts', '/closed.test.ts', '/simulated.test.ts']

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    include: ['e2e/journeys/*.test.ts'],
    globalSetup: ['tools/before-tests.ts'],
    testTimeout: 120_000,
    hookTimeout: 150_000,
    // Each file has its own server and browser: two at a time keep two cores busy, and a third fills what they wait.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(LONGEST) },
  },
})
