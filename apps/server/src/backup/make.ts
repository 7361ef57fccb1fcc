/**
 * Makes a backup of one world: the tables as of one moment, so of one journal batch, then the pictures that these
 * tables name. The encryption keys are never in it. The file has its name only when it is complete.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFileId } from '../services/uploads/index.ts'
import type { Query } from '../store/index.ts'
import { type ArchiveWriter, type Authenticate, BACKUP_FORMAT, type Manifest, writeArchive } from './archive.ts'
import { dumpSequences, dumpTable, migrationsOf, tableNames } from './tables.ts'

export type BackupSource = {
  readonly world: string
  /** Folder of the world's pictures. */
  readonly filesFolder: string
  /** Runs `work` with a query that sees one moment of the store. */
  readonly snapshot: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  /** Sees the store as it is now. */
  readonly query: Query
  readonly now: () => number
  readonly authenticate: Authenticate
}

type Read = Pick<Manifest, 'madeAt' | 'migrations' | 'journal' | 'keys' | 'tables' | 'sequences'> & {
  readonly files: readonly string[]
}

/** Writes the whole backup to `path`, which must not exist. After a failure the file is removed. */
export async function makeBackup(source: BackupSource, path: string): Promise<Manifest> {
  const archive = writeArchive(path)
  try {
    // Pictures are read after the snapshot has ended: it is held no longer than the tables take.
    const { files, ...read } = await source.snapshot((query) => readTables(query, { archive, now: source.now }))
    const pictures = await addPictures(source, { archive, files })
    const manifest = { format: BACKUP_FORMAT, world: source.world, ...read, pictures } as const
    return await archive.finish(manifest, source.authenticate)
  } catch (error) {
    await archive.abandon()
    await rm(path, { force: true })
    throw error
  }
}

async function readTables(
  query: Query,
  to: { readonly archive: ArchiveWriter; readonly now: () => number },
): Promise<Read> {
  const madeAt = new Date(to.now()).toISOString()
  const tables: Record<string, number> = {}
  for (const table of await tableNames(query)) {
    let piece = 0
    tables[table] = await dumpTable(query, table, async (bytes) => {
      piece += 1
      await to.archive.add(`tables/${table}/${String(piece).padStart(6, '0')}.ndjson`, bytes)
    })
  }
  const [head] = await query<{ batch: number; events: number; hash: string }>(
    `select batch, first_event + event_count - 1 as events, encode(hash, 'hex') as hash from journal
     order by batch desc limit 1`,
  )
  const keys = await query<{ key_id: string }>('select key_id from vault_keys order by first_used_at, key_id')
  const files = await query<{ file_id: string }>('select file_id from files where erased_at is null order by file_id')
  return {
    madeAt,
    migrations: [...(await migrationsOf(query))],
    journal: head ?? { batch: 0, events: 0, hash: '' },
    keys: keys.map((row) => row.key_id),
    tables,
    sequences: await dumpSequences(query),
    files: files.map((row) => row.file_id),
  }
}

/**
 * A picture is written before its row and removed after it, so one that is not there was erased meanwhile, or is lost.
 */
async function addPictures(
  source: BackupSource,
  parts: { readonly archive: ArchiveWriter; readonly files: readonly string[] },
): Promise<Manifest['pictures']> {
  const absent: string[] = []
  let kept = 0
  for (const file of parts.files) {
    const bytes = isFileId(file) ? await bytesOf(join(source.filesFolder, file)) : undefined
    if (bytes === undefined) {
      absent.push(file)
      continue
    }
    await parts.archive.add(`files/${file}`, bytes)
    kept += 1
  }
  const named = await source.query<{ file_id: string }>(
    'select file_id from files where erased_at is null and file_id = any($1::text[])',
    [absent],
  )
  const lost = new Set(named.map((row) => row.file_id))
  return { kept, missing: absent.filter((file) => lost.has(file)), erased: absent.filter((file) => !lost.has(file)) }
}

async function bytesOf(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
