/**
 * The two stores: the embedded one can be had always, PostgreSQL where it is installed. Each test gets worlds of its
 * own; what it opened is gone once the test calls `clean`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migratedDatabase, USUAL_WORLD } from './migrated-database.ts'
import { canHavePostgres, scratchDatabase } from './scratch-postgres.ts'
import { copyTemplate } from './template.ts'

export type StoreKind = 'embedded' | 'server'

/** Where to open stores: pass both to `openStore`, with any world. */
export type StoreLocation = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  clean(): Promise<void>
}

/** The kinds that can be had here; says so when one is missing. */
export function storeKinds(): readonly StoreKind[] {
  if (canHavePostgres()) return ['embedded', 'server']
  process.stderr.write(
    '\n*** No PostgreSQL here: its half of the store tests is skipped. Set TEST_DATABASE_URL or install it. ***\n\n',
  )
  return ['embedded']
}

/**
 * The one kind for tests whose statements mean the same on both: PostgreSQL where it can be had, which needs less
 * processor time. EMBEDDED=1 gives them the embedded store.
 */
export function oneStoreKind(): readonly [StoreKind] {
  return [canHavePostgres() && process.env.EMBEDDED === undefined ? 'server' : 'embedded']
}

/**
 * A fresh location. Embedded stores of `worlds` stand there already, made from the template. On PostgreSQL it is a
 * database of its own, where only the tables of the usual world may stand.
 */
export async function openLocation(kind: StoreKind, worlds: readonly string[] = []): Promise<StoreLocation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-store-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (kind === 'embedded') {
    for (const world of worlds) copyTemplate(dataDir, world)
    return { dataDir, databaseUrl: undefined, clean: async () => removeFolder() }
  }
  const migrated = worlds.includes(USUAL_WORLD) ? await migratedDatabase(USUAL_WORLD) : undefined
  const database = migrated ?? (await scratchDatabase())
  return {
    dataDir,
    databaseUrl: database.url,
    clean: async () => {
      await database.stop()
      removeFolder()
    },
  }
}
