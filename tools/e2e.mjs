/**
 * `npm run e2e`: the journeys in a real browser, against the built app and the started server. Their pictures go to
 * test-results/screens.
 */
import { build } from './build.mjs'
import { bin, ensureChromium, ensureModules, installForTests, run } from './needs.mjs'

ensureModules()
await installForTests()
const chromium = ensureChromium()
if (!chromium) throw new Error('No Chromium: set CHROMIUM to one.')
await build()
run(bin('vitest'), ['run', '--config', 'e2e/vitest.config.ts', ...process.argv.slice(2)], {
  env: { PICTURES: '1', ...process.env, CHROMIUM: chromium },
})
