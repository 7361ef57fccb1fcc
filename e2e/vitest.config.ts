/**
 * The configuration of the journeys: a real browser against the built app and the started server. `npm run e2e` builds
 * first and finds a Chromium.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LONGEST_JOURNEYS, longestFirst } from '../tools/longest-first.ts'
import { FOR_TESTS } from '../tools/node-options.mjs'

/** How long `expect.poll` waits for what must happen. It only ends what hangs. */
export const POLL_MILLIS = 40_000

/** Settings that also apply when the journeys run beside all other tests. */
export const JOURNEYS = {
  name: 'journeys',
  include: ['e2e/journeys/*.test.ts'],
  setupFiles: ['e2e/failed.ts'],
  // The one state that journeys keep in a module is the browser that those of a worker share (phone.ts). A worker reads
  // the dictionaries and the browser's driver once.
  isolate: false,
  execArgv: [...FOR_TESTS],
  // Every wait within a step has its own timeout and message. These limits only end what hangs.
  expect: { poll: { timeout: POLL_MILLIS } },
  testTimeout: 900_000,
  hookTimeout: 900_000,
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { conditions: ['node'] },
  ssr: { resolve: { conditions: ['node'] } },
  test: {
    ...JOURNEYS,
    globalSetup: ['tools/before-tests.ts'],
    // Each file has its own server, and each worker one browser: a worker for each core, and one more for idle times.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: longestFirst(LONGEST_JOURNEYS) },
  },
})
