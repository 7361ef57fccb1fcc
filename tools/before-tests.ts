/**
 * Vitest runs this once before the first test file. It makes the store that tests copy, in a process of its own, which
 * reads the sources as they are, built or not, and gives the tests a folder for their files.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programOf } from '../packages/testing/src/programs.ts'
import { endSharedServer, RUN_FOLDER } from '../packages/testing/src/scratch-postgres.ts'
import { templateFolder } from '../packages/testing/src/template-folder.ts'

const MEMORY = '/dev/shm'
/** The stores that two files at a time have open are a tenth of it. */
const ROOM = 4 * 1024 ** 3
/** Into it, not through it: scratch clusters belong to another user. */
const PASSABLE = 0o711

/** Vitest calls it for each of its projects; the first call counts for all. */
export default async function beforeTests(): Promise<() => Promise<void>> {
  if (process.env[RUN_FOLDER] !== undefined) return async () => {}
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'veritick-'))
  chmodSync(folder, PASSABLE)
  process.env.TMPDIR = folder
  process.env[RUN_FOLDER] = folder
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    if (!existsSync(templateFolder())) await makeTemplate()
  } catch (error) {
    removeFolder()
    throw error
  }
  return async () => {
    await endSharedServer(folder)
    removeFolder()
  }
}

async function makeTemplate(): Promise<void> {
  const maker = fileURLToPath(new URL('./make-template.ts', import.meta.url))
  const made = spawnSync(process.execPath, [await programOf(maker)], { stdio: 'inherit' })
  if (made.status !== 0) throw new Error('no store could be made for the tests')
}

/**
 * Hundreds of stores are copied, written to and removed, and none outlives the run: where there is memory enough, no
 * disk is kept busy with them. The files of a killed process stay there as they would stay on a disk.
 */
function hasRoom(): boolean {
  if (!existsSync(MEMORY) || freemem() < 2 * ROOM) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM
}
