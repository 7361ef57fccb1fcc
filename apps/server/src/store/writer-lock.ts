/**
 * The lock of the writer on a PostgreSQL server. The connection that holds it may break; the lock is then taken again.
 * Meanwhile another process can become the writer: it raises the epoch, which every append checks in its own
 * transaction. So a broken connection is no reason to end, and a raised epoch is the only one.
 */
import { must } from '@veritick/domain'
import pg from 'pg'
import type { Logger } from 'pino'
import { readEpoch, takenOver } from './fence.ts'
import { StoreRefused } from './interface.ts'
import { queryOf } from './lanes.ts'
import { TRY_LOCK_NAMED, WRITER_WITH_LOCK } from './named-lock.ts'
import { CONNECTION_LOST_CAUSES } from './trouble.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** How long a start waits for the lock: the server notices a killed writer's dead connection within moments. */
const LOCK_WAIT_MS = 5_000
const LOCK_RETRY_MS = 100
/** Between two tries to take the lock again, and how long one of them may take. */
const RETAKE_EVERY_MS = 250
const RETAKE_MS = 2_000

export type WriterLock = {
  /** Returns the connection that holds the lock, without deadlines. Throws StoreRefused when another process has it. */
  take(): Promise<pg.Client>
  /** From now on a lock that is lost is taken again, as long as `epoch` is the newest. */
  keep(epoch: number): void
  /** Called once when another process has raised the epoch. */
  onLost(listener: (error: Error) => void): void
  close(): Promise<void>
}

type Options = {
  readonly connection: pg.ClientConfig
  readonly schema: string
  readonly world: string
  readonly log: Logger | undefined
}

export function openWriterLock(options: Options): WriterLock {
  const lock = new HeldLock(options)
  return {
    take: () => lock.take(),
    keep: (epoch) => lock.keep(epoch),
    onLost: (listener) => lock.onLost(listener),
    close: () => lock.close(),
  }
}

class HeldLock implements WriterLock {
  readonly #options: Options
  readonly #listeners: ((error: Error) => void)[] = []
  /** The connection that has the lock. */
  #holder: pg.Client | undefined
  #epoch: number | undefined
  #lost: Error | undefined
  #isClosed = false
  #retaking: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  async take(): Promise<pg.Client> {
    const holder = this.#connection({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    this.#holder = holder
    await holder.connect()
    await waitForLock(holder, this.#options.schema)
    return holder
  }

  /** A connection that breaks before the epoch is known breaks the start. */
  keep(epoch: number): void {
    this.#epoch = epoch
    this.#retakeSoon()
  }

  /** The lock may be lost while the server still opens, before the core listens. */
  onLost(listener: (error: Error) => void): void {
    this.#listeners.push(listener)
    const error = this.#lost
    if (error !== undefined) queueMicrotask(() => listener(error))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const holder = this.#holder
    this.#holder = undefined
    await holder?.end()
    await this.#retaking
  }

  #connection(limits: pg.ClientConfig): pg.Client {
    const { connection, schema, world } = this.#options
    const client = new pg.Client({
      ...connection,
      application_name: `veritick writer ${world}`,
      options: `-c search_path=${schema},pg_temp`,
      ...limits,
    })
    const broken = () => {
      if (client !== this.#holder) return
      this.#holder = undefined
      this.#retakeSoon()
    }
    client.on('error', broken)
    client.on('end', broken)
    return client
  }

  #retakeSoon(): void {
    if (this.#holder !== undefined || this.#epoch === undefined || this.#retaking !== undefined) return
    if (this.#isClosed || this.#lost !== undefined) return
    this.#options.log?.warn(LOCK_BROKE)
    this.#retaking = this.#retake(this.#epoch).finally(() => {
      this.#retaking = undefined
      // It may have broken again before this turn.
      this.#retakeSoon()
    })
  }

  async #retake(own: number): Promise<void> {
    while (!this.#isClosed) {
      const found = await this.#tryAgain(own)
      if (found !== undefined && found !== own) return this.#lose(takenOver(found, own))
      if (this.#holder !== undefined) return void this.#options.log?.warn("the writer's lock is held again")
      await new Promise((resolve) => setTimeout(resolve, RETAKE_EVERY_MS))
    }
  }

  /** The epoch that stands in the store; `undefined`: the store does not answer. */
  async #tryAgain(own: number): Promise<number | undefined> {
    const client = this.#connection({ connectionTimeoutMillis: RETAKE_MS, query_timeout: RETAKE_MS })
    try {
      await client.connect()
      // First the lock: a process that raises the epoch holds it.
      const isTaken = await tryLock(client, this.#options.schema)
      const found = await readEpoch(queryOf(client))
      if (isTaken && found === own && !this.#isClosed) this.#holder = client
      return found
    } catch (error) {
      this.#options.log?.debug({ err: error }, "the writer's lock could not be taken again yet")
      return undefined
    } finally {
      if (client !== this.#holder) await client.end().catch(() => {})
    }
  }

  #lose(error: Error): void {
    this.#lost = error
    for (const listener of this.#listeners) listener(error)
  }
}

async function tryLock(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(TRY_LOCK_NAMED, [schema])
  return must(rows[0], 'asking for a lock gives a row').taken
}

/** Waits a little for the lock of a writer that has just died, then refuses, naming who holds it. */
async function waitForLock(client: pg.Client, schema: string): Promise<void> {
  const deadline = performance.now() + LOCK_WAIT_MS
  while (!(await tryLock(client, schema))) {
    if (performance.now() > deadline) {
      throw new StoreRefused(
        `another Veritick is already writing to schema ${schema} of this database${await holderOf(client)}: stop it first`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
  }
}

async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; address: string | null }>(WRITER_WITH_LOCK)
  const found = rows[0]
  return found === undefined ? '' : ` (server process ${found.pid}, from ${found.address ?? 'this runtime'})`
}

const LOCK_BROKE =
  `the connection that holds the writer's lock broke: ${CONNECTION_LOST_CAUSES}. ` +
  'The lock is taken again as soon as the store answers, unless another process has become the writer'
