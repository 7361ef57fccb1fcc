/**
 * The side of the embedded store that holds PostgreSQL (PGlite): carries out statements that arrive as messages. It
 * runs in a thread of its own, so that the store's work never stops prices, sockets or the engine; tests run it beside
 * them. PGlite has one connection: a transaction has it alone until it ends.
 */
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import v8 from 'node:v8'
import { type MessagePort, workerData } from 'node:worker_threads'
import { PGlite, type Transaction as PGliteTransaction, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { wholeFrom } from './columns.ts'
import type { StoreCall, StoreError, StoreReply } from './embedded-calls.ts'
import { type Line, Turns } from './embedded-turns.ts'
import type { Query } from './interface.ts'
import { MIGRATIONS, MIGRATIONS_TABLE, requireOwnLayout } from './migrate.ts'
import { DISK_FULL } from './trouble.ts'
import { STATISTICS_TARGET } from './upkeep.ts'

const SCHEMA = 'public'

/**
 * With less free space no statement that writes is carried out. PGlite never returns from a write when the next file of
 * its write-ahead log (16 MiB) cannot be made; this leaves room for two of them and for a transaction's pages.
 */
export const EMBEDDED_ROOM_MIN_BYTES = 50_331_648
/**
 * V8 compiles a WebAssembly function again, optimised, after this much work in it. By default (1,800,000) it optimises
 * at a start what only the start runs, on all cores at once. With this budget a start takes a fifth less processor
 * time.
 */
const WASM_TIERING_BUDGET = 40_000_000
/**
 * A table that was not analysed yet (upkeep.ts) has no statistics, so PostgreSQL expects far more groups in the sums of
 * a start than there are. With its usual 4 MB it sorts the whole ledger on disk for them, which takes three times as
 * long.
 */
const WORK_MEMORY = '64MB'
const READS = /^\s*(?:select|show|explain)\b/i
/** `for update` and its kin write row locks; `explain analyze` carries its statement out. */
const WRITES_YET = /\bfor\s+(?:no\s+key\s+|key\s+)?(?:update|share)\b|^\s*explain\b[^;]*?\banalyze\b/i

/** Every statement that is not known to write nothing is taken to write. No statement of ours calls `nextval` alone. */
export const writesNothing = (sql: string): boolean => READS.test(sql) && !WRITES_YET.test(sql)

/** The data that the thread is started with. */
export type StoreThreadData = { readonly thread: 'store'; readonly folder: string; readonly port: MessagePort }

/** The thread's program. */
export function runStoreThread(): Promise<void> {
  const { folder, port }: StoreThreadData = workerData
  return serveEmbedded(folder, port)
}

/**
 * Opens and migrates the store in `folder`, says so as the reply to call 0, and then carries out calls until `close`.
 */
export async function serveEmbedded(folder: string, port: MessagePort): Promise<void> {
  try {
    v8.setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`)
    const client = await PGlite.create({
      dataDir: join(folder, 'pg'),
      parsers: { [types.INT8]: (value: string) => wholeFrom(value), [types.BYTEA]: bytesFrom },
    })
    const db = drizzle({ client })
    const query: Query = async <Row>(sql: string, params: readonly unknown[] = []) =>
      (await client.query<Row>(sql, [...params])).rows
    await query(`set work_mem = '${WORK_MEMORY}'`)
    await query(`set default_statistics_target = ${STATISTICS_TARGET}`)
    await requireOwnLayout(query, SCHEMA)
    await migrate(db, { migrationsFolder: MIGRATIONS, migrationsSchema: SCHEMA, migrationsTable: MIGRATIONS_TABLE })
    new StoreCalls({ client, folder, turns: new Turns() }, port).open()
  } catch (error) {
    port.postMessage({ call: 0, ok: false, error: errorToSend(error) } satisfies StoreReply)
    port.close()
  }
}

/** PostgreSQL writes `\\x` and hexadecimal digits. PGlite's own parser takes ten times as long. */
function bytesFrom(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(HEX_MARK.length), 'hex'))
}

const HEX_MARK = '\\x'

type OpenTransaction = {
  readonly tx: PGliteTransaction
  readonly end: (how: 'commit' | 'rollback') => void
  readonly ended: Promise<void>
}

/** Its end was asked for by the caller: the store rolls back and the call succeeds. */
class RolledBack extends Error {}

/** The parts that all ports share. */
type Shared = { readonly client: PGlite; readonly folder: string; readonly turns: Turns }

/** The calls of one port. */
class StoreCalls implements Line {
  readonly waiting: StoreCall[] = []
  readonly #shared: Shared
  readonly #port: MessagePort
  readonly #open = new Map<number, OpenTransaction>()
  #isEnded = false

  constructor(shared: Shared, port: MessagePort) {
    this.#shared = shared
    this.#port = port
  }

  open(): void {
    const { turns } = this.#shared
    turns.join(this)
    this.#port.on('message', (call: StoreCall) => {
      // Needs no connection. The thread that joins would otherwise wait for statements of others.
      if (call.kind === 'join') void this.carryOut(call)
      else turns.add(this, call)
    })
    // A thread that has ended must not keep the connection for a transaction that nothing will end.
    this.#port.on('close', () => {
      this.#isEnded = true
      for (const transaction of this.#open.values()) transaction.end('rollback')
      this.#open.clear()
      turns.leave(this)
    })
    this.#reply({ call: 0, ok: true, rows: [] })
  }

  get holding(): number | undefined {
    const [transaction] = this.#open.keys()
    return transaction
  }

  async carryOut(call: StoreCall): Promise<void> {
    try {
      this.#reply({ call: call.call, ok: true, rows: await this.#rowsOf(call) })
    } catch (error) {
      this.#reply({ call: call.call, ok: false, error: errorToSend(error) })
    }
  }

  #reply(reply: StoreReply): void {
    this.#port.postMessage(reply)
  }

  async #rowsOf(call: StoreCall): Promise<readonly unknown[]> {
    const { client, folder } = this.#shared
    switch (call.kind) {
      case 'query': {
        if (!writesNothing(call.sql)) requireRoom(folder)
        const on = call.transaction === undefined ? client : this.#transaction(call.transaction).tx
        return (await on.query(call.sql, [...call.params], { rowMode: call.rowMode })).rows
      }
      case 'copy': {
        requireRoom(folder)
        const { tx } = this.#transaction(call.transaction)
        await tx.query(`copy ${call.into} from '/dev/blob'`, [], { blob: new Blob([call.lines]) })
        return []
      }
      case 'begin':
        await this.#begin(call.transaction)
        return []
      case 'commit':
      case 'rollback': {
        const transaction = this.#transaction(call.transaction)
        this.#open.delete(call.transaction)
        transaction.end(call.kind)
        await transaction.ended
        return []
      }
      case 'join':
        new StoreCalls(this.#shared, call.port).open()
        return []
      case 'close':
        await client.close()
        return []
    }
  }

  #transaction(number: number): OpenTransaction {
    const transaction = this.#open.get(number)
    if (transaction === undefined) throw new Error(`transaction ${number} is not open`)
    return transaction
  }

  /** Resolves when the transaction has the connection. */
  #begin(number: number): Promise<void> {
    return new Promise((begun, failed) => {
      const ended = this.#shared.client
        .transaction(
          (tx) =>
            new Promise<void>((commit, rollback) => {
              const end = (how: 'commit' | 'rollback') => (how === 'commit' ? commit() : rollback(new RolledBack()))
              if (this.#isEnded) end('rollback')
              else this.#open.set(number, { tx, end, ended })
              begun()
            }),
        )
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error
        })
      // The caller that ends the transaction waits for `ended`; an error before it began is the answer to `begin`.
      ended.catch(failed)
    })
  }
}

/** Throws what PostgreSQL says when it cannot write. */
function requireRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= EMBEDDED_ROOM_MIN_BYTES) return
  throw Object.assign(new Error('the disk under the embedded store is full'), { code: DISK_FULL, path: folder })
}

function errorToSend(error: unknown): StoreError {
  if (!(error instanceof Error)) return { message: String(error), fields: {} }
  const fields = Object.entries(error).filter((field): field is [string, string] => typeof field[1] === 'string')
  return { message: error.message, fields: Object.fromEntries(fields) }
}
