/**
 * Runs one TypeScript program of the project from its sources and ends as it ends: `node tools/script.mjs sim/main.ts
 * --seeds 100`.
 */
import { spawnSync } from 'node:child_process'
import { bin, ensureModules, ROOT } from './needs.mjs'

ensureModules()
// The program has printed its own failure.
const { status, error } = spawnSync(bin('tsx'), [...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
if (error) throw error
process.exitCode = status ?? 1
