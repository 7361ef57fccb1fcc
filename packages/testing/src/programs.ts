/**
 * Programs that tests start as processes of their own: the server, traders and payers that are killed, a holder of a store. Each is bundled once
 * from the sources, because reading hundreds of files through a loader takes seconds of processor time at every start. A bundle is named by its
 * content, so a changed source is never run as it was.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** Below the server, whose packages the programs find there in the server's versions. */
const FOLDER = fileURLToPath(new URL('../../../apps/server/node_modules/.cache/veritick-programs', import.meta.url))
const KEPT_MS = 86_400_000

/** The server's process, and the program of its threads. */
export const SERVER_MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))

const bundled = new Map<string, Promise<string>>()

/** What `node` runs for the program with this source file: a path. */
export function programOf(source: string): Promise<string> {
  const known = bundled.get(source)
  if (known !== undefined) return known
  const made = bundle(source)
  bundled.set(source, made)
  return made
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    sourcemap: 'inline',
    plugins: [SOURCES],
    logLevel: 'error',
  })
  const text = outputFiles.map((file) => file.text).join('')
  const name = `${basename(source, '.ts')}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`
  mkdirSync(FOLDER, { recursive: true })
  await forgetOld(name)
  const path = join(FOLDER, name)
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, path)
  return path
}

/** Packages of the registry are read as they are; each of our files keeps its own address, by which it finds what lies beside it. */
const SOURCES: Plugin = {
  name: 'sources',
  setup(use) {
    use.onResolve({ filter: /^[^./]/ }, ({ path }) => (path.startsWith('@veritick/') ? undefined : { path, external: true }))
    use.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' }
    })
  },
}

/** Bundles of older sources, and what a killed process left unfinished. */
async function forgetOld(current: string): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const path = join(FOLDER, name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (name !== current && age > KEPT_MS) rmSync(path, { force: true })
  }
}
