/**
 * When the newest complete backup was made: a small file in the world's folder, written by `npm run backup` and read by
 * /metrics, so that an alert comes when backups stop. It says nothing about the file's later life, such as its copy on
 * another machine.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config/index.ts'
import type { Manifest } from './archive.ts'

const NAME = 'last-backup.json'
const MADE = z.object({ madeAt: z.iso.datetime() })

type Place = Pick<Config, 'dataDir' | 'world'>

/** Gives a line to print when it could not be written: the backup itself is good. */
export async function noteBackup(
  { dataDir, world }: Place,
  { madeAt, journal, pictures }: Manifest,
): Promise<readonly string[]> {
  const path = join(dataDir, world, NAME)
  try {
    const text = JSON.stringify({
      madeAt,
      batch: journal.batch,
      pictures: pictures.kept,
      missing: pictures.missing.length,
    })
    await writeFile(`${path}.new`, `${text}\n`, { mode: 0o644 })
    await rename(`${path}.new`, path)
    return []
  } catch (error) {
    return [`WARNING: ${path} could not be written, so the metrics do not know of this backup: ${String(error)}`]
  }
}

/** Milliseconds since 1970; `undefined`: no complete backup was made here. */
export async function lastBackupAt({ dataDir, world }: Place): Promise<number | undefined> {
  try {
    return Date.parse(MADE.parse(JSON.parse(await readFile(join(dataDir, world, NAME), 'utf8'))).madeAt)
  } catch {
    return undefined
  }
}
