/**
 * Where everything durable lives: PostgreSQL inside this process, or a PostgreSQL server, behind one small type and with the same
 * SQL. Opening takes the fence: one writer for each world, and a writer that has lost the fence cannot append any more.
 */

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { openEmbedded } from './embedded.ts'
import type { StoreJoined } from './join.ts'
import type { Lanes } from './lanes.ts'
import { databaseRefusal } from './refusals.ts'
import { openServer } from './server.ts'

/** Drizzle over either driver: for typed queries of features. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Plain SQL with `$1` parameters. `bigint` comes back as a safe whole number, `bytea` as Uint8Array. */
export type Query = <Row>(sql: string, params?: readonly unknown[]) => Promise<Row[]>

export type Transaction = { readonly db: Database; readonly query: Query }

/** Connections for one kind of work. */
export type Lane = {
  readonly db: Database
  readonly query: Query
  /** Inside `work` use only the transaction it is given: the embedded store has one connection. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** How many connections of a lane exist, work, may exist, and how many callers wait for one. */
export type LaneUsage = {
  readonly lane: 'commit' | 'background' | 'reads' | 'transactions'
  readonly open: number
  readonly used: number
  readonly max: number
  readonly waiting: number
}

/** The connections of several threads, added up for each lane. */
export function sumUsage(usages: readonly LaneUsage[]): readonly LaneUsage[] {
  const sums = new Map<LaneUsage['lane'], LaneUsage>()
  for (const usage of usages) {
    const { lane } = usage
    const sum = sums.get(lane) ?? { lane, open: 0, used: 0, max: 0, waiting: 0 }
    sums.set(lane, {
      lane,
      open: sum.open + usage.open,
      used: sum.used + usage.used,
      max: sum.max + usage.max,
      waiting: sum.waiting + usage.waiting,
    })
  }
  return [...sums.values()]
}

/** As a lane: what features read and write, with short deadlines. A failure that passes is a trouble (trouble.ts). */
export type Store = Lane & {
  readonly kind: 'embedded' | 'server'
  /** Number of this opening: rises by one each time. Stands in every batch that this opening appends. */
  readonly epoch: number
  /** For the journal's commits alone: nothing else can delay it. On the embedded store the one connection. */
  readonly commit: Query
  /** For work that no customer waits for: projection, snapshots, recovery, candles. Long deadlines. */
  readonly background: Lane
  /** Empty on the embedded store, which has no connections. */
  usage(): readonly LaneUsage[]
  /** Called once if another may have become the writer: the process must end. */
  onLost(listener: (error: Error) => void): void
  /** For one further thread of this process: connections of its own, without the lock. */
  join(): StoreJoined
  close(): Promise<void>
}

export type StoreOptions = {
  /** Folder of everything that is kept in files. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** `simulated`, `replay-<name>`: a feed and its store belong together. */
  readonly world: string
  readonly log?: Logger
  /** The program of the process's threads, for the embedded store; `undefined`: it works in this thread. */
  readonly threadFile?: string | undefined
  /** Ceilings and deadlines of the connections to a PostgreSQL server; tests want shorter ones. */
  readonly lanes?: Lanes
}

/** A second writer, or a store that cannot be opened: said in words an operator can act on. */
export class StoreRefused extends Error {}

/** Said at every start on the embedded store. */
export const EMBEDDED_NOTICE =
  'Embedded store: for trying out and development. It survives a crash of this process, but not a power cut. For real money set DATABASE_URL to a PostgreSQL server.'

const WORLD = /^[a-z0-9][a-z0-9_-]{0,50}$/

/** Opens, takes the fence and migrates. Throws StoreRefused when somebody else writes here. */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (!WORLD.test(options.world)) throw new StoreRefused(`"${options.world}" cannot name a world: lower-case letters, digits, - and _`)
  const { databaseUrl } = options
  if (databaseUrl !== undefined) {
    return openServer({ ...options, databaseUrl }).catch((error: unknown) => {
      throw databaseRefusal(error, databaseUrl)
    })
  }
  options.log?.warn(EMBEDDED_NOTICE)
  return openEmbedded(options)
}
