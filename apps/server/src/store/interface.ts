/** The interface of the store, the same for both kinds: typed queries, plain SQL, transactions, lanes. */

import type { MessagePort } from 'node:worker_threads'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Drizzle over either driver: for typed queries of features. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Plain SQL with `$1` parameters. `bigint` comes back as a safe whole number, `bytea` as Uint8Array. */
export type Query = <Row>(sql: string, params?: readonly unknown[]) => Promise<Row[]>

/**
 * How a transaction that sent its COMMIT ended. `unknown`: no answer came, so it is stored, or not, or will be in a
 * moment. A statement that waits for a lock of the transaction is answered when its end is certain.
 */
export type TransactionEnd = 'committed' | 'unknown'

/**
 * Adds rows that the table does not hold. `into`: the table and its columns, such as `orders (order_id, account)`.
 * `lines`: one row a line, in the text format of COPY. It costs PostgreSQL a third of an insert from arrays.
 */
export type Copy = (into: string, lines: string) => Promise<void>

export type Transaction = {
  readonly db: Database
  readonly query: Query
  readonly copy: Copy
  /**
   * Registers the change of memory that belongs to the transaction, because a caller does not reach the line after a
   * transaction whose end is unknown (decision 81). Called before the transaction answers its caller, in the order of
   * the calls of `onEnd`; never after a rollback. The listener must not throw.
   */
  onEnd(listener: (end: TransactionEnd) => void): void
}

/** Connections for one kind of work. */
export type Lane = {
  readonly db: Database
  readonly query: Query
  /**
   * Inside `work` use only the transaction it is given: the embedded store has one connection. Ask the core before it,
   * because its answers wait for commits.
   */
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
  /**
   * Registers what is asked before each COMMIT of `transaction`, in that transaction: it throws to have everything
   * rolled back. Never asked on the embedded store, which no other process can change while it is open.
   */
  beforeCommit(mayCommit: (query: Query) => Promise<void>): void
  /** Empty on the embedded store, which has no connections. */
  usage(): readonly LaneUsage[]
  /** Called once when another process has become the writer, or the embedded store has ended: the process must end. */
  onLost(listener: (error: Error) => void): void
  /** For one further thread of this process: connections of its own, without the lock. */
  join(): StoreJoined
  close(): Promise<void>
}

/** A second writer, or a store that cannot be opened: said in words an operator can act on. */
export class StoreRefused extends Error {}

export type LaneName = LaneUsage['lane']

export type LaneLimits = {
  readonly connections: number
  /** Callers that may wait for a connection; the next one is refused at once. */
  readonly waitingMax: number
  /** How long a caller waits for a connection. */
  readonly waitMs: number
  /** How long one statement may take, locks included: the server cancels it then. */
  readonly statementMs: number
  /** How long a statement may wait for a lock: the server cancels it then. */
  readonly lockMs: number
  /** How long a transaction may stand still between two statements: the server ends its connection then. */
  readonly idleInTransactionMs: number
  /**
   * How long the server may leave a statement without any answer. It is for a server that hangs: longer than
   * statementMs, except for commits, which are sent again. A commit has the time to send its bytes on top.
   */
  readonly answerMs: number
  /**
   * After this long without any byte the server is asked, on another connection, whether it still works on the
   * statement (dead-connections.ts). Missing: `answerMs` is short enough.
   */
  readonly silentMs?: number
}

export type Lanes = Readonly<Record<LaneName, LaneLimits>>

/** The data that a thread needs to join. A port can be used once, by one thread. */
export type StoreJoin =
  | { readonly kind: 'embedded'; readonly epoch: number; readonly port: MessagePort }
  | {
      readonly kind: 'server'
      readonly epoch: number
      readonly databaseUrl: string
      readonly world: string
      readonly lanes: Lanes
    }

/** `transfer`: what must be moved to the other thread with the message. */
export type StoreJoined = { readonly data: StoreJoin; readonly transfer: readonly MessagePort[] }
