/**
 * A start waits while no PostgreSQL answers. A restart of the database takes a minute or more; a supervisor that sees
 * one refused start after the other may give up, and the platform would stay down when the database is back.
 */
import pg from 'pg'
import type { Logger } from 'pino'
import { SECOND_MS } from '../services/clock/index.ts'
import { databaseRefusal, mayAnswerLater } from '../store/index.ts'

/** Between two attempts. */
const RETRY_EVERY_MS = 2 * SECOND_MS
/** The log names the cause this often while the start waits. */
const SAID_EVERY_MS = 60 * SECOND_MS
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS

export type Wait = {
  readonly databaseUrl: string
  /** Ceiling of the wait; 0: the first failure is the last. */
  readonly maxSeconds: number
  readonly log: Logger
  /** Resolves when the process is asked to end. */
  readonly stopAsked: Promise<unknown>
  readonly monotonicClock: () => number
  /** Called after each attempt that found no PostgreSQL, before the next one. */
  onUnreachable(): void
}

/**
 * `stopped`: the process was asked to end meanwhile. Throws StoreRefused when waiting does not help or took too long.
 */
export async function waitForPostgres(wait: Wait): Promise<'answers' | 'stopped'> {
  const { databaseUrl, maxSeconds, log, stopAsked, monotonicClock, onUnreachable } = wait
  const begun = monotonicClock()
  const endsAt = begun + maxSeconds * SECOND_MS
  const stopped = stopAsked.then(() => 'stopped' as const)
  let saidAt: number | undefined
  for (;;) {
    const outcome = await Promise.race([stopped, attempt(databaseUrl)])
    if (outcome === 'stopped') return outcome
    const now = monotonicClock()
    if (outcome === undefined) {
      if (saidAt !== undefined)
        log.info({ waitedSeconds: seconds(now - begun) }, 'PostgreSQL answers: the start goes on')
      return 'answers'
    }
    const refusal = databaseRefusal(outcome.error, databaseUrl)
    if (!mayAnswerLater(outcome.error) || now + RETRY_EVERY_MS > endsAt) throw refusal
    onUnreachable()
    if (saidAt === undefined || now - saidAt >= SAID_EVERY_MS) {
      saidAt = now
      const cause = refusal instanceof Error ? refusal.message : String(refusal)
      log.warn({ cause, waitedSeconds: seconds(now - begun), maxSeconds }, 'the start waits for PostgreSQL')
    }
    if ((await Promise.race([stopped, pause()])) === 'stopped') return 'stopped'
  }
}

/** `undefined`: PostgreSQL answered. */
async function attempt(databaseUrl: string): Promise<{ readonly error: unknown } | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return { error }
  } finally {
    void client.end().catch(() => {})
  }
}

const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), RETRY_EVERY_MS))
const seconds = (length: number) => Math.round(length * 0.001)
