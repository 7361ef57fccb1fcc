/**
 * Programs that tests start as processes of their own: the server, traders and payers that are killed, a holder of a
 * store. Each is bundled once with the packages it uses, because reading hundreds of files takes seconds of processor
 * time at every start. A bundle is named by its content, so a changed source is never run as it was.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundleOptions } from '../../../tools/bundle.mjs'
import { FOR_SECONDS } from '../../../tools/node-options.mjs'
import { onceInRun } from './scratch-postgres.ts'

/** Below the server, whose packages the programs find there in the server's versions. */
const FOLDER = fileURLToPath(new URL('../../../apps/server/node_modules/.cache/veritick-programs', import.meta.url))
const KEPT_MS = 86_400_000
const SET_FLAGS = FOR_SECONDS.map((flag) => `setFlagsFromString('${flag}')`).join(';')

/** The same as NODE_OPTIONS, for a process that is started by another. */
export const FOR_SECONDS_OPTIONS = `--import=data:text/javascript,import{setFlagsFromString}from'node:v8';${SET_FLAGS}`

const QUICK_COMPILER = `
import { setFlagsFromString } from 'node:v8'
${SET_FLAGS}
`

/** The server's process, and the program of its threads. */
export const SERVER_MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))

const bundled = new Map<string, Promise<string>>()

/**
 * The path that `node` runs for the program with this source file. One process of a test run bundles it for all: a
 * bundle costs nearly two seconds of processor time, and no source changes while tests run.
 */
export function programOf(source: string): Promise<string> {
  const known = bundled.get(source)
  if (known !== undefined) return known
  const name = createHash('sha256').update(source).digest('hex').slice(0, 16)
  const made = onceInRun(`program-${name}`, () => bundle(source))
  bundled.set(source, made)
  return made
}

/**
 * A folder for each program: its first file, and the parts that only some of its threads read. A thread of the server
 * reads a tenth of what the process reads.
 */
async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    ...bundleOptions({
      programs: { [basename(source, '.ts')]: source },
      outdir: FOLDER,
      addressOf: (path) => JSON.stringify(pathToFileURL(path).href),
      first: QUICK_COMPILER,
    }),
    outExtension: { '.js': '.mjs' },
    write: false,
    minifyWhitespace: true,
  })
  const hash = createHash('sha256')
  for (const { path, contents } of outputFiles) hash.update(basename(path)).update(contents)
  const name = `${basename(source, '.ts')}-${hash.digest('hex').slice(0, 16)}`
  const folder = join(FOLDER, name)
  mkdirSync(FOLDER, { recursive: true })
  await forgetOld(name)
  const file = join(folder, `${basename(source, '.ts')}.mjs`)
  if (existsSync(file)) {
    // As new: another process that forgets old bundles leaves it.
    utimesSync(folder, new Date(), new Date())
    return file
  }
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  for (const { path, contents } of outputFiles) writeFileSync(join(unfinished, basename(path)), contents)
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another worker has made it meanwhile.
    if (!existsSync(file)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
  return file
}

/** Bundles of older sources, and what a killed process left unfinished. */
async function forgetOld(current: string): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const path = join(FOLDER, name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (name !== current && age > KEPT_MS) rmSync(path, { recursive: true, force: true })
  }
}
