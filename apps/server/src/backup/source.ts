/**
 * Where a backup is read from when no running server is asked: a PostgreSQL server, in a transaction that sees one
 * moment while orders go on, or the embedded store of a server that does not run. Neither changes the store, so a
 * backup comes before any migration.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Config } from '../config/index.ts'
import { databaseRefusal, type Query, schemaOf, takeLockFile } from '../store/index.ts'
import { BackupRefused } from './archive.ts'
import { authenticate as authenticateWith } from './authentication.ts'
import type { BackupSource } from './make.ts'

/** Runs `work` on the world's store of either kind. */
export async function withSource<T>(
  options: { readonly config: Config; readonly now: () => number },
  work: (source: BackupSource) => Promise<T>,
): Promise<T> {
  const { config, now } = options
  const { databaseUrl, dataDir, world } = config
  const authenticate: BackupSource['authenticate'] = (manifest) => authenticateWith(config, manifest)
  const common = { world, filesFolder: join(dataDir, world, 'files'), now, authenticate }
  return databaseUrl === undefined
    ? withEmbedded(join(dataDir, world), common, work)
    : withServer(databaseUrl, common, work)
}

type Common = Pick<BackupSource, 'world' | 'filesFolder' | 'now' | 'authenticate'>

async function withEmbedded<T>(folder: string, common: Common, work: (source: BackupSource) => Promise<T>): Promise<T> {
  if (!existsSync(join(folder, 'pg'))) {
    throw new BackupRefused(
      `there is no store in ${folder}: DATA_DIR, FEED or DATABASE_URL are not those of the server`,
    )
  }
  const release = takeLockFile(join(folder, 'writer.lock'))
  try {
    const client = await PGlite.create({ dataDir: join(folder, 'pg') })
    try {
      return await work({
        ...common,
        query: queryOf(client),
        snapshot: (read) => client.transaction((tx) => read(queryOf(tx))),
      })
    } finally {
      await client.close()
    }
  } finally {
    release()
  }
}

async function withServer<T>(
  databaseUrl: string,
  common: Common,
  work: (source: BackupSource) => Promise<T>,
): Promise<T> {
  const client = await connectTo({
    databaseUrl,
    schema: schemaOf(common.world),
    name: `veritick backup ${common.world}`,
  })
  const query = queryOf(client)
  try {
    const [journal] = await query<{ found: boolean }>(`select to_regclass('journal') is not null as found`)
    if (journal?.found !== true) {
      throw new BackupRefused(
        `the database of DATABASE_URL has no store of world "${common.world}": FEED is not that of the server`,
      )
    }
    return await work({
      ...common,
      query,
      snapshot: async (read) => {
        await query('begin transaction isolation level repeatable read read only')
        try {
          return await read(query)
        } finally {
          await query('rollback')
        }
      },
    })
  } finally {
    await client.end()
  }
}

/** A connection of its own; numbers come as they are, because values travel as text. */
export async function connectTo(to: {
  readonly databaseUrl: string
  readonly schema: string
  readonly name: string
}): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: to.databaseUrl,
    options: `-c search_path=${to.schema}`,
    application_name: to.name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: WHOLE_NUMBERS,
  })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw databaseRefusal(error, to.databaseUrl)
  })
  return client
}

const CONNECT_TIMEOUT_MS = 10_000

/** `bigint` as a number: journal positions and sequence values stay far below 2^53. */
const WHOLE_NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format === 'binary' ? 'binary' : 'text'),
}

type Client = { query(sql: string, params: unknown[]): Promise<{ rows: unknown[] }> }

export function queryOf(client: Client): Query {
  return async <Row>(sql: string, params: readonly unknown[] = []) =>
    (await client.query(sql, [...params])).rows as Row[]
}
