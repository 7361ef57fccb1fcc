/**
 * PostgreSQL inside this process (PGlite), in DATA_DIR/<world>/pg. It has one connection and never calls fsync: good for
 * trying out and for tests. A lock file beside it keeps a second process away. PGlite itself lies behind messages
 * (embedded-thread.ts), in a thread of its own where the process names the file of its threads.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { must } from '@veritick/domain'
import { drizzle } from 'drizzle-orm/pg-proxy'
import type { StoreCall, StoreReply, StoreThreadData } from './embedded-thread.ts'
import { raiseEpoch } from './fence.ts'
import { takeLockFile } from './lock-file.ts'
import type { Lane, Query, Store, Transaction } from './store.ts'

const OWNER_ONLY = 0o700

export async function openEmbedded(options: {
  readonly dataDir: string
  readonly world: string
  /** The program of the process's threads; `undefined`: the store works in this thread. */
  readonly threadFile?: string | undefined
}): Promise<Store> {
  const folder = join(options.dataDir, options.world)
  mkdirSync(folder, { recursive: true })
  // PGlite's files can be read and changed by every user of the machine: only the owner may enter the folder.
  chmodSync(folder, OWNER_ONLY)
  const release = takeLockFile(join(folder, 'writer.lock'))
  const client = new EmbeddedClient()
  try {
    await client.open(folder, options.threadFile)
    const query = client.queryIn(undefined)
    const lane: Lane = { ...client.databaseIn(undefined), transaction: (work) => client.transact(work) }
    return {
      kind: 'embedded',
      epoch: await raiseEpoch(query),
      ...lane,
      commit: query,
      background: lane,
      usage: () => [],
      onLost: (listener) => client.onLost(listener),
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

type Waiting = { readonly resolve: (rows: unknown[]) => void; readonly reject: (error: Error) => void }
/** A call without its number. */
type Asked = StoreCall extends infer Call ? (Call extends StoreCall ? Omit<Call, 'call'> : never) : never

/** Sends calls to the store's side and gives each its reply. */
class EmbeddedClient {
  readonly #port: MessagePort
  readonly #far: MessagePort
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners: ((error: Error) => void)[] = []
  #calls = 0
  #transactions = 0
  #worker: Worker | undefined
  #lost: Error | undefined

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#far = port2
    this.#port.on('message', (reply: StoreReply) => this.#take(reply))
  }

  /** Throws when the store cannot be opened. */
  async open(folder: string, threadFile: string | undefined): Promise<void> {
    const opened = new Promise<unknown[]>((resolve, reject) => this.#waiting.set(0, { resolve, reject }))
    if (threadFile === undefined) {
      const { serveEmbedded } = await import('./embedded-thread.ts')
      void serveEmbedded(folder, this.#far)
    } else {
      const workerData: StoreThreadData = { thread: 'store', folder, port: this.#far }
      this.#worker = new Worker(threadFile, { workerData, transferList: [this.#far] })
      this.#worker.on('error', (error) => this.#lose(error instanceof Error ? error : new Error(String(error))))
      this.#worker.on('exit', (code) => this.#lose(new Error(`the thread of the embedded store has ended (${code})`)))
    }
    try {
      await opened
    } catch (error) {
      await this.#letGo()
      throw error
    }
  }

  queryIn(transaction: number | undefined): Query {
    return async <Row>(sql: string, params: readonly unknown[] = []) => {
      const rows = await this.#ask({ kind: 'query', transaction, sql, params, rowMode: 'object' })
      return rows as Row[]
    }
  }

  databaseIn(transaction: number | undefined): Transaction {
    const db = drizzle(async (sql, params, method) => {
      const rowMode = method === 'all' ? 'array' : 'object'
      return { rows: await this.#ask({ kind: 'query', transaction, sql, params, rowMode }) }
    })
    return { db, query: this.queryIn(transaction) }
  }

  async transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#transactions += 1
    const transaction = this.#transactions
    await this.#ask({ kind: 'begin', transaction })
    let result: T
    try {
      result = await work(this.databaseIn(transaction))
    } catch (error) {
      await this.#ask({ kind: 'rollback', transaction })
      throw error
    }
    await this.#ask({ kind: 'commit', transaction })
    return result
  }

  /** Called once when the store's thread has ended by itself. */
  onLost(listener: (error: Error) => void): void {
    if (this.#lost === undefined) this.#listeners.push(listener)
    else listener(this.#lost)
  }

  async close(): Promise<void> {
    await this.#ask({ kind: 'close' })
    await this.#letGo()
  }

  #ask(asked: Asked): Promise<unknown[]> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    this.#calls += 1
    const call = this.#calls
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      this.#port.postMessage({ ...asked, call } satisfies StoreCall)
    })
  }

  #take(reply: StoreReply): void {
    const waiting = must(this.#waiting.get(reply.call), 'a reply answers a call')
    this.#waiting.delete(reply.call)
    if (reply.ok) waiting.resolve([...reply.rows])
    else waiting.reject(Object.assign(new Error(reply.error.message), reply.error.fields))
  }

  #lose(error: Error): void {
    if (this.#lost !== undefined) return
    this.#lost = error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    for (const listener of this.#listeners) listener(error)
  }

  async #letGo(): Promise<void> {
    this.#lost ??= new Error('the store is closed')
    this.#port.close()
    await this.#worker?.terminate()
  }
}
