/** A restore alone writes to its folder: what a server or a second restore does meanwhile is refused or left whole. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Config, readConfig } from '../config/config.ts'
import { StoreRefused } from '../store/interface.ts'
import { takeLockFile } from '../store/lock-file.ts'
import { backup } from './commands.ts'
import { restoreBackup } from './restore.ts'

const WORLD = 'simulated'
const KEY = Buffer.alloc(32, 7).toString('base64')
const home = mkdtempSync(join(tmpdir(), 'veritick-restore-'))
const path = join(home, 'taken.tar.gz')

beforeAll(async () => {
  const dataDir = join(home, 'from')
  const server = await openTestServer({ dataDir, config: { vaultKey: KEY } })
  await server.person()
  await server.close()
  await backup({ config: configFor(dataDir), path, now: Date.now })
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

test('what stands in the folder when the restore ends is left, and the restore fails', async () => {
  const dataDir = join(home, 'used')
  const folder = join(dataDir, WORLD)
  const restored = restoreBackup({
    config: configFor(dataDir),
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
}, 120_000)

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
