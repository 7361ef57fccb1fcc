/**
 * `npm run sim`: bundles the simulator and runs it. As it runs for minutes of processor time, it has no loader that
 * compiles each file and gives every function its name again, and more room for new objects.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleOptions } from './bundle.mjs'
import { ensureModules, ROOT } from './needs.mjs'
import { SERVER_NODE_OPTIONS } from './node-options.mjs'

ensureModules()
// Below the simulator, so that it finds its packages. Ignored by git.
const folder = join(ROOT, `sim/.cache/run-${process.pid}`)
try {
  const { build } = await import('esbuild')
  await build({
    ...bundleOptions({
      programs: { main: join(ROOT, 'sim/main.ts') },
      outdir: folder,
      addressOf: (path) => JSON.stringify(pathToFileURL(path).href),
    }),
    external: ['esbuild'],
    outExtension: { '.js': '.mjs' },
  })
  const program = join(folder, 'main.mjs')
  const { status, error } = spawnSync(
    process.execPath,
    [...SERVER_NODE_OPTIONS, ...process.execArgv, program, ...process.argv.slice(2)],
    { cwd: ROOT, stdio: 'inherit' },
  )
  if (error) throw error
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
