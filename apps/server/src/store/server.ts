/**
 * A PostgreSQL server. Each world is a schema of its own, found by the search path, so one database can hold several.
 * The fence's lock is held by a connection of its own: when that connection dies, another process may become the
 * writer, and we say so. Commits, background work, reads and transactions have connections of their own (lanes.ts).
 */
import { must } from '@veritick/domain'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from 'pino'
import { wholeFrom } from './columns.ts'
import { raiseEpoch } from './fence.ts'
import type { StoreJoin } from './interface.ts'
import { type LaneName, type Lanes, type Store, StoreRefused } from './interface.ts'
import { LANES, openLane, queryOf } from './lanes.ts'
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrate.ts'
import { CONNECTION_LOST_CAUSES } from './trouble.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** How long a start waits for the lock: the server notices a killed writer's dead connection within moments. */
const LOCK_WAIT_MS = 5_000
const LOCK_RETRY_MS = 100

export async function openServer(options: {
  readonly databaseUrl: string
  readonly world: string
  readonly log?: Logger
  readonly lanes?: Lanes
}): Promise<Store> {
  const { lanes: limits = LANES } = options
  const schema = schemaOf(options.world)
  const connection = connectionTo(options)
  const holder = new pg.Client({
    ...connection,
    application_name: `veritick writer ${options.world}`,
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  const lanes = openLanes({ ...options, lanes: limits })
  const lost = watchForLoss(holder)
  const close = async () => {
    lost.expect()
    await lanes.close()
    await holder.end()
  }
  try {
    await holder.connect()
    await takeLock(holder, schema)
    await holder.query(`create schema if not exists "${schema}"`)
    // On the connection without deadlines: a migration may take long.
    await migrate(drizzle({ client: holder }), {
      migrationsFolder: MIGRATIONS,
      migrationsSchema: schema,
      migrationsTable: MIGRATIONS_TABLE,
    })
    const epoch = await raiseEpoch(queryOf(holder))
    await lanes.store.commit('select 1')
    const { databaseUrl, world } = options
    return {
      ...lanes.store,
      epoch,
      onLost: lost.listen,
      join: () => ({ data: { kind: 'server', epoch, databaseUrl, world, lanes: limits }, transfer: [] }),
      close,
    }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

/** Connections of another thread to the store that this process has open. */
export async function joinServer(
  join: Extract<StoreJoin, { kind: 'server' }> & { readonly log: Logger },
): Promise<Store> {
  const { store, close } = openLanes(join)
  await store.commit('select 1')
  return { ...store, epoch: join.epoch, onLost: () => {}, join: () => ({ data: join, transfer: [] }), close }
}

function openLanes(options: {
  readonly databaseUrl: string
  readonly world: string
  readonly lanes: Lanes
  readonly log?: Logger | undefined
}): { readonly store: Omit<Store, 'epoch' | 'onLost' | 'join' | 'close'>; close(): Promise<void> } {
  const connection = connectionTo(options)
  const schema = schemaOf(options.world)
  const lane = (name: LaneName) => openLane({ name, connection, schema, limits: options.lanes[name], log: options.log })
  const [commit, background, reads, transactions] = [
    lane('commit'),
    lane('background'),
    lane('reads'),
    lane('transactions'),
  ]
  const opened = [commit, background, reads, transactions]
  return {
    store: {
      kind: 'server',
      db: reads.db,
      query: reads.query,
      transaction: transactions.transaction,
      commit: commit.query,
      background,
      usage: () => opened.map((each) => each.usage()),
    },
    close: async () => void (await Promise.all(opened.map((each) => each.close()))),
  }
}

function connectionTo(options: { readonly databaseUrl: string; readonly world: string }): pg.ClientConfig {
  return {
    connectionString: options.databaseUrl,
    application_name: `veritick ${options.world}`,
    keepAlive: true,
    types: TYPES,
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
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [schema],
    )
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
  return found === undefined ? '' : ` (server process ${found.pid}, from ${found.address ?? 'this runtime'})`
}

function watchForLoss(holder: pg.Client): { listen: (listener: (error: Error) => void) => void; expect: () => void } {
  const listeners: ((error: Error) => void)[] = []
  let state: 'held' | 'lost' | 'closing' = 'held'
  const tell = () => {
    if (state !== 'held') return
    state = 'lost'
    for (const listener of listeners) listener(new Error(LOCK_LOST))
  }
  holder.on('error', tell)
  holder.on('end', tell)
  return {
    // The lock may be lost while the server still opens, before the core listens.
    listen: (listener) => {
      listeners.push(listener)
      if (state === 'lost') queueMicrotask(() => listener(new Error(LOCK_LOST)))
    },
    expect: () => {
      state = 'closing'
    },
  }
}

const LOCK_LOST =
  `the connection that holds the writer's lock broke: ${CONNECTION_LOST_CAUSES}. ` +
  'This process ends because another one may write now; the next start goes on from what is stored'

const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8
      ? (value: string) => wholeFrom(value)
      : pg.types.getTypeParser(id, format === 'binary' ? 'binary' : 'text'),
}
