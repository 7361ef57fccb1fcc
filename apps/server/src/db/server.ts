/**
 * A PostgreSQL server. Each world is a schema of its own, found by the search path, so one database can hold several. The fence's
 * lock is held by a connection of its own: when that connection dies, somebody else may become the writer, and we say so.
 */
import { must } from '@veritick/domain'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from 'pino'
import { wholeFrom } from './columns.ts'
import { raiseEpoch } from './fence.ts'
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrate.ts'
import { type Query, type Store, StoreRefused, type Transaction } from './store.ts'

/** Connections: one commits, one projects, the others serve reads. */
const POOL_MAX = 10
const CONNECT_TIMEOUT_MS = 10_000
/** How long a start waits for the lock: the server notices a killed writer's dead connection within moments. */
const LOCK_WAIT_MS = 5_000
const LOCK_RETRY_MS = 100

export async function openServer(options: { readonly databaseUrl: string; readonly world: string; readonly log?: Logger }): Promise<Store> {
  const schema = schemaOf(options.world)
  const connection: pg.ClientConfig = {
    connectionString: options.databaseUrl,
    options: `-c search_path=${schema}`,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: TYPES,
  }
  const holder = new pg.Client({ ...connection, application_name: `veritick writer ${options.world}` })
  const pool = new pg.Pool({ ...connection, max: POOL_MAX, application_name: `veritick ${options.world}` })
  const lost = watchForLoss(holder)
  pool.on('error', (error) => options.log?.error({ err: error }, 'an idle connection to PostgreSQL broke'))
  try {
    await holder.connect()
    await takeLock(holder, schema)
    await holder.query(`create schema if not exists "${schema}"`)
    const db = drizzle({ client: pool })
    await migrate(db, { migrationsFolder: MIGRATIONS, migrationsSchema: schema, migrationsTable: MIGRATIONS_TABLE })
    const query = queryOf(pool)
    return {
      kind: 'server',
      epoch: await raiseEpoch(query),
      db,
      query,
      transaction: (work) => transact(pool, work),
      onLost: lost.listen,
      close: async () => {
        lost.expect()
        await pool.end()
        await holder.end()
      },
    }
  } catch (error) {
    lost.expect()
    await pool.end()
    await holder.end().catch(() => {})
    throw error
  }
}

/** The schema of a world. */
export function schemaOf(world: string): string {
  return `veritick_${world.replaceAll('-', '_')}`
}

/** Waits a little for the lock of a writer that has just died, then refuses, naming who holds it. */
async function takeLock(client: pg.Client, schema: string): Promise<void> {
  const deadline = performance.now() + LOCK_WAIT_MS
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [schema])
    if (must(rows[0], 'asking for a lock gives a row').taken) return
    if (performance.now() > deadline) {
      throw new StoreRefused(
        `another Veritick is already writing to schema ${schema} of this database${await holderOf(client)}: stop it first`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
  }
}

async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; address: string | null }>(
    `select a.pid, host(a.client_addr) as address from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and a.pid <> pg_backend_pid() and a.application_name like 'veritick writer%' limit 1`,
  )
  const found = rows[0]
  return found === undefined ? '' : ` (server process ${found.pid}, from ${found.address ?? 'this machine'})`
}

function watchForLoss(holder: pg.Client): { listen: (listener: (error: Error) => void) => void; expect: () => void } {
  const listeners: ((error: Error) => void)[] = []
  let over = false
  const tell = () => {
    if (over) return
    over = true
    for (const listener of listeners) listener(new Error('the connection that holds the writer lock broke: another writer may take over'))
  }
  holder.on('error', tell)
  holder.on('end', tell)
  return {
    listen: (listener) => void listeners.push(listener),
    expect: () => {
      over = true
    },
  }
}

async function transact<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({ db: drizzle({ client }), query: queryOf(client) })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((fault: unknown) => {
      broken = fault instanceof Error ? fault : new Error(String(fault))
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function queryOf(client: pg.Pool | pg.PoolClient): Query {
  return async <Row>(sql: string, params: readonly unknown[] = []) => {
    const result = await client.query(sql, [...params])
    const rows: Row[] = result.rows
    return rows
  }
}

const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8
      ? (value: string) => wholeFrom(value)
      : pg.types.getTypeParser(id, format === 'binary' ? 'binary' : 'text'),
}
