/** Makes the embedded store that tests copy (template.ts). A file of its own, so that a copy reads no store. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import type { Store } from '../../../apps/server/src/store/interface.ts'
import { openStore } from '../../../apps/server/src/store/store.ts'
import { CACHE, templateFolder } from './template-folder.ts'

const WORLD = 'template'

/**
 * The settings that PostgreSQL reads at its start. V8 counts a cache of the usual 128 MB as memory: each opening made
 * it search its whole heap for memory to give back, which took as long as the opening itself. The tests' stores hold a
 * few megabytes.
 */
const SETTINGS = `
shared_buffers = 8MB
min_wal_size = 32MB
`

/** Before the first test: makes it where it is missing, and forgets those of older migrations. */
export async function makeTemplate(): Promise<void> {
  const wanted = templateFolder()
  if (existsSync(wanted)) return
  mkdirSync(CACHE, { recursive: true })
  const dataDir = mkdtempSync(join(CACHE, 'making-'))
  const store = await openStore({ dataDir, databaseUrl: undefined, world: WORLD })
  const made = join(dataDir, WORLD, 'pg')
  const log = await makeSmall(store)
  await store.close()
  for (const name of readdirSync(join(made, 'pg_wal')))
    if (LOG_FILE.test(name) && name !== log) rmSync(join(made, 'pg_wal', name))
  writeFileSync(join(made, 'postgresql.conf'), SETTINGS, { flag: 'a' })
  for (const name of readdirSync(CACHE).filter((each) => !each.startsWith('making-') && join(CACHE, each) !== wanted))
    rmSync(join(CACHE, name), { recursive: true, force: true })
  try {
    renameSync(made, wanted)
  } catch (error) {
    // Another run may have made it meanwhile, and may be copying it: then ours is one too many.
    if (!existsSync(wanted)) throw error
  }
  rmSync(dataDir, { recursive: true, force: true })
}

const LOG_FILE = /^[0-9A-F]{24}$/

/**
 * As before its first opening, and without what the server never reads: PostgreSQL's own two template databases, which
 * are two thirds of the files, and the log of how it was made. Returns the name of the one log file that is needed.
 */
async function makeSmall(store: Store): Promise<string> {
  await store.query('delete from fence')
  await store.query('update pg_database set datistemplate = false, datallowconn = true')
  for (const name of ['template0', 'template1']) await store.query(`drop database ${name}`)
  await store.query('checkpoint')
  await store.query('select pg_switch_wal()')
  await store.query('checkpoint')
  const [row] = await store.query<{ name: string }>('select pg_walfile_name(pg_current_wal_insert_lsn()) as name')
  return must(row, 'a query without a table gives a row').name
}
