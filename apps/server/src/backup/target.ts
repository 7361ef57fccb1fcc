/**
 * The empty store that a restore fills, under a name beside the real one: a folder or a schema that no server opens.
 * Putting it in place is one rename. While it is filled the writer's lock is held, so no server starts there: that of a
 * schema here, that of a folder in restore.ts.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { must } from '@veritick/domain'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleLite } from 'drizzle-orm/pglite'
import { migrate as migrateLite } from 'drizzle-orm/pglite/migrator'
import type { Config } from '../config/index.ts'
import {
  databaseRefusal,
  MIGRATIONS,
  MIGRATIONS_TABLE,
  type Query,
  schemaOf,
  TRY_LOCK_NAMED,
  wholeFrom,
} from '../store/index.ts'
import { BackupRefused } from './archive.ts'
import { connectTo, queryOf } from './source.ts'

export type Target = {
  readonly query: Query
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** The last step. `moveFolder` renames the folder of pictures, which the embedded store shares. */
  putInPlace(moveFolder: () => void): Promise<void>
}

/** Runs `work` over an empty, migrated store; what is not put in place is removed. */
export async function withTarget(
  options: { readonly config: Config; readonly draft: string },
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const { databaseUrl, world } = options.config
  if (databaseUrl === undefined) await withFolder(options.draft, work)
  else await withSchema({ databaseUrl, schema: schemaOf(world) }, work)
}

async function withFolder(draft: string, work: (target: Target) => Promise<void>): Promise<void> {
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const client = await PGlite.create({
    dataDir: join(draft, 'pg'),
    parsers: { [types.INT8]: (value: string) => wholeFrom(value) },
  })
  try {
    await migrateLite(drizzleLite({ client }), {
      migrationsFolder: MIGRATIONS,
      migrationsSchema: 'public',
      migrationsTable: MIGRATIONS_TABLE,
    })
    await work({
      query: queryOf(client),
      transaction: (load) => client.transaction((tx) => load(queryOf(tx))),
      putInPlace: async (moveFolder) => {
        await client.close()
        moveFolder()
      },
    })
  } finally {
    if (!client.closed) await client.close()
  }
}

/** Short, so that the longest world keeps the schema's name below PostgreSQL's 63 bytes. */
const DRAFT_SUFFIX = '_new'

async function withSchema(
  to: { readonly databaseUrl: string; readonly schema: string },
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const { databaseUrl, schema } = to
  const draft = `${schema}${DRAFT_SUFFIX}`
  const client = await connectTo({ databaseUrl, schema: draft, name: `veritick restore ${schema}` })
  const query = queryOf(client)
  try {
    await lockSchema(query, schema)
    await checkSchemaEmpty(query, schema)
    // Of a restore that was killed.
    await query(`drop schema if exists "${draft}" cascade`)
    await query(`create schema "${draft}"`).catch((error: unknown) => {
      throw databaseRefusal(error, databaseUrl)
    })
    try {
      await migratePg(drizzlePg({ client }), {
        migrationsFolder: MIGRATIONS,
        migrationsSchema: draft,
        migrationsTable: MIGRATIONS_TABLE,
      })
      await work({
        query,
        transaction: (load) => inTransaction(query, load),
        putInPlace: (move) => rename({ query, draft, schema, move }),
      })
    } catch (error) {
      await query(`drop schema if exists "${draft}" cascade`).catch(() => {})
      throw error
    }
  } finally {
    await client.end()
  }
}

/** The lock of the schema's writer, see store/writer-lock.ts. */
async function lockSchema(query: Query, schema: string): Promise<void> {
  const [row] = await query<{ taken: boolean }>(TRY_LOCK_NAMED, [schema])
  if (!must(row, 'asking for a lock gives a row').taken) {
    throw new BackupRefused(
      `a Veritick server is writing to schema ${schema} of this database: stop it first, or restore into ` +
        `another database`,
    )
  }
}

async function checkSchemaEmpty(query: Query, schema: string): Promise<void> {
  const rows = await query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1
     limit 1`,
    [schema],
  )
  if (rows.length > 0) {
    throw new BackupRefused(
      `schema ${schema} of this database is not empty: a restore overwrites nothing. Rename the schema, or use ` +
        `another database`,
    )
  }
}

/** The folder is renamed inside the transaction: when that fails the schema stays under its draft name. */
async function rename(parts: {
  readonly query: Query
  readonly draft: string
  readonly schema: string
  readonly move: () => void
}): Promise<void> {
  const { query, draft, schema, move } = parts
  await inTransaction(query, async () => {
    await query(`drop schema if exists "${schema}" restrict`)
    await query(`alter schema "${draft}" rename to "${schema}"`)
    move()
  })
}

async function inTransaction<T>(query: Query, work: (query: Query) => Promise<T>): Promise<T> {
  await query('begin')
  try {
    const result = await work(query)
    await query('commit')
    return result
  } catch (error) {
    await query('rollback')
    throw error
  }
}
