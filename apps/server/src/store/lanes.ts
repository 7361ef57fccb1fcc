/**
 * Connections to a PostgreSQL server in lanes, so that a commit never waits behind a reader, a projection or a
 * feature's transaction. Each lane has its own connections, its own deadlines and a ceiling on the callers that wait
 * for one. Decision 47 says why these figures.
 */

import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import { copyOf } from './copy.ts'
import { closeWhenDead } from './dead-connections.ts'
import type { Lane, LaneLimits, LaneName, Lanes, LaneUsage, Query, Transaction } from './interface.ts'
import { TransactionEnds } from './transaction-end.ts'
import { StoreBusy } from './trouble.ts'

export const LANES: Lanes = {
  /**
   * The journal alone. A commit without an answer is sent again on another connection (commit.ts): `waitMs` and
   * `answerMs` say how soon a dead connection is left, and orders go on after them.
   */
  commit: {
    connections: 1,
    waitingMax: 8,
    waitMs: 2_000,
    statementMs: 30_000,
    lockMs: 30_000,
    idleInTransactionMs: 10_000,
    answerMs: 3_000,
  },
  /**
   * Projection, snapshots, recovery, candles: no client waits for this work; some of it reads the whole journal. It is
   * retried.
   */
  background: {
    connections: 3,
    waitingMax: 1_000,
    waitMs: 60_000,
    statementMs: 600_000,
    lockMs: 10_000,
    idleInTransactionMs: 60_000,
    answerMs: 660_000,
    silentMs: 10_000,
  },
  /** Single statements of features: mostly reads of lists. */
  reads: {
    connections: 6,
    waitingMax: 400,
    waitMs: 5_000,
    statementMs: 10_000,
    lockMs: 3_000,
    idleInTransactionMs: 10_000,
    answerMs: 15_000,
  },
  /** Transactions of features. */
  transactions: {
    connections: 4,
    waitingMax: 200,
    waitMs: 10_000,
    statementMs: 10_000,
    lockMs: 5_000,
    idleInTransactionMs: 15_000,
    answerMs: 15_000,
  },
}

export type OpenLane = Lane & { usage(): LaneUsage; close(): Promise<void> }

export function openLane(options: {
  readonly name: LaneName
  readonly connection: pg.ClientConfig
  readonly schema: string
  readonly limits: LaneLimits
  readonly log: Logger | undefined
  /** Asked before each COMMIT of a transaction, in it: it throws to have everything rolled back. */
  readonly mayCommit?: (query: Query) => Promise<void>
}): OpenLane {
  const { name, connection, schema, limits, log, mayCommit = async () => {} } = options
  const pool = new LanePool(limits.waitingMax, {
    ...connection,
    application_name: `${connection.application_name} ${name}`,
    options: sessionOptions(schema, limits),
    max: limits.connections,
    connectionTimeoutMillis: limits.waitMs,
    query_timeout: limits.answerMs,
    // A commit must not wait for a connection to be made.
    idleTimeoutMillis: name === 'commit' ? 0 : IDLE_CLOSED_MS,
  })
  pool.on('error', (error) => log?.error({ err: error, lane: name }, 'an idle connection to PostgreSQL broke'))
  // Between the pool and the caller a connection has no listener of either. PostgreSQL may end it in that moment, and
  // an error without a listener would end the process. The caller's first statement fails instead.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (limits.silentMs !== undefined) closeWhenDead(client, { connection, silentMs: limits.silentMs, log })
  })
  return {
    db: drizzle({ client: pool }),
    // The commit lane has one statement: its connection parses and plans it once.
    query: name === 'commit' ? preparedQueryOf(pool, limits.answerMs) : queryOf(pool),
    transaction: (work) => transact(pool, mayCommit, work),
    usage: () => ({
      lane: name,
      open: pool.totalCount,
      used: pool.totalCount - pool.idleCount,
      max: limits.connections,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

const IDLE_CLOSED_MS = 30_000

/**
 * The meaning of a statement depends on these. A role or a database can have defaults of its own, also for a moment in
 * which a connection begins.
 */
const OWN_SETTINGS = [
  '-c default_transaction_isolation=read\\ committed',
  '-c row_security=on',
  '-c transform_null_equals=off',
  '-c standard_conforming_strings=on',
  '-c bytea_output=hex',
]

function sessionOptions(schema: string, limits: LaneLimits): string {
  const { statementMs, lockMs, idleInTransactionMs } = limits
  return [
    // Temporary relations last: otherwise one that is made in this connection would stand before a table of ours.
    `-c search_path=${schema},pg_temp`,
    `-c statement_timeout=${statementMs}`,
    `-c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
    // No statement here runs for so long that machine code for it is worth the making: a start took a tenth longer.
    '-c jit=off',
    ...OWN_SETTINGS,
  ].join(' ')
}

type Connected = Parameters<typeof pg.Pool.prototype.connect>[0]

/** A pool whose line of waiting callers has an end. */
class LanePool extends pg.Pool {
  readonly #waitingMax: number

  constructor(waitingMax: number, config: pg.PoolConfig) {
    super(config)
    this.#waitingMax = waitingMax
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const error =
      this.waitingCount < this.#waitingMax ? undefined : new StoreBusy('as many callers wait for the store as may')
    if (callback === undefined) return error === undefined ? super.connect() : Promise.reject(error)
    if (error === undefined) super.connect(callback)
    else callback(error, undefined, () => {})
    return undefined
  }
}

async function transact<T>(
  pool: pg.Pool,
  mayCommit: (query: Query) => Promise<void>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // Between two statements only this listener gets the error of a broken connection; without a listener the process
  // would end.
  const breaks = (error: Error) => {
    broken = error
  }
  client.on('error', breaks)
  try {
    await client.query('begin')
    const ends = new TransactionEnds()
    const result = await work({
      db: drizzle({ client }),
      query: queryOf(client),
      copy: copyOf(client),
      onEnd: ends.onEnd,
    })
    await mayCommit(queryOf(client)).catch((refusal: Error) => {
      // A connection keeps what a program in the store has set in it.
      broken = refusal
      throw refusal
    })
    await ends.commit(() => client.query('commit'))
    return result
  } catch (error) {
    // A connection that still waits for an answer would not get the rollback either: closing it rolls back.
    if (isUnanswered(error)) broken = error
    else await client.query('rollback').catch(breaks)
    throw error
  } finally {
    client.off('error', breaks)
    client.release(broken)
  }
}

function isUnanswered(error: unknown): error is Error {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return inner instanceof Error && inner.message === 'Query read timeout'
}

/** How many bytes a connection is expected to send in a millisecond. */
const SENT_PER_MS = 4_000
/** The most that a statement gets for sending its bytes. */
const SENDING_MS_MAX = 300_000

/** `slowness`: how many times longer than expected the sending may take. It doubles with each try without an answer. */
type Prepared = { readonly name: string; slowness: number }

/**
 * As `queryOf`; each connection keeps the plan of each statement, so their texts must be few. A statement has
 * `answerMs` beside the time in which its bytes are sent: one that is sent again and again comes through on a slow
 * connection too.
 */
function preparedQueryOf(pool: pg.Pool, answerMs: number): Query {
  const statements = new Map<string, Prepared>()
  return async <Row>(text: string, params: readonly unknown[] = []) => {
    const prepared = statements.get(text) ?? { name: `statement ${statements.size + 1}`, slowness: 1 }
    statements.set(text, prepared)
    const sendingMs = Math.min(SENDING_MS_MAX, (bytesIn(params) / SENT_PER_MS) * prepared.slowness)
    const sent: Deadlined = {
      name: prepared.name,
      text,
      values: [...params],
      query_timeout: Math.ceil(answerMs + sendingMs),
    }
    try {
      const result = await pool.query(sent)
      prepared.slowness = 1
      const rows: Row[] = result.rows
      return rows
    } catch (error) {
      if (isUnanswered(error)) prepared.slowness = Math.min(SENDING_MS_MAX, prepared.slowness * 2)
      throw error
    }
  }
}

/** The driver's types do not name the deadline of one statement. */
type Deadlined = pg.QueryConfig<unknown[]> & { readonly query_timeout: number }

/** Everything else of a commit is short. */
function bytesIn(params: readonly unknown[]): number {
  return params.reduce((sum: number, each) => sum + (each instanceof Uint8Array ? each.byteLength : 0), 0)
}

export function queryOf(client: pg.Pool | pg.PoolClient | pg.Client): Query {
  return async <Row>(sql: string, params: readonly unknown[] = []) => {
    const result = await client.query(sql, [...params])
    const rows: Row[] = result.rows
    return rows
  }
}
