/**
 * Connections that die without a sign: a firewall forgets one and drops its packets, so its statement gets neither an
 * answer nor an error. A long statement looks the same. While a statement waits, the server is therefore asked on
 * another connection whether it still works on it; a dead connection is closed within half a minute.
 */
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

/** How long the question may take. A server that does not answer it proves nothing, and is asked again later. */
const ASKED_MS = 3_000
/** The server may have ended the statement just now: its answer may be on the way for this long. */
const ON_THE_WAY_MS = 5_000
/** A slow connection sends as many bytes in a millisecond: until then the server cannot know of a long statement. */
const SENT_PER_MS_MIN = 1_000

type Options = {
  readonly connection: pg.ClientConfig
  /** A statement of which no byte came for this long is asked about. */
  readonly silentMs: number
  readonly log: Logger | undefined
}

/** `client`: has just connected. Its statement fails as one on a broken connection does (`lost` in trouble.ts). */
export function closeWhenDead(client: pg.PoolClient, options: Options): void {
  const watch = new SilenceWatch(client, options)
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    watch.begin()
    return send(...args)
  }) as typeof client.query
  client.on('drain', () => watch.end())
  client.on('end', () => watch.endAll())
}

/** The number of the server's process, which the driver's types do not name. */
const processOf = (client: object): unknown => ('processID' in client ? client.processID : undefined)

class SilenceWatch {
  readonly #client: pg.PoolClient
  readonly #options: Options
  /** Of the statement that waits. */
  #timer: NodeJS.Timeout | undefined
  #sentBefore = 0
  #isEnded = false

  constructor(client: pg.PoolClient, options: Options) {
    this.#client = client
    this.#options = options
  }

  begin(): void {
    if (this.#timer !== undefined || this.#isEnded) return
    this.#sentBefore = this.#traffic().sent
    this.#lookLater()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** The connection has ended. */
  endAll(): void {
    this.#isEnded = true
    this.end()
  }

  #lookLater(): void {
    const { got } = this.#traffic()
    this.#timer = setTimeout(() => void this.#look(got), this.#options.silentMs)
  }

  async #look(got: number): Promise<void> {
    const own = this.#timer
    const isSilent = () => this.#timer === own && this.#traffic().got === got
    if (isSilent() && (await this.#isIdle()) && isSilent()) {
      const sentBytes = this.#traffic().sent - this.#sentBefore
      await pause(ON_THE_WAY_MS + sentBytes / SENT_PER_MS_MIN)
      if (isSilent()) return this.#close()
    }
    if (this.#timer === own) this.#lookLater()
  }

  /**
   * True when the server says that it does not work on the statement: it waits for a client, or knows none. Behind a
   * pooler the number of a process is the pooler's own and proves nothing: false.
   */
  async #isIdle(): Promise<boolean> {
    const own = processOf(this.#client)
    if (typeof own !== 'number') return false
    const asking = new pg.Client({
      ...this.#options.connection,
      connectionTimeoutMillis: ASKED_MS,
      query_timeout: ASKED_MS,
    })
    asking.on('error', () => {})
    try {
      await asking.connect()
      const { rows } = await asking.query<{ own: number; working: boolean }>(WORKING, [own])
      const [found] = rows
      return found !== undefined && found.own === processOf(asking) && !found.working
    } catch {
      return false
    } finally {
      asking.end().catch(() => {})
    }
  }

  #close(): void {
    this.#options.log?.warn('a connection to PostgreSQL was dead: it is closed, and its statement has failed')
    const error = Object.assign(new Error('the connection is dead: PostgreSQL does not work on its statement'), {
      code: 'ECONNRESET',
    })
    this.#client.connection.stream.destroy(error)
  }

  /** Bytes of the connection so far, those that are queued in this process included. */
  #traffic(): { readonly got: number; readonly sent: number } {
    const { stream } = this.#client.connection
    if (!(stream instanceof Socket)) return { got: 0, sent: 0 }
    return { got: stream.bytesRead, sent: stream.bytesWritten }
  }
}

/** A process that reads from or writes to its client waits for the connection. A hidden state says nothing. */
const WORKING = `select pg_backend_pid() as own, exists (
    select from pg_stat_activity where pid = $1
      and (state is null or state = 'disabled' or (state = 'active' and wait_event_type is distinct from 'Client'))
  ) as working`
