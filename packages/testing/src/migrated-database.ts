/**
 * A database whose tables stand already, for a server of a test. PostgreSQL copies it from one that the first caller of
 * a run migrates. Opening a server there takes less processor time than on the embedded store (decision 140).
 * EMBEDDED=1 gives such tests the embedded store.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canHavePostgres, databaseOn, onceInRun, runServerUrl, type ScratchPostgres } from './scratch-postgres.ts'

/** The world that servers have unless a test says otherwise. */
export const USUAL_WORLD = 'simulated'

/**
 * A new one, or for each opening of a folder the same one. `undefined`: outside a test run, on a server that outlives
 * the run, or where no PostgreSQL can be had. Then the caller takes the embedded store.
 */
export async function migratedDatabase(world: string, folder?: string): Promise<ScratchPostgres | undefined> {
  if (folder === undefined) return newDatabase(world)
  await removeForgotten()
  const made = ofFolders.get(folder) ?? (await newDatabase(world))
  if (made !== undefined) ofFolders.set(folder, made)
  return made
}

/** The databases of the folders that tests open again. */
const ofFolders = new Map<string, ScratchPostgres>()

/** A database lives as long as its folder, which the test removes. */
async function removeForgotten(): Promise<void> {
  for (const [folder, database] of ofFolders) {
    if (existsSync(folder)) continue
    ofFolders.delete(folder)
    await database.stop()
  }
}

async function newDatabase(world: string): Promise<ScratchPostgres | undefined> {
  const { EMBEDDED, TEST_DATABASE_URL } = process.env
  if (EMBEDDED !== undefined || TEST_DATABASE_URL !== undefined || !canHavePostgres()) return undefined
  const server = await runServerUrl()
  if (server === undefined) return undefined
  const template = await onceInRun(`migrated-${world}`, () => migrated(server, world))
  return databaseOn(server, template)
}

/** The name of a new database with the tables of a world that no server has opened. Only its maker reads the store. */
async function migrated(server: string, world: string): Promise<string> {
  const { openStore } = await import('../../../apps/server/src/store/store.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-migrated-'))
  const { url } = await databaseOn(server)
  const store = await openStore({ dataDir, databaseUrl: url, world })
  await store.query('delete from fence')
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
  return new URL(url).pathname.slice(1)
}
