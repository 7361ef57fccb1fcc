/** A restore alone writes to its folder: what a server or a second restore does meanwhile is refused or left whole. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '@veritick/domain'
import { startProcess } from '@veritick/testing/processes'
import { programOf } from '@veritick/testing/programs'
import { oneStoreKind, openLocation } from '@veritick/testing/stores'
import { openTestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Config, readConfig } from '../config/config.ts'
import { StoreRefused } from '../store/interface.ts'
import { takeLockFile } from '../store/lock-file.ts'
import { backup } from './commands.ts'
import { restoreBackup } from './restore.ts'

const BACKUP_MAIN = fileURLToPath(new URL('../start/backup-command.ts', import.meta.url))
const HOUR = 3_600
const WORLD = 'simulated'
const KEY = Buffer.alloc(32, 7).toString('base64')
const home = mkdtempSync(join(tmpdir(), 'veritick-restore-'))
const taken = join(home, 'taken')
/** Drafts in the folder before the backup is made. */
const STALE = '.veritick-simulated-embedded-20260101T000000Z.tar.gz.part'
const KEPT = ['.veritick-simulated-embedded-20260102T000000Z.tar.gz.part', 'notes.part']
let path = ''

beforeAll(async () => {
  const dataDir = join(home, 'from')
  mkdirSync(taken)
  const draft = (name: string, hoursOld: number) => {
    writeFileSync(join(taken, name), 'half a backup')
    utimesSync(join(taken, name), Date.now() / 1000 - hoursOld * HOUR, Date.now() / 1000 - hoursOld * HOUR)
  }
  draft(STALE, 7)
  for (const [index, name] of KEPT.entries()) draft(name, index === 0 ? 5 : 99)
  const server = await openTestServer({ dataDir, config: { vaultKey: KEY } })
  await server.person()
  await backup({ config: configFor(dataDir), path: taken, now: Date.now })
  await server.close()
  path = join(
    taken,
    must(
      readdirSync(taken).find((name) => name.endsWith('.tar.gz')),
      'a backup',
    ),
  )
}, 120_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a server cannot start there during a restore, and a second restore is refused', async () => {
  const dataDir = join(home, 'to')
  const folder = join(dataDir, WORLD)
  let started: unknown
  let second: Promise<unknown> | undefined
  await restoreBackup({
    config: configFor(dataDir),
    path,
    now: () => {
      mkdirSync(folder, { recursive: true })
      started = errorOf(() => takeLockFile(join(folder, 'writer.lock')))
      second = restoreBackup({ config: configFor(dataDir), path, now: Date.now }).catch((error: unknown) => error)
      return Date.now()
    },
  })
  expect(started).toBeInstanceOf(StoreRefused)
  expect(String(await second)).toMatch(/already writing|not empty/)
  expect(readdirSync(dataDir)).toEqual([WORLD])
  expect(readdirSync(folder).sort()).toEqual(['files', 'pg'])
}, 120_000)

test.each(oneStoreKind())(
  'what stands in the folder when the restore ends is left, and the restore fails (%s store)',
  async (kind) => {
    const location = await openLocation(kind)
    onTestFinished(() => location.clean())
    const { dataDir } = location
    const folder = join(dataDir, WORLD)
    const restored = restoreBackup({
      config: { ...configFor(dataDir), databaseUrl: location.databaseUrl },
      path,
      now: () => {
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, 'picture'), 'of a customer')
        return Date.now()
      },
    })
    await expect(restored).rejects.toThrow('is not empty')
    expect(readFileSync(join(folder, 'picture'), 'utf8')).toBe('of a customer')
    expect(readdirSync(folder)).toEqual(['picture'])
  },
  120_000,
)

test('the draft of a killed backup is removed by the next one, and a younger one is kept', () => {
  expect(readdirSync(taken).sort()).toEqual([...KEPT, expect.stringMatching(/^veritick-simulated-.*\.tar\.gz$/)])
})

const NOBODY = 65_534
test.skipIf(process.getuid?.() !== 0)(
  'a backup that root copied there: which file this user cannot read, in one sentence',
  async () => {
    const [dataDir, closed] = [join(home, 'of-nobody'), join(home, 'closed')]
    chmodSync(home, 0o755)
    mkdirSync(closed, { mode: 0o700 })
    copyFileSync(path, join(closed, 'taken.tar.gz'))
    const program = await programOf(BACKUP_MAIN)
    for (const file of [path, join(closed, 'taken.tar.gz')]) {
      const env = { ...process.env, DATA_DIR: dataDir, VAULT_KEY: KEY }
      const { code, said } = await startProcess([process.execPath, program, 'restore', file], { env, uid: NOBODY })
        .ended
      expect(said).toMatch(/^Veritick restore was refused:\n {2}\S+ cannot be read by this user: .*chown.*\n$/)
      expect(said).toContain(file)
      expect(code).toBe(1)
    }
  },
  120_000,
)

function errorOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

function configFor(dataDir: string): Config {
  const read = readConfig({ DATA_DIR: dataDir, VAULT_KEY: KEY })
  if (!read.ok) throw new Error(read.problems.join())
  return read.config
}
