/** Where the template store stands. A file of its own, so that a look whether it is there reads no server. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS } from '../../../apps/server/src/store/migrate.ts'

export const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/veritick-stores', import.meta.url))

/** The folders that decide the content of a store beside its tables: commands, events, snapshots, batches. */
const WRITERS = ['packages/engine/src', 'apps/server/src/core', 'apps/server/src/journal'].map((folder) =>
  fileURLToPath(new URL(`../../../${folder}`, import.meta.url)),
)

let known: string | undefined

/**
 * The one that belongs to today's migrations, today's PGlite, today's engine and today's way to make one. More than a
 * hundred files are read for it, once in each process.
 */
export function templateFolder(): string {
  known ??= folderOfToday()
  return known
}

function folderOfToday(): string {
  const hash = createHash('sha256')
  for (const folder of WRITERS)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(name).update(readFileSync(join(folder, name)))
  for (const name of readdirSync(MIGRATIONS).sort())
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS, name)))
  // The store compares the times in it with those of the migrations that it has applied.
  hash.update(readFileSync(join(MIGRATIONS, 'meta/_journal.json')))
  const manifest = fileURLToPath(new URL('../../../package-lock.json', import.meta.url))
  hash.update(readFileSync(manifest))
  // How it is made.
  hash.update(readFileSync(fileURLToPath(new URL('./make-template.ts', import.meta.url))))
  return join(CACHE, hash.digest('hex').slice(0, 16))
}
