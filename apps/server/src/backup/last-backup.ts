/**
 * When the newest complete backup was made and how large it is: a small file in the world's folder, written by `npm run
 * backup` and read by /metrics and the office's health page, so that an alert comes when backups stop. It says nothing
 * about the file's later life, such as its copy on another machine.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config/index.ts'
import type { Manifest } from './archive.ts'

const NAME = 'last-backup.json'
const MADE = z.object({ madeAt: z.iso.datetime(), bytes: z.int().nonnegative().optional() })

type WorldFolder = Pick<Config, 'dataDir' | 'world'>

/** `at`: milliseconds since 1970; `bytes`: of its file, `undefined` where an older version wrote the record. */
export type LastBackup = { readonly at: number; readonly bytes: number | undefined }

/** Returns a line to print when it could not be written: the backup itself is good. */
export async function noteBackup(
  { dataDir, world }: WorldFolder,
  { madeAt, journal, pictures }: Manifest,
  bytes: number,
): Promise<readonly string[]> {
  const path = join(dataDir, world, NAME)
  try {
    const text = JSON.stringify({
      madeAt,
      bytes,
      batch: journal.batch,
      pictures: pictures.kept,
      missing: pictures.missing.length,
    })
    await writeFile(`${path}.new`, `${text}\n`, { mode: 0o644 })
    await rename(`${path}.new`, path)
    return []
  } catch (error) {
    return [
      `WARNING: ${path} could not be written, so metrics and health page do not know of this backup: ${String(error)}`,
    ]
  }
}

/** `undefined`: no complete backup was made here. */
export async function lastBackup({ dataDir, world }: WorldFolder): Promise<LastBackup | undefined> {
  try {
    const { madeAt, bytes } = MADE.parse(JSON.parse(await readFile(join(dataDir, world, NAME), 'utf8')))
    return { at: Date.parse(madeAt), bytes }
  } catch {
    return undefined
  }
}
