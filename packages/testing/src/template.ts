/**
 * An embedded store without a record: made once, copied by every test and journey that opens one. Making
 * one from nothing takes seconds of a core, fifty times a run; the tests of the store, of the process's start and of
 * the first journey still do.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { readConfig } from '../../../apps/server/src/config/config.ts'
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

type Kept = { readonly path: string; readonly bytes: Buffer; readonly length: number }
type Read = { readonly from: string; readonly folders: readonly string[]; readonly files: readonly Kept[] }

/** Read once in each process: it has hundreds of files. */
let read: Read | undefined

/** A fresh store for a world that has none yet; where there is no template, opening makes one from nothing. */
export function copyTemplate(dataDir: string, world: string): void {
  const [from, to] = [templateFolder(), join(dataDir, world, 'pg')]
  if (!existsSync(from) || existsSync(to)) return
  if (read?.from !== from) read = readTemplate(from)
  mkdirSync(to, { recursive: true })
  for (const folder of read.folders) mkdirSync(join(to, folder))
  for (const { path, bytes, length } of read.files) {
    writeFileSync(join(to, path), bytes)
    if (bytes.length < length) truncateSync(join(to, path), length)
  }
}

/**
 * Folders stand before what is in them. The zeros at the end of a file, most of a log file, are not written but left
 * out.
 */
function readTemplate(from: string): Read {
  const folders: string[] = []
  const files: Kept[] = []
  const look = (folder: string) => {
    for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) {
        const bytes = readFileSync(join(from, path))
        files.push({ path, bytes: withoutZerosAtEnd(bytes), length: bytes.length })
        continue
      }
      folders.push(path)
      look(path)
    }
  }
  look('')
  return { from, folders, files }
}

const BLOCK = 8192

/** Ends at a block of PostgreSQL; a copy of its own, so that the rest is given back. */
function withoutZerosAtEnd(bytes: Buffer): Buffer {
  const zeros = Buffer.alloc(BLOCK)
  let end = bytes.length
  while (end >= BLOCK && bytes.subarray(end - BLOCK, end).equals(zeros)) end -= BLOCK
  return end === bytes.length ? bytes : Buffer.from(bytes.subarray(0, end))
}

/** For a process that will be started with these settings. */
export function copyTemplateFor(settings: Readonly<Record<string, string | undefined>>): void {
  const read = readConfig(settings)
  if (!read.ok) throw new Error(read.problems.join())
  if (read.config.databaseUrl === undefined) copyTemplate(read.config.dataDir, read.config.world)
}
