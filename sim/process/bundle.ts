/**
 * The server's core as one module on virtual time. esbuild bundles the sources as they are and puts time.ts in place of
 * Node's timers and clock; drivers of databases are left out, because the simulated store needs none. A mutant is the
 * same bundle with one line changed.
 */
import { rmSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'
import { bundleWithChange } from '../../tools/bundle-with-change.ts'
import { type Mutant, withBug } from '../mutant.ts'

export type Subject = typeof import('./subject.ts')

const HERE = fileURLToPath(new URL('./', import.meta.url))
const SERVER = fileURLToPath(new URL('../../apps/server/src/', import.meta.url))
/** Ignored by git. */
const FOLDER = fileURLToPath(new URL('../.cache/process/', import.meta.url))
/** Each bundle of this thread has a name of its own, so that no module is loaded twice from one file. */
let bundles = 0

/** The core as it is, or with the bug in it; the mutant's `file` is below apps/server/src. */
export async function loadSubject(mutant?: Mutant): Promise<Subject> {
  const outfile = `${FOLDER}${process.pid}-${threadId}-${bundles++}.mjs`
  await bundleWithChange({
    entry: `${HERE}subject.ts`,
    file: mutant === undefined ? '' : SERVER + mutant.file,
    change: (source) => (mutant === undefined ? source : withBug(source, mutant)),
    outfile,
    inject: `${HERE}time.ts`,
    replaced: { 'node:timers/promises': `${HERE}time.ts` },
    leftOut: ['pg', '@electric-sql/pglite', 'drizzle-orm/pglite', 'drizzle-orm/node-postgres'],
  })
  try {
    return await import(/* @vite-ignore */ pathToFileURL(outfile).href)
  } finally {
    rmSync(outfile, { force: true })
  }
}
