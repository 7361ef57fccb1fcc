/**
 * The start's part of the batches that were decided and not stored (pending-batches.ts): it appends them to the journal
 * before anything is read from it. Where the journal does not end with the batch before them, the start is refused.
 */
import { type Millis, must } from '@veritick/domain'
import type { Hash } from '@veritick/engine'
import type { Logger } from 'pino'
import {
  type ChainHead,
  headBefore,
  type JournalKey,
  type JournalRow,
  type SealedBatch,
  sameBytes,
} from '../journal/index.ts'
import { codeOf, type Store } from '../store/index.ts'
import { createCommitter } from './commit.ts'
import { CoreFatal } from './fatal.ts'
import { newestBatch } from './known-batch.ts'
import { readPending, removePending } from './pending-batches.ts'
import { JournalDamaged, PendingDamaged, PendingLost, PendingRefused, PendingUnreadable } from './state-faults.ts'

type Options = {
  readonly store: Pick<Store, 'commit' | 'epoch' | 'query'>
  readonly file: string
  readonly journalKey: JournalKey
  readonly log: Logger
  readonly wallClock: () => Millis
  /** The batch of `--accept-loss`. */
  readonly acceptedLoss: number | undefined
  /** The operator has accepted that the journal lacks earlier batches: those that follow on them are lost with them. */
  readonly isEarlierLost: boolean
}

/**
 * The newest batch of the file, which the journal has now; `undefined`: there is none. The file stays until the journal
 * was read with it (`requirePending`). Throws a StateFault; one whose loss is accepted removes the file.
 */
export async function appendPending(options: Options): Promise<SealedBatch | undefined> {
  const { store, file, journalKey, log } = options
  const read = readPending(file, journalKey)
  if (read.kind === 'none') return undefined
  if (read.kind === 'unreadable') throw new PendingUnreadable({ file, code: read.code })
  if (read.kind === 'damaged') return damaged(options, read.why)
  try {
    const missing = await missingOf(store, { file, rows: read.rows })
    for (const row of missing) await append(options, row)
    if (missing.length > 0)
      log.warn(
        { batches: missing.map(({ header }) => header.batch) },
        'batches that the last process had decided and not stored were appended to the journal',
      )
    return read.rows.at(-1)
  } catch (error) {
    if (!(error instanceof PendingLost || error instanceof PendingRefused)) throw error
    if (!options.isEarlierLost && options.acceptedLoss !== error.batch) throw error
    removePending(file, log)
    log.warn({ batch: error.batch }, `${error.message}: its loss is accepted, as --accept-loss says`)
    return undefined
  }
}

/**
 * Throws when the replay did not come to the batch: it was removed from the journal between two reads of this start.
 */
export function requirePending(pending: SealedBatch, head: ChainHead): void {
  const { batch } = pending.header
  if (head.batch > batch || (head.batch === batch && sameBytes(head.hash, pending.hash))) return
  throw new JournalDamaged(`journal batch ${batch} is missing: it was there when this start began`)
}

/** Gives the batches that the journal lacks. Throws PendingLost where they do not follow on its end. */
async function missingOf(
  { query }: Pick<Store, 'query'>,
  { file, rows }: { readonly file: string; readonly rows: readonly JournalRow[] },
): Promise<readonly JournalRow[]> {
  const first = must(rows[0], 'the file has a batch')
  const stored = await query<{ batch: number; hash: Hash }>(
    'select batch, hash from journal where batch >= $1 order by batch',
    [first.header.batch - 1],
  )
  const hashes = new Map(stored.map(({ batch, hash }) => [batch, hash]))
  const isThere = ({ batch, hash }: Pick<ChainHead, 'batch' | 'hash'>) => {
    const found = hashes.get(batch)
    return batch === 0 || (found !== undefined && sameBytes(found, hash))
  }
  const from = rows.findIndex(({ header, hash }) => !isThere({ batch: header.batch, hash }))
  const next = from < 0 ? undefined : rows[from]
  if (next === undefined) return []
  if (isThere(headBefore(next)) && !hashes.has(next.header.batch)) return rows.slice(from)
  throw new PendingLost({ file, rows: rows.slice(from), newest: await newestBatch(query) })
}

async function append({ store, journalKey, log, wallClock }: Options, row: JournalRow): Promise<void> {
  const committer = createCommitter({ store, journalKey, log, wallClock, isAlive: () => true })
  try {
    await committer.commit(row)
  } catch (error) {
    if (error instanceof CoreFatal) throw error
    throw new PendingRefused({ batch: row.header.batch, code: codeOf(error) ?? 'no code' })
  }
}

async function damaged({ store, file, acceptedLoss, log }: Options, why: string): Promise<undefined> {
  const newest = await newestBatch(store.query)
  if (acceptedLoss !== newest + 1) throw new PendingDamaged({ file, why, newest })
  removePending(file, log)
  log.warn({ newest }, `${file} was damaged (${why}): the loss of its batches is accepted, as --accept-loss says`)
}
