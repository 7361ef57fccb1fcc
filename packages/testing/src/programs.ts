/**
 * Programs that tests start as processes of their own: the server, traders and payers that are killed, a holder of a
 * store. They are bundled once, with the packages they use, because reading hundreds of files takes seconds of
 * processor time at every start. Bundles are named by their content, so a changed source is never run as it was.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
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

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** The server's process, and the program of its threads. */
export const SERVER_MAIN = join(ROOT, 'apps/server/src/main.ts')
const PROGRAMS: readonly string[] = [
  SERVER_MAIN,
  ...[
    'apps/server/src/start/backup-command.ts',
    'tools/make-template.ts',
    'tools/verify/main.ts',
    'tools/crash/crash-payments.ts',
    'tools/crash/crash-store-holder.ts',
    'tools/crash/trader.ts',
    'tools/crash/whole-server.ts',
  ].map((path) => join(ROOT, path)),
]

let folderOfPrograms: Promise<string> | undefined

/**
 * The path that `node` runs for the program with this source file, one of `PROGRAMS`. One process of a test run bundles
 * all of them at once: they share most of their files, and a bundle of each would cost nearly two seconds of processor
 * time. No source changes while tests run.
 */
export async function programOf(source: string): Promise<string> {
  if (!PROGRAMS.includes(source)) throw new Error(`${source} is not among the programs that tests start`)
  folderOfPrograms ??= onceInRun('programs', bundle)
  return join(await folderOfPrograms, `${nameOf(source)}.mjs`)
}

/** Of two programs with the name `main`, both folders are in it. */
const nameOf = (source: string) => relative(ROOT, source).slice(0, -'.ts'.length).replaceAll('/', '-')

/**
 * The folder with a first file for each program, and parts that several programs share or only some threads of one
 * read. A thread of the server reads a tenth of what the process reads.
 */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    ...bundleOptions({
      programs: Object.fromEntries(PROGRAMS.map((source) => [nameOf(source), source])),
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
  const name = hash.digest('hex').slice(0, 16)
  const folder = join(FOLDER, name)
  mkdirSync(FOLDER, { recursive: true })
  await forgetOld(name)
  if (existsSync(folder)) {
    // As new: another process that forgets old bundles leaves it.
    utimesSync(folder, new Date(), new Date())
    return folder
  }
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  for (const { path, contents } of outputFiles) writeFileSync(join(unfinished, basename(path)), contents)
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another worker has made it meanwhile.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** Bundles of older sources, and what a killed process left unfinished. */
async function forgetOld(current: string): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const path = join(FOLDER, name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (name !== current && age > KEPT_MS) rmSync(path, { recursive: true, force: true })
  }
}
