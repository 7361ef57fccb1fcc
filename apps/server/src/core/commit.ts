/**
 * Makes a batch durable: one statement, so one transaction and one round trip, that appends it to the journal, keeps the answers to
 * its requests, and does neither unless this opening of the store is still the writer.
 */
import { must } from '@veritick/domain'
import type { Store } from '../db/store.ts'
import type { SealedBatch } from './batch.ts'

/** What was answered under a key, as the table `requests` has it. */
export type RequestRow = {
  readonly key: string
  readonly content: string
  readonly answer: string | null
  /** Why it was refused; null when it happened. */
  readonly refusal: string | null
  readonly firstEvent: number
  readonly eventCount: number
  readonly wallTime: number
}

export type Commit = {
  readonly batch: (SealedBatch & { readonly subtrees: Uint8Array }) | undefined
  readonly requests: readonly RequestRow[]
}

/** Throws when it is not durable, or may not be: the caller ends the process and recovers. */
export async function commit(store: Store, content: Commit): Promise<void> {
  const { batch, requests } = content
  if (batch === undefined && requests.length === 0) return
  const parts = [HELD]
  const params: unknown[] = [store.epoch]
  if (requests.length > 0) {
    parts.push(requestsPart(params.length + 1))
    params.push(
      requests.map((row) => row.key),
      requests.map((row) => row.content),
      requests.map((row) => row.answer),
      requests.map((row) => row.refusal),
      requests.map((row) => row.firstEvent),
      requests.map((row) => row.eventCount),
      requests.map((row) => row.wallTime),
    )
  }
  if (batch !== undefined) {
    parts.push(journalPart(params.length + 1))
    const { header } = batch
    params.push(header.batch, header.firstEvent, header.eventCount, header.marketTime, header.wallTime, header.epoch, header.schema)
    params.push(batch.events, header.eventsRoot, header.previousHash, header.snapshotHash, batch.hash, batch.subtrees)
  }
  const rows = await store.query<{ held: number }>(`with ${parts.join(', ')} select count(*)::int as held from held`, params)
  if (must(rows[0], 'counting gives a row').held !== 1) throw new Error(`another writer has taken over (our epoch is ${store.epoch})`)
}

/** The shared lock keeps the next writer from raising the epoch while this statement runs. */
const HELD = 'held as (select 1 from fence where id = 1 and epoch = $1 for share)'

function requestsPart(first: number): string {
  const lists = ['text', 'text', 'text', 'text', 'bigint', 'int', 'bigint'].map((type, at) => `$${first + at}::${type}[]`)
  return `asked as (
    insert into requests (key, content, answer, refusal, first_event, event_count, wall_time)
    select rows.* from held, unnest(${lists.join(', ')}) as rows
    on conflict (key) do update set content = excluded.content, answer = excluded.answer, refusal = excluded.refusal,
      first_event = excluded.first_event, event_count = excluded.event_count, wall_time = excluded.wall_time)`
}

function journalPart(first: number): string {
  const types = ['bigint', 'bigint', 'int', 'bigint', 'bigint', 'bigint', 'int', 'bytea', 'bytea', 'bytea', 'bytea', 'bytea', 'bytea']
  return `appended as (
    insert into journal
      (batch, first_event, event_count, market_time, wall_time, epoch, schema, events, events_root, previous_hash, snapshot_hash, hash,
       subtrees)
    select ${types.map((type, at) => `$${first + at}::${type}`).join(', ')} from held)`
}
