/**
 * Puts a backup into an empty store and an empty folder. Everything is loaded beside its place, under another name,
 * checked there by replaying the journal, and only then renamed: a restore that fails or is killed leaves no half store
 * that a server would open.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEngine } from '@veritick/engine'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Config } from '../config/index.ts'
import { NO_SNAPSHOT, replay } from '../core/index.ts'
import { hex } from '../journal/index.ts'
import { missingKeys, readKeys } from '../services/encryption/index.ts'
import { MIGRATIONS, type Query, takeLockFile } from '../store/index.ts'
import { BackupRefused, checkArchive, type Manifest, readArchive } from './archive.ts'
import { checkAuthentic } from './authentication.ts'
import { loadPiece, loadSequences, tableNames } from './tables.ts'
import { withTarget } from './target.ts'

/** The lock of a server's embedded store. A restore holds it in the target's folder until its own is put there. */
const LOCK = 'writer.lock'

/**
 * Checks everything that can be refused first; then restores. Throws BackupRefused, or StoreRefused while a server or
 * another restore writes there, and nothing of the target has changed.
 */
export async function restoreBackup(options: {
  readonly config: Config
  readonly path: string
  readonly now: () => number
}): Promise<Manifest> {
  const { config, path, now } = options
  const manifest = await checkArchive(path, (read) => checkAuthentic(config, read))
  checkFits(manifest, config)
  const folder = join(config.dataDir, config.world)
  const draft = `${folder}.restoring`
  checkFolderEmpty(folder)
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
  const release = takeLockFile(join(folder, LOCK))
  try {
    // A server may have written there before the lock was taken.
    checkFolderEmpty(folder)
    // Of a restore that was killed: the name belongs to the holder of the lock alone.
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(join(draft, 'files'), { recursive: true, mode: 0o700 })
    chmodSync(draft, 0o700)
    await withTarget({ config, draft }, async (target) => {
      await target.transaction((query) => load({ query, path, manifest, folder: join(draft, 'files'), now: now() }))
      await checkReplay(target.query, manifest)
      await target.putInPlace(() => {
        checkFolderEmpty(folder)
        release()
        // Fails when a server has begun to write there in this moment.
        rmdirSync(folder)
        renameSync(draft, folder)
      })
    })
    return manifest
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    release()
    if (isNew) removeEmpty(folder)
    throw error
  }
}

function removeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}

function checkFits(manifest: Manifest, config: Config): void {
  if (manifest.world !== config.world) {
    throw new BackupRefused(
      `this is a backup of world "${manifest.world}", but FEED asks for world "${config.world}": set FEED as it was`,
    )
  }
  const own = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash)
  if (own.join() !== manifest.migrations.join()) {
    throw new BackupRefused(
      `this backup was made by another version of Veritick (${manifest.migrations.length} migrations, this one ` +
        `has ${own.length}, or others): ` +
        'restore it with the version that made it, then start the newer one',
    )
  }
  const { file, keys } = readKeys(config)
  const missing = missingKeys(keys, manifest.keys)
  if (missing.length > 0) {
    throw new BackupRefused(
      `this backup holds data encrypted with key ${missing.join(', ')}, which is neither in VAULT_KEY nor in ` +
        `${file}: put the right key there first`,
    )
  }
}

/** The lock alone is that of this restore, or of one that was killed. */
function checkFolderEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== LOCK)) {
    throw new BackupRefused(
      `${folder} is not empty: a restore overwrites nothing. Stop the server and move the folder away, or use ` +
        `another DATA_DIR`,
    )
  }
}

type Loading = {
  readonly query: Query
  readonly path: string
  readonly manifest: Manifest
  readonly folder: string
  readonly now: number
}

async function load({ query, path, manifest, folder, now }: Loading): Promise<void> {
  // Tables come in the order of their names, so an owner may come after what it owns.
  await query('set constraints all deferred')
  const known = new Set(await tableNames(query))
  const loaded = new Map<string, number>()
  await readArchive(path, manifest, async (name, bytes) => {
    const [kind = '', of = ''] = name.split('/')
    if (kind === 'files') return writeFile(join(folder, of), bytes, { mode: 0o600, flag: 'wx', flush: true })
    if (!known.has(of)) throw new BackupRefused(`${path} has a table "${of}" that this version does not know`)
    const rows = await loadPiece(query, of, bytes).catch((error: unknown) => {
      throw isOfTheRows(error) ? rowsRefused(path, of, error) : error
    })
    loaded.set(of, (loaded.get(of) ?? 0) + rows)
  })
  for (const [table, rows] of Object.entries(manifest.tables)) {
    if ((loaded.get(table) ?? 0) !== rows)
      throw new BackupRefused(`${path} is damaged: table "${table}" has not the rows of its manifest`)
  }
  await loadSequences(query, manifest.sequences)
  await endWhatWasOpen(query, now)
  await query('update files set erased_at = $1 where file_id = any($2::text[])', [now, manifest.pictures.erased])
}

/** Classes of PostgreSQL's errors that refuse a value: data, constraint, type. All others are trouble of the store. */
const VALUES_REFUSED = /^(?:22|23|42)/

function isOfTheRows(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && VALUES_REFUSED.test(String(error.code))
}

/** A holder of the key wrote the file, and still no backup did. */
const rowsRefused = (path: string, table: string, { message }: Error): BackupRefused =>
  new BackupRefused(
    `${path} is damaged: the store refuses rows of its table "${table}" (${message}). Nothing was restored; take ` +
      `another backup`,
  )

/**
 * No session is valid after a restore: a session, code or link that ended after the backup must not work again.
 * Messages that waited at the backup have been sent since, or carry an expired code.
 */
async function endWhatWasOpen(query: Query, now: number): Promise<void> {
  await query(`update sessions set ended_at = $1, seal = '' where ended_at is null`, [now])
  await query('update staff_sessions set ended_at = $1 where ended_at is null', [now])
  await query('update staff_links set ended_at = $1 where ended_at is null', [now])
  await query('update codes set used_at = $1 where used_at is null', [now])
  await query('delete from captchas')
  await query('update messages set due_at = null, encrypted = null where due_at is not null')
}

/** The whole history replays and ends where the manifest says. */
async function checkReplay(query: Query, { journal }: Manifest): Promise<void> {
  const { head } = await replay(query, createEngine(), NO_SNAPSHOT)
  const isSame =
    head.batch === journal.batch &&
    head.nextEvent - 1 === journal.events &&
    (journal.batch === 0 || hex(head.hash) === journal.hash)
  if (!isSame)
    throw new BackupRefused(
      `the restored journal ends with batch ${head.batch}, the backup's manifest says ${journal.batch}: nothing ` +
        `was restored`,
    )
}
