/**
 * Where the generated migrations lie, beside this file, in the sources as in the build; and whether a store was made by
 * them. A store of another version ends the start with a sentence instead of an error of SQL.
 */
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Query } from './interface.ts'
import { qualified } from './qualified.ts'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
export const MIGRATIONS_TABLE = 'migrations'

/** The code of the error where a store was made by other migrations. It crosses from the store's thread as text. */
export const OTHER_LAYOUT = 'OTHER_LAYOUT'

/**
 * Before the migrations run. Throws where those of the store are not the first of ours, or tables stand there without
 * any.
 */
export async function requireOwnLayout(query: Query, schema: string): Promise<void> {
  const isThere = async (table: string) => {
    const [found] = await query<{ there: boolean }>(IS_THERE, [table])
    return found?.there === true
  }
  const migrations = `"${schema}"."${MIGRATIONS_TABLE}"`
  const stored = (await isThere(migrations))
    ? await query<{ hash: string }>(`select hash from ${migrations} order by id`)
    : []
  const own = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  const isOwn = stored.every(({ hash }, index) => own[index]?.hash === hash)
  if (isOwn && (stored.length > 0 || !(await isThere(`"${schema}".journal`)))) return
  throw Object.assign(new Error('the tables of this store were made by another version'), { code: OTHER_LAYOUT })
}

const IS_THERE = qualified('select to_regclass($1::text) is not null as there')
