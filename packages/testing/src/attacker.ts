/**
 * An attacker with the role of the server on its PostgreSQL, in sessions of their own. They choose the moment of what
 * they do by locks: they hold one that the server needs, and see the server wait.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { must, type UserId } from '@veritick/domain'
import { type StoreFaults, storeFaults } from './store-faults.ts'
import type { TestServer } from './test-server.ts'

export type Attacker = {
  readonly sql: StoreFaults['query']
  /** Takes a lock by this statement, until what it gives is called. */
  holds(statement: string): Promise<() => Promise<void>>
  /** The lock that each decision about a customer's money takes first. */
  holdsMoneyOf(user: UserId): Promise<() => Promise<void>>
  /** Until a statement of the server with this text waits for a lock, or the server has answered without waiting. */
  untilWaits(text: string, answer: Promise<unknown>): Promise<void>
  end(): Promise<void>
}

const POLL_MS = 5

export async function openAttacker({ context: { config } }: TestServer): Promise<Attacker> {
  const sessions: StoreFaults[] = []
  const session = async () => {
    const opened = await storeFaults(must(config.databaseUrl, 'the store is PostgreSQL'), config.world)
    sessions.push(opened)
    return opened
  }
  const { query } = await session()
  const holds = async (statement: string) => {
    const { query: held } = await session()
    await held(`begin; ${statement}`)
    return async () => void (await held('rollback'))
  }
  return {
    sql: query,
    holds,
    holdsMoneyOf: (user) => holds(`select pg_advisory_xact_lock(hashtextextended('money of ${user}', 0))`),
    untilWaits: async (text, answer) => {
      let isAnswered = false
      const settled = () => {
        isAnswered = true
      }
      void answer.then(settled, settled)
      while (!isAnswered && (await query(waitingFor(text))).length === 0) await pause(POLL_MS)
    },
    end: async () => void (await Promise.all(sessions.map((each) => each.end()))),
  }
}

const waitingFor = (text: string) =>
  `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
   and application_name like 'veritick %' and query ilike '%${text}%'`
