/**
 * PostgreSQL inside this process (PGlite), in DATA_DIR/<world>/pg. It has one connection and never calls fsync: good
 * for trying out and for tests. A lock file beside it keeps a second process away. PGlite itself lies behind messages
 * (embedded-thread.ts), in a thread of its own where the process names the file of its threads.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { must } from '@veritick/domain'
import { drizzle } from 'drizzle-orm/pg-proxy'
import type { StoreCall, StoreReply } from './embedded-calls.ts'
import type { StoreThreadData } from './embedded-thread.ts'
import { raiseEpoch } from './fence.ts'
import type { Copy, Lane, Query, Store, Transaction } from './interface.ts'
import { takeLockFile } from './lock-file.ts'
import { TransactionEnds } from './transaction-end.ts'

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
  const { port1, port2 } = new MessageChannel()
  const client = new EmbeddedClient(port1)
  try {
    await client.start({ folder, port: port2, threadFile: options.threadFile })
    const epoch = await raiseEpoch(client.queryIn(undefined))
    const close = async () => {
      await client.close()
      release()
    }
    return storeOf({ client, epoch, close })
  } catch (error) {
    release()
    throw error
  }
}

/** The embedded store that another thread of this process has open. */
export async function joinEmbedded(join: { readonly epoch: number; readonly port: MessagePort }): Promise<Store> {
  const client = new EmbeddedClient(join.port)
  await client.opened
  return storeOf({ client, epoch: join.epoch, close: () => client.letGo() })
}

function storeOf(opened: {
  readonly client: EmbeddedClient
  readonly epoch: number
  readonly close: () => Promise<void>
}): Store {
  const { client, epoch, close } = opened
  const lane: Lane = { ...client.databaseIn(undefined), transaction: (work) => client.transact(work) }
  return {
    kind: 'embedded',
    epoch,
    ...lane,
    commit: client.queryIn(undefined, true),
    background: lane,
    beforeCommit: () => {},
    usage: () => [],
    onLost: (listener) => client.onLost(listener),
    join: () => {
      const { port1, port2 } = new MessageChannel()
      client.join(port1)
      return { data: { kind: 'embedded', epoch, port: port2 }, transfer: [port2] }
    },
    close,
  }
}

type Waiting = { readonly resolve: (rows: unknown[]) => void; readonly reject: (error: Error) => void }
/** A call without its number. */
type StoreRequest = StoreCall extends infer Call ? (Call extends StoreCall ? Omit<Call, 'call'> : never) : never

/** Sends calls to the store's side and gives each its reply. */
class EmbeddedClient {
  /** Resolves when the store's side is open; rejects when it cannot be opened. */
  readonly opened: Promise<unknown[]>
  readonly #port: MessagePort
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners: ((error: Error) => void)[] = []
  #calls = 0
  #transactions = 0
  #worker: Worker | undefined
  #lost: Error | undefined

  constructor(port: MessagePort) {
    this.#port = port
    this.opened = new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }))
    this.#port.on('message', (reply: StoreReply) => this.#take(reply))
    this.#port.on('close', () => this.#lose(new Error('the thread of the embedded store has ended')))
  }

  /** Starts the store's side. Throws when the store cannot be opened. */
  async start(options: {
    readonly folder: string
    readonly port: MessagePort
    readonly threadFile: string | undefined
  }): Promise<void> {
    const { folder, port, threadFile } = options
    if (threadFile === undefined) {
      const { serveEmbedded } = await import('./embedded-thread.ts')
      void serveEmbedded(folder, port)
    } else {
      const workerData: StoreThreadData = { thread: 'store', folder, port }
      this.#worker = new Worker(threadFile, { workerData, transferList: [port] })
      this.#worker.on('error', (error) => this.#lose(error instanceof Error ? error : new Error(String(error))))
      this.#worker.on('exit', (code) => this.#lose(new Error(`the thread of the embedded store has ended (${code})`)))
    }
    try {
      await this.opened
    } catch (error) {
      await this.letGo()
      throw error
    }
  }

  /** `goesFirst`: before the calls of all threads that wait. */
  queryIn(transaction: number | undefined, goesFirst = false): Query {
    return async <Row>(sql: string, params: readonly unknown[] = []) => {
      const rows = await this.#request({ kind: 'query', transaction, sql, params, rowMode: 'object', goesFirst })
      return rows as Row[]
    }
  }

  databaseIn(transaction: number | undefined): Pick<Transaction, 'db' | 'query'> {
    const db = drizzle(async (sql, params, method) => {
      const rowMode = method === 'all' ? 'array' : 'object'
      return { rows: await this.#request({ kind: 'query', transaction, sql, params, rowMode, goesFirst: false }) }
    })
    return { db, query: this.queryIn(transaction) }
  }

  async transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#transactions += 1
    const transaction = this.#transactions
    const ends = new TransactionEnds()
    await this.#request({ kind: 'begin', transaction })
    let result: T
    try {
      const copy: Copy = async (into, lines) => void (await this.#request({ kind: 'copy', transaction, into, lines }))
      result = await work({ ...this.databaseIn(transaction), copy, onEnd: ends.onEnd })
    } catch (error) {
      await this.#request({ kind: 'rollback', transaction })
      throw error
    }
    await ends.commit(() => this.#request({ kind: 'commit', transaction }))
    return result
  }

  /** Called once when the store's thread has ended by itself. */
  onLost(listener: (error: Error) => void): void {
    if (this.#lost === undefined) this.#listeners.push(listener)
    else listener(this.#lost)
  }

  /** Lets a further thread call the store by the other end of this port. */
  join(port: MessagePort): void {
    // An answer that fails means that the store's side has ended: `onLost` tells of it.
    this.#request({ kind: 'join', port }, [port]).catch(() => {})
  }

  /** Closes the store for every thread. */
  async close(): Promise<void> {
    await this.#request({ kind: 'close' })
    await this.letGo()
  }

  /** Ends this thread's part. */
  async letGo(): Promise<void> {
    this.#lost ??= new Error('the store is closed')
    this.#port.close()
    await this.#worker?.terminate()
  }

  #request(request: StoreRequest, transfer: readonly MessagePort[] = []): Promise<unknown[]> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    this.#calls += 1
    const call = this.#calls
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      this.#port.postMessage({ ...request, call } satisfies StoreCall, [...transfer])
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
}
