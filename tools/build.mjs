/** Builds the server, the web app, the office and what they share, when a source is newer than the last build. */
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ROOT, run } from './needs.mjs'
import { precompress } from './precompress.mjs'

const STAMP = join(ROOT, 'node_modules', '.veritick-build')
/**
 * What programs make: none of it is a source. Mutants of the sources, which a test makes and removes, lie in `.cache`.
 */
const MADE = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results'])

/**
 * Set by `npm test` for its tests: what they start is already built. A build among them would remove the files that the
 * browser of another test is loading.
 */
export const IS_BUILT = 'VERITICK_IS_BUILT'

/** @param {boolean} force builds even when nothing changed */
export function build(force = false) {
  if (process.env[IS_BUILT] !== undefined) return
  const isWhole = existsSync(STAMP) && existsSync(join(ROOT, 'apps/web/dist/index.html'))
  if (!force && isWhole && newestSource(ROOT) < statSync(STAMP).mtimeMs) return
  process.stdout.write('Building (about half a minute) ...\n')
  const begun = new Date()
  run(bin('tsc'), ['-b', 'tools/tsconfig.build.json'])
  run(process.execPath, ['tools/copy-assets.mjs'])
  // A test runner names another environment, and the apps would be built for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  for (const app of ['web', 'office']) {
    run(bin('vite'), ['build', '--logLevel', 'error'], { cwd: join(ROOT, 'apps', app), env })
    precompress(join(ROOT, 'apps', app, 'dist'))
  }
  writeFileSync(STAMP, '')
  // A source that was changed while the build ran is newer than its beginning.
  utimesSync(STAMP, begun, begun)
}

/** When the newest source below a folder was changed: milliseconds since 1970, 0 without any source. */
export function newestSource(folder) {
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (MADE.has(entry.name) || path === join(ROOT, 'data')) continue
    if (entry.isDirectory()) latest = Math.max(latest, newestSource(path))
    else if (/\.(ts|tsx|mjs|json|css|html|sql|svg)$/.test(entry.name)) latest = Math.max(latest, statSync(path).mtimeMs)
  }
  return latest
}

if (process.argv[1]?.endsWith('build.mjs')) build(process.argv.includes('--force'))
