/** `npm run backup` and `npm run restore`: what is asked on the command line, done and said in a few lines. */
import { existsSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { BackupRefused, checkArchive, flushToDisk, type Manifest } from './archive.ts'
import { fetchBackup } from './backup-socket.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'
import { withSource } from './source.ts'

export type Asked = { readonly config: Config; readonly path: string | undefined; readonly now: () => number }

/** How many names of lost pictures are shown; the manifest has all. */
const NAMES_SHOWN_MAX = 5

/** Gives the lines to print. Throws BackupRefused. */
export async function backup({ config, path, now }: Asked): Promise<readonly string[]> {
  if (path === undefined) throw new BackupRefused('say where to: npm run backup -- <file or folder>')
  const file = fileFor(resolve(path), config.world, now())
  const draft = join(dirname(file), `.${basename(file)}.part`)
  if (!existsSync(dirname(file))) throw new BackupRefused(`the folder ${dirname(file)} does not exist: make it first`)
  await rm(draft, { force: true })
  try {
    const manifest = await take({ config, draft, now })
    await rename(draft, file)
    await flushToDisk(dirname(file))
    return [`Backup written: ${file} (${sizeOf(file)}; ${contentOf(manifest)})`, ...warningsOf(manifest)]
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
  return checkArchive(draft)
}

/** Gives the lines to print. Throws BackupRefused. */
export async function restore({ config, path, now }: Asked): Promise<readonly string[]> {
  if (path === undefined) throw new BackupRefused('say what from: npm run restore -- <file>')
  const file = resolve(path)
  if (!existsSync(file) || !statSync(file).isFile()) throw new BackupRefused(`${file} is no file`)
  const manifest = await restoreBackup({ config, path: file, now })
  return [
    `Restored from ${file}: the state of ${manifest.madeAt} (${contentOf(manifest)})`,
    'The journal was replayed and ends as the backup says. Every session, one-time code and link of the backup has been ended.',
    'Before real money moves: compare deposits and withdrawals since then with your bank; see docs/operating.md, "Backup and restore".',
    ...warningsOf(manifest),
  ]
}

/** Into a folder under a name that sorts by time; a file must not exist yet. */
function fileFor(path: string, world: string, now: number): string {
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
  const file = isFolder ? join(path, `veritick-${world}-${stamp}.tar.gz`) : path
  if (existsSync(file)) throw new BackupRefused(`${file} exists already: a backup overwrites nothing`)
  return file
}

function contentOf({ journal, tables, pictures }: Manifest): string {
  return `journal batch ${journal.batch}, ${tables.orders ?? 0} orders, ${tables.users ?? 0} accounts, ${pictures.kept} pictures`
}

function warningsOf({ pictures: { missing } }: Manifest): readonly string[] {
  if (missing.length === 0) return []
  const shown = missing.slice(0, NAMES_SHOWN_MAX).join(', ')
  return [
    `WARNING: ${missing.length} pictures are named in the store but their files are lost: ${shown}${missing.length > NAMES_SHOWN_MAX ? ', ...' : ''}`,
  ]
}

const MEGABYTE = 1_000_000

function sizeOf(file: string): string {
  return `${Math.max(1, Math.round(statSync(file).size / MEGABYTE))} MB`
}
