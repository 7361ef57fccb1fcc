/**
 * A journal in PostgreSQL: each batch is sealed as the server seals it and becomes durable by the server's own commit,
 * one row in the real journal table. The next batch is collected while one commits; at most one commit runs. The plain
 * client beside it inserts the same bytes as rows of the same size into a table of two columns. The read tables and the
 * keys of requests are not part of it (bench/commit.ts).
 */
import { millis } from '@veritick/domain'
import type { EventRun } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { openLocation } from '@veritick/testing/stores'
import pg from 'pg'
import pino from 'pino'
import { createCommitter } from '../../apps/server/src/core/commit.ts'
import { CHAIN_START, headAfter } from '../../apps/server/src/journal/batch.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { type Journal, sealed } from './journal-file.ts'

export async function openJournalRows(): Promise<Journal> {
  const location = await openLocation('server')
  const store = await openStore({ ...location, world: 'bench' })
  const log = pino({ level: 'fatal' })
  const committer = createCommitter({
    store,
    journalKey: JOURNAL_KEY,
    log,
    wallClock: () => millis(Date.now()),
    isAlive: () => true,
  })
  const client = new pg.Client({ connectionString: location.databaseUrl })
  await client.connect()
  await client.query('create table plain (seq bigserial primary key, events bytea not null)')
  // As the journal's column, where this PostgreSQL knows the method.
  await client.query('alter table plain alter column events set compression lz4').catch(() => {})
  let head = CHAIN_START
  let committing: Promise<unknown> = Promise.resolve()

  return {
    append: async (events: EventRun) => {
      const batch = sealed(head, events, store.epoch)
      head = headAfter(batch)
      await committing
      committing = committer.commit(batch)
    },
    appendBytes: async (bytes) => {
      await client.query({
        name: 'plain',
        text: 'insert into plain (events) values ($1::bytea)',
        values: [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)],
      })
    },
    durable: async () => {
      await committing
    },
    end: async () => {
      await committing
      await client.end()
      await store.close()
      await location.clean()
    },
  }
}
