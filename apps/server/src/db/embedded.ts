/**
 * PostgreSQL inside this process (PGlite), in DATA_DIR/<world>/pg. It has one connection and never calls fsync: good for trying
 * out and for tests. A lock file beside it keeps a second process away.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type Transaction as PGliteTransaction, types } from '@electric-sql/pglite'
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, PgliteSession } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { wholeFrom } from './columns.ts'
import { raiseEpoch } from './fence.ts'
import { takeLockFile } from './lock-file.ts'
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrate.ts'
import type { Lane, Query, Store, Transaction } from './store.ts'

const SCHEMA = 'public'
const OWNER_ONLY = 0o700

export async function openEmbedded(options: { readonly dataDir: string; readonly world: string }): Promise<Store> {
  const folder = join(options.dataDir, options.world)
  mkdirSync(folder, { recursive: true })
  // PGlite writes files that everybody may read and change: nobody else of this machine gets to them.
  chmodSync(folder, OWNER_ONLY)
  const release = takeLockFile(join(folder, 'writer.lock'))
  try {
    const client = await PGlite.create({ dataDir: join(folder, 'pg'), parsers: { [types.INT8]: (value: string) => wholeFrom(value) } })
    const db = drizzle({ client })
    await migrate(db, { migrationsFolder: MIGRATIONS, migrationsSchema: SCHEMA, migrationsTable: MIGRATIONS_TABLE })
    const query = queryOf(client)
    const lane: Lane = { db, query, transaction: (work) => client.transaction((tx) => work(transactionOf(tx))) }
    return {
      kind: 'embedded',
      epoch: await raiseEpoch(query),
      ...lane,
      commit: query,
      background: lane,
      usage: () => [],
      onLost: () => {},
      close: async () => {
        await client.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

function queryOf(client: PGlite | PGliteTransaction): Query {
  return async <Row>(sql: string, params: readonly unknown[] = []) => (await client.query<Row>(sql, [...params])).rows
}

function transactionOf(client: PGliteTransaction): Transaction {
  const dialect = new PgDialect()
  return { db: new PgDatabase(dialect, new PgliteSession(client, dialect, undefined), undefined), query: queryOf(client) }
}
