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
import { CONNECTION_LOST_CAUSES } from './trouble.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** How long a start waits for the lock: the server notices a killed writer's dead connection within moments. */
const LOCK_WAIT_MS = 5_000
const LOCK_RETRY_MS = 100
/** Between two tries to take the lock again, and how long one of them may take. */
const RETAKE_EVERY_MS = 250
const RETAKE_MS = 2_000

export type WriterLock = {
  /** Gives the connection that holds the lock, without deadlines. Throws StoreRefused when another process has it. */
  take(): Promise<pg.Client>
  /** From now on a lock that is lost is taken again, as long as `epoch` is the newest. */
  keep(epoch: number): void
  /** Called once when another process has raised the epoch. */
  onLost(listener: (error: Error) => void): void
  close(): Promise<void>
}

export function openWriterLock(options: {
  readonly connection: pg.ClientConfig
  readonly schema: string
  readonly world: string
  readonly log: Logger | undefined
}): WriterLock {
  const { schema, log } = options
  const listeners: ((error: Error) => void)[] = []
  let holder: pg.Client | undefined
  let epoch: number | undefined
  let lost: Error | undefined
  let isClosed = false
  let retaking: Promise<void> | undefined

  function connect(limits: pg.ClientConfig): pg.Client {
    const client = new pg.Client({
      ...options.connection,
      application_name: `veritick writer ${options.world}`,
      options: `-c search_path=${schema}`,
      ...limits,
    })
    const broken = () => onBroken(client)
    client.on('error', broken)
    client.on('end', broken)
    return client
  }

  function onBroken(client: pg.Client): void {
    if (client !== holder) return
    holder = undefined
    retakeSoon()
  }

  /** A connection that breaks before the epoch is known breaks the start. */
  function retakeSoon(): void {
    if (epoch === undefined || isClosed || lost !== undefined || retaking !== undefined) return
    log?.warn(LOCK_BROKE)
    retaking = retake(epoch).finally(() => {
      retaking = undefined
      // It may have broken again before this turn.
      if (holder === undefined) retakeSoon()
    })
  }

  async function retake(own: number): Promise<void> {
    while (!isClosed) {
      const found = await tryAgain(own)
      if (found !== undefined && found !== own) return lose(takenOver(found, own))
      if (holder !== undefined) return void log?.warn("the writer's lock is held again")
      await new Promise((resolve) => setTimeout(resolve, RETAKE_EVERY_MS))
    }
  }

  /** The epoch that stands in the store; `undefined`: the store does not answer. */
  async function tryAgain(own: number): Promise<number | undefined> {
    const client = connect({ connectionTimeoutMillis: RETAKE_MS, query_timeout: RETAKE_MS })
    try {
      await client.connect()
      // First the lock: whoever raises the epoch holds it.
      const isTaken = await tryLock(client, schema)
      const found = await readEpoch(queryOf(client))
      if (isTaken && found === own && !isClosed) holder = client
      return found
    } catch (error) {
      log?.debug({ err: error }, "the writer's lock could not be taken again yet")
      return undefined
    } finally {
      if (client !== holder) await client.end().catch(() => {})
    }
  }

  function lose(error: Error): void {
    lost = error
    for (const listener of listeners) listener(error)
  }

  return {
    take: async () => {
      holder = connect({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
      await holder.connect()
      await waitForLock(holder, schema)
      return holder
    },
    keep: (number) => {
      epoch = number
      if (holder === undefined) retakeSoon()
    },
    onLost: (listener) => {
      listeners.push(listener)
      const error = lost
      if (error !== undefined) queueMicrotask(() => listener(error))
    },
    close: async () => {
      isClosed = true
      const client = holder
      holder = undefined
      await client?.end()
      await retaking
    },
  }
}

async function tryLock(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
    [schema],
  )
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
  const { rows } = await client.query<{ pid: number; address: string | null }>(
    `select a.pid, host(a.client_addr) as address from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and a.pid <> pg_backend_pid() and a.application_name like 'veritick writer%' limit 1`,
  )
  const found = rows[0]
  return found === undefined ? '' : ` (server process ${found.pid}, from ${found.address ?? 'this runtime'})`
}

const LOCK_BROKE =
  `the connection that holds the writer's lock broke: ${CONNECTION_LOST_CAUSES}. ` +
  'The lock is taken again as soon as the store answers, unless another process has become the writer'
