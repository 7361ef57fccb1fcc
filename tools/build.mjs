/** Builds the server, the web app, the office and what they share, when a source is newer than the last build. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ROOT, run } from './needs.mjs'
import { precompress } from './precompress.mjs'

const STAMP = join(ROOT, 'node_modules', '.veritick-build')
const SKIP = new Set(['node_modules', 'dist', '.git', 'test-results'])

/** @param {boolean} force builds even when nothing changed */
export function build(force = false) {
  if (!force && existsSync(STAMP) && newest(ROOT) < statSync(STAMP).mtimeMs && existsSync(join(ROOT, 'apps/web/dist/index.html'))) return
  process.stdout.write('Building (about half a minute) ...\n')
  run(bin('tsc'), ['-b', 'tools/tsconfig.build.json'])
  run(process.execPath, ['tools/copy-assets.mjs'])
  for (const app of ['web', 'office']) {
    run(bin('vite'), ['build', '--logLevel', 'error'], { cwd: join(ROOT, 'apps', app) })
    precompress(join(ROOT, 'apps', app, 'dist'))
  }
  writeFileSync(STAMP, '')
}

function newest(folder) {
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (SKIP.has(entry.name) || path === join(ROOT, 'data')) continue
    if (entry.isDirectory()) latest = Math.max(latest, newest(path))
    else if (/\.(ts|tsx|mjs|json|css|html|sql|svg)$/.test(entry.name)) latest = Math.max(latest, statSync(path).mtimeMs)
  }
  return latest
}

if (process.argv[1]?.endsWith('build.mjs')) build(process.argv.includes('--force'))
