/** `npm run backup` and `npm run restore`: what is asked on the command line, done and said in a few lines. */
import { existsSync, statSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Config } from '../config/index.ts'
import { HOUR_MS } from '../services/clock/index.ts'
import { BackupRefused, checkArchive, flushToDisk, isUnreadable, type Manifest, unreadable } from './archive.ts'
import { checkAuthentic } from './authentication.ts'
import { fetchBackup } from './backup-socket.ts'
import { noteBackup } from './last-backup.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'
import { withSource } from './source.ts'

export type RestoreRequest = { readonly config: Config; readonly path: string | undefined; readonly now: () => number }
export type BackupRequest = RestoreRequest & {
  /** How many pictures may be missing in a backup that still counts; left out: none. */
  readonly missingMax?: number
}

/** `isComplete` false: the file is written, but pictures are missing in it, so no older backup may go because of it. */
export type BackupSaid = { readonly lines: readonly string[]; readonly isComplete: boolean }

/** Drafts of files that `fileFor` named. */
const DRAFT = /^\.veritick-.+\.tar\.gz\.part$/
/** Since the last write to it. */
const DRAFT_STALE_MS = 6 * HOUR_MS

/** How many names of lost pictures are shown; the manifest has all. */
const NAMES_SHOWN_MAX = 5

/** Writes the file and says so. Throws BackupRefused. */
export async function backup({ config, path, now, missingMax = 0 }: BackupRequest): Promise<BackupSaid> {
  if (path === undefined) throw new BackupRefused('say where to: npm run backup -- <file or folder>')
  const file = fileFor(resolve(path), config, now())
  const draft = join(dirname(file), `.${basename(file)}.part`)
  if (!existsSync(dirname(file))) throw new BackupRefused(`the folder ${dirname(file)} does not exist: make it first`)
  checkPicturesFolder(config)
  await rm(draft, { force: true })
  await removeStaleDrafts(dirname(file), now())
  try {
    const manifest = await take({ config, draft, now })
    await rename(draft, file)
    await flushToDisk(dirname(file))
    const isComplete = manifest.pictures.missing.length <= missingMax
    const { size } = statSync(file)
    const written = `Backup written: ${file} (${sizeOf(size)}; ${contentOf(manifest)})`
    const noted = isComplete ? await noteBackup(config, manifest, size) : []
    return { lines: [written, ...warningsOf(manifest), ...noted], isComplete }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function take({
  config,
  draft,
  now,
}: {
  readonly config: Config
  readonly draft: string
  readonly now: () => number
}): Promise<Manifest> {
  const isEmbedded = config.databaseUrl === undefined
  const isFetched = isEmbedded && (await fetchBackup(join(config.dataDir, config.world), draft))
  if (!isFetched) await withSource({ config, now }, (source) => makeBackup(source, draft))
  // Read once more as it lies on the disk: a backup counts when it can be read.
  return checkArchive(draft, (read) => checkAuthentic(config, read))
}

/** Returns the lines to print. Throws BackupRefused. */
export async function restore({ config, path, now }: RestoreRequest): Promise<readonly string[]> {
  if (path === undefined) throw new BackupRefused('say what from: npm run restore -- <file>')
  const file = resolve(path)
  await checkFile(file)
  const manifest = await restoreBackup({ config, path: file, now })
  return [
    `Restored from ${file}: the state of ${manifest.madeAt} (${contentOf(manifest)})`,
    'The journal was replayed and ends as the backup says. Every session, one-time code and link of the backup ' +
      'has been ended.',
    'Before real money moves: compare deposits and withdrawals since then with your bank; see ' +
      'docs/operating.md, "Backup and restore".',
    ...warningsOf(manifest),
  ]
}

/** `stat` names the missing right of a folder above the file; `existsSync` would say that the file does not exist. */
async function checkFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    if (isUnreadable(error)) throw unreadable(file)
    return undefined
  })
  if (found?.isFile() !== true) throw new BackupRefused(`${file} is no file`)
}

/**
 * A backup whose process was killed leaves its draft, as large as a backup. A draft that still grows or is being
 * checked is younger. A draft that cannot be removed stops no backup.
 */
async function removeStaleDrafts(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!DRAFT.test(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && now - found.mtimeMs > DRAFT_STALE_MS) await rm(path).catch(() => {})
  }
}

/** Into a folder under a name that sorts by time; a file must not exist yet. */
function fileFor(path: string, { world, databaseUrl }: Config, now: number): string {
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
  const file = isFolder
    ? join(path, `veritick-${world}-${databaseUrl === undefined ? 'embedded' : 'postgresql'}-${stamp}.tar.gz`)
    : path
  if (existsSync(file)) throw new BackupRefused(`${file} exists already: a backup overwrites nothing`)
  return file
}

function contentOf({ journal, tables, pictures }: Manifest): string {
  return (
    `journal batch ${journal.batch}, ${tables.orders ?? 0} orders, ${tables.accounts ?? 0} accounts, ` +
    `${pictures.kept} pictures`
  )
}

function warningsOf({ pictures: { missing } }: Manifest): readonly string[] {
  if (missing.length === 0) return []
  const shown = missing.slice(0, NAMES_SHOWN_MAX).join(', ')
  return [
    `WARNING: ${missing.length} pictures are named in the store but their files are lost: ` +
      `${shown}${missing.length > NAMES_SHOWN_MAX ? ', ...' : ''}`,
  ]
}

/** A server makes the folder at its first start, so where it is missing DATA_DIR is not the server's. */
function checkPicturesFolder({ dataDir, databaseUrl, world }: Config): void {
  const folder = join(dataDir, world, 'files')
  // Of the embedded store the missing store is named instead.
  if (databaseUrl === undefined || existsSync(folder)) return
  throw new BackupRefused(
    `there is no folder of pictures ${folder}: DATA_DIR is not that of the server. Run the command with the ` +
      `server's settings`,
  )
}

const KILOBYTE = 1_000
const MEGABYTE = 1_000_000

function sizeOf(bytes: number): string {
  return bytes < MEGABYTE ? `${Math.ceil(bytes / KILOBYTE)} KB` : `${Math.round(bytes / MEGABYTE)} MB`
}
