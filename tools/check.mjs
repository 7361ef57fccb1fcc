/**
 * `npm run check`: lint, types, dead code and project rules, which every commit must pass. It takes half a minute on
 * two cores when the types are built; a new copy builds them first, which takes minutes.
 */
import { spawn } from 'node:child_process'
import { totalmem } from 'node:os'
import { bin, ensureModules, ROOT } from './needs.mjs'

/** Tests that read sources. */
const RULES = ['tools/tidy.test.ts', 'tools/words.test.ts', 'tools/pages.test.ts', 'tools/walls.test.ts']

/** Each row beside the other, one step after the other; the rows take about as long as one another. */
const ROWS = [
  [
    ['types', 'tsc', ['-b', 'tools/tsconfig.build.json']],
    ['dead code', 'knip', []],
  ],
  [
    ['lint', 'biome', ['check', '--error-on-warnings', '.']],
    // Reads the sources, not what is built beside it.
    ['types of tests', 'tsc', ['-p', 'tools/tsconfig.json']],
    ['project rules', 'vitest', ['run', ...RULES, '--reporter=dot']],
  ],
]

/** For `npm test`, where the project rules run with the other tests. */
export const withoutProjectRules = ([name]) => name !== 'project rules'

/**
 * The options of `tsc` where other programs need the cores: its checkers each read the files that all share, so four of
 * them take half as much processor time again as one.
 */
export const ON_ONE_CORE = ['--singleThreaded']

/**
 * `tsc` is a Go program and ends after one pass. Where the machine has room, it collects what it no longer needs only
 * when it holds this much; collecting all along took a third of its processor time.
 */
const ROOM = 8 * 1024 ** 3
const LATE_COLLECTING = totalmem() >= ROOM ? { GOGC: 'off', GOMEMLIMIT: '3GiB' } : {}

/**
 * True when every step that `isWanted` passed; all of them run, so that one run shows every failure. `forTypes`:
 * further options of `tsc`.
 */
export async function check(isWanted = () => true, forTypes = []) {
  const rows = ROWS.map(async (steps) => {
    let good = true
    for (const [name, program, args] of steps.filter(isWanted)) {
      const options = program === 'tsc' ? forTypes : []
      good = (await passes([name, program, [...args, ...options]])) && good
    }
    return good
  })
  return (await Promise.all(rows)).every((good) => good)
}

/** @returns {Promise<boolean>} */
function passes([name, program, args]) {
  return new Promise((resolve) => {
    const env = { ...process.env, ...(program === 'tsc' ? LATE_COLLECTING : {}) }
    const child = spawn(bin(program), args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)))
    child.on('error', (error) => (said += String(error)))
    child.on('close', (status) => {
      process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}\n`)
      if (status !== 0) process.stdout.write(`${said}\n`)
      resolve(status === 0)
    })
  })
}

if (process.argv[1]?.endsWith('check.mjs')) {
  ensureModules()
  process.exit((await check()) ? 0 : 1)
}
