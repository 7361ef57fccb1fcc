/**
 * A disk that has no room for a backup: the command says so in a sentence, wherever in the file the room ends, and
 * removes its draft, which would keep the disk full.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProcess } from '@veritick/testing/processes'
import { programOf } from '@veritick/testing/programs'
import { type SmallDisk, smallDisk } from '@veritick/testing/store-faults'
import { openLocation } from '@veritick/testing/stores'
import { openTestServer } from '@veritick/testing/test-server'
import { expect, onTestFinished, test } from 'vitest'
import { BackupRefused } from './archive.ts'
import { type BackupSource, makeBackup } from './make.ts'
import { PIECE_BYTES } from './tables.ts'

const WORLD = 'simulated'
const BACKUP_MAIN = fileURLToPath(new URL('../start/backup-command.ts', import.meta.url))
const KEY = Buffer.alloc(32, 7).toString('base64')
const KILOBYTE = 1_024
const PIECES_MAX = 1_000
const NO_DISK = 'only root can make a full disk'

/** A file system of one megabyte with this much room; `undefined` where this process may not make one. */
function diskWithRoom(kilobytes: number): SmallDisk | undefined {
  const disk = smallDisk(1)
  if (disk === undefined) return undefined
  onTestFinished(() => disk.remove())
  const { bavail, bsize } = statfsSync(disk.folder)
  writeFileSync(join(disk.folder, 'filler'), Buffer.alloc(bavail * bsize - kilobytes * KILOBYTE))
  return disk
}

/** Sizes of the entries, in bytes, and of the room: the failure comes inside, between and behind them. */
test.for([
  { entry: 4 * KILOBYTE, kilobytes: 512 },
  { entry: 100 * KILOBYTE, kilobytes: 256 },
  { entry: 900 * KILOBYTE, kilobytes: 128 },
  { entry: 900 * KILOBYTE, kilobytes: 0 },
  { entry: 1, kilobytes: 0 },
])('entries of $entry bytes where $kilobytes KB are free', async ({ entry, kilobytes }, { skip }) => {
  const disk = diskWithRoom(kilobytes) ?? skip(NO_DISK)
  const loose: unknown[] = []
  const note = (error: unknown) => void loose.push(error)
  process.on('uncaughtExceptionMonitor', note)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', note))
  const draft = join(disk.folder, '.veritick-x.tar.gz.part')
  const refused: unknown = await makeBackup(sourceOf(entry), draft).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(BackupRefused)
  expect(String(refused)).toContain(`the disk of ${disk.folder} is full`)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(loose).toEqual([])
  expect(readdirSync(disk.folder)).toEqual(['filler'])
})

/** A store of one table with two megabytes that cannot be compressed, in pieces of `size` bytes. */
function sourceOf(size: number): BackupSource {
  const pieces = Math.min(PIECES_MAX, Math.ceil((2 * KILOBYTE * KILOBYTE) / size))
  let read = 0
  const answers = async (sql: string): Promise<unknown[]> => {
    if (sql.includes('pg_tables')) return [{ name: 'users' }]
    if (sql.startsWith('select attname')) return [{ name: 'user_id', type: 'text', fixed: true }]
    if (sql.includes('row_to_json')) return [{ line: randomBytes(size).toString('latin1') }]
    if (!sql.startsWith('fetch') || read === pieces) return []
    read += 1
    return [{ place: `(${read},1)`, bytes: PIECE_BYTES }]
  }
  const query = <Row>(sql: string) => answers(sql) as Promise<Row[]>
  return {
    world: WORLD,
    filesFolder: '/nowhere',
    query,
    snapshot: (work) => work(query),
    now: () => 0,
    authenticate: () => ({ key: '00000000', mac: '0'.repeat(64) }),
  }
}

test('the command ends with exit code 1 and the sentence, with a server that runs and without one', async ({
  skip,
}) => {
  const disk = diskWithRoom(0) ?? skip(NO_DISK)
  const location = await openLocation('embedded', [WORLD])
  onTestFinished(() => location.clean())
  const program = await programOf(BACKUP_MAIN)
  const env = { ...process.env, DATA_DIR: location.dataDir, VAULT_KEY: KEY }
  const run = () => startProcess([process.execPath, program, 'backup', disk.folder], { env }).ended
  const says = async () => {
    const { code, said } = await run()
    expect(said).toContain(`Veritick backup was refused:\n  the disk of ${disk.folder} is full`)
    expect(said).not.toMatch(/\n\s+at /)
    expect(code).toBe(1)
    expect(readdirSync(disk.folder)).toEqual(['filler'])
  }
  await says()
  const server = await openTestServer({ dataDir: location.dataDir, config: { vaultKey: KEY } })
  onTestFinished(() => server.close())
  await says()
}, 120_000)
