/**
 * A PostgreSQL server. Each world is a schema of its own, found by the search path, so one database can hold several.
 * The fence's lock is held by a connection of its own (writer-lock.ts). Commits, background work, reads and
 * transactions have connections of their own (lanes.ts).
 */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from 'pino'
import { wholeFrom } from './columns.ts'
import { raiseEpoch } from './fence.ts'
import type { LaneName, Lanes, Query, Store, StoreJoin } from './interface.ts'
import { LANES, openLane, queryOf } from './lanes.ts'
import { MIGRATIONS, MIGRATIONS_TABLE, requireOwnLayout } from './migrate.ts'
import { openWriterLock } from './writer-lock.ts'

export async function openServer(options: {
  readonly databaseUrl: string
  readonly world: string
  readonly log?: Logger
  readonly lanes?: Lanes | undefined
}): Promise<Store> {
  const { lanes: limits = LANES } = options
  const schema = schemaOf(options.world)
  const connection = connectionTo(options)
  const lock = openWriterLock({ connection, schema, world: options.world, log: options.log })
  const lanes = openLanes({ ...options, lanes: limits })
  const close = async () => {
    await lanes.close()
    await lock.close()
  }
  try {
    const holder = await lock.take()
    await holder.query(`create schema if not exists "${schema}"`)
    await requireOwnLayout(queryOf(holder), schema)
    // On the connection without deadlines: a migration may take long.
    await migrate(drizzle({ client: holder }), {
      migrationsFolder: MIGRATIONS,
      migrationsSchema: schema,
      migrationsTable: MIGRATIONS_TABLE,
    })
    const epoch = await raiseEpoch(queryOf(holder))
    lock.keep(epoch)
    await lanes.store.commit('select 1')
    const { databaseUrl, world } = options
    return {
      ...lanes.store,
      epoch,
      onLost: lock.onLost,
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
  const { lanes, log } = options
  const shared = { connection, schema, log }
  const lane = (name: LaneName) => openLane({ ...shared, name, limits: lanes[name] })
  let asked: (query: Query) => Promise<void> = async () => {}
  const mayCommit = (query: Query) => asked(query)
  const [commit, background, reads, transactions] = [
    lane('commit'),
    lane('background'),
    lane('reads'),
    openLane({ ...shared, name: 'transactions', limits: lanes.transactions, mayCommit }),
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
      beforeCommit: (mayBe) => {
        asked = mayBe
      },
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
    // An idle connection that died without a sign is noticed within half a minute: Node then probes each second.
    keepAliveInitialDelayMillis: IDLE_PROBED_MS,
    types: TYPES,
  }
}

const IDLE_PROBED_MS = 10_000

/** The schema of a world. */
export function schemaOf(world: string): string {
  return `veritick_${world.replaceAll('-', '_')}`
}

const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8
      ? (value: string) => wholeFrom(value)
      : pg.types.getTypeParser(id, format === 'binary' ? 'binary' : 'text'),
}
