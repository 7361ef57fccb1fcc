/** Builds the server, the web app and the office, when a source is newer than the last build. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bundleOptions } from './bundle.mjs'
import { refuseCircles } from './circles.mjs'
import { bin, ROOT, run } from './needs.mjs'
import { precompress } from './precompress.mjs'

const STAMP = join(ROOT, 'node_modules', '.veritick-build')
/**
 * The folders that programs write: none of them is a source. Mutants of the sources, which a test makes and removes,
 * lie in `.cache`.
 */
const MADE = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results'])

/**
 * Set by `npm test` for its tests: what they start is already built. A build among them would remove the files that the
 * browser of another test is loading.
 */
export const IS_BUILT = 'VERITICK_IS_BUILT'

/** @param {boolean} force builds even when nothing changed */
export async function build(force = false) {
  if (process.env[IS_BUILT] !== undefined) return
  const isWhole = existsSync(STAMP) && existsSync(join(ROOT, 'apps/web/dist/index.html'))
  if (!force && isWhole && newestSource(ROOT) < statSync(STAMP).mtimeMs) return
  process.stdout.write('Building ...\n')
  const begun = new Date()
  await buildServer()
  // A test runner names another environment, and the apps would be built for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  for (const app of ['web', 'office']) {
    run(bin('vite'), ['build', '--logLevel', 'error'], { cwd: join(ROOT, 'apps', app), env })
    await refuseCircles(join(ROOT, 'apps', app, 'dist/assets'))
    if (app === 'web') {
      await minifyBoot()
      await buildServiceWorker()
    }
    precompress(join(ROOT, 'apps', app, 'dist'))
  }
  const first = ['build', '--config', 'vite.first.config.ts', '--logLevel', 'error']
  run(bin('vite'), first, { cwd: join(ROOT, 'apps/web'), env })
  writeFileSync(STAMP, '')
  // A source that was changed while the build ran is newer than its beginning.
  utimesSync(STAMP, begun, begun)
}

/**
 * `apps/server/dist`: the process with its threads, and the command for backups, each with the parts that both read.
 * The catalogue and the apps are read where they stand; migrations are copied.
 */
export async function buildServer() {
  // This file is loaded before the node modules are installed.
  const esbuild = await import('esbuild')
  const src = join(ROOT, 'apps/server/src')
  const outdir = join(ROOT, 'apps/server/dist')
  await esbuild.build({
    ...bundleOptions({
      programs: { main: join(src, 'main.ts'), 'backup-command': join(src, 'start/backup-command.ts') },
      outdir,
      // All parts lie side by side; a source file finds its neighbours as if its folder stood there too.
      addressOf: (path) => `new URL(${JSON.stringify(`./${relative(src, dirname(path))}/`)}, import.meta.url).href`,
    }),
    sourcemap: 'linked',
  })
  cpSync(join(src, 'store/migrations'), join(outdir, 'store/migrations'), { recursive: true })
  forgetOldParts(outdir)
}

/** A server that runs from an earlier build may still read a part of it; its name is its content. */
const PARTS_KEPT_MS = 86_400_000

function forgetOldParts(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile() && Date.now() - statSync(path).mtimeMs > PARTS_KEPT_MS) rmSync(path)
  }
}

/** Vite copies the script that runs before the app as it stands, with its comments. */
async function minifyBoot() {
  const esbuild = await import('esbuild')
  const path = join(ROOT, 'apps/web/dist/boot.js')
  const { code } = await esbuild.transform(readFileSync(path, 'utf8'), { minify: true, target: 'es2022' })
  writeFileSync(path, code)
}

/** Words of one language; the service worker keeps only those that the customer reads. */
const WORDS = /^assets\/[a-z]{2,3}-[^/]+\.js$/
/** Pictures for the question whether to install the app, which a browser asks with a network. */
const SCREENSHOTS = /^screenshots\//

/** `service-worker.js` beside the app, with the list of the files of this build. */
async function buildServiceWorker() {
  const esbuild = await import('esbuild')
  const folder = join(ROOT, 'apps/web/dist')
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
  const words = paths.filter((path) => WORDS.test(path)).map((path) => `/${path}`)
  const files = paths
    // The server writes the manifest under the name of the company that the client shows.
    .filter((path) => !WORDS.test(path) && !SCREENSHOTS.test(path) && path !== 'manifest.json')
    .map((path) => ({ url: `/${path}`, revision: path.startsWith('assets/') ? null : hashOf(join(folder, path)) }))
  const build = hashOfText(JSON.stringify([files, words]))
  await esbuild.build({
    entryPoints: [join(ROOT, 'apps/web/src/data/serviceWorker.ts')],
    outfile: join(folder, 'service-worker.js'),
    bundle: true,
    minify: true,
    target: 'es2022',
    define: {
      FILES: JSON.stringify(files),
      WORDS: JSON.stringify(words),
      BUILD: JSON.stringify(build),
      'process.env.NODE_ENV': '"production"',
    },
    logLevel: 'error',
  })
}

const hashOf = (path) => hashOfText(readFileSync(path))
const hashOfText = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** When the newest source below a folder was changed: milliseconds since 1970, 0 without any source. */
export function newestSource(folder) {
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (MADE.has(entry.name) || path === join(ROOT, 'data')) continue
    if (entry.isDirectory()) latest = Math.max(latest, newestSource(path))
    else if (/\.(ts|tsx|m?js|json|css|html|sql|svg)$/.test(entry.name))
      latest = Math.max(latest, statSync(path).mtimeMs)
  }
  return latest
}

if (process.argv[1]?.endsWith('build.mjs')) await build(process.argv.includes('--force'))
