/**
 * `npm run crash [-- --long]`: the tests that kill the server under load, with more rounds than `npm test` has time
 * for: 20, or 200.
 */
import { bin, ensureModules, installForTests, run } from './needs.mjs'

const ROUNDS = 20
const LONG_ROUNDS = 200

ensureModules()
await installForTests()
const rounds = process.argv.includes('--long') ? LONG_ROUNDS : ROUNDS
run(bin('vitest'), ['run', 'core/crash.test.ts', 'money/killed.test.ts'], {
  env: { ...process.env, CRASH_ROUNDS: String(rounds) },
})
