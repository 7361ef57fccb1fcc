/**
 * `npm run bench`: every figure of bench/results.md, one program after the other; `npm run bench -- engine` runs one.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROGRAMS = ['engine', 'commit', 'http', 'trouble', 'strangers', 'feeds', 'first-load'] as const

const wanted = process.argv.slice(2)
for (const program of PROGRAMS.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const path = fileURLToPath(new URL(`./${program}.ts`, import.meta.url))
  const result = spawnSync(process.execPath, ['--import', 'tsx', path], { stdio: 'inherit' })
  if (result.status !== 0) process.exitCode = 1
}
