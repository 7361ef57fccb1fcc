/**
 * Which requests were answered in the last 24 hours, so that a repeated one gets its first answer. The keys are kept in memory, where a
 * new key costs nothing; what the answers are made of stays in the store until a request is repeated.
 */
import { createHash } from 'node:crypto'
import { type Decision, decodeDecision, type RequestId } from '@veritick/engine'
import type { Query } from '../store/index.ts'
import type { RequestRow } from './commit.ts'

/** By the wall clock. */
export const REQUEST_KEPT_MS = 24 * 60 * 60 * 1000
/** Keys in memory, about 100 bytes each; beyond it the store is asked for each key that is not among them. */
const KEYS_MAX = 500_000

export type AnsweredRequests = {
  /** False: certainly not answered. True: `find` knows. */
  mayKnow(key: RequestId): boolean
  find(key: RequestId, wallTime: number): Promise<{ readonly content: string; readonly outcome: Decision } | undefined>
  remember(key: RequestId, wallTime: number): void
  /** Deletes what is older than it is kept. */
  prune(wallTime: number): Promise<void>
}

export async function loadRequests(query: Query, wallTime: number): Promise<AnsweredRequests> {
  const rows = await query<{ key: string; wall_time: number }>(
    'select key, wall_time from requests where wall_time > $1 order by wall_time desc limit $2',
    [wallTime - REQUEST_KEPT_MS, KEYS_MAX],
  )
  const keys = new Map(rows.reverse().map((row) => [row.key, row.wall_time]))
  let complete = rows.length < KEYS_MAX
  return {
    mayKnow: (key) => !complete || keys.has(key),
    find: async (key, now) => {
      const found = await query<Pick<RequestRow, 'content' | 'decision'>>(
        'select content, decision from requests where key = $1 and wall_time > $2',
        [key, now - REQUEST_KEPT_MS],
      )
      const row = found[0]
      return row === undefined ? undefined : { content: row.content, outcome: decodeDecision(row.decision) }
    },
    remember: (key, now) => {
      keys.delete(key)
      keys.set(key, now)
      for (const [oldest, at] of keys) {
        const expired = at <= now - REQUEST_KEPT_MS
        if (!expired && keys.size <= KEYS_MAX) break
        if (!expired) complete = false
        keys.delete(oldest)
      }
    },
    prune: async (now) => {
      await query('delete from requests where wall_time <= $1', [now - REQUEST_KEPT_MS])
    },
  }
}

/** What was asked, cut to a fixed size. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}
