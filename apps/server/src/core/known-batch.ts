/**
 * A batch that the last process knew to be stored, kept in the data folder, outside the store: the newest of every five
 * seconds, of a stop, and of the moment when the write path ended (fatal.ts). A store without this batch has lost
 * commits that customers were answered for, as after a failover to a standby without them, or was put back to an
 * earlier state, so that what was paid out since then could be paid out again. A supervisor starts the server again
 * within seconds, so a start on such a store is refused until an operator accepts the loss (decision 132).
 */
import { rmSync } from 'node:fs'
import type { Millis } from '@veritick/domain'
import type { Hash } from '@veritick/engine'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type ChainHead, hex } from '../journal/index.ts'
import { FileUnusable, keepFile, type Query, readKeptAs } from '../store/index.ts'
import { CommitsLost, KnownBatchDamaged, KnownBatchUnreadable } from './state-faults.ts'

/** Its name in the folder of the world. */
export const KNOWN_BATCH_FILE = 'known-batch.json'

/** It costs two fsyncs, and nothing where no new batch came. */
const KNOWN_BATCH_EVERY_MS = 5_000

export type KnownBatch = z.infer<typeof KNOWN_BATCH>
const KNOWN_BATCH = z.object({
  batch: z.number().int().positive(),
  /** Of the batch, lower-case hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** When it was kept, ISO 8601, UTC: for the operator who reads the file. */
  keptAt: z.string(),
})

/** Writes where the durable journal ends for this process. Synchronous, because the process may end now. */
export function keepKnownBatch(
  file: string,
  head: Pick<ChainHead, 'batch' | 'hash'>,
  { at, log }: { readonly at: Millis; readonly log: Logger },
): void {
  const { batch, hash } = head
  if (batch === 0) return
  const known: KnownBatch = { batch, hash: hex(hash), keptAt: new Date(at).toISOString() }
  try {
    keepFile(file, known)
  } catch (error) {
    log.error({ err: error, ...known }, 'the newest batch could not be kept: the next start does not ask for it')
  }
}

/**
 * Throws CommitsLost when this journal lacks the batch of the file, unless `acceptedLoss` names it, and
 * KnownBatchDamaged for a file that names none, unless `acceptedLoss` is the batch after the journal, and
 * KnownBatchUnreadable for one that cannot be read. A file whose loss was accepted is removed. `known`: what the replay
 * must come to as well (`requireKnown`), because it reads the journal later.
 */
export async function checkKnownBatch(
  query: Query,
  options: { readonly file: string; readonly acceptedLoss: number | undefined; readonly log: Logger },
): Promise<{ readonly isEarlierLost: boolean; readonly known: KnownBatch | undefined }> {
  const { file, acceptedLoss, log } = options
  const known = readKnownBatch(file)
  if (known === undefined) {
    if (acceptedLoss !== undefined)
      log.warn({ batch: acceptedLoss }, 'no batch is missing: --accept-loss has changed nothing')
    return { isEarlierLost: false, known }
  }
  if (known === 'damaged') {
    await checkDamaged(query, options)
    return { isEarlierLost: true, known: undefined }
  }
  const { batch, hash } = known
  const [row] = await query<{ hash: Hash }>('select hash from journal where batch = $1', [batch])
  const isThere = row !== undefined && hex(row.hash) === hash
  if (!isThere && acceptedLoss !== batch) throw new CommitsLost({ ...known, newest: await newestBatch(query) })
  if (isThere) {
    log.info({ batch }, 'the journal has the batch that the last process knew')
    return { isEarlierLost: false, known }
  }
  rmSync(file)
  log.warn({ batch }, 'the journal lacks batches that customers were answered for, as --accept-loss accepts')
  return { isEarlierLost: true, known: undefined }
}

/**
 * Throws CommitsLost where the replay did not come to the known batch: an owner of the store who lets the start wait
 * between the two reads can cut the end of the journal off meanwhile. `passed`: the hash of the known batch, if it was
 * replayed. A batch that the snapshot covers stands before those that were.
 */
export function requireKnown(
  known: KnownBatch,
  { base, head, passed }: { readonly base: number; readonly head: number; readonly passed: Hash | undefined },
): void {
  const isThere = known.batch <= base ? head >= known.batch : passed !== undefined && hex(passed) === known.hash
  if (!isThere) throw new CommitsLost({ ...known, newest: head })
}

async function checkDamaged(
  query: Query,
  {
    file,
    acceptedLoss,
    log,
  }: { readonly file: string; readonly acceptedLoss: number | undefined; readonly log: Logger },
): Promise<void> {
  const newest = await newestBatch(query)
  if (acceptedLoss !== newest + 1) throw new KnownBatchDamaged({ file, newest })
  rmSync(file)
  log.warn({ newest }, 'what the last process knew was damaged: the journal may lack batches, as --accept-loss accepts')
}

/** `undefined`: there is no file, as in a new data folder. */
function readKnownBatch(file: string): KnownBatch | 'damaged' | undefined {
  try {
    return readKeptAs(file, KNOWN_BATCH)
  } catch (error) {
    if (!(error instanceof FileUnusable)) throw error
    if (error.code !== undefined) throw new KnownBatchUnreadable({ file, code: error.code })
    return 'damaged'
  }
}

export type BatchKeeping = {
  /** Keeps the newest batch now. */
  keep(): void
  /** Keeps it once more, and then no more. */
  end(): void
}

/**
 * Keeps the newest batch that became durable every five seconds. `head` says it from memory: an owner of the store who
 * hides its newest batches for a moment would let a read of the store name an older one.
 */
export function keepKnownBatches({
  file,
  head,
  wallClock,
  log,
  everyMs = KNOWN_BATCH_EVERY_MS,
}: {
  readonly file: string
  readonly head: () => Pick<ChainHead, 'batch' | 'hash'>
  readonly wallClock: () => Millis
  readonly log: Logger
  readonly everyMs?: number
}): BatchKeeping {
  let kept = 0
  const keep = () => {
    const newest = head()
    if (newest.batch === kept) return
    keepKnownBatch(file, newest, { at: wallClock(), log })
    kept = newest.batch
  }
  const timer = setInterval(keep, everyMs)
  timer.unref()
  return {
    keep,
    end: () => {
      clearInterval(timer)
      keep()
    },
  }
}

/** 0: the journal is empty. */
export async function newestBatch(query: Query): Promise<number> {
  const [row] = await query<{ batch: number }>('select batch from journal order by batch desc limit 1')
  return row?.batch ?? 0
}
